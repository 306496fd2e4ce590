import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataPlace } from './data-place.js';
import type { Binaries } from './find-binaries.js';
import { exists, isPostmasterOf } from './process-identity.js';
import { serverEnvironment } from './server-environment.js';

/** A running server, as its `postmaster.pid` describes it. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** The server that runs on `data`. Removes the pid file of a dead server, whose pid another process may get. */
export function findPostmaster(data: string): Postmaster | undefined {
  const file = join(data, 'postmaster.pid');
  const running = readPidFile(file);
  if (running === undefined) return undefined;
  if (isPostmasterOf(running.pid, data)) return running;
  rmSync(file, { force: true });
  return undefined;
}

/** Lines: pid, data directory, start time, port, socket directory, address, shared memory, state. */
function readPidFile(file: string): Postmaster | undefined {
  try {
    const lines = readFileSync(file, 'utf8').split('\n');
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return undefined;
    return { pid, port: Number(lines[3] ?? 0), ready: lines[7]?.trim() === 'ready' };
  } catch {
    return undefined;
  }
}

/** Little memory use, and full durability. */
const settings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  effective_cache_size: '512MB',
  maintenance_work_mem: '64MB',
  work_mem: '8MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  // Statements here are small: compiling them takes longer than running them.
  jit: 'off',
  io_method: 'sync',
  // Messages about the server itself. Errors of statements go to the clients that sent them.
  log_min_messages: 'log',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * Starts a server, and resolves when it accepts connections. The server has its own session, so that Ctrl-C in this
 * terminal does not reach it, and logs to a file, so that no pipe ties it to this process.
 */
export async function startPostmaster(
  place: DataPlace,
  binaries: Binaries,
  extra: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  const port = await choosePort(place.port);
  const options = Object.entries({ ...settings, ...extra, port: String(port) });
  const log = openLog(place.log);
  const logStart = statSync(place.log).size;
  const child = spawn(
    binaries.postgres,
    ['-D', place.data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...place.account.ids,
      cwd: place.home,
      env: serverEnvironment,
      detached: true,
      stdio: ['ignore', log, log],
    },
  );
  closeSync(log);
  child.unref();
  let ended: string | undefined;
  child.on('error', (error) => (ended = error.message));
  child.on('exit', (code, signal) => (ended ??= `it ended with ${signal ?? `code ${code}`}`));
  return whenReady(place, () =>
    ended === undefined ? undefined : `${ended}\n${lastLines(place.log, logStart)}`.trim(),
  );
}

/** Waits until a server is ready, which takes longer after a crash. `failed` returns why it will not be. */
export async function whenReady(place: DataPlace, failed: () => string | undefined): Promise<Postmaster> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const running = readPidFile(join(place.data, 'postmaster.pid'));
    const reason = failed();
    if (reason !== undefined) throw new Error(`PostgreSQL did not start: ${reason}`);
    if (running?.ready) return running;
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL was not ready within a minute:\n${lastLines(place.log, 0)}`);
    }
    await sleep(10);
  }
}

/** Shuts the server down ("fast"), and waits for it. Returns false if that takes more than a minute. */
export async function stopPostmaster({ data, account }: DataPlace, { pgCtl }: Binaries): Promise<boolean> {
  const running = findPostmaster(data);
  if (running === undefined) return true;
  // On Windows there are no signals.
  if (process.platform === 'win32') spawnSync(pgCtl, ['stop', '-D', data, '-m', 'fast'], { ...account.ids });
  else process.kill(running.pid, 'SIGINT');
  const deadline = Date.now() + 60_000;
  while (readPidFile(join(data, 'postmaster.pid'))?.pid === running.pid && exists(running.pid)) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/** The port of the last start if it is free. */
async function choosePort(file: string): Promise<number> {
  const port = await freePort(lastPort(file)).catch(() => freePort(0));
  writeFileSync(file, `${port}\n`);
  return port;
}

function lastPort(file: string): number {
  try {
    const port = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(port) && port > 1023 && port < 65_536 ? port : 0;
  } catch {
    return 0;
  }
}

async function freePort(wanted: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(wanted, '127.0.0.1', resolve),
  );
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const maxLogBytes = 5_000_000;

function openLog(path: string): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) renameSync(path, `${path}.1`);
  return openSync(path, 'a', 0o600);
}

const lastLines = (path: string, from: number): string =>
  readFileSync(path).subarray(from).toString('utf8').trim().split('\n').slice(-12).join('\n');
