import type { Cancellation } from '../../domain/cancellation.js';
import type { TypeIndex } from '../../domain/plan/suggest-indexes.js';
import type { Layer } from '../../domain/query/query.js';
import type { Result } from '../../domain/result.js';
import type { Json, Uid } from '../../domain/schema/schema.js';

/** Keeps indexes that the schema does not ask for, and a record for each content-type of why they are there. */
export interface IndexStore {
  /** Returns the name that the store gives to an index. */
  nameOf(index: TypeIndex): string;
  /** Returns the indexes of all content-types, those of the schema and those that others made too. */
  list(): Promise<Result<readonly ListedIndex[]>>;
  /**
   * Makes or removes one index while documents are read and written, and while no other server changes the schema or an
   * index. `decide` chooses by the indexes that there are then; null: nothing. Before that, made indexes are removed that
   * are not complete. If `signal` is aborted, it fails soon; what it began is then removed by a later call.
   */
  change(
    decide: (there: readonly ListedIndex[]) => IndexChange | null,
    signal?: Cancellation,
  ): Promise<Result<IndexChange | null>>;
  /** Returns the records. */
  load(): Promise<Result<ReadonlyMap<Uid, KeptRecord>>>;
  /** Replaces a record; `revision` 0: creates it. Returns false if another server has changed it since it was loaded. */
  save(type: Uid, revision: number, value: Json): Promise<Result<boolean>>;
}

export interface KeptRecord {
  readonly revision: number;
  readonly value: Json;
}

export interface ListedIndex {
  readonly name: string;
  readonly type: Uid;
  /** `any`: it serves reads of both layers. */
  readonly layer: Layer | 'any';
  /** The attributes that it begins with, after the locale; empty if it is of another form. */
  readonly fields: readonly string[];
  /** `made`: by `change`. `schema`: the schema needs it. `other`: made by somebody else. */
  readonly origin: 'made' | 'schema' | 'other';
  readonly isComplete: boolean;
  /** Its size; null if the store does not tell. */
  readonly bytes: number | null;
  /** How often the database has used it since it began to count; null if it does not tell. */
  readonly uses: number | null;
}

export type IndexChange =
  | { readonly kind: 'make'; readonly index: TypeIndex }
  | { readonly kind: 'drop'; readonly index: ListedIndex };
