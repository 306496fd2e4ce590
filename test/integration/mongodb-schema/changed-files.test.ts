import { expect } from 'chai';
import { skipWithoutMongo } from '../../mongo.js';
import { openSchemaDatabase, type Files, type SchemaDatabase } from './schema-database.js';

type Attributes = Files['types'][string]['attributes'];

const dish = (attributes: Attributes, more: object = {}): Files => ({
  types: { dish: { attributes, ...more } },
});
const text = { type: 'string' };

describe('changed schema files on a MongoDB database with rows', () => {
  let database: SchemaDatabase;
  before(async function () {
    await skipWithoutMongo(this);
  });
  beforeEach(async () => {
    database = await openSchemaDatabase();
  });
  afterEach(() => database.close());

  it('an added attribute is listed, and absent from the rows', async () => {
    await database.apply(dish({ name: text }));
    await database.insert('dishs', { name: 'Soup' });
    expect(await database.apply(dish({ name: text, note: { type: 'text', required: true } }))).to.deep.equal([
      'dishs.note',
    ]);
    expect(await database.rows('dishs', 'name', 'note')).to.deep.equal([{ name: 'Soup' }]);
  });

  it('a removed attribute keeps its values, is listed, and is found again', async () => {
    const before = dish({ name: text, note: { type: 'text', required: true } });
    const after = dish({ name: text });
    await database.apply(before);
    await database.insert('dishs', { name: 'Soup', note: 'hot' });
    expect(await database.apply(after)).to.deep.equal([]);
    const [leftover] = await database.status(after);
    expect(leftover).to.deep.include({ kind: 'leftover', name: 'dishs.note' });
    await database.insert('dishs', { documentId: 'd2', name: 'Stew' });
    await database.apply(before);
    expect(await database.status(before)).to.deep.equal([]);
    expect(await database.rows('dishs', 'name', 'note')).to.deep.equal([
      { name: 'Soup', note: 'hot' },
      { name: 'Stew' },
    ]);
  });

  it('a removed content-type keeps its collection, until it is dropped by name', async () => {
    const both: Files = {
      types: { dish: { attributes: { name: text } }, chef: { attributes: { name: text } } },
    };
    const one = dish({ name: text });
    await database.apply(both);
    await database.insert('chefs', { name: 'Ada' });
    await database.apply(one);
    expect((await database.status(one)).map(({ kind, name }) => [kind, name])).to.deep.equal([
      ['leftover', 'chefs'],
    ]);
    expect((await database.dropRefused(one, ['dishs'])).message).to.equal(
      '"dishs" is not a leftover; these are: chefs.',
    );
    expect(await database.drop(one, ['chefs'])).to.deep.equal(['chefs']);
    expect(await database.status(one)).to.deep.equal([]);
    expect(await database.apply(both)).to.include('chefs');
  });

  it('a drop takes leftovers alone and counts the version up', async () => {
    const after = dish({ name: text });
    await database.apply(dish({ name: text, note: text, size: { type: 'integer' } }));
    await database.insert('dishs', { name: 'Soup', note: 'hot', size: 3 });
    await database.apply(after);
    const version = async () => {
      const states = database.db.collection<{ _id: string; version: number }>('quire_schema');
      return (await states.findOne({ _id: 'schema' }))?.version ?? 0;
    };
    const before = await version();
    expect(await database.drop(after, ['dishs.note'])).to.deep.equal(['dishs.note']);
    expect(await database.drop(after, 'all')).to.deep.equal(['dishs.size']);
    expect(await database.drop(after, 'all')).to.deep.equal([]);
    const [row] = await database.rows('dishs');
    expect(row).to.have.property('name', 'Soup');
    expect(row).to.not.have.any.keys('note', 'size');
    expect(await version()).to.equal(before + 2);
  });

  it('a declared rename takes the data and the indexes along', async () => {
    await database.apply(dish({ name: { type: 'string', unique: true, index: true } }));
    await database.insert('dishs', { name: 'Soup' });
    const renamed = dish({ mainTitle: { type: 'string', unique: true, index: true, renamedFrom: 'name' } });
    await database.apply(renamed);
    expect(await database.rows('dishs', 'name', 'mainTitle')).to.deep.equal([{ mainTitle: 'Soup' }]);
    expect(await database.indexes('dishs')).to.deep.equal([
      '_id_',
      'mainTitle_index',
      'mainTitle_unique',
      'version',
    ]);
    expect(await database.apply(renamed)).to.deep.equal([]);
    expect(await database.status(renamed)).to.deep.equal([]);
  });

  it('a renamed attribute may change its type at the same time', async () => {
    await database.apply(dish({ size: text }));
    await database.insert('dishs', { size: '12' });
    await database.apply(dish({ width: { type: 'integer', renamedFrom: 'size' } }));
    expect(await database.rows('dishs', 'size', 'width')).to.deep.equal([{ width: 12 }]);
  });

  it('a renamed content-type takes its rows, links and numeric ids along', async () => {
    const chef = { attributes: { name: text } };
    const attributes = {
      name: text,
      chefs: { type: 'relation', relation: 'oneToMany', target: 'api::chef.chef' },
    };
    await database.apply({ types: { dish: { attributes }, chef } });
    await database.insert('dishs', { name: 'Soup' });
    await database.insertLinks('dishs_chefs_links', {
      source: 'd1',
      target: 'c1',
      publishedKey: 'a',
      publishedInverseKey: 'a',
    });
    const renamed: Files = {
      types: { meal: { attributes, collectionName: 'meals', renamedFrom: 'dishs' }, chef },
    };
    await database.apply(renamed);
    expect(await database.rows('meals', 'name')).to.deep.equal([{ name: 'Soup' }]);
    expect(await database.rows('meals_chefs_links', 'target')).to.deep.equal([{ target: 'c1' }]);
    const counters = database.db.collection<{ _id: string; value: number }>('quire_counters');
    expect((await counters.findOne({ _id: 'meals' }))?.value).to.equal(2);
    expect(await database.apply(renamed)).to.deep.equal([]);
    expect(await database.status(renamed)).to.deep.equal([]);
    const collections = await database.db.listCollections({}, { nameOnly: true }).toArray();
    expect(collections.map(({ name }) => name)).to.not.include.members(['dishs', 'dishs_chefs_links']);
  });

  it('a refusal changes nothing at all and names every reason', async () => {
    await database.apply(dish({ name: text, size: text }));
    await database.insert('dishs', { name: 'x', size: 'big' }, { name: 'x', size: '3' });
    const files = dish({ name: { type: 'string', unique: true }, size: { type: 'integer' }, fresh: text });
    const before = await database.rows('quire_schema');
    const { details, code } = await database.refused(files);
    expect(code).to.equal('SCHEMA.UNSAFE_CHANGE');
    expect(((details?.['changes'] ?? []) as { name: string }[]).map(({ name }) => name).sort()).to.deep.equal(
      ['dishs.size', 'dishs/name_unique'],
    );
    expect(await database.rows('quire_schema')).to.deep.equal(before);
    expect(await database.rows('dishs', 'size')).to.deep.equal([{ size: 'big' }, { size: '3' }]);
    expect((await database.status(files)).map(({ kind }) => kind).sort()).to.deep.equal([
      'safe',
      'unsafe',
      'unsafe',
    ]);
  });

  it('an attribute that becomes unique names the duplicates', async () => {
    await database.apply(dish({ name: text }));
    await database.insert('dishs', { name: 'x' }, { name: 'x' }, { name: 'y' }, {}, {});
    const { message } = await database.refused(dish({ name: { type: 'string', unique: true } }));
    expect(message).to.include(
      '"dishs.name" is to be unique, but 1 value is there more than once, for example in document "d1"',
    );
    await database.db.collection('dishs').updateOne({ documentId: 'd1' }, { $set: { name: 'z' } });
    expect(await database.apply(dish({ name: { type: 'string', unique: true } }))).to.deep.equal([
      'dishs/name_unique',
    ]);
    expect(await database.apply(dish({ name: text }))).to.deep.equal(['dishs/name_unique']);
  });
});
