import type { Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Clock } from '../ports/clock.js';
import type { Ids } from '../ports/ids.js';
import type { AccessStore } from '../ports/access-store.js';
import type { ArchiveReader, ArchiveStore } from '../ports/archive-store.js';
import type { KeyValueStore } from '../ports/key-value-store.js';
import type { SchemaStore } from '../ports/schema-store.js';
import type { Store } from '../ports/store.js';

/** Copies all content of one store to another, empty store, and compares two stores. */
export interface Transfer {
  /**
   * Copies, or continues an interrupted copy. Fails with `INPUT.MISMATCH`, and changes nothing, if the target holds
   * anything else, or the source was written to since the earlier run. If the source cannot be read as of one moment
   * and was written to during the copy, the transfer stays unfinished and fails with `STORE.CONFLICT`.
   */
  copy(onProgress: OnProgress): Promise<Result<Copied>>;
  /** Compares the stores row by row, by numeric id. Reports every difference as one line. Changes nothing. */
  verify(onDifference: (line: string) => void, onProgress: OnProgress): Promise<Result<Verified>>;
}

/** What is read of a source. A store is one. */
export interface TransferSource {
  readonly archive: Pick<ArchiveStore, 'read' | 'mark'>;
  readonly schema: Pick<SchemaStore, 'status'>;
  readonly access: Pick<AccessStore, 'load' | 'revision'>;
  readonly values: Pick<KeyValueStore, 'all'>;
}

/** What is written of a target. A store is one. */
export interface TransferTarget {
  readonly archive: Pick<ArchiveStore, 'contents' | 'mark' | 'claim' | 'put' | 'finish'> & {
    /** `ArchiveStore.read`, of which a copy needs the inventory. */
    read<T>(work: (reader: Pick<ArchiveReader, 'inventory'>) => Promise<Result<T>>): Promise<Result<T>>;
  };
  readonly schema: Pick<SchemaStore, 'apply'>;
  readonly access: Pick<AccessStore, 'load' | 'change'>;
  readonly values: Pick<KeyValueStore, 'set'>;
}

export interface CopyDependencies {
  readonly schema: Schema;
  /** Both are opened for `schema`. */
  readonly source: TransferSource;
  readonly target: TransferTarget;
  /** What is done differently by an import. */
  readonly replacement?: Replacement;
  /** Whether the target is removed if the copy fails. */
  readonly isDiscarded?: true;
  /** The address of the source without credentials. */
  readonly sourceName: string;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface TransferDependencies extends CopyDependencies {
  readonly target: Store;
}

export interface Replacement {
  /** Decides whether what the target contains may be replaced. By default it must be empty. */
  mayReplace(): Promise<Result<boolean>>;
  /** Whether an unfinished transfer of other content is given up. */
  readonly replacesUnfinished: boolean;
  /** Runs after the target is claimed and before rows are written. */
  prepare(): Promise<Result<void>>;
}

export type OnProgress = (progress: Progress) => void;

/** Reported after each batch, and once at the end of each part. */
export interface Progress {
  /** `versions api::chef.chef`, `links chefs_mentor_links`. */
  readonly part: string;
  readonly isPartDone: boolean;
  /** Rows copied of this part, and of all parts. */
  readonly partRows: number;
  readonly rows: number;
  readonly total: number;
}

export interface Copied {
  readonly rows: number;
  /** Of these, the rows that an earlier run has copied. */
  readonly before: number;
  /** One sentence for each thing that the schema no longer names. It is not copied. */
  readonly leftOut: readonly string[];
  /** Parts of the source that were written to during the copy. The copy shows the source as of the beginning. */
  readonly changedMeanwhile: readonly string[];
}

export interface Verified {
  readonly rows: number;
  readonly differences: number;
}
