/** Asks again and again for what other processes may have changed. */
export interface Polling {
  /** Asks now, at most once in `recheckMilliseconds`: who comes meanwhile gets the same answer. Whether there was news. */
  recheck(): Promise<boolean>;
  /** Asks each second until `stop`; does not keep the process alive. */
  watch(): void;
  stop(): void;
}

const pollMilliseconds = 1000;

/** `poll` answers whether there was news, and never fails. Questions do not queue up behind a slow one. */
export function createPolling(poll: () => Promise<boolean>, recheckMilliseconds: number): Polling {
  let timer: NodeJS.Timeout | undefined;
  let rechecking: Promise<boolean> | undefined;
  const schedule = (): void => {
    timer = setTimeout(() => void poll().finally(() => timer && schedule()), pollMilliseconds);
    timer.unref();
  };
  return {
    recheck() {
      rechecking ??= poll().finally(() => {
        setTimeout(() => (rechecking = undefined), recheckMilliseconds).unref();
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
