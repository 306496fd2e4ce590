import type { Layer } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';

/**
 * Keeps the numbers of versions of large content-types, so that lists without a filter need not count them. Reads use a
 * kept number if there is one, and it is exact within the snapshot of the page. A store may keep none.
 */
export interface TotalsStore {
  /**
   * Begins to keep the totals of content-types that have become large, and counts each of them once, beside writers.
   * Returns how many types have kept totals. A type whose table is in use is left for the next call.
   */
  prepare(): Promise<Result<number>>;
  /** Adds up the differences that writes have appended. Reads and writes do not wait for it. */
  fold(): Promise<Result<void>>;
  /** Counts the versions of all types with kept totals, and returns where these differ. With `repair`, corrects them. */
  verify(repair: boolean): Promise<Result<VerifiedTotals>>;
}

export interface VerifiedTotals {
  /** The content-types that have kept totals. */
  readonly types: readonly Uid[];
  readonly differences: readonly TotalDifference[];
}

export interface TotalDifference {
  readonly type: Uid;
  readonly layer: Layer;
  /** `''` for types without locales. */
  readonly locale: string;
  readonly counted: number;
  readonly kept: number;
}
