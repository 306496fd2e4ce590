import { expect } from 'chai';
import { createBulk, type Bulk, type BulkOperation } from '../../../src/application/bulk/run-bulk.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { fixtureSchema, uidOf } from '../../contract/fixture-schema.js';
import { createWorld, valueOf, type World } from '../../contract/world.js';
import { openScratchStore, silent, type ScratchStore } from './scratch-store.js';

/** PostgreSQL looks for a deadlock only after a second, so each one costs that time. */
describe('PostgreSQL and the order of locks', function () {
  this.timeout(120_000);
  const schema = fixtureSchema();
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  let scratch: ScratchStore;
  before(async () => {
    scratch = await openScratchStore(schema);
  });
  after(() => scratch.close());

  const some = (ids: readonly string[]): string[] => ids.filter(() => Math.random() < 0.5);
  const one = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T;
  const shuffled = (ids: readonly string[]): string[] =>
    ids
      .map((id) => ({ id, rank: Math.random() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ id }) => id);

  const counted = async (): Promise<number> => {
    const [row] = await scratch.run(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(row?.['deadlocks']);
  };

  /** Runs writers at once, each some rounds, and returns the number of deadlocks. */
  async function deadlocksOf(
    writers: number,
    rounds: number,
    begin: (world: World) => Promise<() => Promise<unknown>>,
  ): Promise<number> {
    const before = await counted();
    const store = await scratch.openAnother({ poolSize: writers });
    const write = await begin(createWorld(store, schema));
    await Promise.all(
      Array.from({ length: writers }, async () => {
        for (let round = 0; round < rounds; round++) await write();
      }),
    );
    // Connections report their statistics when they end.
    await store.close();
    return (await counted()) - before;
  }

  /** Both halls and events have drafts. Publishing locks its own document first, editing a draft its targets. */
  it('sixteen writers at both ends of a relation cause no deadlock', async () => {
    const deadlocks = await deadlocksOf(16, 60, async (world) => {
      const halls = await world.createNamed('hall', ...names);
      const events = await world.createNamed('event', ...names);
      return () => {
        const writer = Math.random() < 0.5 ? world : world.drafts;
        return Math.random() < 0.5
          ? writer.update('hall', one(halls), { shown: { connect: some(events) } })
          : writer.update('event', one(events), { shownIn: { connect: some(halls) } });
      };
    });
    expect(deadlocks).to.equal(0);
  });

  const bulkOf = ({ store, documents }: World): Bulk =>
    createBulk({ schema, documents, units: store.units, log: silent, runsCode: () => false });
  const updateOf = (type: 'hall' | 'event' | 'category', documentId: string, data: object): BulkOperation => ({
    kind: 'update',
    mutation: { kind: 'update', type: uidOf(type), documentId, layer: 'draft', data, answer: {} },
  });

  it('atomic requests and single writers at both ends of a relation cause no deadlock', async () => {
    const deadlocks = await deadlocksOf(8, 20, async (world) => {
      const halls = await world.createNamed('hall', ...names);
      const events = await world.createNamed('event', ...names);
      const bulk = bulkOf(world);
      const edit = (targets: readonly string[]) => ({ [one(['connect', 'disconnect'])]: some(targets) });
      const operation = (): BulkOperation => {
        if (Math.random() < 0.2) {
          const address = { type: uidOf('hall'), documentId: one(halls), answer: {} };
          return { kind: 'move', mutation: { kind: one(['publish', 'unpublish'] as const), ...address } };
        }
        return Math.random() < 0.5
          ? updateOf('hall', one(halls), { shown: edit(events) })
          : updateOf('event', one(events), { shownIn: edit(halls) });
      };
      return async () => {
        if (Math.random() < 0.1) return world.publish('hall', one(halls));
        if (Math.random() < 0.3)
          return world.drafts.update('event', one(events), { shownIn: { connect: some(halls) } });
        const operations = [operation(), operation(), operation()];
        return valueOf(await bulk.run(systemPrincipal, operations, true));
      };
    });
    expect(deadlocks).to.equal(0);
  });

  it('operations that are written together cause no deadlock, whatever their order', async () => {
    const deadlocks = await deadlocksOf(8, 20, async (world) => {
      const ids = await world.createNamed('category', ...names, ...names, ...names);
      const bulk = bulkOf(world);
      return async () => {
        const operations = shuffled(ids).map((id) => updateOf('category', id, { name: one(names) }));
        return valueOf(await bulk.run(systemPrincipal, operations, Math.random() < 0.5));
      };
    });
    expect(deadlocks).to.equal(0);
  });
});
