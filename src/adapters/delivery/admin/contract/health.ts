import * as t from 'io-ts';
import { Integer, listOf, oneOf, orNull, Time } from './wire.js';

/** What follows the change log. */
const HealthFollower = t.type(
  {
    name: t.string,
    state: oneOf(['idle', 'working', 'failing', 'not running']),
    /** At most as many entries are left to handle. */
    lag: Integer,
    /** How often the next entry has failed in a row. */
    failures: Integer,
    /** The last failure. */
    error: orNull(t.string),
    retryAt: orNull(Time),
    seenAt: orNull(Time),
    /** How many entries were set aside, as they failed too often. */
    aside: Integer,
  },
  'HealthFollower',
);
export type HealthFollower = t.TypeOf<typeof HealthFollower>;

export const Health = t.type(
  {
    isReady: t.boolean,
    version: t.string,
    node: t.string,
    database: t.string,
    databaseVersion: orNull(t.string),
    environment: t.string,
    startedAt: Time,
    memoryBytes: Integer,
    /** Of the objects of the program, and the most that they may take. */
    heapBytes: Integer,
    heapLimitBytes: Integer,
    /** How long the database took to answer something small. */
    answerMs: t.number,
    /** How late timers were since this was read last: half of them at least, and the latest. */
    delayMs: t.type({ typical: t.number, worst: t.number }),
    /** The connections to the database, and what waits for one; null: it has none. */
    pool: orNull(t.type({ used: Integer, idle: Integer, waiting: Integer })),
    /** Requests that run, and that wait for their turn. */
    requests: t.type({ running: Integer, waiting: Integer }),
    queues: t.type({
      webhooks: t.type({ waiting: Integer, failed: Integer }),
      releases: t.type({ scheduled: Integer, overdue: Integer, failed: Integer }),
      jobs: t.type({ open: Integer, failed: Integer }),
    }),
    /** Without their formats. */
    files: t.type({ count: Integer, bytes: Integer }),
    /** Errors that this server has logged since its start, the latest first. */
    faults: listOf(t.type({ at: Time, message: t.string, reason: orNull(t.string) })),
    followers: listOf(HealthFollower),
  },
  'Health',
);
export type Health = t.TypeOf<typeof Health>;
