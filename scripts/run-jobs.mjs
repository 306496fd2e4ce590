// Runs programs a few at a time, each with its output kept until it ends: so it is shown whole, and not among others'.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** More at once would wait for each other: most of them work on databases, which take processors of their own. */
const atOnce = Math.min(4, availableParallelism());

const running = new Set();

/** Answers what `run` says of each job, in their order. They are begun in that order too. */
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

/** Runs Node with these arguments. Of a program that could not run, or was ended, the code is 1. */
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
