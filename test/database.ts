import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../src/adapters/embedded-postgres/start-embedded-postgres.js';
import { closeOpened } from './open-until-end.js';

export interface TestDatabase {
  readonly url: string;
  /** Drops it, with whatever is still connected. */
  close(): Promise<void>;
}

/**
 * A fresh, empty PostgreSQL database: on the server of `TEST_DATABASE_URL` if that is set, otherwise on an embedded
 * server that lives as long as this process.
 */
export async function openTestDatabase(): Promise<TestDatabase> {
  const server = await serverUrl();
  const name = `quire_test_${randomBytes(6).toString('hex')}`;
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, close: () => onServer(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

let embedded: Promise<EmbeddedServer> | undefined;

async function serverUrl(): Promise<string> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined && url !== '') return url;
  embedded ??= startServer();
  return (await embedded).url;
}

interface EmbeddedServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Its data does not outlive the process, so nothing waits for the disk. */
const settings = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' };

async function startServer(): Promise<EmbeddedServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quire-test-'));
  const silent = { debug() {}, info() {}, warn: console.warn, error: console.error };
  const server = await startEmbeddedPostgres({
    dataDir,
    log: silent,
    onProgress() {},
    settings,
    isTool: true,
  });
  if (!server.ok) throw new Error(server.failure.message);
  const { url, stop } = server.value;
  // For runs that end before the hook below: the server is told, and not waited for.
  const end = (): void => endAtOnce(dataDir);
  process.on('exit', end);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  return {
    url,
    async stop() {
      await stop();
      process.off('exit', end);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function endAtOnce(dataDir: string): void {
  try {
    const [pid] = readFileSync(join(dataDir, 'data', 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGQUIT');
  } catch {
    // It has ended already.
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

/** Stops the embedded server, if there is one. */
async function closeTestServer(): Promise<void> {
  await (await embedded)?.stop();
  embedded = undefined;
}

if ('after' in globalThis)
  after(async function () {
    this.timeout(120_000);
    await closeOpened();
    await closeTestServer();
  });
