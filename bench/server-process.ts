import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { freePort } from '../test/free-port.js';

/** One of the two servers, in a process of its own. */
export interface ServerProcess {
  readonly port: number;
  readonly pid: number;
  /** The time from the start of the process to the first successful answer. */
  readonly readyInMs: number;
  /** The resident memory in MB. */
  residentMB(): Promise<number>;
  /** The end of its output. */
  lastOutput(): string;
  stop(): Promise<void>;
}

export interface Command {
  readonly args: (port: number) => readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The folder to start it in; that of the bench, if absent. */
  readonly cwd?: string;
  /** What answers 200 once it serves; restaurants, if absent. */
  readonly readyPath?: string;
}

const startTimeoutMs = 60_000;

export async function startServer(name: string, command: Command): Promise<ServerProcess> {
  const port = await freePort();
  const started = performance.now();
  const env = {
    ...process.env,
    // An index made in the middle would change the figures.
    DATABASE_INDEXES: 'suggest',
    ...command.env,
    NODE_ENV: 'production',
    JWT_SECRET: randomBytes(32).toString('base64'),
    PORT: String(port),
  };
  const child = spawn(process.execPath, command.args(port), {
    env,
    cwd: command.cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-4000)));
  const stop = () => end(child);
  try {
    await untilReady(child, `http://127.0.0.1:${port}${command.readyPath ?? '/api/restaurants'}`);
  } catch (error) {
    await stop();
    throw new Error(`${name} did not start:\n${output}`, { cause: error });
  }
  return {
    port,
    pid: child.pid ?? 0,
    readyInMs: performance.now() - started,
    residentMB: () => resident(child),
    lastOutput: () => output,
    stop,
  };
}

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + startTimeoutMs;
  while (performance.now() < until) {
    if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}`);
    // A kept-alive connection would be closed by the server before it is used again.
    const response = await fetch(url, { headers: { connection: 'close' } }).catch(() => undefined);
    await response?.text();
    if (response?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`nothing at ${url}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(timer);
}

async function resident(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024);
}
