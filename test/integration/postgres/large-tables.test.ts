import { expect } from 'chai';
import { contentType, schemaFrom } from '../../schema-builders.js';
import { valueOf } from '../../contract/world.js';
import { openScratchStore, type ScratchStore } from './scratch-store.js';

const uid = 'api::place.place';
const schema = schemaFrom({
  contentTypes: [
    contentType('place', 'places', {
      city: { type: 'string', maxLength: 60, index: true },
      kind: { type: 'string', maxLength: 60, index: true },
    }),
    contentType('town', 'towns', {}),
  ],
});

describe('large tables on PostgreSQL', () => {
  let scratch: ScratchStore;

  before(async () => {
    scratch = await openScratchStore(schema);
    await scratch.run(`
      INSERT INTO places (document_id, status, created_at, updated_at, city, kind)
      SELECT lpad(n::text, 24, '0'), 'published', now(), now(), n / 20, CASE WHEN n % 4 = 0 THEN n::text ELSE 'common' END
      FROM generate_series(1, 30000) n`);
    await scratch.run('ANALYZE places');
  });

  after(() => scratch.close());

  it('measures what share of the versions have the same value', async () => {
    const { shares } = valueOf(await scratch.store.statistics.measure());
    const places = shares?.get(uid);
    expect(places?.get('city')).to.be.within(1 / 3_000, 1 / 750);
    expect(places?.get('kind')).to.be.within(0.7, 0.8);
  });

  it('has the database measure a type that has grown, and no other', async () => {
    const seen = async () =>
      (
        await scratch.run(
          `SELECT relname AS name FROM pg_class WHERE reltuples > 0 AND relname IN ('places', 'towns')`,
        )
      ).map(({ name }) => name);
    await scratch.run(`
      INSERT INTO towns (document_id, status, created_at, updated_at)
      SELECT lpad(n::text, 24, '0'), 'published', now(), now() FROM generate_series(1, 3000) n`);
    valueOf(await scratch.store.statistics.measure());
    expect(await seen()).to.deep.equal(['places']);
    valueOf(await scratch.store.statistics.measure(new Set(['api::town.town'])));
    expect(await seen()).to.have.members(['places', 'towns']);
  });

  it('statements are not compiled, whatever the database is set to', async () => {
    const [{ name } = {}] = await scratch.run('SELECT quote_ident(current_database()) AS name');
    await scratch.run(`ALTER DATABASE ${String(name)} SET jit = on`);
    const connection = await scratch.connect();
    try {
      expect(await connection.query({ text: 'SHOW jit' })).to.deep.equal([{ jit: 'off' }]);
    } finally {
      await connection.close();
    }
  });
});
