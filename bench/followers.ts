import { Client } from 'pg';
import { createClock } from '../src/adapters/host/create-clock.js';
import { createPostgresStore } from '../src/adapters/store/postgres/create-postgres-store.js';
import { createFollowers } from '../src/application/change-log/create-followers.js';
import { unobserved } from '../src/application/observations/create-observations.js';
import { fixtureSchema } from '../test/contract/fixture-schema.js';
import { valueOf } from '../test/contract/results.js';
import { openTestDatabase } from '../test/database.js';

/** How fast a follower works off entries that it is behind, on PostgreSQL, with a handler that only counts. */
const behind = Number(process.argv[2] ?? 100_000);

const log = { debug() {}, info() {}, warn: console.warn, error: console.error };
const database = await openTestDatabase();
const store = valueOf(await createPostgresStore({ url: database.url, schema: fixtureSchema(), log }));
valueOf(await store.schema.apply());
await fillInbox();

let handled = 0;
const began = performance.now();
await new Promise<void>((resolve) => {
  const dependencies = {
    changes: store.changes,
    signal: store.changeSignal,
    store: store.followers,
    clock: createClock(),
    log,
    observations: unobserved,
  };
  const followers = createFollowers(dependencies, 'bench');
  followers.add({
    name: 'counting',
    from: 'start',
    async handle(entries) {
      handled += entries.length;
      if (handled >= behind) resolve(followers.stop());
    },
  });
  followers.start();
});
const seconds = (performance.now() - began) / 1000;
console.log(
  `${handled} entries in ${seconds.toFixed(1)} s: ${Math.round(handled / seconds)} entries a second`,
);
await store.close();
await database.close();

/** The entries of as many writes, none of which has a position yet. */
async function fillInbox(): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(
    `INSERT INTO quire_change_inbox
      (transaction, at, type, document_id, action, layers, actor_kind, actor, names)
    SELECT pg_current_xact_id(), now(), 'api::dish.dish', 'document ' || n, 'update', ARRAY['published'], 'token', 'bench',
      ARRAY['name', 'restaurant'] FROM generate_series(1, $1::integer) n`,
    [behind],
  );
  await client.end();
}
