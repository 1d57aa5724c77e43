// Keep the screen on while a match is scored, if the browser supports it.

/** Keep the screen on, also after the page was hidden; return a function that stops. */
export function keepScreenOn(): () => void {
  let isActive = true;
  let lock: WakeLockSentinel | undefined;
  const requestLock = async (): Promise<void> => {
    if (document.hidden || !("wakeLock" in navigator)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => undefined);
    if (!isActive) void lock?.release();
  };
  void requestLock();
  document.addEventListener("visibilitychange", requestLock);
  return () => {
    isActive = false;
    document.removeEventListener("visibilitychange", requestLock);
    void lock?.release();
  };
}
