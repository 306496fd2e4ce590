import type { Cancellation } from '../../domain/cancellation.js';
import type { Failure } from '../../domain/failure.js';
import type { AggregatePlan } from '../../domain/plan/aggregate-plan.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import type { Decision } from '../../domain/plan/write-plan.js';
import type { DocumentLock, LoadedState, WriteRequirements } from '../../domain/plan/write-requirements.js';
import type { Result } from '../../domain/result.js';
import type { ContentType, Json } from '../../domain/schema/schema.js';
import type { AuditEntry } from './audit-log.js';
import type { ChangeEntry } from './change-log.js';
import type { Position } from './replicas.js';

/** Stores documents and their links. Every method fails with `STORE.UNAVAILABLE` if the database cannot be reached. */
export interface DocumentStore {
  /**
   * Executes the plan on one snapshot. Fails with `PLAN.TOO_LARGE` if the answer exceeds `plan.limits`, and with
   * `STORE.TIMEOUT` after the store's own time limit or soon after `deadline`; the query is then cancelled in the
   * database too.
   *
   * Sees every write that was acknowledged before. With `since`, a replica that has reached that position may answer, and
   * the read sees every write up to there. Reads in a unit of work never use a replica.
   */
  read(plan: ReadPlan, deadline?: Deadline, since?: Position): Promise<Result<ReadAnswer>>;

  /**
   * Computes the groups of a plan on one snapshot. Fails as `read` does, and with `tooManyGroups` if there are more groups
   * than `limits.rows` of its documents, before `having` and the range apply; with `beyondNumbers` if a sum of
   * floating-point numbers is infinite.
   */
  aggregate(plan: AggregatePlan, deadline?: Deadline, since?: Position): Promise<Result<AggregateAnswer>>;

  /**
   * Executes a write as one transaction: locks and loads `work.requirements`, calls `work.decide`, applies the plan, and reads
   * `work.answer`. Returns a failure of `decide` unchanged. Conflicts with concurrent writes are retried a bounded
   * number of times, and then fail with `STORE.CONFLICT`. A duplicate of a unique value fails with `notUnique`, a
   * missing link target with `targetNotFound`.
   *
   * Writes to lists are strictly serializable: they take effect in one order, in which a write that was acknowledged
   * before another began comes first, and `read` sees the lists between two writes.
   */
  write(work: WriteWork): Promise<Result<ReadAnswer | null>>;

  /**
   * Performs writes as `write` does, in their order. Returns a result for each, up to the first failure; if the database is lost
   * during several that are performed together, it is the failure of each of these, as nobody knows whether they took effect.
   * They take effect together only in a unit of work. Writes of different documents of one type, and new documents, may cost
   * little more than one if they have no `answer` and no `guards`.
   */
  writeAll(works: readonly WriteWork[]): Promise<Result<readonly Result<null>[]>>;

  /**
   * Takes the locks in the given order, for the rest of the current unit of work, so that its writes take no lock in another
   * order. Skips missing documents. Null: the store needs none, because it refuses a write at once if another unit has written
   * the document, or has one writer at a time.
   */
  readonly lock: ((locks: readonly DocumentLock[]) => Promise<Result<null>>) | null;

  /** Returns the documentIds of versions by numeric id. Ids without a version are absent. */
  identify(type: ContentType, ids: readonly number[]): Promise<Result<ReadonlyMap<number, string>>>;

  /**
   * Reserves `count` numeric ids for component items, which were never used before. Returns the first; the others
   * follow it.
   */
  reserveItemIds(count: number): Promise<Result<number>>;
}

/** The time limit of a read. */
export interface Deadline {
  /** Aborted at the deadline, or earlier if the client disconnects. */
  readonly signal: Cancellation;
  /** Milliseconds, on the clock of `performance.now()`. */
  readonly at: number;
}

export interface WriteWork {
  /** Null: nothing is locked or loaded, and `decide` is called with `nothingLoaded`. */
  readonly requirements: WriteRequirements | null;
  /** Pure. Called again after a rebalance or a conflict. */
  decide(loaded: LoadedState): Result<Decision>;
  /** Read in the same transaction. Null: no answer. */
  readonly answer: ReadPlan | null;
  /** Checked in the same transaction. */
  readonly guards?: readonly Guard[];
  /** Recorded in the same transaction if the write succeeds; see `AuditLog`. */
  readonly entry?: AuditEntry;
  /** Logged in the same transaction if the write changes a version; see `ChangeLog`. */
  readonly change?: ChangeEntry;
  /** The version that is captured with the entry of `change`; see `CapturedVersions`. */
  readonly capture?: Capture;
}

/** Reads one version after the change. Null: only the entry is captured. */
export interface Capture {
  readonly plan: ReadPlan | null;
}

/**
 * A plan that must find nothing, before or after the change. If it finds something, the write fails with `refusal` and
 * changes nothing.
 */
export interface Guard {
  readonly when: 'before' | 'after';
  readonly plan: ReadPlan;
  readonly refusal: Failure;
}

/** One answer in two forms. Call only one of `text` and `documents`. */
export interface ReadAnswer {
  /** The number of documents in the list. */
  readonly size: number;
  /** The number of documents that match; null if `plan.count` is false. */
  readonly total: number | null;
  /** Whether the total is an estimate, which only plans with `estimates` get. */
  readonly isEstimate?: boolean;
  /** Returns the list as JSON: `[…]`. Without spaces around names of members GraphQL answers faster. */
  text(): string;
  documents(): readonly Document[];
}

export interface AggregateAnswer {
  /** The groups of the range, in order: for each the canonical values of `columnsOf(plan)`. */
  readonly rows: readonly (readonly Json[])[];
  /** The number of groups in all ranges. */
  readonly total: number;
}

/** A document in the shape of the plan, with its members in order. */
export type Document = { readonly [name: string]: Json };
