// Runs programs a few at a time, and keeps the output of each until it ends, so that outputs are not mixed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** One more than there are processors, as tests wait for databases; still more would only wait for each other. */
const atOnce = Math.min(4, availableParallelism() + 1);

const running = new Set();

/** Answers the result of `run` for each job. Jobs begin in their order. */
export async function runJobs(jobs, run) {
  const answers = [];
  const left = [...jobs.entries()];
  let isEnded = false;
  const end = (signal) => {
    isEnded = true;
    left.length = 0;
    for (const child of running) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, end);
  const lane = async () => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [place, job] = next;
      answers[place] = await run(job, place);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  if (isEnded) process.exit(1);
  return answers;
}

/** Runs Node with these arguments. The code is 1 where the program could not run, or was killed. */
export function runNode(args, options) {
  return new Promise((resolve) => {
    const output = [];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
    const end = (code) => {
      running.delete(child);
      resolve({ code, output: Buffer.concat(output) });
    };
    child.on('error', (error) => {
      output.push(Buffer.from(`${error.message}\n`));
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}
