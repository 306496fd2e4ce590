import type { Log } from '../application/ports/log.js';
import type { Observations } from '../application/ports/observations.js';
import type { Store } from '../application/ports/store.js';
import type { RepeatedWork } from '../application/repeated-work.js';
import { failure } from '../domain/failure.js';
import { err, ok, type Result } from '../domain/result.js';
import type { App } from './read-app.js';

/** A store, and what keeps its cache right; null without a cache. */
export interface CachedStore {
  readonly store: Store;
  readonly writeWatch: RepeatedWork | null;
}

/** Puts the read cache before the store if the settings ask for it; otherwise nothing of it is loaded. */
export async function openReadCache(
  { schema, config: { cache } }: App,
  store: Store,
  { observations, log }: { readonly observations: Observations; readonly log: Log },
): Promise<Result<CachedStore>> {
  if (!cache.enabled) return ok({ store, writeWatch: null });
  const { documents, freshness, units } = store;
  if (freshness === null) return err(notExact);
  const { createReadCache } = await import('../application/read-cache/create-read-cache.js');
  const { createWriteWatch } = await import('../application/read-cache/watch-writes.js');
  const { maxBytes } = cache;
  const cached = createReadCache({ schema, documents, freshness, units, maxBytes, observations });
  return ok({ store: { ...store, documents: cached }, writeWatch: createWriteWatch(freshness, log) });
}

const notExact = failure(
  'INPUT.INVALID',
  'READ_CACHE needs PostgreSQL, whose triggers note every write. MongoDB has none, so what another program writes would not be seen, and answers in memory need no cache',
);
