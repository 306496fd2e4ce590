import { expect } from 'chai';
import type { Store } from '../../../src/application/ports/store.js';
import { withoutTotals } from '../../../src/adapters/store/mongodb/totals/kept-sums.js';
import { createMemoryStore } from '../../../src/adapters/store/memory/create-memory-store.js';
import { failure } from '../../../src/domain/failure.js';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import { err } from '../../../src/domain/result.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { populate } from '../../contract/questions.js';
import { uidOf, type TypeName } from '../../contract/schema-files.js';
import { createWorld, queryOf, valueOf, type Asked, type World } from '../../contract/world.js';
import { skipWithoutMongo } from '../../mongo.js';
import { totalOf, verifyTotals } from '../totals/totals.js';
import { copy } from '../transfer/transfer-world.js';
import { openTotalsDatabase, type TotalsDatabase } from './totals-world.js';

describe('totals that MongoDB keeps', function () {
  this.timeout(60_000);
  const schema = fixtureSchema();
  let database: TotalsDatabase;
  let store: Store;
  let world: World;
  before(function () {
    return skipWithoutMongo(this);
  });
  beforeEach(async () => {
    database = await openTotalsDatabase();
    store = await database.open(schema);
    world = createWorld(store, schema);
  });
  afterEach(() => database.close());

  const prepare = async (of = store): Promise<number> => valueOf(await of.totals.prepare());
  const fold = async (): Promise<void> => valueOf(await store.totals.fold());
  const total = (type: TypeName, asked?: Asked) => totalOf(world, type, asked);
  const sums = () => database.db.collection<{ _id: string; counts?: Record<string, number> }>('quire_totals');
  const entries = (): Promise<number> => database.db.collection('quire_change_inbox').countDocuments();
  /** Makes the kept number wrong, to see who reads it. */
  const spoil = () => sums().updateOne({ _id: 'chefs' }, { $inc: { 'counts.published:': 40 } });

  it('begin with what is stored, and follow writes of every kind', async () => {
    const fair = await world.drafts.create('article', { name: 'Fair' });
    await world.create('article', { name: 'Dance' });
    expect(await prepare()).to.be.greaterThan(5);
    const totals = async () => [
      await total('article', { layer: 'draft', locale: 'en' }),
      await total('article', { layer: 'published', locale: 'en' }),
      await total('article', { layer: 'published', locale: ['en', 'fr'] }),
      await total('article', { layer: 'draft', locale: '*' }),
      await total('article', { layer: 'any', locale: '*' }),
    ];
    expect(await totals()).to.deep.equal([2, 1, 1, 2, 3]);
    await world.publish('article', fair);
    expect(await totals()).to.deep.equal([2, 2, 2, 2, 4]);
    await world.publish('article', fair);
    await world.in('fr').update('article', fair, { name: 'Foire' });
    expect(await totals()).to.deep.equal([2, 2, 3, 3, 6]);
    await world.drafts.in('de').update('article', fair, { name: 'Messe' });
    await world.unpublish('article', fair);
    expect(await totals()).to.deep.equal([2, 1, 2, 4, 6]);
    await fold();
    expect(await entries()).to.equal(0);
    await world.in('fr').delete('article', fair);
    expect(await totals()).to.deep.equal([2, 1, 1, 3, 4]);
    await world.in('*').delete('article', fair);
    expect(await totals()).to.deep.equal([1, 1, 1, 1, 2]);
    await fold();
    expect(await totals()).to.deep.equal([1, 1, 1, 1, 2]);
    expect((await verifyTotals(store)).differences).to.deep.equal([]);
  });

  it('are read instead of counted, with whatever is populated, unless a filter limits the list', async () => {
    await world.createNamed('chef', 'Ann', 'Bob');
    const isKept = async () => valueOf(await store.statistics.measure()).keptTotals?.has(uidOf('chef'));
    expect(await isKept()).to.equal(false);
    await prepare();
    expect(await isKept()).to.equal(true);
    await spoil();
    const page = async (asked: Asked) => {
      const query = queryOf('chef', { range: { offset: 0, limit: 1 }, count: true, ...asked });
      const { size, total } = valueOf(await world.documents.find(systemPrincipal, query)).answer;
      return { size, total };
    };
    for (const asked of [
      {},
      { populate: populate('mentor', 'restaurants') },
      { range: { offset: 1, limit: 201 } },
    ])
      expect(await page(asked)).to.deep.equal({ size: 1, total: 42 });
    expect(await total('chef')).to.equal(42);
    const named = { kind: 'compare', operator: '$eq', value: 'Ann' } as const;
    expect(await total('chef', { filters: { kind: 'at', key: 'name', filter: named } })).to.equal(1);
    expect((await world.find('chef')).length).to.equal(2);
  });

  it('are verified, and corrected on demand', async () => {
    await world.createNamed('chef', 'Ann', 'Bob');
    await prepare();
    await spoil();
    await sums().updateOne({ _id: 'chefs' }, { $inc: { 'counts.draft:x%2Ey': 1 } });
    const differences = [
      { type: uidOf('chef'), layer: 'published', locale: '', counted: 2, kept: 42 },
      { type: uidOf('chef'), layer: 'draft', locale: 'x.y', counted: 0, kept: 1 },
    ];
    expect((await verifyTotals(store)).differences).to.have.deep.members(differences);
    expect((await verifyTotals(store, true)).differences).to.have.deep.members(differences);
    expect((await verifyTotals(store)).differences).to.deep.equal([]);
    expect(await total('chef')).to.equal(2);
  });

  it('are counted again after an hour, which finds what others than Quire have written', async () => {
    await world.createNamed('chef', 'Ann', 'Bob');
    await prepare();
    await database.db.collection('chefs').deleteOne({ name: 'Ann' });
    await prepare();
    expect(await total('chef')).to.equal(2);
    await sums().updateOne({ _id: 'chefs' }, { $set: { countedAt: new Date(Date.now() - 7_200_000) } });
    await prepare();
    expect(await total('chef')).to.equal(1);
  });

  it('are those of the snapshot: a unit of work sees its own writes, nobody else does, and nothing stays of one that is taken back', async () => {
    await world.createNamed('chef', 'Ann');
    await prepare();
    const other = await database.open(schema);
    await prepare(other);
    const elsewhere = createWorld(other, schema);
    const done = await store.units.run(async () => {
      await world.createNamed('chef', 'Bob', 'Cid');
      expect(await total('chef')).to.equal(3);
      expect(await totalOf(elsewhere, 'chef')).to.equal(1);
      return err(failure('INPUT.INVALID', 'taken back'));
    });
    expect(done.ok).to.equal(false);
    expect(await total('chef')).to.equal(1);
    await world.createNamed('chef', 'Bob');
    expect(await totalOf(elsewhere, 'chef')).to.equal(2);
  });

  it('follow servers that never prepare, as commands do', async () => {
    await prepare();
    const other = createWorld(await database.open(schema, { totalsFrom: 1_000_000 }), schema);
    await other.createNamed('chef', 'a', 'b');
    expect(await total('chef')).to.equal(2);
    expect(await totalOf(other, 'chef')).to.equal(2);
  });

  it('are counted again after a change without differences, also one that failed', async () => {
    await world.createNamed('chef', 'Ann');
    const failed = withoutTotals(database.db, ['chefs'], async () => {
      await prepare();
      await spoil();
      throw new Error('cut off');
    });
    expect(await failed.catch((error: Error) => error.message)).to.equal('cut off');
    expect(await total('chef')).to.equal(1);
    await prepare();
    expect((await verifyTotals(store)).differences).to.deep.equal([]);
  });

  it('leave the change log to be read, however many wait without an entry', async () => {
    const inbox = database.db.collection<{ _id: number; appended: object }>('quire_change_inbox');
    const appended = { collection: 'chefs', counts: [] };
    await inbox.insertMany(Array.from({ length: 2_000 }, (_, index) => ({ _id: index - 2_000, appended })));
    await world.createNamed('chef', 'Ann');
    expect(valueOf(await store.changes.read(0, 10)).map(({ action }) => action)).to.deep.equal(['create']);
  });

  it('are kept of large collections only', async () => {
    const small = await database.open(schema, { totalsFrom: 2_000 });
    await world.createNamed('chef', 'Ann');
    expect(await prepare(small)).to.equal(0);
    await world.create('chef', { name: 'Bob' });
    expect(await total('chef')).to.equal(2);
  });

  it('are counted anew where content was copied in, also while it is', async () => {
    const source = createWorld(createMemoryStore({ schema }), schema);
    await source.createNamed('chef', 'a', 'b', 'c');
    await source.drafts.create('article', { name: 'e' });
    const [chef = ''] = await world.createNamed('chef', 'before');
    await prepare();
    await world.delete('chef', chef);
    expect(await total('chef')).to.equal(0);
    valueOf(await copy(schema, source.store, store));
    expect(await total('chef')).to.equal(3);
    await prepare();
    expect((await verifyTotals(store)).types).to.include(uidOf('chef'));
    expect((await verifyTotals(store)).differences).to.deep.equal([]);
    expect(await total('article', { layer: 'draft', locale: '*' })).to.equal(1);
    await world.createNamed('chef', 'd');
    expect(await total('chef')).to.equal(4);
  });
});
