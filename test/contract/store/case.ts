import type { World } from '../world.js';

/** Tests one promise of a store. It starts without documents and need not clean up. */
export type Case = (world: World) => Promise<void>;

/** Cases by name. `satisfies Cases` preserves the names for `StoreCase`. */
export type Cases = Readonly<Record<string, Case>>;
