import { AsyncLocalStorage } from 'node:async_hooks';
import type { Store } from '../application/ports/store.js';
import { CallerPositions, type RequestPosition } from '../application/replicas/caller-positions.js';
import { notingWrites } from '../application/replicas/noting-writes.js';

/** A store, and how far callers have written on it; null without replicas. */
export interface PositionedStore {
  readonly store: Store;
  readonly positions: CallerPositions | null;
}

/** Notes how far callers write, if replicas answer reads; otherwise nothing is wrapped. */
export function openPositions(store: Store): PositionedStore {
  if (store.replicas === null) return { store, positions: null };
  const positions = new CallerPositions(store.replicas, new AsyncLocalStorage<RequestPosition>());
  return { store: notingWrites(store, positions), positions };
}
