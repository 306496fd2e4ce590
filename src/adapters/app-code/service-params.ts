import type { Document } from '../../application/ports/document-store.js';
import type { Range } from '../../domain/query/query.js';

/** What to read, with the parameters of REST as JavaScript values. */
export interface ReadParams {
  readonly filters?: unknown;
  readonly fields?: unknown;
  readonly populate?: unknown;
  readonly sort?: unknown;
  readonly status?: 'draft' | 'published';
  /** A code, several, or `*`. */
  readonly locale?: string | readonly string[];
  readonly publicationFilter?: string;
  readonly hasPublishedVersion?: boolean;
  /** Words that a text of the document contains. */
  readonly _q?: string;
}

export interface ListParams extends ReadParams {
  readonly start?: number;
  readonly limit?: number;
}

/** Optional for single types only. */
export interface Addressed {
  readonly documentId?: string;
}

export type OneParams = ReadParams & Addressed;

export interface WriteParams {
  readonly data: unknown;
  readonly fields?: unknown;
  readonly populate?: unknown;
  readonly status?: 'draft' | 'published';
  readonly locale?: string;
}

export type CloneParams = Addressed &
  Pick<ReadParams, 'fields' | 'populate' | 'locale'> & { readonly data?: unknown };
export type CreateParams = WriteParams;
export type UpdateParams = WriteParams & Addressed & Expecting;
export type DeleteParams = Pick<ReadParams, 'fields' | 'populate' | 'locale'> & Addressed & Expecting;

interface Expecting {
  /**
   * The `updatedAt` of the version that was read, its revision, or `*` for any: the write fails with `DOCUMENT.CHANGED`
   * if it is another one now (docs/conflicts.md). Of one locale only.
   */
  readonly ifMatch?: string | Date | null;
}

/** Reads what `params` request: one document if there is a `documentId`. */
export type Find = (params: unknown, range: Range, documentId?: string) => Promise<readonly Document[]>;
