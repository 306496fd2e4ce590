import { Worker } from 'node:worker_threads';

const checkMs = 500;
/** How long a process whose thread is busy may take to notice that its parent has ended. */
const silentMs = 2_000;

const watch = `
const { parentPort, workerData: { parent, checkMs, silentMs, retireMs } } = require('node:worker_threads');
const end = () => process.kill(process.pid, 'SIGKILL');
const watching = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(watching);
  const ending = setTimeout(end, silentMs);
  parentPort.once('message', () => {
    clearTimeout(ending);
    setTimeout(end, retireMs);
  });
}, checkMs);`;

/**
 * Ends this process after its parent, also where code that never ends keeps it from noticing: a thread of its own does.
 * Returns what to call when the process begins to end by itself, for which it then has `retireMs`.
 */
export function watchParent(retireMs: number): () => void {
  const workerData = { parent: process.ppid, checkMs, silentMs, retireMs };
  const thread = new Worker(watch, { eval: true, workerData, execArgv: [] });
  thread.unref();
  return () => thread.postMessage('retiring');
}
