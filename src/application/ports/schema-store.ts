import type { Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';

/** Keeps the stored tables or collections in step with the schema that the store was opened with. */
export interface SchemaStore {
  /** What differs now. Changes nothing. */
  status(): Promise<Result<readonly SchemaChange[]>>;
  /**
   * Applies every `safe` change, in one transaction and under a lock that other servers wait for. With an `unsafe`
   * change pending it fails with `SCHEMA.UNSAFE_CHANGE`, lists them in `details.changes`, and changes nothing.
   */
  apply(): Promise<Result<readonly SchemaChange[]>>;
  /** Removes stored columns and tables that the schema no longer names: all of them, or those named. The only way data goes. */
  drop(names: readonly string[] | 'all'): Promise<Result<readonly SchemaChange[]>>;
}

export interface SchemaChange {
  /** `safe` is applied at start; `unsafe` stops the start; `leftover` is kept until dropped. */
  readonly kind: 'safe' | 'unsafe' | 'leftover';
  /** What it is about: `table`, `table.column`, an index name. Names of leftovers can be given to `drop`. */
  readonly name: string;
  /** What will be done, or what to do, in a sentence. */
  readonly message: string;
  /** Of a leftover: the content-types and attributes that it was made for, which may be in the schema all the same. */
  readonly about?: readonly { readonly type: Uid; readonly attribute?: string }[];
}
