import type { World } from '../world.js';

/** One promise of a store, pinned. It finds no documents and leaves what it likes. */
export type Case = (world: World) => Promise<void>;

/** Cases by name. `satisfies Cases` keeps the names for the type of all of them. */
export type Cases = Readonly<Record<string, Case>>;
