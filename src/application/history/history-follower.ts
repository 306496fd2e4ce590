import type { Follower } from '../change-log/follower.js';
import { contentTypeOf, type Schema } from '../../domain/schema/schema.js';
import type { LoggedChange } from '../ports/change-log.js';
import { foldCaptures, type FoldDependencies } from './fold-captures.js';

/** Makes entries of the history as documents are written. Null: no content-type has a history. */
export function historyFollower(dependencies: FoldDependencies): Follower | null {
  const { schema } = dependencies;
  if (![...schema.contentTypes.values()].some(({ history }) => history !== null)) return null;
  return {
    name: 'history',
    // What was captured before this follower was there.
    from: 'start',
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
