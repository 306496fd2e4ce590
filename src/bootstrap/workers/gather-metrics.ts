import cluster, { type Worker } from 'node:cluster';
import type { FromWorker, ToWorker } from './messages.js';

/** How long the others may take to count. */
const timeoutMs = 1_000;

interface Gathering {
  readonly texts: string[];
  missing: number;
  readonly done: () => void;
}

/** Answers workers that ask for the metrics of all. */
export function gatherMetrics(): void {
  const gatherings = new Map<string, Gathering>();
  cluster.on('message', (asking: Worker, message: FromWorker) => {
    if (message.kind === 'counted') return count(gatherings.get(message.scrape), message.text);
    if (message.kind !== 'scraped') return;
    const scrape = `${asking.id} ${message.scrape}`;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    const texts: string[] = [];
    const done = (): void => {
      clearTimeout(timer);
      if (!gatherings.delete(scrape) || !asking.isConnected()) return;
      tell(asking, { kind: 'metrics', scrape: message.scrape, texts });
    };
    const timer = setTimeout(done, timeoutMs);
    gatherings.set(scrape, { texts, missing: workers.length, done });
    for (const worker of workers) if (worker !== undefined) tell(worker, { kind: 'count', scrape });
  });
}

function count(gathering: Gathering | undefined, text: string): void {
  if (gathering === undefined) return;
  gathering.texts.push(text);
  gathering.missing -= 1;
  if (gathering.missing === 0) gathering.done();
}

/** A worker may end meanwhile. */
const tell = (worker: Worker, message: ToWorker): void => void worker.send(message, () => {});
