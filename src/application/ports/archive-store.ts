import type { Result } from '../../domain/result.js';
import type { Layer } from '../../domain/query/query.js';
import type { StoredLink } from '../../domain/relation/link-list.js';
import type { ContentType, Json, Link } from '../../domain/schema/schema.js';

/**
 * Everything that a store keeps of content, in rows that say the same in every store: to move it into another one, or
 * to compare two. Roles and tokens go through `AccessStore`.
 */
export interface ArchiveStore {
  /**
   * Lends a reader for as long as `work` runs. What `work` answers is passed on; `STORE.UNAVAILABLE` and
   * `STORE.TIMEOUT` also where a reader could not go on.
   */
  read<T>(work: (reader: ArchiveReader) => Promise<Result<T>>): Promise<Result<T>>;

  /**
   * Names of the tables or collections of the schema, and of access, that hold anything. Also where some of them are
   * not there yet. Changes nothing.
   */
  contents(): Promise<Result<readonly string[]>>;

  /** How far a transfer into this store is; null where none was begun. */
  mark(): Promise<Result<TransferMark | null>>;

  /**
   * Keeps `mark` in the place of another, or as the first. What is past `mark.at` in its part, and was never marked,
   * is removed.
   */
  claim(mark: TransferMark): Promise<Result<void>>;

  /**
   * Takes rows as they are, then keeps `mark`. After a crash in between `claim` sees to the rest. `STORE.CONFLICT` where
   * another run has claimed the transfer; `INPUT.MISMATCH` where a row collides with one that is there.
   */
  put(batch: ArchiveBatch, mark: TransferMark): Promise<Result<void>>;

  /**
   * Ids and ticks are given out above these, and above all that is there, by stores that are opened from now on. Then
   * keeps `mark`.
   */
  finish(counters: ArchiveCounters, mark: TransferMark): Promise<Result<void>>;
}

/** Reads in ascending order of numeric ids, in batches of some megabytes at most, unless one row alone is larger. */
export interface ArchiveReader {
  /** Whether all that it reads is as of one moment, whoever writes meanwhile. */
  readonly isSnapshot: boolean;
  inventory(): Promise<Inventory>;
  /** Those with an id greater than `after`; zero: all. Batches are not empty. */
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
  /** Of a draft: the numeric id that its published version has, or will have again. */
  readonly publishedId: number | null;
  /** Of a draft: whether it was changed since it was published. */
  readonly hasChanges: boolean;
  /** Of a draft: whether there is a published version. Follows from the others; a store may keep it. */
  readonly isPublished: boolean;
  /** Canonical values and whole components by attribute, in the schema's order; null is absence. */
  readonly values: Readonly<Record<string, Json>>;
}

export type ArchivedLink = StoredLink;

/** The last ones that were given out: zero where none was. */
export interface ArchiveCounters {
  readonly tick: number;
  readonly itemId: number;
  /** By uid of the content-type. */
  readonly versionIds: Readonly<Record<string, number>>;
}

/**
 * What there is, in numbers: a write changes some of them. Parts are named `versions api::chef.chef` and
 * `links chefs_mentor_links`.
 */
export type Inventory = Readonly<Record<string, InventoryPart>>;

export interface InventoryPart {
  readonly rows: number;
  readonly lastId: number;
  /**
   * Of versions: the sums of `updatedAt` and of `publishedAt` (milliseconds of each modulo 10⁹), and how many have
   * changes. Of links: how many are in the draft layer, in the published one, pending at the source, at the target.
   */
  readonly detail: string;
}

/** Kept in the target, so that a transfer that was stopped goes on where it was. */
export interface TransferMark {
  /** Who is at it: a run that goes on takes the transfer from the one before. */
  readonly run: string;
  /** The address of the source, without credentials. */
  readonly source: string;
  readonly startedAt: string;
  /** Of the source when the transfer was begun. */
  readonly inventory: Inventory;
  /** The part that was last at work, and the id of its last row; parts before it are done. Null: nothing yet. */
  readonly at: { readonly part: string; readonly after: number } | null;
  readonly rows: number;
  /** Null while it is not done. */
  readonly completedAt: string | null;
}
