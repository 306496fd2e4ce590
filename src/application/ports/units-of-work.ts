import type { Failure } from '../../domain/failure.js';
import type { Result } from '../../domain/result.js';

/**
 * Units of work: several calls of a store that take effect together or not at all.
 *
 * These calls join the unit in which they are made, however deep in the work: `documents.read`, `write`, `writeAll` and
 * `identify`, `access.change`, with the audit entries that they carry, and those of `values`. They see what the unit has written;
 * nobody else does before the commit. Everything else stays outside of any unit: `access.load` and `revision` (the server caches
 * what they return), `rates` (a counted try stays counted), `audit` (a refusal stays recorded), `archive`, `schema`,
 * `statistics`, and numbers from `reserveItemIds`, which are never used twice. The bytes of files are kept outside of the store.
 *
 * Calls within one unit run one after another, and a call that fails leaves nothing behind, so the work may go on.
 */
export interface UnitsOfWork {
  /**
   * Runs `work` in a unit. Commits if it resolves with a success; takes everything back if it resolves with a failure or
   * rejects, and returns or throws the same. A unit inside a unit is a part of the outer one, and ends with it.
   *
   * If the unit loses a conflict with another writer, `work` is run again from the start, a bounded number of times; then
   * `run` fails with `STORE.CONFLICT`. It fails with `STORE.TIMEOUT` after the time limit of the store; the unit is taken
   * back, and later calls of the same work are refused.
   *
   * Calls that `work` has started without awaiting them belong to the unit if they begin before its end, else they are
   * made on their own. They do not keep it open.
   */
  run<T>(work: (unit: UnitOfWork) => Promise<Result<T>>): Promise<Result<T>>;
  /** The unit that the caller runs in; undefined if there is none or it has ended. */
  current(): UnitOfWork | undefined;
}

export interface UnitOfWork {
  /** Commits now. Later calls of the work are made on their own. */
  commit(): Promise<Result<void>>;
  /** Takes everything back now. Later calls of the work are made on their own, or fail with `refusal` if it is given. */
  rollback(refusal?: Failure): Promise<void>;
  /** Calls `callback` after the commit, in the order of registration. It must not throw. */
  onCommit(callback: () => void): void;
  /**
   * Calls `callback` after the unit has been taken back, also if it is then run again; not if nobody knows whether it was
   * committed, as the connection was lost. It must not throw.
   */
  onRollback(callback: () => void): void;
}
