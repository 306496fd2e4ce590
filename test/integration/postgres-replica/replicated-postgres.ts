import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { dataPlace, type DataPlace } from '../../../src/adapters/embedded-postgres/data-place.js';
import { findBinaries } from '../../../src/adapters/embedded-postgres/find-binaries.js';
import { startPostmaster, stopPostmaster } from '../../../src/adapters/embedded-postgres/postmaster.js';
import { startEmbeddedPostgres } from '../../../src/adapters/embedded-postgres/start-embedded-postgres.js';

/** A PostgreSQL and a streaming replica of it, on this machine. */
export interface ReplicatedPostgres {
  readonly url: string;
  readonly replicaUrl: string;
  /** Runs one statement on the primary. */
  run(text: string): Promise<Record<string, unknown>[]>;
  /** Runs one statement on the replica. */
  runOnReplica(text: string): Promise<Record<string, unknown>[]>;
  /** Resolves when no write is replayed any more. */
  pauseReplay(): Promise<void>;
  resumeReplay(): Promise<void>;
  /** Resolves when the replica has replayed everything that the primary has written. */
  caughtUp(): Promise<void>;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  /** Makes another replica of the primary, which ends with the others. */
  addReplica(): Promise<Replica>;
  close(): Promise<void>;
}

export interface Replica {
  readonly url: string;
  /** Runs one statement on it. */
  run(text: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Resolves when it has replayed everything that the server which it follows, and which `run` asks, has written. */
  caughtUpWith(run: Replica['run']): Promise<void>;
  /** Starts it anew as the replica of another server, whose copy it has to be. */
  follow(url: string): Promise<void>;
}

const silent = { debug() {}, info() {}, warn: console.warn, error: console.error };

/** Nothing waits for the disk, because no data outlives the process. */
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '100',
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '512MB',
};

/** Needs the programs of the built-in PostgreSQL only, so the copy is made by its functions for backups. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quire-replicated-'));
  const started = await startEmbeddedPostgres({
    dataDir,
    log: silent,
    onProgress() {},
    settings,
    isTool: true,
  });
  if (!started.ok) throw new Error(started.failure.message);
  const { url, stop } = started.value;
  const primary = dataPlace(dataDir);
  const binaries = await findBinaries(primary.account, primary.copies);
  const places = [primary];
  const addReplica = async (): Promise<Replica> => {
    const place = placeOfReplica(primary, `replica-${places.length}`);
    places.push(place);
    await copy(url, primary, place);
    let conninfo = conninfoOf(url);
    const stopReplica = async () => void (await stopPostmaster(place, binaries));
    const start = () =>
      startPostmaster(place, binaries, { ...settings, hot_standby: 'on', primary_conninfo: conninfo });
    const { port } = await start();
    const ownUrl = Object.assign(new URL(url), { port: String(port) }).href;
    const runHere = (text: string) => runOn(ownUrl, text);
    return {
      url: ownUrl,
      run: runHere,
      stop: stopReplica,
      start: async () => void (await start()),
      async caughtUpWith(runThere) {
        // A write, so that the position is the end of a record that is flushed.
        const [row] = await runThere(
          `SELECT pg_logical_emit_message(true, 'test', 'test')::text AS position`,
        );
        await until(runHere, `SELECT pg_last_wal_replay_lsn() > '${String(row?.['position'])}' AS done`);
      },
      async follow(followed) {
        await stopReplica();
        conninfo = conninfoOf(followed);
        await start();
      },
    };
  };
  const end = (): void => places.forEach(endAtOnce);
  // For runs that end before `close`.
  process.on('exit', end);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  const replica = await addReplica();
  const run = (text: string) => runOn(url, text);
  return {
    url,
    replicaUrl: replica.url,
    run,
    runOnReplica: replica.run,
    async pauseReplay() {
      await replica.run('SELECT pg_wal_replay_pause()');
      await until(replica.run, `SELECT pg_get_wal_replay_pause_state() = 'paused' AS done`);
    },
    resumeReplay: async () => void (await replica.run('SELECT pg_wal_replay_resume()')),
    caughtUp: () => replica.caughtUpWith(run),
    stopReplica: replica.stop,
    startReplica: replica.start,
    addReplica,
    async close() {
      for (const place of places.slice(1)) await stopPostmaster(place, binaries);
      await stop();
      process.off('exit', end);
      for (const path of [primary.home, dataDir]) rmSync(path, { recursive: true, force: true });
    },
  };
}

function placeOfReplica(primary: DataPlace, name: string): DataPlace {
  const home = join(primary.home, name);
  mkdirSync(home);
  const { ids } = primary.account;
  if (ids !== undefined) chownSync(home, ids.uid, ids.gid);
  return {
    ...primary,
    home,
    data: join(home, 'data'),
    log: join(home, 'postgres.log'),
    port: join(home, 'port'),
  };
}

async function copy(url: string, primary: DataPlace, { data, account }: DataPlace): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`SELECT pg_backup_start('replica', true)`);
  execFileSync('cp', ['-a', primary.data, data]);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  rmSync(join(data, 'postmaster.pid'), { force: true });
  for (const [name, text] of [
    ['backup_label', rows[0]?.labelfile ?? ''],
    ['standby.signal', ''],
  ] as const) {
    const path = join(data, name);
    writeFileSync(path, text);
    if (account.ids !== undefined) chownSync(path, account.ids.uid, account.ids.gid);
  }
  chmodSync(data, 0o700);
}

function conninfoOf(url: string): string {
  const { hostname, port, username, password } = new URL(url);
  return `host=${hostname} port=${port} user=${username} password='${decodeURIComponent(password)}'`;
}

async function runOn(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

async function until(run: (text: string) => Promise<Record<string, unknown>[]>, text: string): Promise<void> {
  while ((await run(text))[0]?.['done'] !== true) await new Promise((resolve) => setTimeout(resolve, 10));
}

function endAtOnce({ data }: DataPlace): void {
  try {
    const [pid] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
  } catch {
    // It has ended already.
  }
}
