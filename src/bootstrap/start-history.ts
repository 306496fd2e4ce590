import { historyFollower } from '../application/history/history-follower.js';
import type { Parts } from './parts.js';

/** Follows writes for the history, unless it is turned off or no content-type has one. */
export function startHistory(parts: Parts): void {
  const { app, schema, rowDocuments: documents, store, clock, ids, followers } = parts;
  const { captured, units } = store;
  const rows = { schema, store: store.documents, clock, ids };
  const follower = app.config.history.enabled
    ? historyFollower({ schema, documents, captured, units, rows })
    : null;
  if (follower !== null) followers.add(follower);
}
