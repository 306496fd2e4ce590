import { randomBytes } from 'node:crypto';
import pg from 'pg';

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
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function serverUrl(): Promise<string> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url === undefined || url === '') throw new Error('set TEST_DATABASE_URL to a PostgreSQL server');
  return url;
}
