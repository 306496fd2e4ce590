import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { makeAppDirectory, readAppSchema } from './app-directory.js';
import { startLoader, type Loader } from './measure.js';
import { openPostgresArena } from './postgres/open-arena.js';
import { processorMsOf } from './processor-time.js';
import { startServer, type ServerProcess } from './server-process.js';

/**
 * What telemetry costs: `npm run bench:tracing -- [rounds]`, after `npm run build`. Prints the processor time that observing
 * takes by itself, which little disturbs, and then that of requests to servers that take turns on one database: without
 * telemetry, with metrics only, with the bound on traces, and with all requests traced. What is sent afterwards counts too.
 * Each round has servers of its own, as two that are started alike differ by up to a tenth for as long as they run.
 */
const rounds = Number(process.argv[2] ?? 8);
const seconds = 2;
const poolSize = '10';
const sdk = { name: '@opentelemetry/sdk-node', version: '0.223.0' };
const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const log = (text: string): void => void process.stderr.write(`${text}\n`);

/** Takes what the servers send. */
async function startCollector(): Promise<Server> {
  const collector = createServer((req, res) => void req.resume().on('end', () => res.end()));
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  return collector;
}

/** The SDK is no dependency of this package; its folder is kept for the next run. */
async function installSdk(app: string): Promise<void> {
  const folder = here(`../node_modules/.cache/opentelemetry-${sdk.version}`);
  const installed = join(folder, 'node_modules', sdk.name);
  if (!existsSync(installed)) {
    const args = ['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    const { status } = spawnSync('npm', [...args, `${sdk.name}@${sdk.version}`], { stdio: ['ignore', 2, 2] });
    if (status !== 0) throw new Error(`${sdk.name} was not installed`);
  }
  const place = join(app, 'node_modules', sdk.name);
  await mkdir(dirname(place), { recursive: true });
  await symlink(installed, place);
}

/** Batches are sent soon, so that a turn pays for what it has made. */
const telemetry = (port: number): Readonly<Record<string, string>> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
  OTEL_BSP_SCHEDULE_DELAY: '200',
});

interface Way {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
}

const ways = (port: number): readonly Way[] => [
  { name: 'off', env: {} },
  // What differs from the first is chance.
  { name: 'off, a second time', env: {} },
  { name: 'metrics only', env: { ...telemetry(port), OTEL_TRACES_EXPORTER: 'none' } },
  { name: 'on, at most 20 traces a second', env: telemetry(port) },
  { name: 'on, all requests traced', env: { ...telemetry(port), OTEL_TRACES_SAMPLER: 'always_on' } },
];

const requests = ['find one', 'list 25'];

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;

let next = 1;

async function turn(loader: Loader, server: ServerProcess, name: string): Promise<number> {
  const before = processorMsOf(server.pid);
  const order = { case: name, beside: false, port: server.port, durationSeconds: seconds, connections: 4 };
  const result = await loader.load({ ...order, from: next });
  next = result.next;
  await sleep(400);
  return (processorMsOf(server.pid) - before) / result.requests;
}

/** In a process for each way, in turn. */
async function measureAlone(all: readonly Way[]): Promise<void> {
  const found = all.map((way) => ({ ...way, times: [] as number[] }));
  for (let round = 0; round < 5; round++)
    for (const { env, times } of found) {
      const args = ['--import', 'tsx', here('observing.ts'), app];
      const { stdout } = await promisify(execFile)(process.execPath, args, {
        env: { ...process.env, ...env },
      });
      times.push(Number(stdout));
    }
  const [off] = found;
  console.log('observing alone');
  for (const { name, times } of found)
    console.log(`  ${name}: ${(median(times) - median(off?.times ?? [])).toFixed(1)} µs`);
}

async function measure(loader: Loader, all: readonly Way[]): Promise<void> {
  const found = requests.map((name) => ({ name, turns: all.map((): number[] => []) }));
  for (let round = 0; round < rounds; round++) {
    const servers = await startAll(all);
    for (const { name, turns } of found) {
      const times = await takeTurns(loader, servers, name);
      times.forEach((ms, index) => turns[index]?.push(ms));
    }
    await stopAll(servers);
  }
  for (const { name, turns } of found) {
    console.log(name);
    all.forEach((way, index) => print(way, turns[index] ?? [], turns[0] ?? []));
  }
}

/** The milliseconds of a request of each server; forth and back, after a turn to warm up. */
async function takeTurns(
  loader: Loader,
  servers: readonly ServerProcess[],
  name: string,
): Promise<readonly number[]> {
  const sums = servers.map(() => 0);
  const order = servers.map((server, index) => ({ server, index }));
  for (const { server } of order) await turn(loader, server, name);
  for (const { server, index } of [...order, ...[...order].reverse()])
    sums[index] = (sums[index] ?? 0) + (await turn(loader, server, name)) / 2;
  return sums;
}

function print({ name }: Way, turns: readonly number[], off: readonly number[]): void {
  const ratios = turns.map((ms, index) => ms / (off[index] ?? NaN)).sort((a, b) => a - b);
  const at = (share: number): string => (ratios[Math.floor(ratios.length * share)] ?? NaN).toFixed(3);
  const figures = `${(1000 * median(turns)).toFixed(0)} µs, times ${at(0.5)} (${at(0.25)} to ${at(0.75)})`;
  console.log(`  ${name}: ${figures}`);
}

const app = await makeAppDirectory();
const collector = await startCollector();
const arena = await openPostgresArena(poolSize, log);
const loader = startLoader();
let running: readonly ServerProcess[] = [];

async function startOne({ name, env }: Way): Promise<ServerProcess> {
  const quire = [here('../bin/quire'), 'start', '--app', app];
  const args = (port: number): readonly string[] => [
    '--max-semi-space-size=8',
    ...quire,
    '--port',
    String(port),
  ];
  const shared = { DATABASE_URL: arena.url, DATABASE_POOL_SIZE: poolSize };
  const server = await startServer(name, { env: { ...shared, ...env }, args });
  running = [...running, server];
  return server;
}

async function startAll(all: readonly Way[]): Promise<readonly ServerProcess[]> {
  for (const way of all) await startOne(way);
  return running;
}

async function stopAll(servers: readonly ServerProcess[]): Promise<void> {
  for (const server of servers) await server.stop();
  running = [];
}

try {
  await installSdk(app);
  const all = ways((collector.address() as AddressInfo).port);
  console.log(`Node ${process.version}`);
  await measureAlone(all);
  await startOne(all[0]!);
  await stopAll(running);
  await arena.fill(await readAppSchema(app));
  await measure(loader, all);
} finally {
  loader.stop();
  await stopAll(running);
  await arena.close();
  collector.closeAllConnections();
  collector.close();
  await rm(app, { recursive: true, force: true });
}
