import { getHeapStatistics } from 'node:v8';
import type { ListedFollower } from '../../../../application/change-log/manage-followers.js';
import type { State } from '../../../../application/ports/observations.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { AdminDependencies, Reply } from '../call.js';
import { Health, type HealthFollower } from '../contract/health.js';
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
  health,
  isReady,
  options,
}: AdminDependencies): Promise<Result<Reply<Health>>> {
  const found = await followers.list();
  if (!found.ok) return found;
  const askedAt = performance.now();
  const answered = await health.ask();
  if (!answered.ok) return answered;
  const answerMs = performance.now() - askedAt;
  const [queues, files, databaseVersion] = await Promise.all([
    health.queues(),
    health.files(),
    health.databaseVersion(),
  ]);
  if (!queues.ok) return queues;
  if (!files.ok) return files;
  if (!databaseVersion.ok) return databaseVersion;
  const { version, environment, startedAt, database } = options;
  const { p50, worst } = health.delay();
  const { rss, heapUsed } = process.memoryUsage();
  const data: Health = {
    isReady: isReady(),
    version,
    node: process.version,
    database,
    databaseVersion: databaseVersion.value,
    environment,
    startedAt,
    memoryBytes: rss,
    heapBytes: heapUsed,
    heapLimitBytes: getHeapStatistics().heap_size_limit,
    answerMs: rounded(answerMs),
    delayMs: { typical: rounded(p50), worst: rounded(worst) },
    ...loadIn(health.state()),
    queues: queues.value,
    files: { count: files.value.count, bytes: Math.round(files.value.kilobytes * 1000) },
    faults: health.faults(),
    followers: found.value.map(present),
  };
  return ok({ data });
}

const rounded = (ms: number): number => (Number.isFinite(ms) ? Math.round(ms * 10) / 10 : 0);

/** What the server is busy with; several parts of it can tell of their own. */
function loadIn(states: readonly State[]): Pick<Health, 'pool' | 'requests'> {
  const pools = states.filter((state) => state.kind === 'pool');
  const admissions = states.filter((state) => state.kind === 'admission');
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  return {
    pool:
      pools.length === 0
        ? null
        : {
            used: sum(pools.map(({ used }) => used)),
            idle: sum(pools.map(({ idle }) => idle)),
            waiting: sum(pools.map(({ waiting }) => waiting)),
          },
    requests: {
      running: sum(admissions.map(({ running }) => running)),
      waiting: sum(admissions.map(({ waiting }) => waiting)),
    },
  };
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
