import { Canceller } from '../../domain/cancellation.js';
import type { Caller } from '../../domain/permission/permission.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import type { Deadline } from '../ports/document-store.js';
import { err, type Result } from '../../domain/result.js';
import { FairSlots, type AdmissionOptions } from './fair-slots.js';
import type { Ticket } from './ticket.js';

/**
 * The gate that reads and writes of clients pass before the store. The server's own work and batch jobs have no caller
 * and run at once, so authentication never waits for clients.
 */
export interface Admission {
  /**
   * Runs `work` when it is the caller's turn. `STORE.OVERLOADED`, before it has begun, where that would take too long.
   * `work` has to end when the client has left and when the time of reads is over; what it answers then is passed on.
   * It may be started again after that.
   */
  read<T>(
    caller: Caller | undefined,
    plan: ReadPlan,
    work: (deadline?: Deadline) => Promise<Result<T>>,
  ): Promise<Result<T>>;
  /** The same for writes: what has begun runs to its end, even if the client has left. */
  write<T>(caller: Caller | undefined, work: () => Promise<Result<T>>): Promise<Result<T>>;
}

export const defaultAdmissionOptions: AdmissionOptions = {
  slots: 8,
  queueTimeoutMs: 1_000,
  maxQueued: 100,
  readTimeoutMs: 4_000,
};

/** Shares the slots out fairly among callers: see `FairSlots`. */
export function createAdmission(given: Partial<AdmissionOptions> = {}): Admission {
  const options = { ...defaultAdmissionOptions, ...given };
  const slots = new FairSlots(options);
  return {
    async read(caller, plan, work) {
      if (caller === undefined) return work();
      const ticket = slots.ticket(caller, plan);
      for (;;) {
        const refused = await slots.enter(ticket);
        if (refused !== null) return err(refused);
        const result = await runRead(slots, ticket, options.readTimeoutMs, work);
        if (!ticket.again) return result;
      }
    },
    async write(caller, work) {
      if (caller === undefined) return work();
      const ticket = slots.ticket(caller, null);
      const refused = await slots.enter(ticket);
      if (refused !== null) return err(refused);
      try {
        return await work();
      } finally {
        slots.leave(ticket);
      }
    },
  };
}

async function runRead<T>(
  slots: FairSlots,
  ticket: Ticket,
  readTimeoutMs: number,
  work: (deadline?: Deadline) => Promise<Result<T>>,
): Promise<Result<T>> {
  const canceller = new Canceller();
  const abort = (): void => canceller.abort();
  ticket.abort = abort;
  const { signal } = ticket.caller;
  signal.addEventListener('abort', abort);
  try {
    return await work({ signal: canceller, at: ticket.started + readTimeoutMs });
  } finally {
    signal.removeEventListener('abort', abort);
    slots.leave(ticket);
  }
}

/** Runs everything at once. */
export const admitsAll: Admission = {
  read: (_caller, _plan, work) => work(),
  write: (_caller, work) => work(),
};
