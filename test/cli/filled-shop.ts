import { expect } from 'chai';
import { valueOf } from '../contract/world.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { openAt } from '../integration/transfer/opened-stores.js';
import { fill, shopFiles, shopSchema } from '../integration/transfer/shop-schema.js';
import { makeApp, run, type TestApp } from './program.js';

/** An app with `count` things on a PostgreSQL database, for commands that copy them. */
export interface FilledShop {
  readonly app: TestApp;
  readonly source: TestDatabase;
  close(): Promise<void>;
}

export async function openFilledShop(count: number): Promise<FilledShop> {
  const app = await makeApp(shopFiles);
  const source = await openTestDatabase();
  const schema = shopSchema();
  const store = await openAt(source.url, schema);
  valueOf(await store.schema.apply());
  await fill(schema, store, count);
  await store.close();
  // The app has one type more than the filled schema.
  const applied = await run(['schema', 'apply', '--app', app.directory], { DATABASE_URL: source.url });
  expect(applied.code, applied.notes).to.equal(0);
  return {
    app,
    source,
    close: async () => {
      await source.close();
      await app.remove();
    },
  };
}
