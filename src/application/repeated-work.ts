/** Work that is repeated in the background. Does not keep the process alive. */
export interface RepeatedWork {
  /** Begins now, and repeats until `stop`. */
  watch(): void;
  /** Waits for a running step. */
  stop(): Promise<void>;
}

export interface WakeableWork extends RepeatedWork {
  /** Brings the next step forward: now, or right after the running one. Does nothing while it is not repeated. */
  wake(): void;
}

interface Work {
  readonly step: () => Promise<void>;
  /** Milliseconds from the end of a step to the next one. */
  readonly pauseMs: () => number;
  /** A step has thrown: a bug. The next one comes all the same. */
  readonly failed: (error: unknown) => void;
}

export function repeatedWork({ step, pauseMs, failed }: Work): WakeableWork {
  let timer: NodeJS.Timeout | undefined;
  let isWatching = false;
  let isRunning = false;
  let isWoken = false;
  let running: Promise<void> = Promise.resolve();

  const run = (): void => {
    isRunning = true;
    isWoken = false;
    running = step()
      .catch(failed)
      .then(() => {
        isRunning = false;
        if (isWatching) timer = setTimeout(run, isWoken ? 0 : pauseMs()).unref();
      });
  };

  return {
    watch() {
      if (isWatching) return;
      isWatching = true;
      run();
    },
    wake() {
      if (!isWatching) return;
      isWoken = true;
      if (isRunning) return;
      clearTimeout(timer);
      run();
    },
    async stop() {
      isWatching = false;
      clearTimeout(timer);
      await running;
    },
  };
}
