import type { Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { SchemaSources } from '../../domain/schema/schema-source.js';

/** The files of content-types and components of an app, and of their layouts. */
export interface SchemaFiles {
  /** Returns all files as they are now, sorted by their paths. Fails with `INPUT.MISMATCH` if they cannot be read. */
  read(): Promise<Result<readonly SchemaFile[]>>;
  /** Returns what `buildSchema` reads if the files have these texts. */
  sources(files: readonly SchemaFile[]): Promise<SchemaSources>;
  /** Returns a text that is the same only for the same files with the same texts. */
  revisionOf(files: readonly SchemaFile[]): string;
  /** Returns the path that a new file of a content-type of the app or a component has; null if the uid cannot be one. */
  pathOf(uid: Uid): string | null;
  /** Returns the path that the layout has whose content-type or component is in this file. */
  layoutPathOf(file: string): string;
  /** Returns what else is in the folder of a content-type, so that the folder cannot go with its file. */
  besides(file: string): Promise<readonly string[]>;
  /** Returns why files cannot be written; null: they can. */
  whyFixed(): Promise<WhyFixed | null>;
  /**
   * Writes and removes files, all or none. Fails with `STORE.CONFLICT` if a file is not what `before` says, and with
   * `INPUT.MISMATCH` if one cannot be written.
   */
  write(changes: readonly FileChange[]): Promise<Result<void>>;
}

/** `production`: not a development environment; `compiled`: the app runs from compiled files. */
export type WhyFixed = 'production' | 'compiled' | 'unwritable';

export interface SchemaFile {
  readonly uid: Uid;
  readonly shaped: 'content-type' | 'component';
  readonly holds: 'schema' | 'layout';
  /** Relative to the app directory, with `/`. */
  readonly file: string;
  /** Empty for a file that cannot be read; `unreadable` says why. */
  readonly text: string;
  readonly unreadable?: string;
}

/** Null: there is no file. */
export interface FileChange {
  readonly file: string;
  readonly before: string | null;
  readonly after: string | null;
}
