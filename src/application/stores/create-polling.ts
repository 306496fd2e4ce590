/** Polls for changes by other processes. */
export interface Polling {
  /** Polls now, and returns whether anything changed. Calls within `recheckMs` share one poll. */
  recheck(): Promise<boolean>;
  /** Polls every second until `stop`. Does not keep the process alive. */
  watch(): void;
  stop(): void;
}

const pollMs = 1000;

/** `poll` returns whether anything changed, and must not reject. Polls of `watch` do not overlap. */
export function createPolling(poll: () => Promise<boolean>, recheckMs: number): Polling {
  let timer: NodeJS.Timeout | undefined;
  let rechecking: Promise<boolean> | undefined;
  const schedule = (): void => {
    timer = setTimeout(() => void poll().finally(() => timer && schedule()), pollMs);
    timer.unref();
  };
  return {
    recheck() {
      rechecking ??= poll().finally(() => {
        setTimeout(() => (rechecking = undefined), recheckMs).unref();
      });
      return rechecking;
    },
    watch() {
      if (timer === undefined) schedule();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
