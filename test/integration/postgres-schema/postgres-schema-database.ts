import { openConnection, type Connection } from '../../../src/adapters/store/postgres/connection.js';
import { createPostgresStore } from '../../../src/adapters/store/postgres/create-postgres-store.js';
import { createSchemaStore } from '../../../src/adapters/store/postgres/schema/create-schema-store.js';
import { unobserved } from '../../../src/application/observations/create-observations.js';
import { openTestDatabase } from '../../database.js';
import { schemaCommands, type Row, type SchemaDatabase } from '../schema/schema-database.js';
import { schemaOf, type Files } from '../schema/schema-files.js';

/** Of attributes, the columns are named as the store names them; other names are those of columns. */
export interface PostgresSchemaDatabase extends SchemaDatabase {
  readonly connection: Connection;
  /** Rows of a statement. */
  rows(text: string): Promise<readonly Row[]>;
  /** Empties the whole database. */
  clear(): Promise<void>;
}

export const silent = { debug() {}, info() {}, warn() {}, error() {} };

export const openFor = (url: string): Promise<Connection> =>
  openConnection({
    url: `${url}?options=-c%20timezone%3DUTC`,
    urlSetting: 'DATABASE_URL',
    poolSize: 4,
    statementTimeoutMs: 10_000,
    preparedStatements: false,
    log: silent,
    observations: unobserved,
  });

/** For a suite: the database is empty before each of its tests. */
export function usePostgres(): () => PostgresSchemaDatabase {
  let database: PostgresSchemaDatabase;
  before(async () => {
    database = await openSchemaDatabase();
  });
  beforeEach(() => database.clear());
  after(() => database.close());
  return () => database;
}

async function openSchemaDatabase(): Promise<PostgresSchemaDatabase> {
  const database = await openTestDatabase();
  const connection = await openFor(database.url);
  const rows = (text: string) => connection.query<Row>({ text });
  return {
    ...schemaCommands((files: Files) => createSchemaStore(connection, schemaOf(files), silent)),
    ...writing(connection),
    ...reading(connection),
    connection,
    url: database.url,
    rows,
    openStore: (schema) => createPostgresStore({ url: database.url, schema, totalsFrom: 0, log: silent }),
    indexName,
    indexChange: indexName,
    async clear() {
      await rows('DROP SCHEMA public CASCADE');
      await rows('CREATE SCHEMA public');
    },
    async close() {
      await connection.close();
      await database.close();
    },
  };
}

const columnNames: Readonly<Record<string, string>> = {
  layer: 'status',
  source: 'source_document',
  target: 'target_document',
};

const columnOf = (name: string): string =>
  columnNames[name] ?? name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const indexName = (collection: string, attribute: string, kind: string): string =>
  `${collection}_${columnOf(attribute)}_${kind}`;

type Writing = Pick<SchemaDatabase, 'insert' | 'set' | 'remove' | 'link' | 'unlink'>;

function writing(connection: Connection): Writing {
  const insert = async (table: string, row: Row): Promise<void> => {
    const columns = Object.keys(row).map((name) => `"${columnOf(name)}"`);
    const places = columns.map((_name, index) => `$${index + 1}`);
    await connection.query({
      text: `INSERT INTO "${table}" (${columns.join(', ')}) VALUES (${places.join(', ')})`,
      values: Object.values(row).map(parameterOf),
    });
  };
  const remove = async (table: string, name?: string, value?: unknown): Promise<void> => {
    const where = name === undefined ? '' : ` WHERE "${columnOf(name)}" = $1`;
    const values = name === undefined ? [] : [value];
    await connection.query({ text: `DELETE FROM "${table}"${where}`, values });
  };
  return {
    async insert(table, ...rows) {
      const version = { layer: 'published', createdAt: 'now', updatedAt: 'now' };
      for (const [place, row] of rows.entries())
        await insert(table, { documentId: `d${place + 1}`, ...version, ...row });
    },
    async set(table, documentId, attribute, value) {
      await connection.query({
        text: `UPDATE "${table}" SET "${columnOf(attribute)}" = $1 WHERE document_id = $2`,
        values: [parameterOf(value), documentId],
      });
    },
    remove,
    async link(table, ...links) {
      for (const { source, target, key } of links)
        await insert(table, { source, target, publishedKey: key, publishedInverseKey: key });
    },
    unlink: (table, target) => (target === undefined ? remove(table) : remove(table, 'target', target)),
  };
}

/** Components are stored as JSON. */
const parameterOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !(value instanceof Date) ? JSON.stringify(value) : value;

type Reading = Pick<SchemaDatabase, 'stored' | 'linked' | 'names' | 'attributesOf' | 'indexes' | 'version'>;

function reading(connection: Connection): Reading {
  const namesIn = async (text: string, ...values: readonly string[]): Promise<readonly string[]> =>
    (await connection.query<{ name: string }>({ text, values: [...values] })).map(({ name }) => name);
  return {
    stored(table, ...attributes) {
      const columns = attributes.map((name) => `"${columnOf(name)}" AS "${name}"`).join(', ');
      return connection.query<Row>({ text: `SELECT ${columns} FROM "${table}" ORDER BY id` });
    },
    linked: (table) =>
      namesIn(`SELECT source_document || '>' || target_document AS name FROM "${table}" ORDER BY id`),
    names: () => namesIn(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`),
    attributesOf: (table) =>
      namesIn(`SELECT column_name AS name FROM information_schema.columns WHERE table_name = $1`, table),
    indexes: (table) => namesIn(`SELECT indexname AS name FROM pg_indexes WHERE tablename = $1`, table),
    async version() {
      const [row] = await connection.query<Row>({ text: 'SELECT version::int FROM quire_schema' });
      return Number(row?.['version']);
    },
  };
}
