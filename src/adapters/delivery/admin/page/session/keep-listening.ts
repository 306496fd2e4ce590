/** After the server has refused, or did not answer at all; twice as long after each further time. Milliseconds. */
const againMs = 15_000;
const longestMs = 240_000;
/** How long a connection may be gone before it counts as lost. */
const lostMs = 10_000;

/**
 * Listens while the page is seen: a browser has few connections to a server for all its tabs. Connects again when the server has refused,
 * which ends an `EventSource`. `lost` is called when nothing is heard any more. Returns what ends it.
 */
export function keepListening(connect: () => EventSource, lost: () => void = () => {}): () => void {
  let source: EventSource | undefined;
  let timer: number | undefined;
  let waitMs = againMs;
  const later = (work: () => void, ms: number): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(work, ms);
  };
  const open = (): void => {
    const opened = (source = connect());
    opened.addEventListener('open', () => {
      window.clearTimeout(timer);
      waitMs = againMs;
    });
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return later(lost, lostMs);
      lost();
      later(open, waitMs);
      waitMs = Math.min(2 * waitMs, longestMs);
    });
  };
  const close = (): void => {
    window.clearTimeout(timer);
    source?.close();
    source = undefined;
    lost();
  };
  const turn = (): void => {
    if (document.visibilityState !== 'visible') close();
    else if (source === undefined) open();
  };
  document.addEventListener('visibilitychange', turn);
  turn();
  return () => {
    document.removeEventListener('visibilitychange', turn);
    close();
  };
}
