import type { Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import type { Store } from '../ports/store.js';

/** Moves everything from one store into another that is empty, and compares two. */
export interface Transfer {
  /**
   * Copies, or goes on where a run before was stopped. `INPUT.MISMATCH`, and nothing is changed, where the target holds
   * anything else, or the source was written to since the run before. Where the source cannot be read as of one moment,
   * and was written to meanwhile, the transfer stays unfinished: `STORE.CONFLICT`.
   */
  copy(onProgress: OnProgress): Promise<Result<Copied>>;
  /** Compares both, row by row, by numeric id. Tells every difference, in a line each. Changes nothing. */
  verify(onDifference: (line: string) => void, onProgress: OnProgress): Promise<Result<Verified>>;
}

export interface TransferDependencies {
  readonly schema: Schema;
  /** Both opened for `schema`. */
  readonly source: Store;
  readonly target: Store;
  /** The address of the source as it can be shown: without credentials. */
  readonly sourceName: string;
  readonly clock: Clock;
  readonly ids: Ids;
}

export type OnProgress = (progress: Progress) => void;

/** After each batch, and once at the end of each part. */
export interface Progress {
  /** `versions api::chef.chef`, `links chefs_mentor_links`. */
  readonly part: string;
  readonly isPartDone: boolean;
  /** Rows of this part, and of all. */
  readonly partRows: number;
  readonly rows: number;
  readonly total: number;
}

export interface Copied {
  readonly rows: number;
  /** How many of them a run before had copied. */
  readonly before: number;
  /** What the schema does not name any more, in a sentence each. It stays in the source. */
  readonly leftOut: readonly string[];
  /** Parts of the source that were written to meanwhile. The copy is as of its beginning. */
  readonly changedMeanwhile: readonly string[];
}

export interface Verified {
  readonly rows: number;
  readonly differences: number;
}
