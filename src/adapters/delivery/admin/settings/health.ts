import type { ListedFollower } from '../../../../application/change-log/manage-followers.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Reply } from '../call.js';
import { Health, type HealthFollower } from '../contract/settings.js';
import { areas } from '../contract/areas.js';
import { allOf, route, type Route } from '../route.js';

const present = ({
  name,
  state,
  lag,
  failures,
  error,
  retryAt,
  seenAt,
  aside,
}: ListedFollower): HealthFollower => ({
  name,
  state,
  lag,
  failures,
  error: error ?? aside.at(-1)?.error ?? null,
  retryAt,
  seenAt,
  aside: aside.length,
});

async function showHealth({
  followers,
  isReady,
  options,
}: AdminDependencies): Promise<Result<Reply<Health>>> {
  const found = await followers.list();
  if (!found.ok) return found;
  const { version, environment, startedAt, database } = options;
  const data: Health = {
    isReady: isReady(),
    version,
    node: process.version,
    database,
    environment,
    startedAt,
    memoryBytes: process.memoryUsage.rss(),
    followers: found.value.map(present),
  };
  return ok({ data });
}

/** Does something with one follower, and records who did. */
const changing = (action: 'retry' | 'skip', summary: string): Route =>
  route({
    method: 'POST',
    path: `followers/:name/${action}`,
    summary,
    needs: allOf('update', areas.health),
    async run({ followers, audit }, { principal, params }) {
      const name = params['name'] ?? '';
      const done = await followers[action](name);
      if (!done.ok) return done;
      await audit?.record(principal, { action: 'update', subject: `follower ${name}`, names: [action] });
      return ok({});
    },
  });

export const healthRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'health',
    summary: 'Read how the server is',
    needs: allOf('find', areas.health),
    gives: Health,
    run: showHealth,
  }),
  changing('retry', 'Let a follower of the change log try again now'),
  changing('skip', 'Let a follower of the change log pass over its next entry'),
];
