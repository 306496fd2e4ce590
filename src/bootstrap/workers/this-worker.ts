import { workerPlace, type WorkerPlace } from '../../adapters/app-directory/worker-place.js';
import { addUp } from '../../adapters/observe/metrics/add-up.js';
import type { FromWorker, ToWorker } from './messages.js';

/** This process among those that serve the app together. Undefined: it serves alone. */
export const thisWorker = (): WorkerPlace | undefined =>
  process.send === undefined ? undefined : workerPlace(process.env);

/** Tells that this worker serves requests. */
export const tellServing = (): void => tell({ kind: 'serving' });

/** Tells that this worker finishes its requests, and ends. */
export const tellEnding = (): void => tell({ kind: 'ending' });

/** Resolves when another worker serves in place of this one. */
export const retired = (): Promise<void> =>
  new Promise((resolve) => {
    process.on('message', ({ kind }: ToWorker) => {
      if (kind === 'retire') resolve();
    });
  });

/** How long a scrape waits for the other workers. */
const timeoutMs = 2_000;

/** Lets other workers read the metrics of this one. Returns what reads those of all together. */
export function shareMetrics(own: () => string): () => Promise<string> {
  let last = 0;
  const waiting = new Map<number, (texts: readonly string[]) => void>();
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'count') tell({ kind: 'counted', scrape: message.scrape, text: own() });
    if (message.kind === 'metrics') waiting.get(message.scrape)?.(message.texts);
  });
  return async () => {
    const scrape = (last += 1);
    const texts = await new Promise<readonly string[]>((resolve) => {
      waiting.set(scrape, resolve);
      setTimeout(() => resolve([own()]), timeoutMs).unref();
      tell({ kind: 'scraped', scrape });
    });
    waiting.delete(scrape);
    return addUp(texts);
  };
}

/** Nobody is told any more after the process that has started this one is gone; this one then ends too. */
function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message);
}
