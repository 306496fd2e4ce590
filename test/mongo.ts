import { randomBytes } from 'node:crypto';
import type { Context } from 'mocha';
import { MongoClient } from 'mongodb';
import type { MongoMemoryReplSet } from 'mongodb-memory-server-core';
import { closeOpened } from './open-until-end.js';

export interface TestMongo {
  /** With the name of a fresh database. */
  readonly url: string;
  /** Drops it. */
  close(): Promise<void>;
}

/**
 * A fresh, empty MongoDB database: on the server of `MONGO_URL` if that is set, otherwise on a replica set of
 * `mongodb-memory-server` that lives as long as this process. Rejects where there is neither: see `skipWithoutMongo`.
 */
export async function openTestMongo(): Promise<TestMongo> {
  const found = await theServer();
  if ('missing' in found) throw new Error(found.missing);
  const url = new URL(found.url);
  url.pathname = `/quire_test_${randomBytes(6).toString('hex')}`;
  return { url: url.href, close: () => dropDatabase(url.href) };
}

/** For a `before` hook, given more time than usual: skips the suite where there is no MongoDB; the reporter tells why. */
export async function skipWithoutMongo(context: Context): Promise<void> {
  context.timeout(longestFetch + 60_000);
  const found = await theServer();
  if (!('missing' in found)) return;
  process.emitWarning(found.missing, 'SkippedSuite');
  context.skip();
}

type Found = { readonly url: string; readonly memory?: MongoMemoryReplSet } | { readonly missing: string };

let server: Promise<Found> | undefined;

/** Decided once: fetching a server takes long, and failing to do so too. */
const theServer = (): Promise<Found> => (server ??= findServer());

async function findServer(): Promise<Found> {
  const url = process.env['MONGO_URL'];
  if (url !== undefined && url !== '') return { url };
  try {
    return await startServer();
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split(/, Details|\n/);
    return { missing: `MONGO_URL is not set, and mongodb-memory-server could not be started: ${reason}` };
  }
}

/** How long its program of 100 MB or more may take to come, the first time. */
const longestFetch = 180_000;

async function startServer(): Promise<Found> {
  const { MongoMemoryReplSet } = await import('mongodb-memory-server-core');
  const memory = new MongoMemoryReplSet({ replSet: { count: 1, storageEngine: 'wiredTiger' } });
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error('its program did not come in time')), longestFetch).unref();
  });
  await Promise.race([memory.start(), late]);
  return { url: memory.getUri(), memory };
}

async function dropDatabase(url: string): Promise<void> {
  const client = new MongoClient(url);
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
}

/** Stops the server that was started here, if there is one. */
async function closeTestMongo(): Promise<void> {
  const found = await server;
  if (found !== undefined && 'memory' in found) await found.memory?.stop();
  server = undefined;
}

if ('after' in globalThis)
  after(async function () {
    this.timeout(120_000);
    await closeOpened();
    await closeTestMongo();
  });
