import { spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs, inspect } from 'node:util';
import { makeAppDirectory, readAppSchema } from './app-directory.js';
import type { Arena } from './arena.js';
import { startServer, type ServerProcess } from './server-process.js';

/**
 * Measures ordinary requests under overload: beside expensive requests, beside too many requests, and beside
 * clients that do not read their answers. All of it runs on one server, and is compared with the same requests
 * alone.
 */
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const list = '/api/restaurants?pagination[withCount]=false';
const populated = '/api/restaurants?populate[dishes][populate][0]=flagshipOf';
const hops = (count: number): string =>
  Array.from({ length: count }, (_, n) => (n % 2 === 0 ? 'dishes' : 'restaurant')).join('.');
const hostile = `/api/restaurants?pagination[pageSize]=100&fields=id&populate=${hops(6)}`;
const large =
  '/api/restaurants?pagination[pageSize]=100&populate[dishes][populate][restaurant][populate]=dishes';

interface Group {
  readonly path: string;
  readonly connections: number;
  /** The local address, which identifies the client. */
  readonly from: string;
  /** Whether a refused client tries again at once, and not only after the time that the answer names. */
  readonly retriesAtOnce?: boolean;
}

class Result {
  readonly accepted: number[] = [];
  /** The accepted ones that began after the first second, in which most connections are new. */
  readonly later: number[] = [];
  readonly refused: number[] = [];
  private readonly since = performance.now();
  readonly statuses = new Map<string, number>();
  /** Requests without an answer when the time was over. Their times are not among the others. */
  unanswered = 0;

  note(status: string, ms: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    (status === '503' ? this.refused : this.accepted).push(ms);
    if (status !== '503' && performance.now() - ms > this.since + 1000) this.later.push(ms);
  }

  toString(): string {
    const counts = [...this.statuses].map(([status, n]) => `${n} × ${status}`).join(', ');
    const { accepted, refused } = this;
    const late =
      refused.length > 0 ? `; refused after p50 ${at(refused, 0.5)}, p99 ${at(refused, 0.99)}` : '';
    const missing = this.unanswered > 0 ? `, ${this.unanswered} not answered` : '';
    const p99 = `p99 ${at(accepted, 0.99)} ms (${at(this.later, 0.99)} after the first second)`;
    return `p50 ${at(accepted, 0.5)} ms, ${p99}${late} (${counts}${missing})`;
  }
}

function at(times: readonly number[], share: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1);
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps each connection busy with one request at a time. */
async function keepBusy(port: number, group: Group, seconds: number): Promise<Result> {
  const result = new Result();
  const until = performance.now() + seconds * 1000;
  const one = async (): Promise<void> => {
    await pause(Math.random() * 200);
    while (performance.now() < until) {
      const began = performance.now();
      const status = await ask(port, group, until);
      if (status === undefined) {
        result.unanswered += 1;
        return;
      }
      result.note(status, performance.now() - began);
      if (status === '503' && group.retriesAtOnce !== true) await pause(500 + Math.random() * 1000);
    }
  };
  await Promise.all(Array.from({ length: group.connections }, one));
  return result;
}

const idle = new Map<string, Socket[]>();

/** Returns the status; undefined if the time was over before. */
function ask(port: number, { path, from }: Group, until: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const kept = idle.get(from) ?? [];
    idle.set(from, kept);
    const socket = kept.pop() ?? connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
    const timer = setTimeout(() => end(undefined), until - performance.now() + 500);
    let head = '';
    let bytesLeft = Number.NaN;
    const end = (status: string | undefined): void => {
      clearTimeout(timer);
      socket.removeAllListeners().on('error', () => {});
      if (status === undefined) socket.destroy();
      else kept.push(socket);
      resolve(status);
    };
    // Bytes are counted and dropped, because joining the text of large answers would delay this process's other
    // requests.
    socket.on('data', (chunk: Buffer) => {
      if (Number.isNaN(bytesLeft)) {
        head += chunk.toString('latin1');
        bytesLeft = bytesAfter(head);
      } else bytesLeft -= chunk.length;
      if (bytesLeft <= 0) end(head.slice(9, 12));
    });
    socket.on('error', () => {}).on('close', () => end(performance.now() < until ? 'cut' : undefined));
    socket.write(`GET ${encodeURI(path)} HTTP/1.1\r\nHost: a\r\n\r\n`);
  });
}

/** The number of bytes of the answer that are missing; NaN until its headers are complete. */
function bytesAfter(received: string): number {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return Number.NaN;
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1] ?? '0';
  return Number(length) - (received.length - end - 4);
}

const health = (from: string): Group => ({ path: '/_health', connections: 2, from });

/** Shows whether this process, and not the server, makes answers late. */
const ownDelay = monitorEventLoopDelay({ resolution: 5 });

