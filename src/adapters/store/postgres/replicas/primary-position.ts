import type { Position } from '../../../../application/ports/replicas.js';
import type { Queryable } from '../connection.js';

/** Places in the write-ahead log, in bytes (LSN). */
export interface PrimaryPositions {
  /** Every commit that was acknowledged before the question is before it. */
  readonly position: Position;
  /** What replicas can have at most: they get only what is flushed. */
  readonly flushed: Position;
  /** A server that is promoted begins the next one. Positions of different timelines cannot be compared. */
  readonly timeline: number;
}

/** Asks the primary where its log ends. */
export interface PrimaryPosition {
  /** The highest position that was seen; 0 before the first. */
  readonly latest: Position;
  /** The timeline of the last answer; null before the first. */
  readonly timeline: number | null;
  /** Asks after the call has begun; null if the database does not answer. Calls at the same time share a question. */
  ask(): Promise<PrimaryPositions | null>;
}

const timeoutMs = 2_000;

/** The SQL of the primary's timeline, in hexadecimal digits. Its control file has a new one only after the first checkpoint in it. */
export const timelineNow = 'left(pg_walfile_name(pg_current_wal_flush_lsn()), 8)';

/**
 * A commit is flushed before it is acknowledged, unless commits are asynchronous. What is inserted beyond that, such as cleaning
 * up by reads, may take seconds to be flushed.
 */
const text = `
SELECT (CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END - '0/0')::text AS position,
  (pg_current_wal_flush_lsn() - '0/0')::text AS flushed,
  ('x' || ${timelineNow})::bit(32)::int AS timeline`;

interface PositionRow {
  readonly position: string;
  readonly flushed: string;
  readonly timeline: number;
}

export function createPrimaryPosition(primary: Queryable): PrimaryPosition {
  let latest = 0n;
  let timeline: number | null = null;
  let running: Promise<PrimaryPositions | null> | undefined;
  let next: Promise<PrimaryPositions | null> | undefined;
  const ask = async (): Promise<PrimaryPositions | null> => {
    const [row] = await primary.query<PositionRow>({ text, values: [], timeoutMs }).catch(() => []);
    if (row === undefined) return null;
    const position = BigInt(row.position);
    if (position > latest) latest = position;
    ({ timeline } = row);
    return { position, flushed: BigInt(row.flushed), timeline };
  };
  const begin = (): Promise<PrimaryPositions | null> => {
    const asked = ask().finally(() => {
      if (running === asked) running = undefined;
    });
    running = asked;
    return asked;
  };
  return {
    get latest() {
      return latest;
    },
    get timeline() {
      return timeline;
    },
    ask() {
      if (running === undefined) return begin();
      // The running question may have been answered before the caller's write.
      next ??= running.then(() => {
        next = undefined;
        return begin();
      });
      return next;
    },
  };
}
