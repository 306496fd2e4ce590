import type { Result } from '../../domain/result.js';
import type { Layer } from '../../domain/query/query.js';
import type { StoredLink } from '../../domain/relation/link-list.js';
import type { ContentType, Json, Link } from '../../domain/schema/schema.js';

/**
 * Reads and writes all stored content in a form that is the same for every store: to move it to another store, or to
 * compare two. Roles and tokens go through `AccessStore`.
 */
export interface ArchiveStore {
  /**
   * Opens a reader, passes it to `work`, and returns the result of `work`. Fails with `STORE.UNAVAILABLE` or
   * `STORE.TIMEOUT` if the reader cannot be opened or cannot go on.
   */
  read<T>(work: (reader: ArchiveReader) => Promise<Result<T>>): Promise<Result<T>>;

  /**
   * Returns the names of the tables or collections of content and of access that hold anything; those that do not exist
   * yet count as empty. Changes nothing.
   */
  contents(): Promise<Result<readonly string[]>>;

  /** Returns the progress of a transfer into this store; null if none was begun. */
  mark(): Promise<Result<TransferMark | null>>;

  /**
   * Stores `mark` in place of an earlier one, and removes all rows beyond `mark.at`: those that a crashed run has written
   * without a mark, or, if it is null, everything that was there.
   */
  claim(mark: TransferMark): Promise<Result<void>>;

  /**
   * Stores the rows as they are, and then `mark`. After a crash in between, `claim` removes the rows. Fails with
   * `STORE.CONFLICT`, and stores nothing, if another run has claimed the transfer, and with `INPUT.MISMATCH` if a row collides
   * with a stored one.
   */
  put(batch: ArchiveBatch, mark: TransferMark): Promise<Result<void>>;

  /**
   * Stores opened from now on use ids and sequence keys above `counters` and above all stored ones. Then stores `mark`.
   */
  finish(counters: ArchiveCounters, mark: TransferMark): Promise<Result<void>>;
}

/** Reads in ascending order of numeric ids, in batches of a few megabytes, unless a single row is larger. */
export interface ArchiveReader {
  /** Whether all reads see the store as of one moment, regardless of concurrent writes. */
  readonly isSnapshot: boolean;
  inventory(): Promise<Inventory>;
  /** Returns the rows with an id greater than `after`; 0: all. Batches are not empty. */
  versions(type: ContentType, after: number): AsyncIterable<readonly ArchivedVersion[]>;
  links(link: Link, after: number): AsyncIterable<readonly ArchivedLink[]>;
  counters(): Promise<ArchiveCounters>;
}

export type ArchiveBatch =
  | { readonly kind: 'versions'; readonly type: ContentType; readonly rows: readonly ArchivedVersion[] }
  | { readonly kind: 'links'; readonly link: Link; readonly rows: readonly ArchivedLink[] };

export interface ArchivedVersion {
  readonly id: number;
  readonly documentId: string;
  readonly locale: string;
  readonly layer: Layer;
  /** ISO 8601 in UTC with milliseconds. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
  /** Of a draft: the numeric id that its published version has, or gets when it is published again. */
  readonly publishedId: number | null;
  /** Of a draft: whether it was changed since it was last published. */
  readonly hasChanges: boolean;
  /** Of a draft: whether a published version exists. It follows from the other rows; a store may keep it. */
  readonly isPublished: boolean;
  /**
   * Canonical scalar values and whole component values by attribute, in the schema's order; absent attributes are null.
   */
  readonly values: Readonly<Record<string, Json>>;
}

export type ArchivedLink = StoredLink;

/** The last values that were used; 0 if there is none. */
export interface ArchiveCounters {
  readonly sequenceKey: number;
  readonly itemId: number;
  /** By the content-type's UID. */
  readonly versionIds: Readonly<Record<string, number>>;
}

/**
 * A summary of the content in numbers, to detect writes: a write changes some of them. Parts are named `versions
 * api::chef.chef` and `links chefs_mentor_links`.
 */
export type Inventory = Readonly<Record<string, InventoryPart>>;

export interface InventoryPart {
  readonly rows: number;
  readonly lastId: number;
  /**
   * Of versions: the sums of `updatedAt` and of `publishedAt` (each in milliseconds modulo 10⁹), and the number of
   * versions with changes. Of links: the numbers of links in the draft layer, in the published layer, pending at the
   * source, and pending at the target.
   */
  readonly detail: string;
}

/** Stored in the target, so that an interrupted transfer can be continued. */
export interface TransferMark {
  /** Identifies the run that works on the transfer. A run that continues a transfer replaces it. */
  readonly run: string;
  /** The address of the source, without credentials. */
  readonly source: string;
  readonly startedAt: string;
  /** Of the source at the start of the transfer. */
  readonly inventory: Inventory;
  /**
   * The last part in which rows were stored, and the id of its last row; the parts before it are complete. Null: no
   * rows are stored yet.
   */
  readonly at: { readonly part: string; readonly after: number } | null;
  readonly rows: number;
  /** Null until the transfer is complete. */
  readonly completedAt: string | null;
}
