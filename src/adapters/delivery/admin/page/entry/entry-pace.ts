/** The time from the last key to the save, and the longest that a change waits; milliseconds. */
const [pause, longest] = [2000, 10_000];
const journalPause = 250;
/** After the server did not answer. */
const laterPause = 5000;

interface Work {
  readonly keep: () => void;
  readonly save: () => void;
}

/** When what is typed is kept in the browser, and saved. */
export function createPace({ keep, save }: Work) {
  let timers: { save?: number; journal?: number; since?: number } = {};
  return {
    /** Plans to keep, and with `isSaved` to save, what has changed. */
    touched(isSaved: boolean): void {
      timers.journal ??= window.setTimeout(keep, journalPause);
      if (!isSaved) return;
      const now = Date.now();
      timers.since ??= now;
      clearTimeout(timers.save);
      const waitMs = Math.max(0, Math.min(pause, timers.since + longest - now));
      timers.save = window.setTimeout(save, waitMs);
    },
    /** Plans to save once more, as early as the server takes it. */
    again: (waitSeconds: number): void =>
      void (timers.save = window.setTimeout(save, Math.max(laterPause, waitSeconds * 1000))),
    /** A save begins, which is planned no more. */
    saves(): void {
      clearTimeout(timers.save);
      timers = timers.journal === undefined ? {} : { journal: timers.journal };
    },
    kept(): void {
      clearTimeout(timers.journal);
      delete timers.journal;
    },
    /** Whether something is not kept yet. */
    isKeeping: (): boolean => timers.journal !== undefined,
    end(): void {
      clearTimeout(timers.save);
      clearTimeout(timers.journal);
      timers = {};
    },
  };
}
