import type { Caller, RequestMeasure } from '../../domain/caller.js';
import type { ReadPlan } from '../../domain/plan/read-plan.js';
import type { Deadline } from '../ports/document-store.js';
import { databaseReads } from '../ports/store.js';
import { err, type Result } from '../../domain/result.js';
import { FairSlots, type AdmissionOptions } from './fair-slots.js';
import type { Ticket } from './lane.js';

/**
 * Limits the reads and writes of clients before they reach the store. The server's own work and batch jobs have no
 * caller and run at once, so authentication never waits for clients.
 */
export interface Admission {
  /** The reads and writes that run, and those that wait for their turn. */
  load(): { readonly running: number; readonly waiting: number };
  /**
   * Runs `work` when it is the caller's turn. Fails with `STORE.OVERLOADED`, or with `STORE.LONG_READS` if it is a long
   * read, before it has begun if that would take too long. `work` must end when the client disconnects or its deadline passes;
   * its result is passed on.
   */
  read<T>(
    caller: Caller | undefined,
    plan: ReadPlan,
    work: (deadline?: Deadline) => Promise<Result<T>>,
  ): Promise<Result<T>>;
  /** The same for writes, except that a write that has begun runs to its end even if the client disconnects. */
  write<T>(caller: Caller | undefined, work: () => Promise<Result<T>>): Promise<Result<T>>;
}

export const defaultAdmissionOptions: AdmissionOptions = {
  slots: 8,
  queueTimeoutMs: 1_000,
  maxQueued: 100,
  readTimeoutMs: 4_000,
  longReads: databaseReads,
};

/** Shares the slots fairly among callers; see `FairSlots`. */
export function createAdmission(given: Partial<AdmissionOptions> = {}): Admission {
  const slots = new FairSlots({ ...defaultAdmissionOptions, ...given });
  const run = async <T>(ticket: Ticket, work: () => Promise<Result<T>>): Promise<Result<T>> => {
    const { signal, measure } = ticket.caller;
    const abort = (): void => ticket.abort();
    signal.addEventListener('abort', abort);
    try {
      const queuedAt = measure === undefined ? 0 : performance.now();
      const refused = await slots.enter(ticket);
      measure?.queued(queuedAt);
      if (refused === null) return await (measure === undefined ? work() : measuringStore(measure, work));
      measure?.refused(refused.code);
      return err(refused);
    } finally {
      slots.leave(ticket);
      signal.removeEventListener('abort', abort);
    }
  };
  return {
    load: () => slots.load(),
    read(caller, plan, work) {
      if (caller === undefined) return work();
      const ticket = slots.ticketOfRead(caller, plan.cost ?? 0);
      return run(ticket, () => work(ticket));
    },
    write: (caller, work) => (caller === undefined ? work() : run(slots.ticketOfWrite(caller), work)),
  };
}

async function measuringStore<T>(
  measure: RequestMeasure,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const beganAt = performance.now();
  try {
    return await work();
  } finally {
    measure.stored(beganAt);
  }
}

/** Runs everything at once. */
export const admitsAll: Admission = {
  load: () => ({ running: 0, waiting: 0 }),
  read: (_caller, _plan, work) => work(),
  write: (_caller, work) => work(),
};
