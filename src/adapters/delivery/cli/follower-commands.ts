import type { FollowerService, ListedFollower } from '../../../application/change-log/manage-followers.js';
import type { Result } from '../../../domain/result.js';
import { command, flag, type Run } from './command.js';
import { withTrail } from './in-session.js';
import { listed, noted, type Outcome } from './outcome.js';

const page = 'change-log';

const withFollowers = (work: (followers: FollowerService) => Promise<Result<Outcome>>): Run =>
  withTrail(({ followers }) => work(followers));

export const followerCommands = [
  command({
    name: 'followers',
    options: { json: flag },
    summary: 'list what follows the change log: how far it is, and what failed',
    page,
    read: (_, { json }) =>
      withFollowers(async (followers) => {
        const found = await followers.list();
        if (!found.ok) return found;
        const rows = json ? found.value.map(wholeRow) : found.value.map(row);
        return listed(rows, json, 'Nothing follows the change log.');
      }),
  }),
  command({
    name: 'followers skip',
    operands: ['NAME'],
    summary: 'pass over the entry that a follower would handle next',
    page,
    read: ([name]) =>
      withFollowers(async (followers) => {
        const skipped = await followers.skip(name);
        if (!skipped.ok) return skipped;
        if (skipped.value === null) return noted(`${name} has handled all entries: nothing is skipped.`);
        const { position, action, type, documentId } = skipped.value;
        return noted(`${name} does not get entry ${position}: ${action} of ${type} ${documentId}.`);
      }),
  }),
  command({
    name: 'followers retry',
    operands: ['NAME'],
    summary: 'try at once again what failed, and the entries that were set aside',
    page,
    read: ([name]) =>
      withFollowers(async (followers) => {
        const aside = await followers.retry(name);
        if (!aside.ok) return aside;
        return noted(`${name} goes on, and gets ${aside.value} entries again that were set aside.`);
      }),
  }),
  command({
    name: 'followers reset',
    operands: ['NAME'],
    options: { to: { value: 'start|end', isRequired: true } },
    summary: 'give a follower all entries of the log again, or only new ones',
    page,
    read([name], { to }) {
      if (to !== 'start' && to !== 'end') return '--to is neither start nor end';
      return withFollowers(async (followers) => {
        const done = await followers.reset(name, to);
        if (!done.ok) return done;
        return noted(
          `${name} goes on ${to === 'start' ? 'with the oldest entry' : 'after the newest entry'}.`,
        );
      });
    },
  }),
  command({
    name: 'followers remove',
    operands: ['NAME'],
    summary: 'forget a follower that no server has any more',
    page,
    read: ([name]) =>
      withFollowers(async (followers) => {
        const done = await followers.remove(name);
        return done.ok ? noted(`${name} is forgotten.`) : done;
      }),
  }),
];

const row = ({ name, state, lag, aside, error }: ListedFollower) => ({
  name,
  state,
  lag: `${lag} behind`,
  aside: `${aside.length} set aside`,
  error: error ?? '-',
});

const wholeRow = (follower: ListedFollower) => ({ ...follower });
