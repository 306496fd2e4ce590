import { textOf } from '../../domain/document/text-of.js';
import type { Failure } from '../../domain/failure.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import { compare, equals } from '../../domain/query/compare.js';
import type { Filter, Query } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import { bulkJobType } from '../../domain/schema/built-in-uids.js';
import type { Planner } from '../access/planner.js';
import { findAsSystem, systemAbout } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { Document } from '../ports/document-store.js';
import type { ListBulkJobs } from './bulk-job-service.js';
import {
  openJobStates,
  type BulkJob,
  type ChosenDocument,
  type JobChange,
  type JobMatch,
  type JobRefusal,
  type JobState,
} from './bulk-job.js';

const jobOf = (document: Document): BulkJob => ({
  documentId: textOf(document['documentId']),
  change: document['change'] as unknown as JobChange,
  match: document['match'] as unknown as JobMatch,
  documentIds: (document['documentIds'] ?? null) as readonly string[] | null,
  total: Number(document['total']),
  state: textOf(document['state']) as JobState,
  planner: document['planner'] as unknown as Planner,
  owner: textOf(document['owner']),
  done: Number(document['done']),
  refused: Number(document['refused']),
  refusals: (document['refusals'] ?? []) as unknown as readonly JobRefusal[],
  problem: (document['problem'] ?? null) as unknown as Failure | null,
  cursor: textOf(document['cursor']),
  batch: (document['batch'] ?? []) as unknown as readonly ChosenDocument[],
  attempts: Number(document['attempts']),
  dueAt: textOf(document['dueAt']) || null,
  createdAt: textOf(document['createdAt']),
  endedAt: textOf(document['endedAt']) || null,
  revision: textOf(document['revision']),
});

async function find(
  documents: Documents,
  filters: readonly Filter[],
  limit: number,
  sort: NonNullable<Query['sort']>,
): Promise<Result<readonly BulkJob[]>> {
  const found = await findAsSystem(documents, bulkJobType, {
    filters: { kind: 'and', filters },
    sort,
    limit,
  });
  return found.ok ? ok(found.value.map(jobOf)) : found;
}

/** The latest first. */
const latest: NonNullable<Query['sort']> = [{ path: ['id'], direction: 'desc' }];

export const readJobs = (
  documents: Documents,
  { owner, type, state, limit }: ListBulkJobs & { readonly owner?: string },
): Promise<Result<readonly BulkJob[]>> =>
  find(
    documents,
    [
      ...(owner === undefined ? [] : [equals('owner', owner)]),
      ...(type === undefined ? [] : [equals('type', type)]),
      ...(state === undefined ? [] : [compare('state', '$in', [state].flat())]),
    ],
    limit,
    latest,
  );

export async function readJob(documents: Documents, documentId: string): Promise<Result<BulkJob | null>> {
  const found = await find(documents, [equals('documentId', documentId)], 1, latest);
  return found.ok ? ok(found.value[0] ?? null) : found;
}

/** Returns those that a server may take, the one that has waited longest first. */
export const readDueJobs = (
  documents: Documents,
  now: string,
  limit: number,
): Promise<Result<readonly BulkJob[]>> =>
  find(documents, [compare('dueAt', '$lte', now)], limit, [{ path: ['dueAt'], direction: 'asc' }]);

const answer = { fields: ['documentId', 'createdAt'] };

export type NewJob = Omit<BulkJob, 'documentId' | 'createdAt'>;

/** `place` is one of those that its owner has, which no two open jobs share: fails with `INPUT.INVALID` if it is taken. */
export async function insertJob(documents: Documents, job: NewJob, place: string): Promise<Result<BulkJob>> {
  const created = await documents.create(systemPrincipal, {
    kind: 'create',
    type: bulkJobType,
    layer: 'published',
    data: { ...job, type: job.change.type, place },
    answer,
  });
  if (!created.ok) return created;
  const [row = {}] = created.value.answer.documents();
  return ok({ ...job, documentId: textOf(row['documentId']), createdAt: textOf(row['createdAt']) });
}

export type JobStep = Partial<NewJob> & Pick<BulkJob, 'revision'>;

/**
 * Changes a job that is in one of these states, as it was read. Fails with `DOCUMENT.NOT_FOUND` if another server has taken it,
 * or if it is in another state by now.
 */
export const updateJob = (
  documents: Documents,
  { documentId, revision }: Pick<BulkJob, 'documentId' | 'revision'>,
  states: readonly JobState[],
  data: JobStep,
): Promise<Result<unknown>> => write(documents, documentId, { revisions: [revision], states }, data);

/** Ends an open job, whoever has it, and leaves what that one counts. */
export const cancelJob = (
  documents: Documents,
  documentId: string,
  endedAt: string,
): Promise<Result<unknown>> =>
  write(documents, documentId, { states: openJobStates }, { state: 'cancelled', endedAt, dueAt: null });

/** What a job has to be like before a change; it is judged after it too. */
interface Expected {
  readonly revisions?: readonly string[];
  readonly states: readonly JobState[];
}

function write(
  documents: Documents,
  documentId: string,
  { revisions, states }: Expected,
  data: Partial<NewJob>,
): Promise<Result<unknown>> {
  const filters = [
    compare('state', '$in', data.state === undefined ? states : [...states, data.state]),
    ...(revisions === undefined ? [] : [compare('revision', '$in', [...revisions, data.revision])]),
  ];
  return documents.update(systemAbout(bulkJobType, { kind: 'and', filters }), {
    kind: 'update',
    type: bulkJobType,
    documentId,
    layer: 'published',
    // What only an open job needs goes with its end.
    data: data.dueAt === null ? { ...data, place: null, documentIds: null } : data,
    answer,
  });
}

/** Removes some that ended before a time. Returns their number. */
export async function removeEndedJobs(
  documents: Documents,
  before: string,
  limit: number,
): Promise<Result<number>> {
  const found = await find(documents, [compare('endedAt', '$lt', before)], limit, latest);
  if (!found.ok) return found;
  for (const { documentId } of found.value) {
    const removed = await documents.delete(systemPrincipal, {
      kind: 'delete',
      type: bulkJobType,
      documentId,
    });
    if (!removed.ok && removed.failure.code !== 'DOCUMENT.NOT_FOUND') return removed;
  }
  return ok(found.value.length);
}
