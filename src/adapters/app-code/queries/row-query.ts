import type { Documents } from '../../../application/documents/documents.js';
import type { RowHooks } from '../../../application/documents/row-hooks.js';
import type { UnitsOfWork } from '../../../application/ports/units-of-work.js';
import type { Document } from '../../../application/ports/document-store.js';
import { isPlainObject, type PlainObject } from '../../../domain/document/plain-object.js';
import { failure } from '../../../domain/failure.js';
import type { Schema } from '../../../domain/schema/schema.js';
import { AppError } from '../app-error.js';

/**
 * The rows of a content-type for app code: every draft, published version and translation is one. There are no
 * permissions, no default status or locale, and no page size. Everything that fails is thrown as an `AppError`.
 */
export interface RowQuery extends RowReads, RowWrites {}

export interface RowReads {
  /** The first row, or null. */
  findOne(params?: Params): Promise<Document | null>;
  findMany(params?: Params): Promise<readonly Document[]>;
  /** The rows of the range, and the number of all that match. */
  findWithCount(params?: Params): Promise<readonly [readonly Document[], number]>;
  /** `page` begins at 1; `pageSize` is 10 unless given. */
  findPage(params?: Params): Promise<RowPage>;
  count(params?: Params): Promise<number>;
}

export interface RowWrites {
  /** Writes one row: a published one, unless the type has drafts and `publishedAt` is null. */
  create(params: Params): Promise<Document>;
  /** Changes the first match; null if there is none. */
  update(params: Params): Promise<Document | null>;
  /** Removes and returns the first match; null if there is none. */
  delete(params: Params): Promise<Document | null>;
  /** Writes rows without their relations. */
  createMany(params: Params): Promise<{ readonly count: number; readonly ids: readonly number[] }>;
  /** Changes all matches, without their relations and without setting `updatedAt`. */
  updateMany(params: Params): Promise<{ readonly count: number }>;
  deleteMany(params?: Params): Promise<{ readonly count: number }>;
}

/** `where`, `select`, `populate`, `orderBy`, `limit`, `offset`, `data`; other keys have no effect. */
export type Params = PlainObject;

export interface RowPage {
  readonly results: readonly Document[];
  readonly pagination: {
    readonly page: number;
    readonly pageSize: number;
    readonly pageCount: number;
    readonly total: number;
  };
}

export interface RowsDependencies {
  readonly schema: Schema;
  /** Without hooks: these surround the operations on rows instead. */
  readonly documents: Documents;
  /** Makes the writes of one call take effect together. */
  readonly units: UnitsOfWork;
  /** Run around exactly the operation that is called; absent: there are none. */
  readonly hooks?: RowHooks;
}

export function readParams(params: unknown): Params {
  if (params === undefined || params === null) return {};
  if (isPlainObject(params)) return params;
  throw new AppError(failure('QUERY.INVALID', 'the parameters of a query must be an object'));
}
