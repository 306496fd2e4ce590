import type { Followers } from '../../../application/change-log/create-followers.js';
import type { Follower } from '../../../application/change-log/follower.js';

/** `strapi.changes`: code of the app that follows the writes of documents (docs/change-log.md). */
export interface AppChanges {
  /** Adds a follower, in `register` or `bootstrap`. Its handler runs on one server at a time. */
  follow(follower: Follower): void;
}

const namePattern = /^[a-z0-9][a-z0-9._-]{0,63}$/i;

export const createAppChanges = (followers: Pick<Followers, 'add'>): AppChanges => ({
  follow(given: unknown) {
    const { name, handle, from, batchSize } = (given ?? {}) as Partial<Record<keyof Follower, unknown>>;
    if (typeof name !== 'string' || !namePattern.test(name))
      throw new TypeError('strapi.changes.follow: name is a text of letters, digits, ".", "_" and "-"');
    if (typeof handle !== 'function')
      throw new TypeError(`strapi.changes.follow: handle of "${name}" is not a function`);
    if (from !== undefined && from !== 'start' && from !== 'end')
      throw new TypeError(`strapi.changes.follow: from of "${name}" is neither "start" nor "end"`);
    if (batchSize !== undefined && !isBatchSize(batchSize))
      throw new TypeError(`strapi.changes.follow: batchSize of "${name}" is not a number from 1 to 5000`);
    followers.add({
      name: `app:${name}`,
      // The handler may be synchronous.
      handle: async (entries, lost) => {
        await (handle as Follower['handle'])(entries, lost);
      },
      ...(from !== undefined && { from }),
      ...(batchSize !== undefined && { batchSize }),
    });
  },
});

const isBatchSize = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 5_000;
