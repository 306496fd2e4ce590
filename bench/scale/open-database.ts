import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { readAppSchema } from '../app-directory.js';
import { seed, sizesOf } from './seed.js';

export interface ScaleDatabase {
  readonly url: string;
  readonly client: Client;
  readonly places: number;
  close(): Promise<void>;
}

interface Wanted {
  readonly serverUrl: string;
  readonly places: number;
  readonly app: string;
  /** Part of the name, for databases that differ in more than their size. */
  readonly kind: string;
  readonly keep: boolean;
  readonly log: (line: string) => void;
}

const filled = 'filled by bench:scale';

/** Makes and fills a database, or opens the one that an earlier run has kept. */
export async function openScaleDatabase(wanted: Wanted): Promise<ScaleDatabase> {
  const { serverUrl, places, kind, keep, log } = wanted;
  const name = `quire_scale_${places}${kind}`;
  const target = new URL(serverUrl);
  target.pathname = `/${name}`;
  const url = target.href;
  const drop = `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`;
  if (!(keep && (await isFilled(serverUrl, name)))) {
    log(`Filling ${name}`);
    await onServer(serverUrl, drop, `CREATE DATABASE ${name}`);
    // Parallel workers would end before their time is read.
    await onServer(serverUrl, `ALTER DATABASE ${name} SET max_parallel_workers_per_gather = 0`);
    await fill(url, wanted);
    await onServer(serverUrl, `COMMENT ON DATABASE ${name} IS '${filled}'`);
  }
  const client = new Client({ connectionString: url });
  await client.connect();
  return {
    url,
    client,
    places,
    async close() {
      await client.end();
      if (!keep) await onServer(serverUrl, drop);
    },
  };
}

async function fill(url: string, { app, places, log }: Wanted): Promise<void> {
  runQuire(['schema', 'apply', '--app', app], url);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const started = performance.now();
    await seed({ client, schema: await readAppSchema(app), places, log });
    log(`  filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
    for (const { name, rows, bytes, indexBytes } of await sizesOf(client))
      log(
        `  ${name}: ${rows.toLocaleString('en')} rows, ${megabytes(bytes)} and ${megabytes(indexBytes)} of indexes`,
      );
  } finally {
    await client.end();
  }
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`;

/** Runs a command of the built Quire, and returns what it prints. Throws when it fails. */
export function runQuire(args: readonly string[], databaseUrl: string): string {
  const quire = fileURLToPath(new URL('../../bin/quire', import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [quire, ...args], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`quire ${args.join(' ')} ended with ${status}:\n${stderr}`);
  return stdout;
}

async function isFilled(serverUrl: string, name: string): Promise<boolean> {
  const [row] = await onServer(
    serverUrl,
    `SELECT shobj_description(oid, 'pg_database') = '${filled}' AS filled FROM pg_database WHERE datname = '${name}'`,
  );
  return (row as { filled: boolean | null } | undefined)?.filled === true;
}

/** Returns the rows of the last statement. */
async function onServer(url: string, ...statements: readonly string[]): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    let rows: readonly unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query<Record<string, unknown>>(statement));
    return rows;
  } finally {
    await client.end();
  }
}
