import { Client } from 'pg';
import type { Freshness } from '../../../src/application/ports/freshness.js';
import type { Store } from '../../../src/application/ports/store.js';
import { createObservations } from '../../../src/application/observations/create-observations.js';
import { createReadCache } from '../../../src/application/read-cache/create-read-cache.js';
import type { Schema } from '../../../src/domain/schema/schema.js';
import { fixtureSchema } from '../../contract/fixture-schema.js';
import { createWorld, valueOf, type World } from '../../contract/world.js';
import { openScratchStore, type ScratchStore } from '../postgres/scratch-store.js';

export type Outcome = 'hit' | 'miss' | 'passed';

/** A server whose reads are cached, and what became of them. */
export interface CachedServer {
  readonly world: World;
  readonly outcomes: Outcome[];
  /** The number of kept answers. */
  kept(): number;
}

export interface CachedWorld {
  readonly scratch: ScratchStore;
  readonly schema: Schema;
  readonly freshness: Freshness;
  /** Reads without a cache. */
  readonly plain: World;
  readonly here: CachedServer;
  /** A second server on the same database. */
  readonly there: CachedServer;
}

export function cacheOn(
  store: Store,
  schema: Schema,
  freshness: Freshness,
  maxBytes = 10_000_000,
): CachedServer {
  const outcomes: Outcome[] = [];
  const observations = createObservations([
    {
      kinds: ['cached-read'],
      observe: (seen) => void (seen.kind === 'cached-read' && outcomes.push(seen.outcome)),
    },
  ]);
  const { documents, units } = store;
  const cached = createReadCache({ schema, documents, freshness, units, maxBytes, observations });
  return {
    world: createWorld({ ...store, documents: cached }, schema),
    outcomes,
    kept() {
      const [state] = observations.state();
      return state?.kind === 'read-cache' ? state.answers : -1;
    },
  };
}

export function freshnessOf({ freshness }: Store): Freshness {
  if (freshness === null) throw new Error('the store has no freshness');
  return freshness;
}

/** Two servers with caches on one database, which notes writes. */
export async function openCachedWorld(): Promise<CachedWorld> {
  const schema = fixtureSchema();
  const scratch = await openScratchStore(schema, { totalsFrom: 0 });
  const other = await scratch.openAnother({ totalsFrom: 0 });
  const freshness = freshnessOf(scratch.store);
  valueOf(await freshness.watch());
  return {
    scratch,
    schema,
    freshness,
    plain: createWorld(scratch.store, schema),
    here: cacheOn(scratch.store, schema, freshness),
    there: cacheOn(other, schema, freshnessOf(other)),
  };
}

/** Opens a transaction of another program, runs `text` in it, and returns how to end it. */
export async function openTransaction(
  url: string,
  text: string,
): Promise<{ commit(): Promise<void>; rollback(): Promise<void> }> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(text);
  const end = async (how: string): Promise<void> => {
    await client.query(how);
    await client.end();
  };
  return { commit: () => end('COMMIT'), rollback: () => end('ROLLBACK') };
}
