/** Keeps the screen awake, where the browser permits, until the returned function is called. */
export function stayAwake(): () => void {
  let lock: WakeLockSentinel | undefined;
  let isOver = false;
  async function take(): Promise<void> {
    if (document.hidden || isOver) return;
    try {
      lock = await navigator.wakeLock?.request("screen");
      if (isOver) await lock?.release();
    } catch {
      // Not permitted (battery low, say): the screen does as it likes.
    }
  }
  const again = (): void => void take();
  document.addEventListener("visibilitychange", again);
  void take();
  return () => {
    isOver = true;
    document.removeEventListener("visibilitychange", again);
    void lock?.release();
  };
}
