import { expect } from 'chai';
import { createSchemaStore } from '../../../src/adapters/store/postgres/schema/create-schema-store.js';
import { openFor, openSchemaDatabase, schemaOf, type Files, type SchemaDatabase } from './schema-database.js';

const files: Files = {
  types: {
    dish: {
      draftAndPublish: true,
      attributes: {
        name: { type: 'string', unique: true },
        slug: { type: 'uid' },
        price: { type: 'decimal', index: true },
        parts: { type: 'component', component: 'shared.part', repeatable: true },
        chef: { type: 'relation', relation: 'manyToOne', target: 'api::chef.chef', inversedBy: 'dishes' },
      },
    },
    chef: {
      attributes: {
        dishes: { type: 'relation', relation: 'oneToMany', target: 'api::dish.dish', mappedBy: 'chef' },
      },
    },
  },
  components: { 'shared.part': { weight: { type: 'integer' } } },
};

describe('a new PostgreSQL database', () => {
  let database: SchemaDatabase;
  before(async () => {
    database = await openSchemaDatabase();
  });
  beforeEach(() => database.clear());
  after(() => database.close());

  it('gets everything once, and nothing the second time', async () => {
    const made = await database.apply(files);
    expect(made).to.include.members([
      'dishs',
      'chefs',
      'dishs_chef_links',
      'dishs_name_unique',
      'quire_tick',
    ]);
    expect(await database.apply(files)).to.deep.equal([]);
    expect(await database.status(files)).to.deep.equal([]);
  });

  it('has the roles and one access revision', async () => {
    await database.apply(files);
    expect(await database.rows('SELECT name FROM quire_role ORDER BY 1')).to.deep.equal([
      { name: 'authenticated' },
      { name: 'public' },
    ]);
    expect(await database.rows('SELECT count(*)::int AS n FROM quire_access')).to.deep.equal([{ n: 1 }]);
  });

  it('is not changed by asking for its status', async () => {
    const changes = await database.status(files);
    expect(changes.every(({ kind }) => kind === 'safe')).to.equal(true);
    expect(await database.rows(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).to.deep.equal([]);
  });

  it('keeps unique values apart among published versions only', async () => {
    await database.apply(files);
    await database.insert('dishs', { name: 'Soup' }, { name: 'Soup', status: 'draft' });
    let code: unknown;
    await database
      .insert('dishs', {}, {}, { name: 'Soup' })
      .catch((error: unknown) => (code = (error as { code: string }).code));
    expect(code).to.equal('23505');
  });

  it('serves several servers that start at once', async () => {
    const connections = await Promise.all(Array.from({ length: 4 }, () => openFor(database.url)));
    const stores = connections.map((connection) => createSchemaStore(connection, schemaOf(files)));
    const results = await Promise.all(stores.map((store) => store.apply()));
    expect(results.map(({ ok }) => ok)).to.deep.equal([true, true, true, true]);
    const busy = results.filter((result) => result.ok && result.value.length > 0);
    expect(busy).to.have.lengthOf(1);
    await Promise.all(connections.map((connection) => connection.close()));
  });

  it('keeps somebody else’s tables and indexes as they are', async () => {
    await database.rows('CREATE TABLE orders (name text)');
    await database.apply(files);
    await database.rows('CREATE INDEX mine ON dishs (slug, name)');
    await database.apply(files);
    expect(await database.status(files)).to.deep.equal([]);
    expect(
      await database.rows(`SELECT 1 AS there FROM pg_indexes WHERE indexname = 'mine'`),
    ).to.have.lengthOf(1);
    expect(await database.rows('SELECT * FROM orders')).to.deep.equal([]);
  });

  it('refuses a table of that name which is somebody else’s', async () => {
    await database.rows('CREATE TABLE dishs (name text)');
    const { code, message } = await database.refused(files);
    expect(code).to.equal('SCHEMA.UNSAFE_CHANGE');
    expect(message).to.include('"dishs" is in this database already');
  });

  it('makes an index anew that was left half made', async () => {
    await database.apply(files);
    await database.rows(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'dishs_price_index_published'::regclass`,
    );
    expect(await database.apply(files)).to.deep.equal([
      'dishs_price_index_published',
      'dishs_price_index_published',
    ]);
    expect(await database.apply(files)).to.deep.equal([]);
  });
});
