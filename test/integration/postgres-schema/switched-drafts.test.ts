import { expect } from 'chai';
import { drafts, filled, world } from '../schema/dishes-and-chefs.js';
import { useServing } from '../schema/serve.js';
import { openFor, usePostgres } from './postgres-schema-database.js';
import { until } from '../../until.js';

describe('drafts switched on tables with rows', () => {
  const database = usePostgres();
  const as = useServing(database);

  it('drafts that differ go only when somebody says so, whoever changed them', async () => {
    const shared = { ...drafts, localized: true };
    const served = await as(world(shared));
    const dish = await served.create('dish', { name: 'soup' });
    await served.update('dish', dish, {}, { locale: 'fr' });
    // The draft in French follows the one in English, which then goes.
    await served.update('dish', dish, { name: 'stew' }, { layer: 'draft' });
    await served.remove('dish', dish, 'en');
    expect(await served.value('dish', dish, 'name', { locale: 'fr', layer: 'draft' })).to.equal('stew');
    const refused = await database().refused(world({ localized: true }));
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
    const { message } = await database().refused(world({}));
    expect(message).to.include('1 link is in drafts only').and.to.include(dish);
    await again.update('dish', dish, { chefs: { connect: [a] } });
    await database().apply(world({}));
    expect(await (await as(world({}))).led('dish', dish, 'chefs')).to.have.members(['a', 'b']);
  });

  it('drafts and links from before they remembered anything are looked at once', async () => {
    const served = await as(world(drafts));
    const { dish, a } = await filled(served);
    await served.update('dish', dish, { name: 'stew', chefs: { disconnect: [a] } }, { layer: 'draft' });
    await database().rows('ALTER TABLE dishs DROP COLUMN published_id, DROP COLUMN has_changes');
    await database().rows(
      'ALTER TABLE dishs_chefs_links DROP COLUMN source_pending, DROP COLUMN target_pending',
    );
    const migrated = await as(world(drafts));
    expect(await migrated.led('dish', dish, 'chefs')).to.deep.equal(['b', 'a']);
    await migrated.transit('publish', 'dish', dish);
    expect(await migrated.led('dish', dish, 'chefs')).to.deep.equal(['b']);
    expect(await migrated.value('dish', dish, 'name')).to.equal('stew');
    expect(await database().apply(world({}))).to.include('dishs');
  });

  it('nothing is written between the look at the drafts and their going', async () => {
    const served = await as(world(drafts));
    const { dish } = await filled(served);
    const other = await openFor(database().url);
    const switched = await other.transaction(async (transaction) => {
      await transaction.query({
        text: `UPDATE dishs SET name = 'stew', has_changes = true WHERE status = 'draft'`,
      });
      const refused = database().refused(world({}));
      const waits = `SELECT 1 FROM pg_locks WHERE NOT granted`;
      await until(async () => (await database().rows(waits)).length > 0);
      await transaction.commit([]);
      return { refused };
    });
    expect((await switched.refused).message)
      .to.include('1 draft is not published')
      .and.to.include(dish);
    await other.close();
  });
});
