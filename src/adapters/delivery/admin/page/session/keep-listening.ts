/** After the server has refused, or did not answer at all; twice as long after each further time. Milliseconds. */
const againMs = 15_000;
const longestMs = 240_000;
/** After a connection has broken, as when the server is stopped; the same. */
const [soonMs, laterMs] = [500, 10_000];
/** How long a connection may be gone before it counts as lost. */
const lostMs = 10_000;

export interface Listening {
  end(): void;
  /** Connects anew, as to another address. Until that is done the old connection is heard, so that nothing is missed. */
  renew(): void;
}

/**
 * Listens while the page is seen: a browser has few connections to a server for all its tabs. Connects again when the server has
 * refused, which ends an `EventSource`. `lost` is called when nothing is heard any more.
 */
export function keepListening(connect: () => EventSource, lost: () => void = () => {}): Listening {
  let source: EventSource | undefined;
  let timer: number | undefined;
  let losing: number | undefined;
  let [waitMs, brokenMs] = [againMs, soonMs];
  const later = (work: () => void, ms: number): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(work, ms);
  };
  const open = (): void => {
    const opened = (source = connect());
    opened.addEventListener('open', () => {
      window.clearTimeout(timer);
      window.clearTimeout(losing);
      losing = undefined;
      [waitMs, brokenMs] = [againMs, soonMs];
    });
    opened.addEventListener('error', () => {
      if (opened !== source) return;
      if (opened.readyState !== EventSource.CLOSED) {
        // The browser would try again at the same pace for ever.
        opened.close();
        losing ??= window.setTimeout(lost, lostMs);
        later(open, brokenMs);
        brokenMs = Math.min(2 * brokenMs, laterMs);
        return;
      }
      lost();
      later(open, waitMs);
      waitMs = Math.min(2 * waitMs, longestMs);
    });
  };
  const close = (): void => {
    window.clearTimeout(timer);
    window.clearTimeout(losing);
    losing = undefined;
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
  return {
    end() {
      document.removeEventListener('visibilitychange', turn);
      close();
    },
    renew() {
      const old = source;
      if (old === undefined) return;
      open();
      for (const event of ['open', 'error']) source?.addEventListener(event, () => old.close());
    },
  };
}
