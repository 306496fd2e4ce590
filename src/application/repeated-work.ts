/** Work that is repeated in the background. Does not keep the process alive. */
export interface RepeatedWork {
  /** Begins now, and repeats until `stop`. */
  watch(): void;
  /** Waits for a running step. */
  stop(): Promise<void>;
}

interface Work {
  readonly step: () => Promise<void>;
  /** Milliseconds from the end of a step to the next one. */
  readonly pauseMs: () => number;
  /** A step has thrown: a bug. The next one comes all the same. */
  readonly failed: (error: unknown) => void;
}

export function repeatedWork({ step, pauseMs, failed }: Work): RepeatedWork {
  let timer: NodeJS.Timeout | undefined;
  let isWatching = false;
  let running: Promise<void> = Promise.resolve();

  const run = (): void => {
    running = step()
      .catch(failed)
      .then(() => {
        if (isWatching) timer = setTimeout(run, pauseMs()).unref();
      });
  };

  return {
    watch() {
      if (isWatching) return;
      isWatching = true;
      run();
    },
    async stop() {
      isWatching = false;
      clearTimeout(timer);
      await running;
    },
  };
}
