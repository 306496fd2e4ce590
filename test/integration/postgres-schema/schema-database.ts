import { openConnection, type Connection } from '../../../src/adapters/store/postgres/connection.js';
import { createSchemaStore } from '../../../src/adapters/store/postgres/schema/create-schema-store.js';
import type { SchemaChange } from '../../../src/application/ports/schema-store.js';
import type { Failure } from '../../../src/domain/failure.js';
import { buildSchema } from '../../../src/domain/schema/build-schema.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { openTestDatabase } from '../../database.js';

type Attributes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface TypeFile {
  readonly attributes: Attributes;
  readonly collectionName?: string;
  readonly draftAndPublish?: boolean;
  readonly localized?: boolean;
  readonly renamedFrom?: string;
}

/** Content-types by short name (`dish` is `api::dish.dish`, in the table `dishes`), components by uid. */
export interface Files {
  readonly types: Readonly<Record<string, TypeFile>>;
  readonly components?: Readonly<Record<string, Attributes>>;
}

export function schemaOf({ types, components = {} }: Files): Schema {
  const built = buildSchema({
    contentTypes: Object.entries(types).map(([name, file]) => ({
      uid: `api::${name}.${name}`,
      file: `${name}.json`,
      definition: {
        kind: 'collectionType',
        collectionName: file.collectionName ?? `${name}s`,
        info: { singularName: name, pluralName: `${name}s`, displayName: name },
        options: { draftAndPublish: file.draftAndPublish ?? false },
        pluginOptions: file.localized === true ? { i18n: { localized: true } } : {},
        renamedFrom: file.renamedFrom,
        attributes: file.attributes,
      },
    })),
    components: Object.entries(components).map(([uid, attributes]) => ({
      uid,
      file: `${uid}.json`,
      definition: { info: { displayName: uid }, attributes },
    })),
  });
  if (!built.ok) throw new Error(`${built.failure.message} ${JSON.stringify(built.failure.details)}`);
  return built.value;
}

/** A database of its own, on which schemas follow each other as restarts with changed files do. */
export interface SchemaDatabase {
  readonly connection: Connection;
  readonly url: string;
  /** What was done. */
  apply(files: Files): Promise<readonly string[]>;
  refused(files: Files): Promise<Failure>;
  status(files: Files): Promise<readonly SchemaChange[]>;
  drop(files: Files, names: readonly string[] | 'all'): Promise<readonly string[]>;
  dropRefused(files: Files, names: readonly string[]): Promise<Failure>;
  /** Rows of a statement. */
  rows(text: string): Promise<readonly Record<string, unknown>[]>;
  /** One published version for each, with these columns, documents being d1, d2, … */
  insert(table: string, ...rows: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
  /** Empties the whole database. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const silent = { debug() {}, info() {}, warn() {}, error() {} };

export const openFor = (url: string): Promise<Connection> =>
  openConnection({
    url: `${url}?options=-c%20timezone%3DUTC`,
    poolSize: 4,
    statementTimeoutMs: 10_000,
    preparedStatements: false,
    log: silent,
  });

export async function openSchemaDatabase(): Promise<SchemaDatabase> {
  const database = await openTestDatabase();
  const connection = await openFor(database.url);
  const store = (files: Files) => createSchemaStore(connection, schemaOf(files));
  const rows = (text: string) => connection.query<Record<string, unknown>>({ text });
  return {
    connection,
    url: database.url,
    apply: async (files) => names(value(await store(files).apply())),
    refused: async (files) => failed(await store(files).apply()),
    status: async (files) => value(await store(files).status()),
    drop: async (files, dropped) => names(value(await store(files).drop(dropped))),
    dropRefused: async (files, dropped) => failed(await store(files).drop(dropped)),
    rows,
    async insert(table, ...inserted) {
      for (const [place, row] of inserted.entries()) await insertRow(connection, table, place + 1, row);
    },
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

async function insertRow(
  connection: Connection,
  table: string,
  place: number,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const system = { document_id: `d${place}`, status: 'published', created_at: 'now', updated_at: 'now' };
  const all = Object.entries(table.endsWith('_links') ? row : { ...system, ...row });
  const columns = all.map(([name]) => `"${name}"`).join(', ');
  const values = all.map((_entry, index) => `$${index + 1}`).join(', ');
  await connection.query({
    text: `INSERT INTO "${table}" (${columns}) VALUES (${values})`,
    values: all.map(([, content]) => content),
  });
}

const names = (changes: readonly SchemaChange[]): readonly string[] => changes.map(({ name }) => name);

type Outcome =
  | { readonly ok: true; readonly value: readonly SchemaChange[] }
  | { readonly ok: false; readonly failure: Failure };

function value(outcome: Outcome): readonly SchemaChange[] {
  if (!outcome.ok) throw new Error(outcome.failure.message);
  return outcome.value;
}

function failed(outcome: Outcome): Failure {
  if (outcome.ok) throw new Error('it was not refused');
  return outcome.failure;
}