function ownLoop(): string {
  const ms = (share: number): string => Math.max(0, ownDelay.percentile(share) / 1e6 - 5).toFixed(0);
  const text = `own loop delay: p50 ${ms(50)}, p99 ${ms(99)} ms`;
  ownDelay.reset();
  return text;
}

/** The worst event loop delays in the seconds that were just measured. */
function loopOf(server: ServerProcess, seconds: number): string {
  const lines = [...server.lastOutput().matchAll(/loop (\S+) (\S+) (\S+) (\S+)/g)].slice(-seconds);
  const most = (column: number): string => Math.max(...lines.map((line) => Number(line[column]))).toFixed(0);
  return `loop delay of the worst second: p50 ${most(1)}, p99 ${most(2)}, max ${most(3)} ms; at most ${most(4)} ms of processor time in one turn`;
}

async function measure(server: ServerProcess, seconds: number): Promise<void> {
  const { port } = server;
  ownDelay.enable();
  const busy = (group: Group) => keepBusy(port, group, seconds);
  const ordinary = (path: string, from: string, connections: number): Group => ({ path, from, connections });
  await keepBusy(port, ordinary(populated, '127.0.0.2', 4), 2);

  say(`\nan ordinary list, alone:            ${String(await busy(ordinary(list, '127.0.0.2', 2)))}`);
  const attack: Group = { path: hostile, connections: 10, from: '127.0.0.1' };
  for (const [who, from] of [
    ['from elsewhere', '127.0.0.2'],
    ['from the same address', '127.0.0.1'],
  ] as const) {
    const [ordinaryResult, hostiles] = await Promise.all([busy(ordinary(list, from, 2)), busy(attack)]);
    say(
      `beside ten hostile ones, ${who}: ${String(ordinaryResult)}\n  hostile: ${String(hostiles)}\n  ${loopOf(server, seconds)}`,
    );
  }

  say('\npopulated lists, beside another client and health checks');
  const normal = { connections: 8, retriesAtOnce: false };
  const crowds = [false, true].map((retriesAtOnce) => ({ connections: 400, retriesAtOnce }));
  for (const { connections, retriesAtOnce } of [normal, ...crowds]) {
    ownDelay.reset();
    const [crowd, other, checks] = await Promise.all([
      busy({ ...ordinary(populated, '127.0.0.1', connections), retriesAtOnce }),
      busy(ordinary(populated, '127.0.0.2', 2)),
      busy(health('127.0.0.3')),
    ]);
    const which = `on ${connections} connections${retriesAtOnce ? ', which retry at once' : ''}`;
    say(`${which}: ${String(crowd)}\n  another client: ${String(other)}`);
    say(`  health checks: ${String(checks)}\n  ${loopOf(server, seconds)}\n  ${ownLoop()}`);
  }

  const before = await server.residentMB();
  const unread = Array.from({ length: 200 }, () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.4' }).pause();
    socket.on('error', () => {});
    socket.write(`GET ${encodeURI(large)} HTTP/1.1\r\nHost: a\r\n\r\n`);
    return socket;
  });
  const [ordinaryResult, checks] = await Promise.all([
    busy(ordinary(list, '127.0.0.2', 2)),
    busy(health('127.0.0.3')),
  ]);
  say(`\nbeside 200 that do not read: ${String(ordinaryResult)}\n  health checks: ${String(checks)}`);
  say(`  resident: ${before} MB before, ${await server.residentMB()} MB\n  ${loopOf(server, seconds)}`);
  unread.forEach((socket) => socket.destroy());
}

async function openArena(store: string): Promise<Arena> {
  const note = (text: string): void => void process.stderr.write(`${text}\n`);
  if (store === 'mongodb') return (await import('./mongodb/open-arena.js')).openMongoArena('10', note);
  return (await import('./postgres/open-arena.js')).openPostgresArena('10', note);
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: { store: { type: 'string' }, seconds: { type: 'string' }, 'no-build': { type: 'boolean' } },
  });
  if (values['no-build'] !== true)
    spawnSync('npm', ['run', 'build'], { cwd: here('..'), stdio: ['ignore', 'ignore', 'inherit'] });
  const app = await makeAppDirectory();
  const arena = await openArena(values.store ?? 'postgres');
  const command = {
    env: { DATABASE_URL: arena.url, DATABASE_POOL_SIZE: '10' },
    args: (port: number) => [
      '--import',
      here('loop-delay.mjs'),
      here('../bin/quire'),
      'start',
      '--app',
      app,
      '--port',
      String(port),
    ],
  };
  let server: ServerProcess | undefined;
  try {
    await (await startServer('Quire', command)).stop();
    await arena.fill(await readAppSchema(app));
    server = await startServer('Quire', command);
    await measure(server, Number(values.seconds ?? 5));
  } finally {
    await server?.stop();
    await arena.close();
    await rm(app, { recursive: true, force: true });
  }
}

try {
  await run();
} catch (error) {
  process.stderr.write(`${inspect(error)}\n`);
  process.exitCode = 1;
}
process.exit();
