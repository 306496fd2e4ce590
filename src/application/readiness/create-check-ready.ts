import type { FollowerState } from '../change-log/manage-followers.js';
import type { ReplicaState, Replicas } from '../ports/replicas.js';
import type { Failure } from '../../domain/failure.js';
import type { Result } from '../../domain/result.js';

export type Check = 'database' | 'migrations' | 'stopping';

/** Whether a proxy may send requests to this server. */
export interface ReadyState {
  readonly ready: boolean;
  /** What is wrong; empty if nothing is. */
  readonly failed: readonly Check[];
  /** Present while the database takes no writes: the server answers reads, and refuses writes. */
  readonly readOnly?: true;
  /** How many followers of the change log are in each state; a server is also ready while they fail. */
  readonly followers?: Readonly<Partial<Record<FollowerState, number>>>;
  /** In the order of the settings; a server is also ready without them. */
  readonly replicas?: readonly Omit<ReplicaState, 'name'>[];
}

export type CheckReady = () => Promise<ReadyState>;

export interface ReadyDependencies {
  /** A cheap question to the database, which numbers waiting entries of the change log if there are any. */
  readonly askFollowers: () => Promise<Result<readonly { readonly state: FollowerState }[]>>;
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
  askFollowers,
  isMigrated,
  isStopping,
  replicas,
  sharedMs = 1_000,
  timeoutMs = 5_000,
}: ReadyDependencies): CheckReady {
  let asked: Promise<Answered> | undefined;
  let until = 0;
  const answers = (): Promise<Answered> => {
    if (asked !== undefined && performance.now() < until) return asked;
    const answer = answersInTime(askFollowers, timeoutMs);
    asked = answer;
    // A question that is still open is not asked again.
    until = Infinity;
    void answer.then(() => (until = performance.now() + sharedMs));
    return answer;
  };
  return async () => {
    const answered = isStopping() ? [] : await answers();
    const followers = answered === 'readOnly' ? [] : answered;
    const failed: Check[] = [
      ...(followers === null ? (['database'] as const) : []),
      ...(isMigrated() ? [] : (['migrations'] as const)),
      ...(isStopping() ? (['stopping'] as const) : []),
    ];
    return {
      ready: failed.length === 0,
      failed,
      ...(answered === 'readOnly' && { readOnly: true as const }),
      ...(followers !== null && followers.length > 0 && { followers: countOf(followers) }),
      ...(replicas && { replicas: replicas.states().map(({ problem, lagMs }) => ({ problem, lagMs })) }),
    };
  };
}

/** Null: the database does not answer; `readOnly`: it does, and refuses the question for now because it would write. */
type Answered = readonly FollowerState[] | 'readOnly' | null;

async function answersInTime(ask: ReadyDependencies['askFollowers'], timeoutMs: number): Promise<Answered> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  const states = async (): Promise<Answered> => {
    const asked = await ask();
    if (asked.ok) return asked.value.map(({ state }) => state);
    return isReadOnly(asked.failure) ? 'readOnly' : null;
  };
  try {
    return await Promise.race([states(), late]);
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

const isReadOnly = ({ reasons }: Failure): boolean =>
  reasons?.some(({ code }) => code === 'store.readOnly') === true;

function countOf(states: readonly FollowerState[]): Partial<Record<FollowerState, number>> {
  const counts: Partial<Record<FollowerState, number>> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}
