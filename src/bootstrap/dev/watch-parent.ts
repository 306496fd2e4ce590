import { Worker } from 'node:worker_threads';

const checkMs = 500;
/** How long a process whose thread is busy may take to notice that its parent has ended. */
const silentMs = 2_000;

const watch = `
const { parent, retiring, checkMs, silentMs, retireMs } = require('node:worker_threads').workerData;
const end = () => process.kill(process.pid, 'SIGKILL');
const watching = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watching);
  setTimeout(() => (Atomics.load(retiring, 0) === 1 ? setTimeout(end, retireMs) : end()), silentMs);
}, checkMs);`;

/**
 * Ends this process after its parent, also where code that never ends keeps it from noticing: a thread of its own does.
 * Returns what to call when the process begins to end by itself, for which it then has `retireMs`.
 */
export function watchParent(retireMs: number): () => void {
  const retiring = new Int32Array(new SharedArrayBuffer(4));
  const workerData = { parent: process.ppid, retiring, checkMs, silentMs, retireMs };
  new Worker(watch, { eval: true, workerData, execArgv: [] }).unref();
  return () => void Atomics.store(retiring, 0, 1);
}
