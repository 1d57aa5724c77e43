/* Moves the wall clock of one process: LD_PRELOAD this; the file that PRIKUP_CLOCK names holds the seconds to add. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *ahead;
static int (*plain)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
    const char *name = getenv("PRIKUP_CLOCK");
    int file = name ? open(name, O_RDONLY) : -1;
    plain = dlsym(RTLD_NEXT, "clock_gettime");
    if (file >= 0) {
        void *at = mmap(0, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
        if (at != MAP_FAILED) ahead = at;
        close(file);
    }
}

int clock_gettime(clockid_t which, struct timespec *now) {
    int failed = plain(which, now);
    if (!failed && ahead && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) now->tv_sec += *ahead;
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec exact;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &exact);
    now->tv_sec = exact.tv_sec;
    now->tv_usec = exact.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *into) {
    struct timespec exact;
    clock_gettime(CLOCK_REALTIME, &exact);
    if (into) *into = exact.tv_sec;
    return exact.tv_sec;
}
