import type { SchemaChange, SchemaStore } from '../../../src/application/ports/schema-store.js';
import type { Store } from '../../../src/application/ports/store.js';
import type { Failure } from '../../../src/domain/failure.js';
import type { Result } from '../../../src/domain/result.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { failureOf, valueOf } from '../../contract/results.js';
import type { Files } from './schema-files.js';

/** What `quire schema` does with a database under these files. */
export interface SchemaCommands {
  /** What was done. */
  apply(files: Files): Promise<readonly string[]>;
  refused(files: Files): Promise<Failure>;
  status(files: Files): Promise<readonly SchemaChange[]>;
  drop(files: Files, names: readonly string[] | 'all'): Promise<readonly string[]>;
  dropRefused(files: Files, names: readonly string[]): Promise<Failure>;
}

/** By the names of attributes; null where a row has none. `documentId`, `locale` and `layer` are its version's. */
export type Row = Readonly<Record<string, unknown>>;

export interface Link {
  readonly source: string;
  readonly target: string;
  /** Its place in the published lists of both. */
  readonly key: string;
}

/** A database of its own, on which schemas follow each other as restarts with changed files do. */
export interface SchemaDatabase extends SchemaCommands {
  readonly url: string;
  /** A store over it, as a server opens it: nothing is applied yet. */
  openStore(schema: Schema): Promise<Result<Store>>;
  /** One published version for each, documents being d1, d2, … */
  insert(collection: string, ...rows: readonly Row[]): Promise<void>;
  /** The attributes of the rows in order of their ids. */
  stored(collection: string, ...attributes: readonly string[]): Promise<readonly Row[]>;
  set(collection: string, documentId: string, attribute: string, value: unknown): Promise<void>;
  /** Removes the rows with this value, or all. */
  remove(collection: string, attribute?: string, value?: unknown): Promise<void>;
  link(collection: string, ...links: readonly Link[]): Promise<void>;
  /** `source>target` of each in order of their ids. */
  linked(collection: string): Promise<readonly string[]>;
  unlink(collection: string, target?: string): Promise<void>;
  /** Of tables or collections. */
  names(): Promise<readonly string[]>;
  /** What rows of a collection may have, or do have. */
  attributesOf(collection: string): Promise<readonly string[]>;
  /** Names of a collection's indexes. */
  indexes(collection: string): Promise<readonly string[]>;
  indexName(collection: string, attribute: string, kind: 'unique' | 'index'): string;
  /** What messages and answers call such an index. */
  indexChange(collection: string, attribute: string, kind: 'unique' | 'index'): string;
  /** How often the schema was changed. */
  version(): Promise<number>;
  close(): Promise<void>;
}

export function schemaCommands(store: (files: Files) => SchemaStore): SchemaCommands {
  const names = (changes: readonly SchemaChange[]): readonly string[] => changes.map(({ name }) => name);
  return {
    apply: async (files) => names(valueOf(await store(files).apply())),
    refused: async (files) => failureOf(await store(files).apply()),
    status: async (files) => valueOf(await store(files).status()),
    drop: async (files, dropped) => names(valueOf(await store(files).drop(dropped))),
    dropRefused: async (files, dropped) => failureOf(await store(files).drop(dropped)),
  };
}
