import { Canceller } from '../../domain/cancellation.js';
import type { Failure } from '../../domain/failure.js';
import type { Caller } from '../../domain/permission/permission.js';
import type { Deadline } from '../ports/document-store.js';

/** One read or write of a caller, waiting or running. The store gets it as the deadline of the read. */
export class Ticket extends Canceller implements Deadline {
  /** When the read has to end; a write that runs is not ended. */
  at = Infinity;
  /** When it began to wait, by the clock of waiting. */
  since = 0;
  /** Ends its waiting: null, it runs now. */
  admit: ((refused: Failure | null) => void) | undefined;

  /** `longCost`: the estimated cost of a long read, else 0. */
  constructor(
    readonly caller: Caller,
    readonly isRead: boolean,
    readonly longCost: number,
    readonly longestWaitMs: number,
  ) {
    super();
  }

  get signal(): this {
    return this;
  }
}
