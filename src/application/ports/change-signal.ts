/**
 * Wakes those who read the change log, in all processes of one database. It only saves them time: a signal can be lost or
 * come without an entry, so readers also look for entries now and then.
 */
export interface ChangeSignal {
  /** Says that a write has been committed. Does not wait, and never throws. */
  send(): void;
  /**
   * Calls `wake` soon after writes of this process and, where the database can tell, of others. Returns a function that ends it.
   */
  listen(wake: () => void): () => void;
}
