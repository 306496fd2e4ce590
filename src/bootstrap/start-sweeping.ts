import type { Media } from '../application/media/media.js';
import type { Log } from '../application/ports/log.js';

const interval = 60 * 60 * 1000;

/** Removes files that a crash has left without a record, now and every hour. Answers what ends that. */
export function startSweeping(media: Media, log: Log): () => Promise<void> {
  let running = Promise.resolve();
  const sweep = (): void => {
    running = running
      .then(() => media.sweep())
      .then((swept) => {
        if (!swept.ok) log.warn(`files without a record were not looked for: ${swept.failure.message}`);
        else if (swept.value > 0) log.info(`Removed ${swept.value} files without a record`);
      })
      .catch((error: unknown) => log.error('looking for files without a record failed', { error }));
  };
  sweep();
  const timer = setInterval(sweep, interval).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
