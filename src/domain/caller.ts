import type { Cancellation } from './cancellation.js';
import type { FailureCode } from './failure.js';
import type { ReadPlan } from './plan/read-plan.js';

/** The request of a principal. */
export interface Caller {
  /** Whose share of the server the request uses: a user's, a token's, or that of a network of public clients. */
  readonly key: string;
  /** Aborted when the client no longer waits for the answer. */
  readonly signal: Cancellation;
  /** Absent where nobody observes the request. */
  readonly measure?: RequestMeasure | undefined;
  /**
   * Returns the position that a replica must have reached to answer the request's reads; undefined: only the primary may
   * answer. Absent where it always has to.
   */
  readonly readsAfter?: (() => bigint | undefined) | undefined;
}

/** Notes what a request costs. Times are those of `performance.now()`; each stage ends when it is noted. */
export interface RequestMeasure {
  planned(plan: ReadPlan, beganAt: number): void;
  /** The request has waited for its turn. */
  queued(beganAt: number): void;
  /** A store has answered. */
  stored(beganAt: number): void;
  refused(code: FailureCode): void;
}
