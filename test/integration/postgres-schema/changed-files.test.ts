import { expect } from 'chai';
import { openSchemaDatabase, type Files, type SchemaDatabase } from './schema-database.js';

type Attributes = Files['types'][string]['attributes'];

const dish = (attributes: Attributes, more: object = {}): Files => ({
  types: { dish: { attributes, ...more } },
});
const text = { type: 'string' };

describe('changed schema files on a PostgreSQL database with rows', () => {
  let database: SchemaDatabase;
  before(async () => {
    database = await openSchemaDatabase();
  });
  beforeEach(() => database.clear());
  after(() => database.close());

  it('an added attribute is a column that is null', async () => {
    await database.apply(dish({ name: text }));
    await database.insert('dishs', { name: 'Soup' });
    expect(await database.apply(dish({ name: text, note: { type: 'text', required: true } }))).to.deep.equal([
      'dishs.note',
    ]);
    expect(await database.rows('SELECT name, note FROM dishs')).to.deep.equal([{ name: 'Soup', note: null }]);
  });

  it('a removed attribute keeps its column, which is listed, takes inserts, and is found again', async () => {
    const before = dish({ name: text, note: { type: 'text', required: true } });
    const after = dish({ name: text });
    await database.apply(before);
    await database.insert('dishs', { name: 'Soup', note: 'hot' });
    expect(await database.apply(after)).to.deep.equal([]);
    const [leftover] = await database.status(after);
    expect(leftover).to.deep.include({ kind: 'leftover', name: 'dishs.note' });
    await database.insert('dishs', { status: 'draft', name: 'Stew' });
    await database.apply(before);
    expect(await database.status(before)).to.deep.equal([]);
    expect(await database.rows('SELECT name, note FROM dishs ORDER BY id')).to.deep.equal([
      { name: 'Soup', note: 'hot' },
      { name: 'Stew', note: null },
    ]);
  });

  it('a removed content-type keeps its table, until it is dropped by name', async () => {
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
    const [before] = await database.rows('SELECT version::int FROM quire_schema');
    expect(await database.drop(after, ['dishs.note'])).to.deep.equal(['dishs.note']);
    expect(await database.drop(after, 'all')).to.deep.equal(['dishs.size']);
    expect(await database.drop(after, 'all')).to.deep.equal([]);
    const [row] = await database.rows('SELECT * FROM dishs');
    expect(row).to.have.property('name', 'Soup').and.not.have.any.keys('note', 'size');
    expect(await database.rows('SELECT version::int FROM quire_schema')).to.deep.equal([
      { version: Number(before?.['version']) + 2 },
    ]);
  });

  it('a declared rename takes the data and the indexes along', async () => {
    await database.apply(dish({ name: { type: 'string', unique: true, index: true } }));
    await database.insert('dishs', { name: 'Soup' });
    const renamed = dish({ mainTitle: { type: 'string', unique: true, index: true, renamedFrom: 'name' } });
    await database.apply(renamed);
    expect(await database.rows('SELECT main_title FROM dishs')).to.deep.equal([{ main_title: 'Soup' }]);
    const indexes = await database.rows(
      `SELECT indexname AS name FROM pg_indexes WHERE tablename = 'dishs' ORDER BY 1`,
    );
    expect(indexes.map(({ name }) => name)).to.include.members([
      'dishs_main_title_unique',
      'dishs_main_title_index',
    ]);
    expect(await database.apply(renamed)).to.deep.equal([]);
    expect(await database.status(renamed)).to.deep.equal([]);
  });

  it('a renamed attribute may change its type at the same time', async () => {
    await database.apply(dish({ size: text }));
    await database.insert('dishs', { size: '12' });
    await database.apply(dish({ width: { type: 'integer', renamedFrom: 'size' } }));
    expect(await database.rows('SELECT width FROM dishs')).to.deep.equal([{ width: 12 }]);
  });

  it('a renamed content-type takes its rows and links along', async () => {
    const chef = { attributes: { name: text } };
    const attributes = {
      name: text,
      chefs: { type: 'relation', relation: 'oneToMany', target: 'api::chef.chef' },
    };
    await database.apply({ types: { dish: { attributes }, chef } });
    await database.insert('dishs', { name: 'Soup' });
    await database.insert('dishs_chefs_links', {
      source_document: 'd1',
      target_document: 'c1',
      published_key: 'a',
      published_inverse_key: 'a',
    });
    const renamed: Files = {
      types: { meal: { attributes, collectionName: 'meals', renamedFrom: 'dishs' }, chef },
    };
    await database.apply(renamed);
    expect(await database.rows('SELECT name FROM meals')).to.deep.equal([{ name: 'Soup' }]);
    expect(await database.rows('SELECT target_document FROM meals_chefs_links')).to.deep.equal([
      { target_document: 'c1' },
    ]);
    expect(await database.apply(renamed)).to.deep.equal([]);
    expect(await database.status(renamed)).to.deep.equal([]);
    const indexes = await database.rows(
      `SELECT indexname FROM pg_indexes WHERE indexname LIKE 'dishs%' AND indexname NOT LIKE '%pkey'`,
    );
    expect(indexes).to.deep.equal([]);
  });

  it('draft & publish turned on gives every document its draft, links included', async () => {
    const chef = { attributes: { name: text } };
    const attributes = {
      name: text,
      chefs: { type: 'relation', relation: 'oneToMany', target: 'api::chef.chef' },
    };
    await database.apply({ types: { dish: { attributes: { ...attributes, old: text } }, chef } });
    await database.insert('dishs', { name: 'Soup', old: 'kept' });
    await database.insert('dishs_chefs_links', {
      source_document: 'd1',
      target_document: 'c1',
      published_key: 'a',
      published_inverse_key: 'b',
    });
    await database.apply({ types: { dish: { attributes, draftAndPublish: true }, chef } });
    expect(
      await database.rows('SELECT document_id, status, name, old FROM dishs ORDER BY status'),
    ).to.deep.equal([
      { document_id: 'd1', status: 'draft', name: 'Soup', old: 'kept' },
      { document_id: 'd1', status: 'published', name: 'Soup', old: 'kept' },
    ]);
    expect(
      await database.rows('SELECT draft_key, draft_inverse_key, published_key FROM dishs_chefs_links'),
    ).to.deep.equal([{ draft_key: 'a', draft_inverse_key: 'b', published_key: 'a' }]);
  });

  it('draft & publish turned off is refused while a draft would vanish', async () => {
    const on = dish({ name: text }, { draftAndPublish: true });
    const off = dish({ name: text });
    await database.apply(on);
    await database.insert('dishs', { name: 'Soup', status: 'draft' });
    expect((await database.refused(off)).message).to.include(
      '1 draft is not published, for example of document "d1"',
    );
    await database.rows(`INSERT INTO dishs (document_id, status, created_at, updated_at, name)
      SELECT document_id, 'published', created_at, updated_at, name FROM dishs`);
    await database.apply(off);
    expect(await database.rows('SELECT status, name FROM dishs')).to.deep.equal([
      { status: 'published', name: 'Soup' },
    ]);
  });

  it('locales turned on and off move the default locale, and never drop a translation', async () => {
    const off = dish({ name: text });
    const on = dish({ name: text }, { localized: true });
    await database.apply(off);
    await database.insert('dishs', { name: 'Soup' });
    await database.apply(on);
    expect(await database.rows('SELECT locale FROM dishs')).to.deep.equal([{ locale: 'en' }]);
    await database.insert('dishs', { name: 'Suppe', locale: 'de' });
    expect((await database.refused(off)).message).to.include('1 version is not in "en"');
    await database.rows(`DELETE FROM dishs WHERE locale = 'de'`);
    await database.apply(off);
    expect(await database.rows('SELECT locale FROM dishs')).to.deep.equal([{ locale: '' }]);
  });

  it('a refusal changes nothing at all and names every reason', async () => {
    await database.apply(dish({ name: text, size: text }));
    await database.insert('dishs', { name: 'x', size: 'big' }, { name: 'x', size: '3' });
    const files = dish({ name: { type: 'string', unique: true }, size: { type: 'integer' }, fresh: text });
    const { details, code } = await database.refused(files);
    expect(code).to.equal('SCHEMA.UNSAFE_CHANGE');
    expect(((details?.['changes'] ?? []) as { name: string }[]).map(({ name }) => name).sort()).to.deep.equal(
      ['dishs.size', 'dishs_name_unique'],
    );
    const columns = await database.rows(
      `SELECT column_name AS name FROM information_schema.columns WHERE table_name = 'dishs'`,
    );
    expect(columns.map(({ name }) => name)).to.not.include('fresh');
    expect((await database.status(files)).map(({ kind }) => kind).sort()).to.deep.equal([
      'safe',
      'unsafe',
      'unsafe',
    ]);
  });

  it('an attribute that becomes unique names the duplicates', async () => {
    await database.apply(dish({ name: text }));
    await database.insert('dishs', { name: 'x' }, { name: 'x' }, { name: 'y' });
    const { message } = await database.refused(dish({ name: { type: 'string', unique: true } }));
    expect(message).to.include(
      '"dishs.name" is to be unique, but 1 value is there more than once, for example in document "d1"',
    );
    await database.rows(`UPDATE dishs SET name = 'z' WHERE document_id = 'd1'`);
    expect(await database.apply(dish({ name: { type: 'string', unique: true } }))).to.deep.equal([
      'dishs_name_unique',
    ]);
    expect(await database.apply(dish({ name: text }))).to.deep.equal(['dishs_name_unique']);
  });

  it('a large table gets its indexes without being locked, from whichever server comes first', async () => {
    await database.apply(dish({ name: text }));
    await database.rows(`INSERT INTO dishs (document_id, status, created_at, updated_at, name)
      SELECT 'd' || n, 'published', now(), now(), 'name ' || n FROM generate_series(1, 100001) n`);
    const indexed = dish({ name: { type: 'string', unique: true, index: true } });
    const both = await Promise.all([database.apply(indexed), database.apply(indexed)]);
    expect(both.flat()).to.include.members(['dishs_name_unique', 'dishs_name_index']);
    expect(await database.status(indexed)).to.deep.equal([]);
    await database.apply(dish({ name: text }));
    await database.rows(`UPDATE dishs SET name = 'same' WHERE document_id IN ('d1', 'd2')`);
    expect((await database.refused(indexed)).message).to.include('1 value is there more than once');
  });
});
