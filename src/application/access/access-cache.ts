import { ok, type Result } from '../../domain/result.js';
import type { AccessState, AccessStore } from '../ports/access-store.js';
import type { Log } from '../ports/log.js';
import { nobody, type Principals } from './principals.js';

/** The last known state of access, kept near. */
export interface AccessCache {
  state(): AccessState;
  principals(): Principals;
  /** Reads everything anew. A failure leaves the last known state in use. */
  refresh(): Promise<Result<void>>;
  /** Asks for a new revision now, at most once in a tenth of a second. Whether there was one. */
  recheck(): Promise<boolean>;
  /** Asks for a new revision each second until `stop`; does not keep the process alive. */
  watch(): void;
  stop(): void;
}

const pollMilliseconds = 1000;
const recheckMilliseconds = 100;

/**
 * A change of access by any process is in use here within two seconds: at most one until the next question, and the
 * time to read it. One mechanism for every store; it costs one small query a second.
 */
export function createAccessCache(
  store: AccessStore,
  principalsOf: (state: AccessState) => Principals,
  log: Log,
): AccessCache {
  let state: AccessState = { revision: -1, roles: [], tokens: [] };
  let principals = nobody;
  let timer: NodeJS.Timeout | undefined;
  let reachable = true;
  // Refreshes follow one another, so that an older answer never replaces a newer one.
  let last: Promise<unknown> = Promise.resolve();

  const load = async (): Promise<Result<void>> => {
    const loaded = await store.load(state.revision === -1 ? undefined : state);
    if (!loaded.ok) return loaded;
    state = loaded.value;
    principals = principalsOf(state);
    return ok(undefined);
  };

  const refresh = (): Promise<Result<void>> => {
    const next = last.then(load);
    last = next.catch(() => undefined);
    return next;
  };

  const refreshIfChanged = async (): Promise<Result<void>> => {
    const revision = await store.revision();
    if (!revision.ok) return revision;
    return revision.value === state.revision ? ok(undefined) : refresh();
  };

  const note = (outcome: Result<void>): void => {
    if (outcome.ok && !reachable) log.info('access can be read again');
    if (!outcome.ok && reachable) {
      log.warn('access can not be read; the last known grants stay in use', {
        reason: outcome.failure.message,
      });
    }
    reachable = outcome.ok;
  };

  const poll = async (): Promise<void> => {
    try {
      note(await refreshIfChanged());
    } catch (error) {
      log.error('access could not be refreshed', { error });
    }
  };

  const pollForNews = async (): Promise<boolean> => {
    const before = state.revision;
    await poll();
    return state.revision !== before;
  };

  // Wrong tokens cost no more than a few questions a second, however many are tried.
  let rechecking: Promise<boolean> | undefined;
  const recheck = (): Promise<boolean> => {
    rechecking ??= pollForNews().finally(() => {
      setTimeout(() => (rechecking = undefined), recheckMilliseconds).unref();
    });
    return rechecking;
  };

  // Questions do not queue up behind one that the database is slow to answer.
  const schedule = (): void => {
    timer = setTimeout(() => void poll().finally(() => timer && schedule()), pollMilliseconds);
    timer.unref();
  };

  return {
    state: () => state,
    principals: () => principals,
    refresh,
    recheck,
    watch: () => {
      if (timer === undefined) schedule();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
