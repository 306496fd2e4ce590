import type { PlainObject } from '../../domain/document/plain-object.js';
import type { ScratchFile } from '../ports/foreign-archive.js';
import type { LinkShapes } from './link-shapes.js';
import type { RowIndex } from './row-index.js';

/** What an archive contains, after everything was read once. Values of rows are in a temporary file. */
export interface ArchiveContent {
  readonly version: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** By UID; without attributes that every type has. */
  readonly schemas: ReadonlyMap<string, ArchivedSchema>;
  readonly types: ReadonlyMap<string, RowIndex>;
  /** The lines of all rows. */
  readonly rows: ScratchFile;
  /** The number of rows by the UID of types that have no counterpart here. */
  readonly otherTypes: ReadonlyMap<string, number>;
  readonly links: LinkShapes;
  /** The actions of the permissions by their ids. */
  readonly permissions: ReadonlyMap<number, string>;
  /** The sizes of stored files by their names. */
  readonly assets: ReadonlyMap<string, number>;
  /** Values of the server's settings by their key. */
  readonly settings: ReadonlyMap<string, unknown>;
  readonly webhooks: readonly PlainObject[];
  /** The greatest id of an item of a component. */
  readonly lastItemId: number;
}

export interface ArchivedSchema {
  readonly draftAndPublish: boolean;
  readonly localized: boolean;
  readonly attributes: ReadonlyMap<string, PlainObject>;
}
