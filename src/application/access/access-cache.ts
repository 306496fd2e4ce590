import { createPolling, type Polling } from '../stores/create-polling.js';
import { ok, type Result } from '../../domain/result.js';
import type { AccessState, AccessStore } from '../ports/access-store.js';
import type { Log } from '../ports/log.js';
import { nobody, type Principals } from './principals.js';

/** The last known state of access, kept near. */
export interface AccessCache extends Polling {
  state(): AccessState;
  principals(): Principals;
  /** Reads everything anew. A failure leaves the last known state in use. */
  refresh(): Promise<Result<void>>;
}

const recheckIntervalMs = 100;

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
      log.warn('access cannot be read; the last known grants stay in use', {
        reason: outcome.failure.message,
      });
    }
    reachable = outcome.ok;
  };

  const poll = async (): Promise<boolean> => {
    const before = state.revision;
    try {
      note(await refreshIfChanged());
    } catch (error) {
      log.error('access could not be refreshed', { error });
    }
    return state.revision !== before;
  };

  // Wrong tokens cost no more than a few questions a second, however many are tried.
  const { recheck, watch, stop } = createPolling(poll, recheckIntervalMs);
  return { state: () => state, principals: () => principals, refresh, recheck, watch, stop };
}
