import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeAppDirectory, readAppSchema } from './app-directory.js';
import { cases } from './cases.js';
import { openPostgresArena } from './postgres/open-arena.js';
import { pidsOfTrees, processorMsOfTrees } from './processor-time.js';
import { startServer, type ServerProcess } from './server-process.js';
import { Client } from './soak/client.js';
import { Listener } from './soak/listener.js';
import { Writer } from './soak/writer.js';

/**
 * Keeps a server with workers on PostgreSQL busy for a long time, below what it can do, and prints each minute what it
 * answers and takes: `npm run bench:soak -- [--minutes 60] [--workers 2]`, after `npm run build`. Readers, writers that
 * remember what was acknowledged, and listeners to changes. Every ten minutes the workers are replaced. Fails if a post
 * is not as it was acknowledged, if a listener heard otherwise, or if a recount of totals finds a difference.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, workers: { type: 'string', default: '2' } },
});
const minutes = Number(values.minutes);
const replaceEvery = 10;
const counts = { readers: 12, writers: 6, listeners: 30 };
/** Mean milliseconds between the requests of a reader, and of a writer. */
const everyMs = { read: 250, write: 250 };
/** How long the last event may take. */
const latestMs = 5_000;
const quire = fileURLToPath(new URL('../bin/quire', import.meta.url));
const log = (text: string): void => void process.stderr.write(`${text}\n`);

const reads = cases.filter(({ kind, name }) => kind === 'read' && !/page [37]00/.test(name));

async function read(client: Client, until: number): Promise<void> {
  for (let i = Math.floor(Math.random() * 1e6); performance.now() < until; i++) {
    const one = reads[i % reads.length];
    const { method, path, body, by } = one!.make(i);
    if (by === undefined) await client.ask(method, decodeURI(path), body);
    await pause(everyMs.read * 2 * Math.random());
  }
}

const at = (times: readonly number[], share: number): string =>
  ([...times].sort((a, b) => a - b)[Math.floor(times.length * share)] ?? NaN).toFixed(0);

/** Megabytes that a process has for itself, and open files. */
function sizeOf(pid: number): { readonly mb: number; readonly files: number } {
  try {
    const rollup = readFileSync(`/proc/${pid}/status`, 'utf8');
    const [, kB = '0'] = /RssAnon:\s+(\d+) kB/.exec(rollup) ?? [];
    return { mb: Number(kB) / 1024, files: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return { mb: 0, files: 0 };
  }
}

function describe(server: ServerProcess, client: Client, minute: number, spentMs: number): string {
  const times = client.takeTimes();
  const parts = ['reads', 'writes'].map((kind) => {
    const all = times.get(kind) ?? [];
    return `${all.length} ${kind} p50 ${at(all, 0.5)} p99 ${at(all, 0.99)} ms`;
  });
  const processes = pidsOfTrees([server.pid]).map(sizeOf);
  const memory = processes.map(({ mb }) => mb.toFixed(0)).join(' + ');
  const files = processes.reduce((sum, each) => sum + each.files, 0);
  return `${minute} min: ${parts.join(', ')}; ${memory} MB, ${files} open files, ${(spentMs / 1000).toFixed(0)} s of processor time`;
}

async function watch(server: ServerProcess, client: Client, until: number): Promise<void> {
  let spent = processorMsOfTrees([server.pid]);
  for (let minute = 1; performance.now() < until; minute++) {
    await pause(Math.min(60_000, until - performance.now()));
    const now = processorMsOfTrees([server.pid]);
    console.log(describe(server, client, minute, now - spent));
    spent = now;
    if (minute % replaceEvery === 0 && minute < minutes) process.kill(server.pid, 'SIGUSR2');
  }
}

async function soak(server: ServerProcess): Promise<readonly string[]> {
  const client = new Client(server.port);
  const until = performance.now() + minutes * 60_000;
  const writers = Array.from({ length: counts.writers }, (_, n) => new Writer(client, `Writer ${n}`));
  const listeners = Array.from({ length: counts.listeners }, () => new Listener(server.port));
  const listening = listeners.map((listener) => listener.run(300_000, until + latestMs));
  await Promise.all([
    watch(server, client, until),
    ...Array.from({ length: counts.readers }, () => read(client, until)),
    ...writers.map((writer) => writer.run(everyMs.write, until)),
  ]);
  await Promise.all(listening);
  console.log(`answers: ${client.counts()}`);
  const least = Math.min(...listeners.map(({ events }) => events));
  const resets = listeners.reduce((sum, each) => sum + each.resets, 0);
  console.log(`each listener heard ${least} events or more; ${resets} times one had to read anew`);
  const lost = await Promise.all(writers.map((writer) => writer.differences()));
  const unheard = listeners
    .filter(({ resets }) => resets === 0)
    .flatMap(({ heard }) => writers.map((writer) => writer.unheard(heard)));
  client.close();
  return [...lost, ...unheard].flat();
}

const app = await makeAppDirectory();
const arena = await openPostgresArena('10', log);
const env = { DATABASE_URL: arena.url, DATABASE_POOL_SIZE: '10' };
const start = (...more: readonly string[]): Promise<ServerProcess> =>
  startServer('Quire', {
    env,
    args: (port) => [quire, 'start', '--app', app, '--port', String(port), ...more],
  });
let server: ServerProcess | undefined;
try {
  await (await start()).stop();
  await arena.fill(await readAppSchema(app));
  server = await start('--workers', values.workers);
  const lost = await soak(server);
  await server.stop();
  for (const difference of lost) console.log(`lost: ${difference}`);
  const verify = spawnSync(process.execPath, [quire, 'verify', '--app', app], {
    env: { ...process.env, ...env },
    stdio: 'inherit',
  });
  process.exitCode = lost.length > 0 || verify.status !== 0 ? 1 : 0;
} finally {
  await server?.stop();
  await arena.close();
  rmSync(app, { recursive: true, force: true });
}
