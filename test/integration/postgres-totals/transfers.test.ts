import { expect } from 'chai';
import { createMemoryStore } from '../../../src/adapters/store/memory/create-memory-store.js';
import { createPostgresStore } from '../../../src/adapters/store/postgres/create-postgres-store.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { createWorld, valueOf } from '../../contract/world.js';
import { copy } from '../transfer/transfer-world.js';
import { totalOf, verifyTotals } from '../totals/totals.js';
import { openTotalsWorld } from './totals-world.js';

describe('totals that PostgreSQL keeps, when content is copied in', () => {
  it('are those of the copy, also where the target kept totals before', async () => {
    const schema = fixtureSchema();
    const source = createWorld(createMemoryStore({ schema }), schema);
    await source.createNamed('chef', 'a', 'b', 'c');
    await source.create('article', { name: 'd' });
    await source.drafts.create('article', { name: 'e' });
    const target = await openTotalsWorld();
    try {
      const [chef = ''] = await target.world.createNamed('chef', 'before');
      valueOf(await target.scratch.store.totals.prepare());
      await target.world.delete('chef', chef);
      valueOf(await copy(schema, source.store, target.scratch.store));
      expect((await target.verify()).differences).to.deep.equal([]);
      expect(await target.total('chef')).to.equal(3);
      expect(await target.total('article', { layer: 'draft', locale: '*' })).to.equal(2);
      // What a first run has left behind goes, and is copied again.
      await target.scratch.run(`INSERT INTO chefs (document_id, status, created_at, updated_at)
        VALUES ('left', 'published', now(), now())`);
      await target.scratch.run(`DELETE FROM quire_transfer`);
      valueOf(
        await target.scratch.store.archive.claim({
          run: 'r',
          source: 's',
          at: null,
          rows: 0,
          completedAt: null,
        } as never),
      );
      expect((await target.verify()).differences).to.deep.equal([]);
      expect(await target.total('chef')).to.equal(0);
    } finally {
      await target.scratch.close();
    }
  });

  it('hold for every server on the database', async () => {
    const target = await openTotalsWorld();
    try {
      const { url, store } = target.scratch;
      const schema = fixtureSchema();
      const log = { debug() {}, info() {}, warn() {}, error() {} };
      // It never prepares, as a command or a former version does.
      const other = valueOf(await createPostgresStore({ url, schema, log }));
      valueOf(await store.totals.prepare());
      await createWorld(other, schema).createNamed('chef', 'a', 'b');
      expect(await target.total('chef')).to.equal(2);
      expect(await totalOf(createWorld(other, schema), 'chef')).to.equal(2);
      expect((await verifyTotals(other)).differences).to.deep.equal([]);
      await other.close();
    } finally {
      await target.scratch.close();
    }
  });
});
