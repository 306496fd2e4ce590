import { systemPrincipal } from '../../domain/permission/permission.js';
import { compare, equals } from '../../domain/query/compare.js';
import type { Filter } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import { bulkJobType, deliveryType, fileType, releaseType } from '../../domain/schema/built-in-uids.js';
import type { Uid } from '../../domain/schema/schema.js';
import { openJobStates } from '../bulk-jobs/bulk-job.js';
import { systemQuery } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { Clock } from '../ports/clock.js';
import { later } from '../later.js';

/** What waits to be done, and what could not be done, on all servers. */
export interface Queues {
  readonly webhooks: { readonly waiting: number; readonly failed: number };
  readonly releases: { readonly scheduled: number; readonly overdue: number; readonly failed: number };
  readonly jobs: { readonly open: number; readonly failed: number };
}

interface QueueDependencies {
  readonly documents: Pick<Documents, 'count' | 'aggregate'>;
  readonly clock: Clock;
}

/** A release that is due is begun within a few seconds. */
const dueMs = 60_000;

export async function readQueues({ documents, clock }: QueueDependencies): Promise<Result<Queues>> {
  const due = later(clock.now(), -dueMs);
  const state = (value: string): Filter => equals('state', value);
  const asked: readonly (readonly [Uid, Filter])[] = [
    [deliveryType, state('waiting')],
    [deliveryType, state('failed')],
    [releaseType, state('scheduled')],
    [releaseType, { kind: 'and', filters: [state('scheduled'), compare('at', '$lt', due)] }],
    [releaseType, state('failed')],
    [bulkJobType, compare('state', '$in', openJobStates)],
    [bulkJobType, state('failed')],
  ];
  const counts = await Promise.all(
    asked.map(([type, filters]) => documents.count(systemPrincipal, systemQuery(type, { filters }))),
  );
  const numbers: number[] = [];
  for (const count of counts) {
    if (!count.ok) return count;
    numbers.push(count.value);
  }
  const [waiting = 0, undelivered = 0, scheduled = 0, overdue = 0, failed = 0, open = 0, stopped = 0] =
    numbers;
  return ok({
    webhooks: { waiting, failed: undelivered },
    releases: { scheduled, overdue, failed },
    jobs: { open, failed: stopped },
  });
}

const undeliveredMs = 7 * 24 * 3_600_000;

/** Counts the deliveries of webhooks that were given up in the last week. */
export function countUndelivered({ documents, clock }: QueueDependencies): Promise<Result<number>> {
  const since = later(clock.now(), -undeliveredMs);
  const filters = [equals('state', 'failed'), compare('endedAt', '$gte', since)];
  return documents.count(systemPrincipal, systemQuery(deliveryType, { filters: { kind: 'and', filters } }));
}

/** Counts the files, and what they take without their formats, in kilobytes. */
export async function readFileSizes({
  documents,
}: Pick<QueueDependencies, 'documents'>): Promise<
  Result<{ readonly count: number; readonly kilobytes: number }>
> {
  const found = await documents.aggregate(systemPrincipal, {
    type: fileType,
    layer: 'published',
    showsCount: true,
    values: [{ function: 'sum', attribute: 'size' }],
    groupBy: [],
    range: { offset: 0, limit: 1 },
  });
  if (!found.ok) return found;
  const [all] = found.value.groups;
  return ok({ count: all?.count ?? 0, kilobytes: Number(all?.sum?.['size'] ?? 0) });
}
