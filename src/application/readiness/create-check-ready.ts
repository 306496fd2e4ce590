import type { ReplicaState, Replicas } from '../ports/replicas.js';
import type { Result } from '../../domain/result.js';

export type Check = 'database' | 'migrations' | 'stopping';

/** Whether a proxy may send requests to this server. */
export interface ReadyState {
  readonly ready: boolean;
  /** What is wrong; empty if nothing is. */
  readonly failed: readonly Check[];
  /** In the order of the settings; a server is also ready without them. */
  readonly replicas?: readonly Omit<ReplicaState, 'name'>[];
}

export type CheckReady = () => Promise<ReadyState>;

export interface ReadyDependencies {
  /** A cheap read of the database. */
  readonly ask: () => Promise<Result<unknown>>;
  /** Whether the tables fit the schema. */
  readonly isMigrated: () => boolean;
  readonly isStopping: () => boolean;
  readonly replicas?: Pick<Replicas, 'states'>;
  /** How long an answer of the database stands for the next callers. */
  readonly sharedMs?: number;
  /** How long the database may take to answer. */
  readonly timeoutMs?: number;
}

/** All callers share one question to the database for a second, so that asking often is no way to load it. */
export function createCheckReady({
  ask,
  isMigrated,
  isStopping,
  replicas,
  sharedMs = 1_000,
  timeoutMs = 5_000,
}: ReadyDependencies): CheckReady {
  let asked: Promise<boolean> | undefined;
  let until = 0;
  const answers = (): Promise<boolean> => {
    if (asked !== undefined && performance.now() < until) return asked;
    const answer = answersInTime(ask, timeoutMs);
    asked = answer;
    // A question that is still open is not asked again.
    until = Infinity;
    void answer.then(() => (until = performance.now() + sharedMs));
    return answer;
  };
  return async () => {
    const isAnswering = isStopping() || (await answers());
    const failed: Check[] = [
      ...(isAnswering ? [] : (['database'] as const)),
      ...(isMigrated() ? [] : (['migrations'] as const)),
      ...(isStopping() ? (['stopping'] as const) : []),
    ];
    return {
      ready: failed.length === 0,
      failed,
      ...(replicas && { replicas: replicas.states().map(({ problem, lagMs }) => ({ problem, lagMs })) }),
    };
  };
}

async function answersInTime(ask: ReadyDependencies['ask'], timeoutMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), timeoutMs);
  });
  try {
    return await Promise.race([ask().then(({ ok }) => ok), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
