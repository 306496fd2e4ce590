import { historyFollower } from '../application/history/history-follower.js';
import type { Parts } from './parts.js';

/** Follows writes for the history, unless it is turned off or no content-type has one. */
export function startHistory({ app, schema, rowDocuments: documents, store, followers }: Parts): void {
  const { captured, units } = store;
  const follower = app.config.history.enabled
    ? historyFollower({ schema, documents, captured, units })
    : null;
  if (follower !== null) followers.add(follower);
}
