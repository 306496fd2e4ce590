import { createPostgresStore } from '../../../src/adapters/store/postgres/create-postgres-store.js';
import type { Store } from '../../../src/application/ports/store.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { valueOf } from '../../contract/results.js';
import { openTestDatabase, type TestDatabase } from '../../database.js';
import { openTcpProxy } from '../../tcp-proxy.js';
import { heardElsewhere } from '../heard-elsewhere.js';

const log = { debug() {}, info() {}, warn() {}, error() {} };

describe('signals between servers on PostgreSQL', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  const stores: Store[] = [];
  const open = async (url: string): Promise<Store> => {
    const store = valueOf(await createPostgresStore({ url, schema: fixtureSchema(), poolSize: 2, log }));
    stores.push(store);
    return store;
  };
  before(async () => (database = await openTestDatabase()));
  after(async () => {
    for (const store of stores) await store.close();
    await database.close();
  });

  it('arrive, and arrive again after the connection was lost', async () => {
    const writer = await open(database.url);
    const proxy = await openTcpProxy(database.url);
    const reader = await open(proxy.url);
    const send = async () => writer.changeSignal.send();
    await heardElsewhere(reader.changeSignal, send);
    const end = reader.changeSignal.listen(() => {});
    await proxy.down();
    await proxy.up();
    await heardElsewhere(reader.changeSignal, send);
    end();
    await proxy.down();
  });
});
