// Keep the screen on while a match is scored, if the browser supports it.

/** Keep the screen on, also after the page was hidden; return a function that stops. */
export function awake(): () => void {
  let isActive = true;
  let lock: WakeLockSentinel | undefined;
  const take = async (): Promise<void> => {
    if (document.hidden || !("wakeLock" in navigator)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => undefined);
    if (!isActive) void lock?.release();
  };
  void take();
  document.addEventListener("visibilitychange", take);
  return () => {
    isActive = false;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
