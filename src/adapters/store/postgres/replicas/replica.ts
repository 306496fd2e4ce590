import { setImmediate as untilReceived, setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../../../application/ports/log.js';
import type { Position, ReplicaProblem, ReplicaState } from '../../../../application/ports/replicas.js';
import type { Connection, Queryable } from '../connection.js';
import { isConnectionError, isOutOfResources, namedError } from '../database-error.js';
import type { SentStatement } from '../send-statement.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import type { LagClock } from './lag-clock.js';
import type { PrimaryPosition } from './primary-position.js';

export interface ReplicaOptions {
  /** `host:port/database`. */
  readonly name: string;
  readonly connect: () => Promise<Connection>;
  /** The primary's own answer to `placeStatement`. */
  readonly place: () => Promise<string>;
  readonly primary: Pick<PrimaryPosition, 'ask' | 'timeline'>;
  readonly maxLagMs: number;
  readonly log: Log;
}

const stateTimeoutMs = 2_000;
/** A server that says nothing at all for so long does not respond. */
const silenceMs = 500;

/** The database system and the database in it: the same on all copies. */
export const placeStatement: SentStatement = {
  text: `SELECT concat_ws(' ', (SELECT system_identifier FROM pg_control_system()), oid, datname) AS place FROM pg_database WHERE datname = current_database()`,
  values: [],
  timeoutMs: stateTimeoutMs,
};

const stateColumns = `pg_is_in_recovery() AS "isReplica", coalesce(pg_last_wal_replay_lsn() - '0/0', 0)::text AS replayed`;
const stateText = `SELECT ${stateColumns}`;

interface StateRow {
  readonly isReplica: boolean;
  readonly replayed: string;
}

interface FoundRow extends StateRow {
  readonly timeline: number;
}

/**
 * Of the same moment. The timeline is that of what the replica receives. Only roles with `pg_read_all_stats` see it; others see
 * that of its last checkpoint, which it makes minutes after the primary.
 */
const stateWithTimeline: SentStatement = {
  text: `SELECT ${stateColumns}, coalesce((SELECT received_tli FROM pg_stat_wal_receiver), timeline_id) AS timeline FROM pg_control_checkpoint()`,
  values: [],
};

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/** The replica has not answered the read, or its answer cannot be used. */
class NotAnswered extends Error {}

/** One replica. It is left while something is wrong with it, and tried again after a pause that doubles. */
export class Replica {
  private connection: Connection | undefined;
  /** What it has replayed at least. */
  private replayed: Position = 0n;
  /** When the primary had what it has replayed. */
  private caughtUpAt = -Infinity;
  private connectedAt = -Infinity;
  /** The timeline that it was on when it was last looked at. */
  private timeline = 0;
  /** When it has last answered anything. */
  private heardAt = -Infinity;
  private left: ReplicaProblem | null = 'unreachable';
  /** What was said when it could not be reached; it names no password. */
  private why = '';
  private reported: ReplicaProblem | null = null;
  private pauseMs = firstPauseMs;
  private retryAt = 0;
  private isClosed = false;
  private checking: Promise<void> | undefined;
  private readonly running = new Set<(reason: Error) => void>();

  constructor(
    private readonly options: ReplicaOptions,
    private readonly clock: LagClock,
  ) {}

  state(): ReplicaState {
    const lagMs = this.caughtUpAt === -Infinity ? null : performance.now() - this.caughtUpAt;
    return { name: this.options.name, problem: this.problem(), lagMs };
  }

  /** Whether it may answer reads that need `position`. */
  has(position: Position): boolean {
    return this.replayed >= position && this.problem() === null;
  }

  /**
   * Runs `work` on it. Each statement is sent with the question what has been replayed, so an answer counts only if the server
   * that gave it is a replica that had reached `position` before. Rejects soon after the replica is left.
   */
  async read<T>(position: Position, work: (connection: Queryable) => Promise<T>): Promise<T> {
    const { connection } = this;
    if (connection === undefined) throw new NotAnswered();
    let stop = (_reason: Error): void => {};
    const stopped = new Promise<never>((_, reject) => (stop = reject));
    this.running.add(stop);
    try {
      return await Promise.race([work(this.checked(connection, position)), stopped]);
    } catch (error) {
      const named = namedError(error);
      // One connection may be lost alone, so the server is asked.
      if (isConnectionError(named) && !isOutOfResources(named)) void this.check();
      throw error;
    } finally {
      this.running.delete(stop);
    }
  }

  /** Looks how far it is; connects if it is time to. Never rejects. */
  check(): Promise<void> {
    return (this.checking ??= this.look().finally(() => (this.checking = undefined)));
  }

  /** Waits for a running check. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.checking;
    const { connection } = this;
    this.connection = undefined;
    await connection?.close();
  }

  private async look(): Promise<void> {
    if (this.isClosed || (this.connection === undefined && performance.now() < this.retryAt)) return;
    const found = await this.found().catch((error: unknown) => {
      this.why = error instanceof Error ? error.message : '';
      return 'unreachable' as const;
    });
    if (this.isClosed) return;
    if (found !== null) this.leave(found);
    // A read may have left it meanwhile.
    else if (this.connection !== undefined) {
      this.left = null;
      this.pauseMs = firstPauseMs;
    }
    this.report();
  }

  private async found(): Promise<ReplicaProblem | null> {
    const connection = (this.connection ??= await this.open());
    if (connection === undefined) return 'other-database';
    const asked = connection.query<FoundRow>(stateWithTimeline);
    const [row] = await this.withinTime(asked);
    this.heardAt = performance.now();
    if (row === undefined || !row.isReplica) return 'takes-writes';
    const problem = await this.compared(row);
    if (problem === null) this.note(BigInt(row.replayed));
    return problem;
  }

  /** Replicas get only what the primary has flushed. */
  private async compared({ replayed, timeline }: FoundRow): Promise<ReplicaProblem | null> {
    this.timeline = timeline;
    const now = await this.options.primary.ask();
    const isBeyond = now !== null && BigInt(replayed) > now.flushed;
    return this.otherTimeline() ?? (isBeyond ? 'other-database' : null);
  }

  /** A primary that replaces another begins a later timeline, which its replicas come to. */
  private otherTimeline(): ReplicaProblem | null {
    const timeline = this.options.primary.timeline ?? this.timeline;
    if (this.timeline === timeline) return null;
    return this.timeline < timeline ? 'earlier-timeline' : 'other-database';
  }

  /** Undefined for another database. */
  private async open(): Promise<Connection | undefined> {
    const { connect, place } = this.options;
    const connection = await connect();
    const own = connection.query<{ readonly place: string }>(placeStatement);
    const places = await Promise.all([place(), own]).catch(async (error: unknown) => {
      await connection.close();
      throw error;
    });
    this.connectedAt = performance.now();
    if (places[0] === places[1][0]?.place) return connection;
    await connection.close();
    return undefined;
  }

  private note(replayed: Position): void {
    // One that was made anew may be behind what it had before.
    if (replayed < this.replayed) this.caughtUpAt = -Infinity;
    this.replayed = replayed;
    this.caughtUpAt = Math.max(this.caughtUpAt, this.clock.timeOf(replayed) ?? -Infinity);
  }

  private leave(problem: ReplicaProblem): void {
    const { connection } = this;
    this.left = problem;
    this.connection = undefined;
    this.caughtUpAt = -Infinity;
    this.retryAt = Math.max(this.retryAt, performance.now() + this.pauseMs);
    this.pauseMs = Math.min(longestPauseMs, 2 * this.pauseMs);
    for (const stop of this.running) stop(new NotAnswered());
    connection?.close().catch(() => {});
  }

  private problem(): ReplicaProblem | null {
    const isBehind = performance.now() - this.caughtUpAt > this.options.maxLagMs;
    return this.left ?? this.otherTimeline() ?? (isBehind ? 'behind' : null);
  }

  private report(): void {
    const problem = this.problem();
    const { name, log, maxLagMs } = this.options;
    // How far behind it is shows only once it has what the primary had at some time since.
    const isEarly = this.caughtUpAt === -Infinity && performance.now() - this.connectedAt < maxLagMs;
    if (problem === this.reported || (problem === 'behind' && isEarly)) return;
    this.reported = problem;
    if (problem === null) log.info(`the replica ${name} answers reads again`);
    else {
      const why = problem === 'unreachable' && this.why !== '' ? ` (${this.why})` : '';
      log.warn(`the replica ${name} answers no reads: ${problemTexts[problem]}${why}`);
    }
  }

  /** Counts the wait for a connection too, which is long where all of them wait for a replica that does not respond. */
  private withinTime<T>(answer: Promise<T>): Promise<T> {
    const ended = new AbortController();
    return Promise.race([answer, this.untilLate(ended.signal)]).finally(() => ended.abort());
  }

  /** Rejects when an answer that is asked for now is late, or nothing else is answered either. */
  private async untilLate(signal: AbortSignal): Promise<never> {
    const beganAt = performance.now();
    for (;;) {
      const now = performance.now();
      const quietSince = Math.max(beganAt, this.heardAt);
      const leftMs = Math.min(quietSince + silenceMs, beganAt + stateTimeoutMs) - now;
      if (leftMs <= 0) throw new NotAnswered();
      await pause(leftMs, undefined, { signal });
      // What has arrived while this process was busy is heard first.
      await untilReceived(undefined, { signal });
    }
  }

  private checked(connection: Connection, position: Position): Queryable {
    const send = <Row>(statement: SentStatement, signal?: Cancellation): Promise<Row[]> =>
      connection.session(async ({ query }) => {
        const [state, rows] = await Promise.allSettled([
          query<StateRow>({ text: stateText, values: [] }),
          query<Row>(statement, signal),
        ]);
        if (state.status === 'rejected') throw state.reason;
        this.heardAt = performance.now();
        if (rows.status === 'rejected') throw rows.reason;
        const [row] = state.value;
        const replayed = BigInt(row?.replayed ?? 0);
        if (row?.isReplica !== true) this.leave('takes-writes');
        else if (connection === this.connection) this.note(replayed);
        if (row?.isReplica !== true || replayed < position) throw new NotAnswered();
        return rows.value;
      });
    return { query: send };
  }
}

export const problemTexts: Readonly<Record<ReplicaProblem, string>> = {
  unreachable: 'it cannot be reached',
  'takes-writes': 'it takes writes, so it is no replica (any more)',
  'other-database': 'it is no copy of the database of DATABASE_URL',
  'earlier-timeline':
    'it is on an earlier timeline than DATABASE_URL: it follows the former primary, or (without pg_read_all_stats) has made no checkpoint since the failover',
  behind: 'it is too far behind (DATABASE_REPLICA_MAX_LAG_MS)',
};
