import type { Log } from '../../../../application/ports/log.js';
import type { Observations } from '../../../../application/ports/observations.js';
import type { Position, Replicas } from '../../../../application/ports/replicas.js';
import { repeatedWork } from '../../../../application/repeated-work.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { Connection, Queryable } from '../connection.js';
import { cancellation, failureOf, isBeyondLimit } from '../database-error.js';
import { LagClock } from './lag-clock.js';
import { createPrimaryPosition } from './primary-position.js';
import { placeStatement, problemTexts, Replica } from './replica.js';

export interface ReplicaSetOptions {
  readonly primary: Connection;
  readonly replicas: readonly { readonly name: string; readonly connect: () => Promise<Connection> }[];
  /** A replica whose content is older answers no reads. */
  readonly maxLagMs: number;
  readonly log: Log;
  readonly observations: Observations;
}

/** Who answers a read, and when that read is no longer wanted. */
export interface Wanted {
  /** The position that a replica must have reached; undefined: the primary answers. */
  readonly since: Position | undefined;
  readonly signal: Cancellation | undefined;
}

/** The replicas of a database, and the one place where a read chooses its connection. */
export interface ReplicaSet extends Replicas {
  /** Runs `work`, on a replica if one can answer, else on `primary`; there too after it has failed on a replica. */
  read<T>(primary: Queryable, wanted: Wanted, work: (connection: Queryable) => Promise<T>): Promise<T>;
  /**
   * From now on replicas answer only once they have what the primary has now. Until the first call, none answers. For what this
   * process relies on, such as tables that fit its schema.
   */
  requireLatest(): Promise<void>;
  close(): Promise<void>;
}

const checkEveryMs = 250;

/** Without replicas. */
export const noReplicas: Pick<ReplicaSet, 'read' | 'requireLatest'> = {
  read: (primary, _wanted, work) => work(primary),
  requireLatest: async () => {},
};

/** Refuses servers that take writes or are of another database. Those that cannot be reached are tried again later. */
export async function openReplicaSet(options: ReplicaSetOptions): Promise<Result<ReplicaSet>> {
  const { primary, maxLagMs, log, observations } = options;
  const position = createPrimaryPosition(primary);
  const clock = new LagClock();
  const place = async (): Promise<string> =>
    (await primary.query<{ readonly place: string }>(placeStatement))[0]?.place ?? '';
  const replicas = options.replicas.map(
    (each) => new Replica({ ...each, place, primary: position, maxLagMs, log }, clock),
  );
  const chosen = createChoice(replicas, position);
  const sample = async (): Promise<void> => {
    const at = performance.now();
    const now = await position.ask();
    if (now !== null) clock.add(now.flushed, at);
  };
  const checking = repeatedWork({
    step: async () => {
      const sampled = sample();
      // One that does not answer must not keep the others from being checked.
      for (const each of replicas) void each.check();
      await sampled;
      await chosen.requireAgain();
    },
    pauseMs: () => checkEveryMs,
    failed: (error) => log.error('the replicas cannot be checked', { error }),
  });
  const close = async (): Promise<void> => {
    await checking.stop();
    await Promise.all(replicas.map((each) => each.close()));
  };
  await sample();
  await Promise.all(replicas.map((each) => each.check()));
  const wrong = replicas.map((each) => each.state()).find(({ problem }) => isRefused(problem));
  if (wrong !== undefined) {
    await close();
    const text = `DATABASE_REPLICA_URLS names ${wrong.name}, which cannot be used: ${problemTexts[wrong.problem ?? 'behind']}`;
    return err(failure('STORE.UNAVAILABLE', text));
  }
  for (const [at, each] of replicas.entries())
    observations.addSource(() => {
      const { problem, lagMs } = each.state();
      return { kind: 'replica', number: at + 1, isUsed: problem === null, lagMs };
    });
  checking.watch();
  return ok({
    position: async () => (await position.ask())?.position ?? null,
    states: () => replicas.map((each) => each.state()),
    requireLatest: chosen.requireLatest,
    async read(onPrimary, { since, signal }, work) {
      if (since === undefined) return work(onPrimary);
      const found = await chosen.replica(since);
      if (found === null) {
        observations.observe({ kind: 'replica-read', by: 'primary' });
        return work(onPrimary);
      }
      try {
        const answer = await found.replica.read(found.position, work);
        observations.observe({ kind: 'replica-read', by: 'replica' });
        return answer;
      } catch (error) {
        if (!isOfReplica(error)) throw error;
        // Nobody waits for the primary's answer.
        if (signal?.aborted === true) throw cancellation();
        observations.observe({ kind: 'replica-read', by: 'primary-after-replica' });
        return work(onPrimary);
      }
    },
    close,
  });
}

const isRefused = (problem: string | null): boolean =>
  problem === 'takes-writes' || problem === 'other-database';

/** Chooses a replica for each read; they take turns. */
function createChoice(replicas: readonly Replica[], primary: ReturnType<typeof createPrimaryPosition>) {
  /** Null: not known. */
  let least: Position | null = null;
  let requirements = 0;
  let turn = 0;
  const requireLatest = async (): Promise<void> => {
    const own = ++requirements;
    least = null;
    const now = await primary.ask();
    if (own === requirements) least = now?.position ?? null;
  };
  /** A position beyond the primary's own was handed out by no server of this database, and counts as none. */
  const needed = async (since: Position): Promise<Position | null> => {
    if (since <= primary.latest) return since;
    const now = await primary.ask();
    return now === null ? null : since <= now.position ? since : 0n;
  };
  return {
    requireLatest,
    /** Asks again if the primary did not answer. */
    requireAgain: async () => (requirements > 0 && least === null ? requireLatest() : undefined),
    async replica(
      since: Position,
    ): Promise<{ readonly replica: Replica; readonly position: Position } | null> {
      const asked = await needed(since);
      if (asked === null || least === null) return null;
      const position = asked > least ? asked : least;
      for (let tried = 0; tried < replicas.length; tried++) {
        const replica = replicas[turn++ % replicas.length];
        if (replica?.has(position) === true) return { replica, position };
      }
      return null;
    },
  };
}

/**
 * Whether the primary may answer what a replica has not: it was lost, replay stood in the way, or it lacks a column. What is
 * beyond a limit would be so again.
 */
function isOfReplica(error: unknown): boolean {
  if (error instanceof ThrownFailure || isBeyondLimit(error)) return false;
  const known = failureOf(error);
  return known === null || known.code === 'STORE.UNAVAILABLE' || known.code === 'STORE.CONFLICT';
}
