import { expect } from 'chai';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { createWorld, type World } from '../../contract/world.js';
import { openScratchStore, type ScratchStore } from './scratch-store.js';

/** PostgreSQL looks for a deadlock only after a second, so each one costs that time. */
describe('PostgreSQL and the order of locks', function () {
  this.timeout(120_000);
  let scratch: ScratchStore;
  let world: World;
  before(async () => {
    const schema = fixtureSchema();
    scratch = await openScratchStore(schema, { poolSize: 16 });
    world = createWorld(scratch.store, schema);
  });
  after(() => scratch.close());

  const some = (ids: readonly string[]): string[] => ids.filter(() => Math.random() < 0.5);
  const one = (ids: readonly string[]): string => ids[Math.floor(Math.random() * ids.length)] ?? '';

  /** Both halls and events have drafts. Publishing locks its own document first, editing a draft its targets. */
  it('sixteen writers at both ends of a relation cause no deadlock', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const halls = await world.createNamed('hall', ...names);
    const events = await world.createNamed('event', ...names);
    const write = (): Promise<void> => {
      const writer = Math.random() < 0.5 ? world : world.drafts;
      return Math.random() < 0.5
        ? writer.update('hall', one(halls), { shown: { connect: some(events) } })
        : writer.update('event', one(events), { shownIn: { connect: some(halls) } });
    };
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let round = 0; round < 60; round++) await write();
      }),
    );
    // Connections report their statistics when they end.
    await scratch.store.close();
    const [counted] = await scratch.run(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    expect(Number(counted?.['deadlocks'])).to.equal(0);
  });
});
