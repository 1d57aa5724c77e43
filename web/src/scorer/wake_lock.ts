// The screen stays on while a match is scored, where the browser can do that.

/** Keep the screen on, also after the page was away; what is returned lets it go. */
export function awake(): () => void {
  let here = true;
  let lock: WakeLockSentinel | undefined;
  const take = async (): Promise<void> => {
    if (document.hidden || !("wakeLock" in navigator)) return;
    lock = await navigator.wakeLock.request("screen").catch(() => undefined);
    if (!here) void lock?.release();
  };
  void take();
  document.addEventListener("visibilitychange", take);
  return () => {
    here = false;
    document.removeEventListener("visibilitychange", take);
    void lock?.release();
  };
}
