import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/start-embedded-postgres.js';

/** An empty database that the bench owns. */
export interface BenchDatabase {
  readonly url: string;
  close(): Promise<void>;
}

const name = 'quire_bench';

/**
 * Creates the database on the server of `serverUrl`, or on an embedded one. Nothing else on that server is changed.
 */
export async function openDatabase(
  serverUrl: string | undefined,
  log: (line: string) => void,
): Promise<BenchDatabase> {
  if (serverUrl === undefined) return openEmbedded(log);
  await onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return { url: url.href, close: () => onServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function openEmbedded(log: (line: string) => void): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'quire-bench-data-'));
  const quiet = { debug() {}, info() {}, warn: log, error: log };
  const started = await startEmbeddedPostgres({ dataDir, log: quiet, onProgress: log, isTool: true });
  if (!started.ok) throw new Error(started.failure.message);
  const { url, stop } = started.value;
  return {
    url,
    async close() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function onServer(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
