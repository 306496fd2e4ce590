import { expect } from 'chai';
import { uidOf } from '../../contract/schema-files.js';
import { valueOf } from '../../contract/world.js';
import { ok, err } from '../../../src/domain/result.js';
import { failure } from '../../../src/domain/failure.js';
import { totalOf } from '../totals/totals.js';
import { openTotalsWorld, type TotalsWorld } from './totals-world.js';
import { createWorld } from '../../contract/world.js';

describe('totals that PostgreSQL keeps', () => {
  let opened: TotalsWorld;
  beforeEach(async () => {
    opened = await openTotalsWorld();
  });
  afterEach(() => opened.scratch.close());

  const prepare = async (): Promise<number> => valueOf(await opened.scratch.store.totals.prepare());
  const fold = async (): Promise<void> => valueOf(await opened.scratch.store.totals.fold());

  it('begin with what is stored, and follow writes of every kind', async () => {
    const { world, total, verify } = opened;
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
    await world.in('fr').delete('article', fair);
    expect(await totals()).to.deep.equal([2, 1, 1, 3, 4]);
    await world.in('*').delete('article', fair);
    expect(await totals()).to.deep.equal([1, 1, 1, 1, 2]);
    expect((await verify()).differences).to.deep.equal([]);
  });

  it('are read instead of counted, unless a filter or a permission limits the list', async () => {
    const { world, total, scratch } = opened;
    await world.createNamed('chef', 'Ann', 'Bob');
    const isKept = async () =>
      valueOf(await scratch.store.statistics.measure()).keptTotals?.has(uidOf('chef'));
    expect(await isKept()).to.equal(false);
    await prepare();
    expect(await isKept()).to.equal(true);
    await scratch.run(`INSERT INTO quire_total VALUES ('chefs', 'published', '', 40)`);
    expect(await total('chef')).to.equal(42);
    const named = { kind: 'compare', operator: '$eq', value: 'Ann' } as const;
    expect(await total('chef', { filters: { kind: 'at', key: 'name', filter: named } })).to.equal(1);
    expect((await world.find('chef')).length).to.equal(2);
  });

  it('are verified, and corrected on demand', async () => {
    const { world, total, verify, scratch } = opened;
    await world.createNamed('chef', 'Ann', 'Bob');
    await prepare();
    await scratch.run(
      `INSERT INTO quire_total VALUES ('chefs', 'published', '', 40), ('chefs', 'draft', 'xx', 1)`,
    );
    const differences = [
      { type: uidOf('chef'), layer: 'published', locale: '', counted: 2, kept: 42 },
      { type: uidOf('chef'), layer: 'draft', locale: 'xx', counted: 0, kept: 1 },
    ];
    expect((await verify()).differences).to.have.deep.members(differences);
    expect((await verify(true)).differences).to.have.deep.members(differences);
    expect((await verify()).differences).to.deep.equal([]);
    expect(await total('chef')).to.equal(2);
  });

  it('fold to one row of each layer and locale', async () => {
    const { world, rows, total } = opened;
    await prepare();
    await Promise.all(Array.from({ length: 60 }, () => world.create('chef', {})));
    expect(await rows('quire_total', `name = 'chefs'`)).to.equal(60);
    await fold();
    expect(await rows('quire_total', `name = 'chefs'`)).to.equal(1);
    expect(await total('chef')).to.equal(60);
  });

  it('are those of the snapshot: a unit of work sees its own writes, nobody else does, and nothing stays of one that is taken back', async () => {
    const { world, total, scratch } = opened;
    await world.createNamed('chef', 'Ann');
    await prepare();
    const other = await scratch.openAnother({ totalsFrom: 0 });
    valueOf(await other.totals.prepare());
    const elsewhere = createWorld(other, world.schema);
    const done = await world.store.units.run(async () => {
      await world.createNamed('chef', 'Bob', 'Cid');
      expect(await total('chef')).to.equal(3);
      expect(await totalOf(elsewhere, 'chef')).to.equal(1);
      return err(failure('INPUT.INVALID', 'taken back'));
    });
    expect(done.ok).to.equal(false);
    expect(await total('chef')).to.equal(1);
    valueOf(
      await world.store.units.run(async () => {
        await world.createNamed('chef', 'Bob');
        return ok(null);
      }),
    );
    expect(await totalOf(elsewhere, 'chef')).to.equal(2);
  });

  it('follow whoever writes to the tables, also who knows nothing of them', async () => {
    const { world, total, verify, scratch } = opened;
    await world.createNamed('chef', 'Ann', 'Bob');
    await prepare();
    await scratch.run(`SET search_path = ''; DELETE FROM public.chefs WHERE name = 'Ann'`);
    expect(await total('chef')).to.equal(1);
    await scratch.run('TRUNCATE chefs CASCADE');
    expect(await total('chef')).to.equal(0);
    await world.createNamed('chef', 'Cid');
    await fold();
    expect(await total('chef')).to.equal(1);
    await scratch.run(`UPDATE chefs SET locale = 'xx'`);
    expect((await verify()).differences).to.deep.equal([]);
  });

  it('are not those of a former table: it is counted until the new one was', async () => {
    const { world, total, verify, scratch } = opened;
    await world.createNamed('chef', 'Ann', 'Bob');
    await prepare();
    await scratch.run('ALTER TABLE chefs RENAME TO former');
    await scratch.run('CREATE TABLE chefs (LIKE former INCLUDING ALL)');
    await scratch.run('INSERT INTO chefs SELECT * FROM former LIMIT 1');
    expect(await total('chef')).to.equal(1);
    await prepare();
    expect(await total('chef')).to.equal(1);
    await scratch.run(
      'INSERT INTO chefs SELECT * FROM former f WHERE NOT EXISTS (SELECT FROM chefs c WHERE c.id = f.id)',
    );
    expect(await total('chef')).to.equal(2);
    expect((await verify()).differences).to.deep.equal([]);
  });

  it('are kept of large tables only', async () => {
    const { scratch, world, verify } = opened;
    const small = await scratch.openAnother();
    await world.createNamed('chef', 'Ann');
    await scratch.run(`INSERT INTO dishes (document_id, status, created_at, updated_at)
      SELECT 'd' || n, 'published', now(), now() FROM generate_series(1, 3000) n`);
    await scratch.run('ANALYZE dishes, chefs');
    expect(valueOf(await small.totals.prepare())).to.equal(1);
    expect((await verify()).types).to.deep.equal([uidOf('dish')]);
  });

  it('wait for nobody: a table that is in use is left for the next time', async () => {
    const { world, scratch, verify } = opened;
    await world.createNamed('chef', 'Ann');
    const held = world.store.units.run(async () => {
      await world.createNamed('chef', 'Bob');
      const other = await scratch.openAnother({ totalsFrom: 0 });
      valueOf(await other.totals.prepare());
      expect((await verify()).types).not.to.include(uidOf('chef'));
      return ok(null);
    });
    valueOf(await held);
    await prepare();
    expect((await verify()).types).to.include(uidOf('chef'));
    expect((await verify()).differences).to.deep.equal([]);
  });
});
