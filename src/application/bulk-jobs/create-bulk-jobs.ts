import { denied, failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { mayWithAll, type Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { bulkJobType } from '../../domain/schema/built-in-uids.js';
import { isOwn, ownerOf, plannerOf, type Planner } from '../access/planner.js';
import type { AuditTrail } from '../audit/audit-trail.js';
import type { Clock } from '../ports/clock.js';
import type { TokenSecrets } from '../ports/token-secrets.js';
import type { Documents } from '../documents/use-cases.js';
import { isOpen, type BulkJob, type JobRefusal } from './bulk-job.js';
import type { BulkJobRequest, BulkJobService } from './bulk-job-service.js';
import { checkChange } from './check-change.js';
import {
  changeEach,
  chooseNamed,
  chooseNext,
  queryOf,
  withCopies,
  type ChangeDependencies,
} from './change-documents.js';
import { cancelJob, insertJob, readJob, readJobs, type NewJob } from './job-records.js';
import { recordEnd, recordStart } from './job-trail.js';

export interface BulkJobsDependencies extends ChangeDependencies {
  /** Without code of the app: keeps the jobs themselves. */
  readonly rowDocuments: Documents;
  readonly clock: Clock;
  readonly secrets: Pick<TokenSecrets, 'create'>;
  readonly audit: Pick<AuditTrail, 'record'> | undefined;
}

/** How many jobs somebody may have open. */
export const mostOpenJobs = 3;

/** How many documents a job may name. */
export const mostNamed = 10_000;

export function createBulkJobs(dependencies: BulkJobsDependencies): BulkJobService {
  const { rowDocuments: records, clock } = dependencies;
  const mayOthers = (principal: Principal, action: 'find' | 'delete'): boolean =>
    mayWithAll(principal, action, bulkJobType);
  const one = async (
    principal: Principal,
    documentId: string,
    action: 'find' | 'delete',
  ): Promise<Result<BulkJob>> => {
    const found = await readJob(records, documentId);
    if (!found.ok) return found;
    const job = found.value;
    const isSeen = job !== null && (isOwn(principal, job) || mayOthers(principal, action));
    return isSeen ? ok(job) : err(noSuchJob);
  };
  return {
    start: (principal, request) => startJob(dependencies, principal, request),
    async list(principal, request) {
      if (request.isOwn !== true && mayOthers(principal, 'find')) return readJobs(records, request);
      const planner = plannerOf(principal);
      return planner === null ? err(denied) : readJobs(records, { ...request, owner: ownerOf(planner) });
    },
    find: (principal, documentId) => one(principal, documentId, 'find'),
    async cancel(principal, documentId) {
      const found = await one(principal, documentId, 'delete');
      if (!found.ok) return found;
      const ended = failure('INPUT.MISMATCH', reason('job.over', { state: found.value.state }));
      if (!isOpen(found.value)) return err(ended);
      const cancelled = await cancelJob(records, documentId, clock.now());
      if (!cancelled.ok) return cancelled.failure.code === 'DOCUMENT.NOT_FOUND' ? err(ended) : cancelled;
      const now = await one(principal, documentId, 'delete');
      if (now.ok) await recordEnd(dependencies, principal, now.value);
      return now;
    },
    async changeNow(principal, { documentIds, ...request }) {
      const allowed = await checkChange(dependencies, principal, request);
      if (!allowed.ok) return allowed;
      const chosen = await chooseNamed(dependencies, principal, {
        ...request,
        documentIds: [...new Set(documentIds)],
      });
      if (!chosen.ok) return chosen;
      const copied = withCopies(dependencies, request.change, chosen.value);
      const changed = await changeEach(dependencies, principal, request.change, copied);
      if (!changed.ok) return changed;
      const refusals = changed.value.filter((result): result is JobRefusal => result !== null);
      return ok({ done: changed.value.length - refusals.length, refusals });
    },
  };
}

const noSuchJob = failure('DOCUMENT.NOT_FOUND', reason('job.none'));

async function startJob(
  dependencies: BulkJobsDependencies,
  principal: Principal,
  request: BulkJobRequest,
): Promise<Result<BulkJob>> {
  const { rowDocuments, clock, secrets } = dependencies;
  const { change, match } = request;
  const planner = plannerOf(principal);
  if (planner === null) return err(denied);
  const allowed = await checkChange(dependencies, principal, request);
  if (!allowed.ok) return allowed;
  const named = await namedBy(dependencies, principal, request);
  if (!named.ok) return named;
  const documentIds = named.value;
  const isEmpty = request.documentIds !== undefined && documentIds?.length === 0;
  if (isEmpty || (documentIds !== null && documentIds.length > mostNamed))
    return invalid(`Give 1 to ${mostNamed} documentIds`, 'documentIds');
  if (documentIds?.includes('') === true)
    return invalid('A documentId has at least one character', 'documentIds');
  const total = await countOf(dependencies, principal, request, documentIds);
  if (!total.ok) return total;
  const job: NewJob = {
    change,
    match,
    documentIds,
    total: total.value,
    state: 'waiting',
    planner,
    owner: ownerOf(planner),
    done: 0,
    refused: 0,
    refusals: [],
    problem: null,
    cursor: '',
    batch: [],
    attempts: 0,
    dueAt: clock.now(),
    endedAt: null,
    revision: secrets.create(),
  };
  const inserted = await insertInPlace(rowDocuments, job, planner);
  if (inserted.ok) await recordStart(dependencies, principal, inserted.value);
  return inserted;
}

/**
 * Returns the documentIds that a job goes through; null: it finds them batch by batch. What is duplicated is named at once:
 * copies match too.
 */
async function namedBy(
  dependencies: BulkJobsDependencies,
  principal: Principal,
  { documentIds, most = Infinity, ...request }: BulkJobRequest,
): Promise<Result<readonly string[] | null>> {
  if (documentIds !== undefined) return ok([...new Set(documentIds)]);
  if (request.change.kind !== 'duplicate') return ok(null);
  const limit = Math.min(most, mostNamed + 1);
  const ids: string[] = [];
  for (let size = namedAtOnce; size === namedAtOnce && ids.length < limit;) {
    const asked = { ...request, documentIds: null, cursor: ids.at(-1) ?? '' };
    const next = await chooseNext(dependencies, principal, asked, Math.min(namedAtOnce, limit - ids.length));
    if (!next.ok) return next;
    ids.push(...next.value.map(({ documentId }) => documentId));
    size = next.value.length;
  }
  return ids.length > mostNamed
    ? err(failure('INPUT.MISMATCH', reason('job.tooManyCopies', { max: mostNamed })))
    : ok(ids);
}

/** So many documents are named by one read. */
const namedAtOnce = 1_000;

/** Counts what is meant, as far as the principal finds it: filters that they may not use are refused now. */
async function countOf(
  { schema, documents }: BulkJobsDependencies,
  principal: Principal,
  { most = Infinity, ...request }: BulkJobRequest,
  documentIds: readonly string[] | null,
): Promise<Result<number>> {
  if (documentIds !== null) return ok(documentIds.length);
  const counted = await documents.count(principal, queryOf(schema, request));
  return counted.ok ? ok(Math.min(counted.value, most)) : counted;
}

/** Of two requests at once, no two get the same place, so nobody has more open jobs than places. */
async function insertInPlace(documents: Documents, job: NewJob, planner: Planner): Promise<Result<BulkJob>> {
  for (let place = 1; place <= mostOpenJobs; place += 1) {
    const inserted = await insertJob(documents, job, `${ownerOf(planner)} ${place}`);
    if (inserted.ok || inserted.failure.code !== 'INPUT.INVALID') return inserted;
  }
  return err(failure('INPUT.MISMATCH', reason('job.tooMany', { max: mostOpenJobs })));
}

const invalid = (message: string, key: string): Result<never> =>
  err(failure('INPUT.INVALID', message, { key }));
