import { expect } from 'chai';
import { tableName } from '../../../src/adapters/store/postgres/layout.js';
import { mutationsAhead } from '../../../src/application/bulk/mutations-ahead.js';
import { createBulk, type Bulk, type BulkOperation } from '../../../src/application/bulk/run-bulk.js';
import {
  systemPrincipal,
  unlimited,
  type Action,
  type GrantedAction,
  type Permission,
  type Principal,
} from '../../../src/domain/permission/permission.js';
import { compare } from '../../../src/domain/query/compare.js';
import { ok } from '../../../src/domain/result.js';
import { contentTypeOf } from '../../../src/domain/schema/schema.js';
import { fixtureSchema, uidOf, type TypeName } from '../../contract/fixture-schema.js';
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
    poolSize = writers,
  ): Promise<number> {
    const before = await counted();
    const store = await scratch.openAnother({ poolSize });
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

  /** Types that get drafts later have published versions with lower ids than their drafts. */
  const publishedFirst = async (...types: readonly TypeName[]): Promise<void> => {
    for (const type of types) {
      const table = tableName(contentTypeOf(schema, uidOf(type)));
      await scratch.run(`UPDATE ${table} SET id = -id WHERE status = 'published' AND id > 0`);
      await scratch.run(`UPDATE ${table} SET published_id = -published_id WHERE published_id > 0`);
    }
  };

  /** Both halls and events have drafts. Publishing locks its own document first, editing a draft its targets. */
  for (const older of ['draft', 'published'] as const) {
    it(`sixteen writers at both ends of a relation cause no deadlock, the ${older} version being older`, async () => {
      const deadlocks = await deadlocksOf(16, 60, async (world) => {
        const halls = await world.createNamed('hall', ...names);
        const events = await world.createNamed('event', ...names);
        if (older === 'published') await publishedFirst('hall', 'event');
        return () => {
          const writer = Math.random() < 0.5 ? world : world.drafts;
          return Math.random() < 0.5
            ? writer.update('hall', one(halls), { shown: { connect: some(events) } })
            : writer.update('event', one(events), { shownIn: { connect: some(halls) } });
        };
      });
      expect(deadlocks).to.equal(0);
    });
  }

  const unlinks = {
    deletions: (world: World, type: 'shelf' | 'topic', id: string) => world.delete(type, id),
    'emptied lists': (world: World, type: 'shelf' | 'topic', id: string) =>
      world.update(type, id, { [type === 'shelf' ? 'topics' : 'shelves']: { set: [] } }),
  };
  for (const [title, unlink] of Object.entries(unlinks))
    it(`${title} at both ends of many links cause no deadlock`, async () => {
      // As in large tables, where links are found in the order of each list, and not from one moment to the next.
      const name = new URL(scratch.url).pathname.slice(1);
      for (const way of ['seqscan', 'bitmapscan'])
        await scratch.run(`ALTER DATABASE ${name} SET enable_${way} = off`);
      await scratch.run(
        'CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.005); RETURN OLD; END $$',
      );
      await scratch.run(
        'CREATE TRIGGER wait BEFORE DELETE ON shelves_topics_links FOR EACH ROW EXECUTE FUNCTION wait()',
      );
      const unlinkAll = (world: World) => async (): Promise<void> => {
        const shelves = await world.createNamed('shelf', ...names);
        const topics = await world.createNamed('topic', ...names);
        const pairs = shelves.flatMap((shelf) => topics.map((topic) => `${shelf} ${topic}`));
        for (const pair of shuffled(pairs)) {
          const [shelf = '', topic = ''] = pair.split(' ');
          const [first, second] = [{ start: Math.random() < 0.5 }, { start: Math.random() < 0.5 }];
          await world.update('shelf', shelf, {
            topics: { connect: [{ documentId: topic, position: first }] },
          });
          await world.update('topic', topic, {
            shelves: { connect: [{ documentId: shelf, position: second }] },
          });
        }
        const typeOf = (id: string) => (shelves.includes(id) ? 'shelf' : 'topic');
        await Promise.all(shuffled([...shelves, ...topics]).map((id) => unlink(world, typeOf(id), id)));
      };
      const deadlocks = await deadlocksOf(1, 3, async (world) => unlinkAll(world), 12);
      for (const way of ['seqscan', 'bitmapscan'])
        await scratch.run(`ALTER DATABASE ${name} RESET enable_${way}`);
      await scratch.run('DROP FUNCTION wait CASCADE');
      expect(deadlocks).to.equal(0);
    });

  const bulkOf = ({ store, documents }: World): Bulk =>
    createBulk({ schema, documents, units: store.units, log: silent, runsCode: () => false, unitsAtOnce: 2 });
  const updateOf = (type: TypeName, documentId: string, data: object): BulkOperation => ({
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

  /** Returns the names of documents that the sender of an atomic request keeps from others before its first operation. */
  async function lockedBefore(
    world: World,
    principal: Principal,
    operations: readonly BulkOperation[],
  ): Promise<readonly unknown[]> {
    const { documents, store } = world;
    const dependencies = { schema, documents, units: store.units, log: silent, runsCode: () => false };
    const namesOf = async (clause: string): Promise<readonly string[]> => {
      const tables = (['category', 'restaurant', 'chef'] as const).map((type) =>
        tableName(contentTypeOf(schema, uidOf(type))),
      );
      const found = await Promise.all(
        tables.map((table) => scratch.run(`SELECT name FROM ${table} ${clause}`)),
      );
      return [...new Set(found.flat().map(({ name }) => String(name)))];
    };
    const ahead = () => mutationsAhead(dependencies, principal, operations);
    const free = valueOf(
      await bulkOf(world).together(principal, ahead, async () => ok(await namesOf('FOR UPDATE SKIP LOCKED'))),
    );
    return (await namesOf('')).filter((name) => !free.includes(name));
  }

  it('an atomic request first locks what it names, if its sender may write or link it', async () => {
    const world = createWorld(scratch.store, schema);
    const [c1 = '', c2 = '', c3 = ''] = await world.createNamed('category', 'c1', 'c2', 'c3');
    const [r1 = '', r2 = '', r3 = ''] = await world.createNamed('restaurant', 'r1', 'r2', 'r3');
    await world.create('chef', { name: 'k1', nick: 'n1' });
    await world.createNamed('chef', 'k2');
    const { id } = await world.one('restaurant', r3, { fields: ['id'] });
    const make = { layer: 'published', answer: {} } as const;
    const operations: readonly BulkOperation[] = [
      {
        kind: 'create',
        mutation: { kind: 'create', type: uidOf('category'), data: { name: 'new' }, ...make },
        as: 'new',
      },
      updateOf('category', c2, { restaurants: { connect: [r2], disconnect: [{ id }] } }),
      updateOf('restaurant', r1, { categories: [{ $ref: 'new' }] }),
      { kind: 'delete', mutation: { kind: 'delete', type: uidOf('category'), documentId: c1 } },
      {
        kind: 'upsert',
        mutation: { kind: 'create', type: uidOf('chef'), data: { nick: 'n1' }, ...make },
        by: ['nick'],
      },
      updateOf('category', 'missing', {}),
    ];
    expect(await lockedBefore(world, systemPrincipal, operations)).to.have.members([
      'c1',
      'c2',
      'k1',
      'r1',
      'r2',
      'r3',
    ]);

    const some = (name: string) => ({ fields: null, filter: compare('name', '$ne', name) });
    const writer = (grants: Readonly<Record<string, Readonly<Record<string, Permission>>>>): Principal => ({
      kind: 'token',
      name: 'writer',
      grants: {
        kind: 'listed',
        listed: new Map(
          Object.entries(grants).map(([type, actions]) => [
            uidOf(type as 'category'),
            new Map<GrantedAction, Permission>(Object.entries(actions) as [Action, Permission][]),
          ]),
        ),
      },
    });
    const edits = [
      updateOf('category', c2, { restaurants: { connect: [r1, r2] } }),
      updateOf('category', c3, { name: 'c3' }),
    ];
    const narrow = writer({
      category: { update: some('c3') },
      restaurant: { find: some('r2'), findDrafts: some('r2') },
    });
    expect(await lockedBefore(world, narrow, edits)).to.have.members(['c2', 'r1']);
    for (const grants of [{}, { category: { find: unlimited }, restaurant: { update: unlimited } }])
      expect(await lockedBefore(world, writer(grants), edits)).to.deep.equal([]);
  });
});
