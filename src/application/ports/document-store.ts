import type { Cancellation } from '../../domain/cancellation.js';
import type { Failure } from '../../domain/failure.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import type { Decision } from '../../domain/plan/write-plan.js';
import type { LoadedState, WriteRequirements } from '../../domain/plan/write-requirements.js';
import type { Result } from '../../domain/result.js';
import type { ContentType, Json } from '../../domain/schema/schema.js';
import type { AuditEntry } from './audit-log.js';

/** Keeps documents and their links. Every method answers `STORE.UNAVAILABLE` while the database cannot be reached. */
export interface DocumentStore {
  /**
   * Answers the plan from one snapshot. Fails with `PLAN.TOO_LARGE` past `plan.limits`, and with `STORE.TIMEOUT` past
   * the store's own time limit or soon after `deadline`; it is then cancelled in the database too.
   */
  read(plan: ReadPlan, deadline?: Deadline): Promise<Result<ReadAnswer>>;

  /**
   * One unit of work: locks and loads `work.needs`, asks `work.decide`, applies the plan and reads `work.answer` after
   * it. All or nothing. A failure of `decide` is passed on. Conflicts with other writers are retried a bounded number
   * of times, then `STORE.CONFLICT`. A taken unique value is `notUnique`, a missing target `targetNotFound`. Writes to
   * lists are strictly serializable: they have one order, in which a write that was acknowledged before another began
   * comes first, and `read` sees the lists between two writes.
   */
  write(work: WriteWork): Promise<Result<ReadAnswer | null>>;

  /** The documentIds of versions by numeric id; ids without a version are absent. */
  identify(type: ContentType, ids: readonly number[]): Promise<Result<ReadonlyMap<number, string>>>;

  /** Reserves `count` numeric ids for component items, never given out before; answers the first of the run. */
  reserveItemIds(count: number): Promise<Result<number>>;
}

/** When a read has to end. */
export interface Deadline {
  /** Aborted at that time, or before, when nobody waits for the answer any more. */
  readonly signal: Cancellation;
  /** By the clock of `performance.now()`. */
  readonly at: number;
}

export interface WriteWork {
  /** Null: nothing is locked or read, `decide` is asked at once with `nothingLoaded`. */
  readonly needs: WriteRequirements | null;
  /** Pure; may be asked again after a rebalance or a conflict. */
  decide(known: LoadedState): Result<Decision>;
  /** Read in the same unit of work. Null: no answer is wanted. */
  readonly answer: ReadPlan | null;
  /** What the documents themselves refuse, in the same unit of work. */
  readonly guards?: readonly Guard[];
  /** Recorded in the same unit of work, where the change is made; see `AuditLog`. */
  readonly entry?: AuditEntry;
}

/** A plan that must find nothing, before the change or after it; otherwise `refusal`, and nothing changes. */
export interface Guard {
  readonly when: 'before' | 'after';
  readonly plan: ReadPlan;
  readonly refusal: Failure;
}

/** The same answer in two forms; take one. */
export interface ReadAnswer {
  /** Number of rows in the list. */
  readonly size: number;
  /** Null when `plan.count` is false. */
  readonly total: number | null;
  /** The JSON text of the list, `[…]`. */
  text(): string;
  documents(): readonly Document[];
}

/** A shaped document: the members of the plan's shape, in order. */
export type Document = { readonly [name: string]: Json };
