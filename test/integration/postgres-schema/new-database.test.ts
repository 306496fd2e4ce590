import { expect } from 'chai';
import { createSchemaStore } from '../../../src/adapters/store/postgres/schema/create-schema-store.js';
import type { Files } from '../schema/schema-files.js';
import { describeNewDatabase, expectOneToMakeIt, newFiles } from '../schema/new-database.js';
import { schemaOf } from '../schema/schema-files.js';
import { openFor, silent, usePostgres } from './postgres-schema-database.js';

describe('a new PostgreSQL database', () => {
  const database = usePostgres();

  describeNewDatabase(database, '23505');

  it('has the roles and one access revision', async () => {
    await database().apply(newFiles);
    expect(await database().rows('SELECT name FROM quire_role ORDER BY 1')).to.deep.equal([
      { name: 'authenticated' },
      { name: 'public' },
    ]);
    expect(await database().rows('SELECT count(*)::int AS n FROM quire_access')).to.deep.equal([{ n: 1 }]);
  });

  it('serves several servers that start at once', async () => {
    const connections = await Promise.all(Array.from({ length: 4 }, () => openFor(database().url)));
    const stores = connections.map((connection) => createSchemaStore(connection, schemaOf(newFiles), silent));
    await expectOneToMakeIt(stores);
    await Promise.all(connections.map((connection) => connection.close()));
  });

  it('keeps somebody else’s tables and indexes as they are', async () => {
    await database().rows('CREATE TABLE orders (name text)');
    await database().apply(newFiles);
    await database().rows('CREATE INDEX mine ON dishs (slug, name)');
    await database().apply(newFiles);
    expect(await database().status(newFiles)).to.deep.equal([]);
    expect(
      await database().rows(`SELECT 1 AS there FROM pg_indexes WHERE indexname = 'mine'`),
    ).to.have.lengthOf(1);
    expect(await database().rows('SELECT * FROM orders')).to.deep.equal([]);
  });

  it('refuses a table of that name which is somebody else’s', async () => {
    await database().rows('CREATE TABLE dishs (name text)');
    const { code, message } = await database().refused(newFiles);
    expect(code).to.equal('SCHEMA.UNSAFE_CHANGE');
    expect(message).to.include('"dishs" is in this database already');
  });

  it('makes an index of words for each searched attribute, again where the locale of their language changes', async () => {
    const body = { type: 'richtext', private: true, searchable: true };
    const files = (localized: boolean): Files => ({
      types: {
        note: {
          attributes: {
            order: { type: 'string', searchable: true, pluginOptions: { i18n: { localized } } },
            body,
          },
          localized,
        },
      },
    });
    const indexes = () =>
      database().rows(`SELECT indexname AS name, substring(indexdef FROM 'USING.*(?= WITH)') AS on
        FROM pg_indexes WHERE indexname LIKE '%words' AND tablename = 'notes'`);
    await database().apply(files(false));
    expect(await indexes()).to.deep.equal([
      { name: 'notes_words', on: `USING gin (quire_search_words('en'::text, VARIADIC ARRAY["order"]))` },
    ]);
    expect(await database().status(files(false))).to.deep.equal([]);
    await database().apply(files(true));
    expect(await indexes()).to.deep.equal([
      { name: 'notes_words', on: 'USING gin (quire_search_words(locale, VARIADIC ARRAY["order"]))' },
    ]);
    expect(await database().status(files(true))).to.deep.equal([]);
  });

  it('makes an index anew that was left half made', async () => {
    await database().apply(newFiles);
    await database().rows(
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'dishs_price_index_published'::regclass`,
    );
    expect(await database().apply(newFiles)).to.deep.equal([
      'dishs_price_index_published',
      'dishs_price_index_published',
    ]);
    expect(await database().apply(newFiles)).to.deep.equal([]);
  });
});
