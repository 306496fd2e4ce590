import { expect } from 'chai';
import { skipWithoutMongo } from '../../mongo.js';
import { openSchemaDatabase, type Files, type SchemaDatabase } from './schema-database.js';

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

describe('a new MongoDB database', () => {
  let database: SchemaDatabase;
  before(async function () {
    await skipWithoutMongo(this);
  });
  beforeEach(async () => {
    database = await openSchemaDatabase();
  });
  afterEach(() => database.close());

  it('gets everything once, and nothing the second time', async () => {
    const made = await database.apply(files);
    expect(made).to.include.members(['dishs', 'chefs', 'dishs_chef_links', 'dishs/name_unique']);
    expect(await database.indexes('dishs_chef_links')).to.include.members([
      'link',
      'source_draft_one',
      'source_published_one',
      'target_draft',
      'target_pending',
    ]);
    expect(await database.apply(files)).to.deep.equal([]);
    expect(await database.status(files)).to.deep.equal([]);
  });

  it('is not changed by asking for its status', async () => {
    const changes = await database.status(files);
    expect(changes.every(({ kind }) => kind === 'safe')).to.equal(true);
    expect(await database.db.listCollections().toArray()).to.deep.equal([]);
  });

  it('keeps unique values apart among published versions only', async () => {
    await database.apply(files);
    await database.insert('dishs', { name: 'Soup' }, { name: 'Soup', _layer: 'draft' }, {}, {});
    let code: unknown;
    await database
      .insert('dishs', { documentId: 'd9', name: 'Soup' })
      .catch((error: unknown) => (code = (error as { code: number }).code));
    expect(code).to.equal(11000);
  });

  it('serves several servers that start at once', async () => {
    const stores = Array.from({ length: 4 }, () => database.store(files));
    const results = await Promise.all(stores.map((store) => store.apply()));
    expect(results.map(({ ok }) => ok)).to.deep.equal([true, true, true, true]);
    const busy = results.filter((result) => result.ok && result.value.length > 0);
    expect(busy).to.have.lengthOf(1);
  });

  it('keeps somebody else’s collections and indexes as they are', async () => {
    await database.db.collection('orders').insertOne({ name: 'x' });
    await database.apply(files);
    await database.db.collection('dishs').createIndex({ slug: 1, name: 1 }, { name: 'mine' });
    await database.apply(files);
    expect(await database.status(files)).to.deep.equal([]);
    expect(await database.indexes('dishs')).to.include('mine');
    expect(await database.rows('orders', 'name')).to.deep.equal([{ name: 'x' }]);
  });

  it('refuses a collection of that name which is somebody else’s, unless it is empty', async () => {
    await database.db.collection('dishs').insertOne({ name: 'x' });
    const { code, message } = await database.refused(files);
    expect(code).to.equal('SCHEMA.UNSAFE_CHANGE');
    expect(message).to.include('"dishs" is in this database already');
    await database.db.collection('dishs').deleteMany({});
    expect(await database.apply(files)).to.include('dishs');
  });

  it('makes an index again that is gone, or is another one under its name', async () => {
    await database.apply(files);
    await database.db.collection('dishs').dropIndex('price_index');
    await database.db.collection('dishs').dropIndex('changed');
    await database.db.collection('dishs').createIndex({ name: 1 }, { name: 'changed' });
    expect((await database.status(files)).map(({ message }) => message)).to.deep.equal([
      'Index "changed" of "dishs" is made anew.',
      'Index "changed" is made on "dishs".',
      'Index "price_index" is made on "dishs".',
    ]);
    await database.apply(files);
    expect(await database.status(files)).to.deep.equal([]);
  });

  it('lists an index that bears one of our names, and drops it', async () => {
    await database.apply(files);
    await database.db.collection('dishs').createIndex({ old: 1 }, { name: 'old_index' });
    expect((await database.status(files)).map(({ kind, name }) => [kind, name])).to.deep.equal([
      ['leftover', 'dishs/old_index'],
    ]);
    expect(await database.drop(files, ['dishs/old_index'])).to.deep.equal(['dishs/old_index']);
    expect(await database.status(files)).to.deep.equal([]);
  });
});
