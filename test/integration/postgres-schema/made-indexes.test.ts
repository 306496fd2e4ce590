import { expect } from 'chai';
import { createPostgresStore } from '../../../src/adapters/store/postgres/create-postgres-store.js';
import type { TypeIndex } from '../../../src/domain/plan/suggest-indexes.js';
import { valueOf } from '../../contract/results.js';
import { describeMadeIndexes } from '../schema/made-indexes.js';
import { schemaOf, type Files } from '../schema/schema-files.js';
import { usePostgres } from './postgres-schema-database.js';

const files = (name: object): Files => ({ types: { dish: { attributes: { name: name as never } } } });
const index: TypeIndex = { type: 'api::dish.dish', layer: 'published', fields: ['name'] };
const silent = { debug() {}, info() {}, warn() {}, error() {} };

describe('a PostgreSQL database', () => {
  const database = usePostgres();

  describeMadeIndexes(database);

  const change = async (of: Files, decide: () => { kind: 'make'; index: TypeIndex } | null) => {
    const { url } = database();
    const store = valueOf(await createPostgresStore({ url, schema: schemaOf(of), log: silent }));
    try {
      return (await store.indexes?.change(decide)) ?? expect.fail('there are no indexes');
    } finally {
      await store.close();
    }
  };

  it('removes an index that grows too long for its entries before such values can come', async () => {
    await database().apply(files({ type: 'string' }));
    valueOf(await change(files({ type: 'string' }), () => ({ kind: 'make', index })));
    const longer = files({ type: 'string', maxLength: 5_000 });
    expect(await database().apply(longer)).to.deep.equal(['quire_auto_dishs_name']);
    await database().insert('dishs', { name: 'x'.repeat(5_000) });
  });

  it('leaves nothing of an index that cannot be made, and says why', async () => {
    await database().apply(files({ type: 'string' }));
    // Such as an earlier schema allowed; of letters that do not compress.
    await database().rows(
      `INSERT INTO dishs (document_id, status, created_at, updated_at, name)
        SELECT 'd1', 'published', now(), now(), string_agg(md5(n::text), '') FROM generate_series(1, 300) n`,
    );
    const refused = await change(files({ type: 'string' }), () => ({ kind: 'make', index }));
    expect(refused.ok ? '' : refused.failure.message).to.match(/^the database says: index row/);
    expect(await database().indexes('dishs')).to.not.include('quire_auto_dishs_name');
  });

  it('removes an index that was left half made', async () => {
    await database().apply(files({ type: 'string' }));
    await database().rows('CREATE INDEX quire_auto_dishs_name ON dishs (name, id)');
    await database().rows(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'quire_auto_dishs_name'::regclass`,
    );
    expect(await database().apply(files({ type: 'string' }))).to.deep.equal([]);
    expect(valueOf(await change(files({ type: 'string' }), () => null))).to.equal(null);
    expect(await database().indexes('dishs')).to.not.include('quire_auto_dishs_name');
  });
});
