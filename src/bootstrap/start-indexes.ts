import { createIndexKeeper } from '../application/indexes/create-index-keeper.js';
import { indexLimits } from './app-settings.js';
import type { Parts } from './parts.js';

/** Joins the counts of questions, and makes and removes indexes, unless it is turned off. Returns a function that stops it. */
export function startIndexes(parts: Parts): () => Promise<void> {
  const { app, schema, store, questions: counts, clock, log } = parts;
  if (counts === null || store.indexes === null) return async () => {};
  const isAutomatic = app.config.indexes.mode === 'auto';
  const limits = indexLimits(app);
  const keeper = createIndexKeeper({ schema, store: store.indexes, counts, clock, log, limits, isAutomatic });
  keeper.start();
  return () => keeper.stop();
}
