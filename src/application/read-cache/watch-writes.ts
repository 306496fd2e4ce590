import type { Result } from '../../domain/result.js';
import type { Freshness } from '../ports/freshness.js';
import type { Log } from '../ports/log.js';
import { repeatedWork, type RepeatedWork } from '../repeated-work.js';

/** How often old notes are removed, and after how many times the tables are looked at again. */
const foldMs = 5_000;
const watchEvery = 12;

/** Has writes noted. Tables that a step could not lock come with the next one. */
export function createWriteWatch(freshness: Freshness, log: Log): RepeatedWork {
  let steps = 0;
  let isWatched = false;
  const watch = async (): Promise<Result<boolean>> => {
    const done = await freshness.watch();
    isWatched = done.ok && done.value;
    return done;
  };
  return repeatedWork({
    async step() {
      const isDue = steps++ % watchEvery === 0;
      const done = isDue || !isWatched ? await watch() : await freshness.fold();
      if (!done.ok) log.debug(`writes could not be watched: ${done.failure.message}`);
    },
    pauseMs: () => foldMs,
    failed: (error) => log.error('watching writes failed', { error }),
  });
}
