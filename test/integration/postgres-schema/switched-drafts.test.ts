import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { drafts, world } from './dishes-and-chefs.js';
import { openFor, openSchemaDatabase, type Files, type SchemaDatabase } from './schema-database.js';
import { serve, type Served } from './serve.js';

describe('drafts switched on tables with rows', function () {
  this.timeout(30_000);

  let database: SchemaDatabase;
  let open: Served[];
  before(async () => (database = await openSchemaDatabase()));
  after(() => database.close());
  beforeEach(() => (open = []));
  afterEach(async () => {
    for (const served of open) await served.close();
    await database.clear();
  });

  const as = async (files: Files): Promise<Served> => {
    const served = await serve(database, files);
    open.push(served);
    return served;
  };

  const filled = async (served: Served) => {
    const [a, b] = [await served.create('chef', { name: 'a' }), await served.create('chef', { name: 'b' })];
    return { a, b, dish: await served.create('dish', { name: 'soup', chefs: [b, a] }) };
  };

  it('drafts turned on keep ids, links and their order in both layers, and let edits wait', async () => {
    const { dish, a } = await filled(await as(world({})));
    const [before] = await database.rows('SELECT id FROM dishs');
    const served = await as(world(drafts));
    for (const layer of ['draft', 'published'] as const)
      expect(await served.led('dish', dish, 'chefs', { layer })).to.deep.equal(['b', 'a']);
    await served.update('dish', dish, { chefs: { disconnect: [a] } }, { layer: 'draft' });
    expect(await served.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    await served.update('dish', dish, { name: 'stew' });
    expect(await served.led('dish', dish, 'chefs')).to.deep.equal(['b']);
    expect(await database.rows(`SELECT id FROM dishs WHERE status = 'published'`)).to.deep.equal([before]);
  });

  it('drafts turned off refuse while edits wait, values or links, and go when they are settled', async () => {
    const served = await as(world(drafts));
    const { dish, a } = await filled(served);
    await served.update('dish', dish, { name: 'stew' }, { layer: 'draft' });
    expect((await database.refused(world({}))).message).to.include('1 draft is not published');
    await served.transit('discardDraft', 'dish', dish);
    await served.update('dish', dish, { chefs: { disconnect: [a] } }, { layer: 'draft' });
    const { message } = await database.refused(world({}));
    expect(message).to.include('1 link is changed in drafts only').and.to.include(dish);
    await served.transit('discardDraft', 'dish', dish);
    const plain = await as(world({}));
    expect(await plain.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    expect(await database.status(world({}))).to.deep.equal([]);
    const back = await as(world(drafts));
    expect(await back.led('dish', dish, 'chefs', { layer: 'draft' })).to.deep.equal(['b', 'a']);
  });

  it('drafts turned off at one end keep what waits at the other', async () => {
    const served = await as(world(drafts, drafts));
    const { dish, a, b } = await filled(served);
    await served.update('chef', a, { dishes: { disconnect: [dish] } }, { layer: 'draft' });
    const single = await as(world({}, drafts));
    expect(await single.led('dish', dish, 'chefs', { layer: 'draft' })).to.deep.equal(['b']);
    expect(await single.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    expect((await database.refused(world({}))).message).to.include('changed in drafts only');
    await single.update('chef', a, {});
    expect(await single.led('dish', dish, 'chefs')).to.deep.equal(['b']);
    await single.update('chef', b, { dishes: { disconnect: [dish] } }, { layer: 'draft' });
    const refused = await database.refused(world({}, {}));
    expect(refused.message).to.include('1 link');
  });

  it('drafts that differ go only when somebody says so, whoever changed them', async () => {
    const shared = { ...drafts, localized: true };
    const served = await as(world(shared));
    const dish = await served.create('dish', { name: 'soup' });
    await served.update('dish', dish, {}, { locale: 'fr' });
    // The draft in French follows the one in English, which then goes.
    await served.update('dish', dish, { name: 'stew' }, { layer: 'draft' });
    await served.remove('dish', dish, 'en');
    expect(await served.value('dish', dish, 'name', { locale: 'fr', layer: 'draft' })).to.equal('stew');
    const refused = await database.refused(world({ localized: true }));
    expect(refused.message).to.include('1 draft is not published').and.to.include(dish);
    await served.transit('publish', 'dish', dish, 'fr');
    const plain = await as(world({ localized: true }));
    expect(await plain.value('dish', dish, 'name', { locale: 'fr' })).to.equal('stew');
  });

  it('drafts turned off keep what is linked in the published layer only, and name what is linked in drafts only', async () => {
    const served = await as(world({}, drafts));
    const { dish, a, b } = await filled(served);
    await served.update('dish', dish, { chefs: { disconnect: [{ documentId: b, status: 'draft' }] } });
    const plain = await as(world({}));
    expect(await plain.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    const again = await as(world({}, drafts));
    await again.update('dish', dish, { chefs: { disconnect: [{ documentId: a, status: 'published' }] } });
    const { message } = await database.refused(world({}));
    expect(message).to.include('1 link is in drafts only').and.to.include(dish);
    await again.update('dish', dish, { chefs: { connect: [a] } });
    await database.apply(world({}));
    expect(await (await as(world({}))).led('dish', dish, 'chefs')).to.have.members(['a', 'b']);
  });

  it('drafts and links from before they remembered anything are looked at once', async () => {
    const served = await as(world(drafts));
    const { dish, a } = await filled(served);
    await served.update('dish', dish, { name: 'stew', chefs: { disconnect: [a] } }, { layer: 'draft' });
    await database.rows('ALTER TABLE dishs DROP COLUMN published_id, DROP COLUMN has_changes');
    await database.rows(
      'ALTER TABLE dishs_chefs_links DROP COLUMN source_pending, DROP COLUMN target_pending',
    );
    const migrated = await as(world(drafts));
    expect(await migrated.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    await migrated.transit('publish', 'dish', dish);
    expect(await migrated.led('dish', dish, 'chefs')).to.deep.equal(['b']);
    expect(await migrated.value('dish', dish, 'name')).to.equal('stew');
    expect(await database.apply(world({}))).to.include('dishs');
  });

  it('nothing is written between the look at the drafts and their going', async () => {
    const served = await as(world(drafts));
    const { dish } = await filled(served);
    const other = await openFor(database.url);
    const switched = await other.transaction(async (transaction) => {
      await transaction.query({
        text: `UPDATE dishs SET name = 'stew', has_changes = true WHERE status = 'draft'`,
      });
      const refused = database.refused(world({}));
      const waits = `SELECT 1 FROM pg_locks WHERE NOT granted`;
      while ((await database.rows(waits)).length === 0) await delay(10);
      await transaction.commit([]);
      return { refused };
    });
    expect((await switched.refused).message)
      .to.include('1 draft is not published')
      .and.to.include(dish);
    await other.close();
  });
});
