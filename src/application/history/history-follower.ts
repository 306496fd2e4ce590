import type { Follower } from '../change-log/follower.js';
import { contentTypeOf, type Schema } from '../../domain/schema/schema.js';
import type { LoggedChange } from '../ports/change-log.js';
import { foldCaptures, type FoldDependencies } from './fold-captures.js';

/** Entries are made together, as that takes a part of the time. A request for a history does not wait for them. */
const delayMs = 1_000;

/** Makes entries of the history as documents are written. Null: no content-type has a history. */
export function historyFollower(dependencies: FoldDependencies): Follower | null {
  const { schema } = dependencies;
  if (![...schema.contentTypes.values()].some(({ history }) => history !== null)) return null;
  return {
    name: 'history',
    // What was captured before this follower was there.
    from: 'start',
    delayMs,
    async handle(entries) {
      const kept = entries.filter((entry) => keepsHistory(schema, entry));
      if (kept.length === 0) return;
      const folded = await foldCaptures(dependencies, kept);
      if (!folded.ok) throw new Error(folded.failure.message);
    },
  };
}

/** The log may have entries of types that are gone. */
const keepsHistory = (schema: Schema, { type }: LoggedChange): boolean =>
  schema.contentTypes.has(type) && contentTypeOf(schema, type).history !== null;
