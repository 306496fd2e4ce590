import { openSession } from '../../src/bootstrap/open-session.js';
import { valueOf } from '../contract/world.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { openAt } from '../integration/transfer/opened-stores.js';
import { fill, shopFiles, shopSchema } from '../integration/transfer/shop-schema.js';
import { makeApp, type TestApp } from './program.js';

export interface FilledApp {
  readonly app: TestApp;
  readonly source: TestDatabase;
  close(): Promise<void>;
}

/** An app, and a PostgreSQL database for it with `count` things and a link of each. */
export async function openFilledApp(count: number): Promise<FilledApp> {
  const app = await makeApp(shopFiles);
  const source = await openTestDatabase();
  const schema = shopSchema();
  const store = await openAt(source.url, schema);
  valueOf(await store.schema.apply());
  await fill(schema, store, count);
  await store.close();
  // The app has one type more than the filled schema.
  const session = await openSession(app.directory, { NODE_ENV: 'test', DATABASE_URL: source.url });
  if (!session.ok) throw new Error(session.failure.message);
  valueOf(await session.value.schema.apply());
  await session.value.close();
  return {
    app,
    source,
    close: async () => {
      await source.close();
      await app.remove();
    },
  };
}
