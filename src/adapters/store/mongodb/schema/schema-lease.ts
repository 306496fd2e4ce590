import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Collection, Db } from 'mongodb';
import type { Log } from '../../../../application/ports/log.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import { failure } from '../../../../domain/failure.js';
import { violatedIndex } from '../database-error.js';
import { ownCollections } from '../layout.js';

interface LeaseRow {
  readonly _id: 'turn';
  readonly holder: string;
  readonly until: Date;
}

export interface LeaseTimes {
  /** A lease that is not renewed for so long has ended. */
  readonly leaseMs: number;
  /** How long a server waits for the lease of another one. */
  readonly timeoutMs: number;
}

export const defaultLeaseTimes: LeaseTimes = { leaseMs: 20_000, timeoutMs: 60_000 };

/** Throws when the lease is lost. */
export type ConfirmLease = () => void;

/**
 * Runs `work` while no other server changes the collections of this database. The clock is that of the database. Aborting
 * `signal` ends the wait for the other server.
 */
export async function withLease<T>(
  db: Db,
  log: Log,
  times: LeaseTimes,
  work: (confirmLease: ConfirmLease) => Promise<T>,
  signal?: Cancellation,
): Promise<T> {
  const { leaseMs } = times;
  const leases = db.collection<LeaseRow>(ownCollections.schema);
  const holder = randomUUID();
  await waitForLease(leases, holder, times, log, signal);
  let isHeld = true;
  let renewed = Date.now();
  const renewing = setInterval(() => {
    renew(leases, holder, leaseMs).then(
      (done) => {
        isHeld &&= done;
        if (done) renewed = Date.now();
      },
      () => {},
    );
  }, leaseMs / 4);
  try {
    return await work(() => {
      if (!isHeld || Date.now() - renewed > leaseMs) throw new ThrownFailure(leaseLost);
    });
  } finally {
    clearInterval(renewing);
    await leases.deleteOne({ _id: 'turn', holder }).catch(() => {});
  }
}

async function waitForLease(
  leases: Collection<LeaseRow>,
  holder: string,
  { leaseMs, timeoutMs }: LeaseTimes,
  log: Log,
  signal?: Cancellation,
): Promise<void> {
  const start = Date.now();
  let isLogged = false;
  while (!(await take(leases, holder, leaseMs))) {
    if (signal?.aborted === true) throw new ThrownFailure(stoppedWaiting);
    if (Date.now() - start > timeoutMs) throw new ThrownFailure(noLease(timeoutMs));
    if (!isLogged)
      log.warn('Another server or command is changing the collections of this database: waiting for it');
    isLogged = true;
    await sleep(Math.min(250, timeoutMs / 4));
  }
}

async function take(leases: Collection<LeaseRow>, holder: string, leaseMs: number): Promise<boolean> {
  try {
    await leases.insertOne({ _id: 'turn', holder: '', until: new Date(0) });
  } catch (error) {
    if (violatedIndex(error) === undefined) throw error;
  }
  const { matchedCount } = await leases.updateOne({ _id: 'turn', $expr: { $lt: ['$until', '$$NOW'] } }, [
    { $set: { holder, until: { $add: ['$$NOW', leaseMs] } } },
  ]);
  return matchedCount > 0;
}

async function renew(leases: Collection<LeaseRow>, holder: string, leaseMs: number): Promise<boolean> {
  const until = { $add: ['$$NOW', leaseMs] };
  const { matchedCount } = await leases.updateOne({ _id: 'turn', holder }, [{ $set: { until } }]);
  return matchedCount > 0;
}

export const stopped = failure('STORE.TIMEOUT', 'The server stops');

const stoppedWaiting = failure(
  'STORE.TIMEOUT',
  'Stopped while waiting for another server or command that is changing the collections of this database',
);

const noLease = (timeoutMs: number) =>
  failure(
    'STORE.CONFLICT',
    `Another server has been changing the collections of this database for ${Math.round(timeoutMs / 1000)} seconds. Start again when it is done.`,
  );

const leaseLost = failure(
  'STORE.CONFLICT',
  'This server lost its turn to change the collections: the database did not answer for too long. Start again: it goes on where it was.',
);
