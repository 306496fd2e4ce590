import type { Failure } from '../../domain/failure.js';
import type { Caller } from '../../domain/permission/permission.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';

/** One read or write of a caller, waiting or running. */
export interface Ticket {
  readonly caller: Caller;
  /** Null: a write. */
  readonly plan: ReadPlan | null;
  shape: string | undefined;
  /** Whether it is known to take long. */
  heavy: boolean;
  /** When it began to wait, and when to run. */
  since: number;
  started: number;
  /** Cancels it, if it runs and may be cancelled. */
  abort: (() => void) | undefined;
  /** It was cancelled to let others run, and waits again. */
  again: boolean;
  /** Ends its waiting: null, it is its turn. */
  admit: ((refused: Failure | null) => void) | undefined;
}
