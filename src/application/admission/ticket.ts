import { Canceller } from '../../domain/cancellation.js';
import type { Failure } from '../../domain/failure.js';
import type { Caller } from '../../domain/permission/permission.js';
import type { Deadline } from '../ports/document-store.js';

/** One read or write of a caller, waiting or running. For a read it is also the deadline passed to the store. */
export class Ticket extends Canceller implements Deadline {
  /** When the read has to end, on the clock of `performance.now()`. Writes have no deadline. */
  at = Infinity;
  /** When it began to wait, by `FairSlots`' clock of waiting. */
  since = 0;
  /** Ends its waiting: with null it runs now, with a failure it is refused. */
  admit: ((refused: Failure | null) => void) | undefined;

  /** `longCost` is the estimated cost of a long read, else 0. */
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
