/** Why work was not started: the queue is full, or the work has waited too long. */
export type NotBegun = 'full' | 'late';

export interface QueueOptions {
  /** The number of tasks that run at once. */
  readonly places: number;
  /** The number of tasks that may wait. */
  readonly length: number;
  readonly waitTimeoutMs: number;
}

/** Runs tasks in order of arrival. Returns the reason if a task was not started. */
export type Queue = <T>(work: () => Promise<T>) => Promise<T | NotBegun>;

export function createQueue({ places, length, waitTimeoutMs }: QueueOptions): Queue {
  const waiting: ((begun: boolean) => void)[] = [];
  let free = places;
  const waitForPlace = (): Promise<boolean> =>
    new Promise((resolve) => {
      const begin = (begun: boolean): void => {
        clearTimeout(timer);
        resolve(begun);
      };
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1);
        begin(false);
      }, waitTimeoutMs);
      waiting.push(begin);
    });
  return async (work) => {
    if (free > 0) free -= 1;
    else if (waiting.length >= length) return 'full';
    else if (!(await waitForPlace())) return 'late';
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) free += 1;
      else next(true);
    }
  };
}
