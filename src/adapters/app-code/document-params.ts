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
}

export interface ListParams extends ReadParams {
  readonly start?: number;
  readonly limit?: number;
  readonly page?: number;
  readonly pageSize?: number;
  readonly pagination?: Pick<ListParams, 'start' | 'limit' | 'page' | 'pageSize'>;
}

/** Optional for single types only. */
interface Addressed {
  readonly documentId?: string;
}

export type OneParams = ReadParams & Addressed;

interface WriteParams {
  readonly data: unknown;
  readonly fields?: unknown;
  readonly populate?: unknown;
  readonly status?: 'draft' | 'published';
  readonly locale?: string;
}

export type CreateParams = WriteParams;
export type UpdateParams = WriteParams & Addressed;
export type DeleteParams = Pick<ReadParams, 'fields' | 'populate' | 'locale'> & Addressed;
export type TransitionParams = DeleteParams;

/** Reads what `params` request: one document if there is a `documentId`. */
export type Ask = (params: unknown, range: Range, documentId?: string) => Promise<readonly Document[]>;
