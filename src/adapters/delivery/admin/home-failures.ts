import { mayWithAll, type Principal } from '../../../domain/permission/permission.js';
import { ok, type Result } from '../../../domain/result.js';
import type { AdminDependencies } from './call.js';
import { areas } from './contract/areas.js';
import { homeEntries } from './contract/limits.js';
import type { HomeFailures } from './contract/home.js';

/** How long a change of many entries is shown after it failed. */
const shownMs = 7 * 24 * 3_600_000;

/** What has failed on the server, as far as the administrator may look after it. Failed releases are with those that wait. */
export async function failuresFor(
  { followers, health, bulkJobs }: Pick<AdminDependencies, 'followers' | 'health' | 'bulkJobs'>,
  principal: Principal,
): Promise<Result<HomeFailures>> {
  const may = (area: string): boolean => mayWithAll(principal, 'find', area);
  const all = may(areas.health) ? await followers.list() : ok([]);
  if (!all.ok) return all;
  const undelivered = may(areas.webhooks) ? await health.undelivered() : ok(0);
  if (!undelivered.ok) return undelivered;
  const jobs = await bulkJobs.list(principal, { state: 'failed', limit: homeEntries });
  if (!jobs.ok) return jobs;
  const since = new Date(Date.now() - shownMs).toISOString();
  const failing = all.value.filter(({ state, aside }) => state === 'failing' || aside.length > 0);
  return ok({
    followers: failing.map(({ name, error, aside }) => ({
      name,
      error: error ?? aside.at(-1)?.error ?? null,
      aside: aside.length,
    })),
    deliveries: undelivered.value,
    jobs: jobs.value.flatMap(({ documentId, change, endedAt, problem, done, total }) =>
      endedAt === null || endedAt < since
        ? []
        : [{ documentId, uid: change.type, endedAt, problem: problem?.message ?? null, done, total }],
    ),
  });
}
