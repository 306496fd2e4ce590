import type { ListedFollower } from '../../../../application/change-log/manage-followers.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Call, Reply, Route } from '../call.js';
import type { Health, HealthFollower } from '../contract/settings.js';
import { areas } from '../contract/start.js';
import { needs } from './needs.js';

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

async function showHealth({ followers, isReady, options }: AdminDependencies): Promise<Result<Reply>> {
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
const changing = (action: 'retry' | 'skip'): Route['run'] =>
  needs(areas.health, 'update', async ({ followers, audit }, { principal, params }: Call) => {
    const name = params['name'] ?? '';
    const done = await followers[action](name);
    if (!done.ok) return done;
    await audit?.record(principal, { action: 'update', subject: `follower ${name}`, names: [action] });
    return ok({});
  });

export const healthRoutes: readonly Route[] = [
  { method: 'GET', path: 'health', run: needs(areas.health, 'find', showHealth) },
  { method: 'POST', path: 'followers/:name/retry', run: changing('retry') },
  { method: 'POST', path: 'followers/:name/skip', run: changing('skip') },
];
