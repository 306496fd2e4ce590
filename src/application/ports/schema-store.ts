import type { Cancellation } from '../../domain/cancellation.js';
import type { Result } from '../../domain/result.js';
import type { Schema, Uid } from '../../domain/schema/schema.js';

/** Keeps the stored tables or collections in step with the schema that the store was opened with. */
export interface SchemaStore {
  /** Returns the pending changes. Changes nothing. */
  status(): Promise<Result<readonly SchemaChange[]>>;
  /** Returns what `status` would return if the store were opened with another schema. Changes nothing. */
  plan(schema: Schema): Promise<Result<readonly SchemaChange[]>>;
  /**
   * Applies all `safe` changes in one transaction, under a lock that other servers wait for. If an `unsafe` change is
   * pending, it changes nothing and fails with `SCHEMA.UNSAFE_CHANGE` and the changes in `details.changes`. Aborting `signal`
   * ends the wait for another server with `STORE.TIMEOUT`.
   */
  apply(signal?: Cancellation): Promise<Result<readonly SchemaChange[]>>;
  /**
   * Removes stored columns and tables that the schema no longer has: all, or those named. Nothing else deletes data.
   */
  drop(names: readonly string[] | 'all'): Promise<Result<readonly SchemaChange[]>>;
  /** Returns what `drop` can remove, each with how much is in it. Reads whole tables. */
  leftovers(): Promise<Result<readonly CountedLeftover[]>>;
}

export interface CountedLeftover extends SchemaChange {
  /** Rows of a table, values of a column; 0 for indexes and grants, which hold no content. */
  readonly values: number;
}

export interface SchemaChange {
  /**
   * `safe` changes are applied when the server starts; `unsafe` ones stop the start; a `leftover` is kept until it is
   * dropped.
   */
  readonly kind: 'safe' | 'unsafe' | 'leftover';
  /** The table, column (`table.column`) or index. Names of leftovers can be passed to `drop`. */
  readonly name: string;
  /** A sentence that says what will be done, or what to do. */
  readonly message: string;
  /** Of a `safe` change: whether it may not be what was meant, as its `renamedFrom` names nothing that is stored. */
  readonly isDoubtful?: boolean;
  /** Of a leftover: the content-types and attributes that it was made for. They may still be in the schema. */
  readonly about?: readonly { readonly type: Uid; readonly attribute?: string }[];
}
