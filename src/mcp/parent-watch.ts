/**
 * A server must not outlive the client that started it. End of input is not enough: a process further up may hold our input open, so the
 * parent itself is watched.
 */
export function watchParent(gone: () => void, everyMs = 1_000): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return;
    clearInterval(timer);
    gone();
  }, everyMs);
  timer.unref();
}

/** Where nobody adopts an orphan (Windows), its parent's number stays and only asking tells. 0 is a parent outside our namespace. */
function isAlive(pid: number): boolean {
  if (pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
