import type { Result } from '../../domain/result.js';
import type { Json } from '../../domain/schema/schema.js';

/** Keeps JSON values by key for the code of an app, for all servers of one database. */
export interface KeyValueStore {
  /** Returns null if there is no value. */
  get(key: string): Promise<Result<Json>>;
  /** Creates or replaces a value. Objects keep the order of their members. */
  set(key: string, value: Json): Promise<Result<void>>;
  /**
   * Creates a value, which is not null, unless the key has one. Returns null, or the value that was there. Of units of work that
   * claim one key at once, each waits for the one before it or is run again, so that it gets what that one has left.
   */
  claim(key: string, value: Json): Promise<Result<Json>>;
  /** A missing key is ignored. */
  remove(key: string): Promise<Result<void>>;
  /** Returns all values whose key begins with `prefix`, sorted by key. */
  all(prefix?: string): Promise<Result<readonly KeptValue[]>>;
}

export interface KeptValue {
  readonly key: string;
  readonly value: Json;
}
