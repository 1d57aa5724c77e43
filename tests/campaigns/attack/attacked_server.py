"""The server under attack: the real program with rate limits, on a separate file system that can fill up or fail."""

import os
import shutil
import signal
import sqlite3
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import msgspec
import psutil
from campaigns.server_to_kill import ServerProcess, WallClock
from support.server_process import MAIN

__all__ = ["Besieged", "Volume", "events"]

SAMPLE_EVERY = 0.1
MEGABYTES = 96


class Volume:
    """A separate file system for the database: ext4 in a file.

    Without root rights it is only a folder, in which the size of files can be limited; `real` is then False.
    """

    def __init__(self, folder: Path) -> None:
        self.path, self._image = folder / "volume", folder / "volume.img"
        self.path.mkdir()
        self.real = os.geteuid() == 0 and all(map(shutil.which, ("mkfs.ext4", "mount", "umount"))) and self._create()

    def _create(self) -> bool:
        with self._image.open("wb") as image:
            image.truncate(MEGABYTES << 20)
        is_created = _quiet("mkfs.ext4", "-q", "-m", "0", "-O", "^has_journal", str(self._image))
        return is_created and self.mount()

    def mount(self) -> bool:
        """Mount the file system, and return whether that succeeded."""
        return _quiet("mount", "-o", "loop,errors=remount-ro", str(self._image), str(self.path))

    def repair(self) -> None:
        """Make the file system writable again after a failure; no file on it may be open."""
        subprocess.run(["umount", str(self.path)], check=True)
        subprocess.run(["fsck.ext4", "-p", "-f", str(self._image)], check=False, capture_output=True)
        assert self.mount(), "the file system cannot be mounted again"

    def fill(self) -> None:
        """Fill the file system completely."""
        with suppress(OSError), (self.path / "filling").open("wb", buffering=0) as filling:
            while filling.write(bytes(4096)) == 4096:
                pass

    def empty(self) -> None:
        """Delete the file that fills the file system."""
        (self.path / "filling").unlink()

    def fail(self) -> None:
        """Trigger a kernel error that makes the file system read-only at once (EROFS), also for open files."""
        device = subprocess.run(
            ["findmnt", "-no", "SOURCE", str(self.path)], check=True, capture_output=True, text=True
        ).stdout.strip()
        Path("/sys/fs/ext4", device.removeprefix("/dev/"), "trigger_fs_error").write_text("1")

    def close(self) -> None:
        """Unmount the file system."""
        if self.real:
            _quiet("umount", str(self.path)) or _quiet("umount", "-l", str(self.path))


def _quiet(*command: str) -> bool:
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


class Besieged(ServerProcess):
    """The server process, with its database in a volume.

    `folder` is for the server's log, and `clock` is its wall clock. `peak` is its maximum memory in bytes since the
    last `watch`.
    """

    def __init__(self, folder: Path, volume: Volume, clock: WallClock) -> None:
        super().__init__(folder / "journal", clock.environment)
        self.file = volume.path / "tables.sqlite"
        self.peak = 0
        self._stopped = threading.Event()
        self._read = 0
        self.start()
        threading.Thread(target=self._sample, daemon=True).start()

    def start(self) -> None:
        """Start the server, and wait until it is healthy."""
        self.launch(MAIN, "--database", f"sqlite:///{self.file}")
        self.wait_until_healthy()
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) > 1:
            self.process.cpu_affinity(cores[:1])

    def stop(self, stop_signal: signal.Signals = signal.SIGTERM) -> None:
        """Stop the server with a signal, and wait for its end."""
        self.send_signal(stop_signal)
        self.process.wait(30)

    def close(self) -> None:
        """Kill the server, and stop measuring its memory."""
        self._stopped.set()
        self.stop(signal.SIGKILL)

    @property
    def rss(self) -> int:
        """The server's resident memory in bytes."""
        return int(self.process.memory_info().rss)

    def watch(self) -> None:
        """Restart the measurement of the maximum memory."""
        self.peak = self.rss

    def _sample(self) -> None:
        while not self._stopped.wait(SAMPLE_EVERY):
            with suppress(psutil.Error):
                self.peak = max(self.peak, self.rss)

    def new_log_lines(self) -> list[dict[str, object]]:
        """Return the lines that the server has logged since the last call."""
        with self.journal.open("rb") as journal:
            journal.seek(self._read)
            data = journal.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._read += len(whole)
        return list(_decode_lines(whole))

    def bound_files(self, size: int | None) -> None:
        """Limit the size of the server's files in bytes (EFBIG); None removes the limit."""
        no_limit = psutil.RLIM_INFINITY
        self.process.rlimit(psutil.RLIMIT_FSIZE, (no_limit if size is None else size, no_limit))

    def checkpoint(self) -> None:
        """Truncate the database's write-ahead log, so that the next write needs new space."""
        with closing(sqlite3.connect(self.file, timeout=10)) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _decode_lines(data: bytes) -> Iterator[dict[str, object]]:
    """Yield the lines of the log `data` as objects; a line that is no JSON becomes an event `not-json`."""
    for line in data.splitlines():
        try:
            yield msgspec.json.decode(line)
        except msgspec.DecodeError:
            yield {"event": "not-json", "level": "error", "line": line.decode(errors="replace")[:200]}


def events(lines: list[dict[str, object]]) -> Counter[str]:
    """Count the log lines by their event."""
    return Counter(str(line["event"]) for line in lines)
