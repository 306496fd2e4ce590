import cluster, { type Worker } from 'node:cluster';
import { addUp, countersOf } from '../../adapters/observe/metrics/add-up.js';
import { tellWorker, type FromWorker } from './messages.js';

/** How long the others may take to count. */
const timeoutMs = 1_000;

interface Gathering {
  missing: number;
  readonly done: () => void;
}

/**
 * Answers workers that ask for the metrics of all. One that does not answer in time counts as it did before, and what has ended
 * keeps its counters: who reads them takes one that falls for one that begins anew.
 */
export function gatherMetrics(): void {
  const gatherings = new Map<string, Gathering>();
  /** What each worker has counted, by its id. */
  const latest = new Map<number, string>();
  let ended = '';
  cluster.on('exit', ({ id }) => {
    ended = addUp([ended, countersOf(latest.get(id) ?? '')]);
    latest.delete(id);
  });
  cluster.on('message', (sender: Worker, message: FromWorker) => {
    if (message.kind === 'counted') {
      if (!sender.isDead()) latest.set(sender.id, message.text);
      const gathering = gatherings.get(message.scrape);
      if (gathering === undefined) return;
      gathering.missing -= 1;
      if (gathering.missing === 0) gathering.done();
    }
    if (message.kind !== 'scraped') return;
    const scrape = `${sender.id} ${message.scrape}`;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected());
    const done = (): void => {
      clearTimeout(timer);
      if (!gatherings.delete(scrape) || !sender.isConnected()) return;
      tellWorker(sender, { kind: 'metrics', scrape: message.scrape, texts: [...latest.values(), ended] });
    };
    const timer = setTimeout(done, timeoutMs);
    gatherings.set(scrape, { missing: workers.length, done });
    for (const worker of workers) if (worker !== undefined) tellWorker(worker, { kind: 'count', scrape });
  });
}
