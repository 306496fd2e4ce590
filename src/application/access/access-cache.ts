import { createPolling, type Polling } from '../stores/create-polling.js';
import { ok, type Result } from '../../domain/result.js';
import type { AccessState, AccessStore } from '../ports/access-store.js';
import type { Log } from '../ports/log.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';
import { nobody, type Principals } from './principals.js';

/** The latest known state of access, in memory. */
export interface AccessCache extends Polling {
  state(): AccessState;
  principals(): Principals;
  /** Reloads the state. On failure the last known state stays in use. */
  refresh(): Promise<Result<void>>;
  /** Reloads the state after a change that this process has made: at once, or after the commit of its unit of work. */
  refreshAfterChange(): Promise<Result<void>>;
}

const recheckIntervalMs = 100;

/**
 * A change of access by any process takes effect within two seconds: up to one until the next poll, and the time to
 * load the state. Works the same for every store, for one small query per second.
 */
export function createAccessCache(
  store: AccessStore,
  principalsOf: (state: AccessState) => Principals,
  log: Log,
  units?: Pick<UnitsOfWork, 'current'>,
): AccessCache {
  let state: AccessState = { revision: -1, roles: [], tokens: [] };
  let principals = nobody;
  let reachable = true;
  // Refreshes run one after another, so that an older state never replaces a newer one.
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

  const refreshAfterChange = async (): Promise<Result<void>> => {
    const unit = units?.current();
    if (unit === undefined) return refresh();
    // If this fails, the next poll loads the change.
    unit.onCommit(() => void refresh().catch(() => undefined));
    return ok(undefined);
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

  // Limits the queries that invalid tokens cause to a few per second.
  const { recheck, watch, stop } = createPolling(poll, recheckIntervalMs);
  return {
    state: () => state,
    principals: () => principals,
    refresh,
    refreshAfterChange,
    recheck,
    watch,
    stop,
  };
}
