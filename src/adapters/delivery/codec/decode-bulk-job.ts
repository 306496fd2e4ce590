import type { BulkJobRequest } from '../../../application/bulk-jobs/bulk-job-service.js';
import type { JobChange, JobMatch } from '../../../application/bulk-jobs/bulk-job.js';
import { isPlainObject, own, type PlainObject } from '../../../domain/document/plain-object.js';
import { failure } from '../../../domain/failure.js';
import { didYouMean } from '../../../domain/nearest-name.js';
import { asksNothing } from '../../../domain/query/asks-nothing.js';
import { publicationFilters, type Filter } from '../../../domain/query/query.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Uid } from '../../../domain/schema/schema.js';
import { decodeJsonFilters } from './create-grant-filters.js';
import {
  decodeCreate,
  decodeDelete,
  decodeTransition,
  decodeUpdate,
  writeParams,
  type WriteQuery,
} from './decode-mutation.js';
import type { ParamRecord } from './param.js';

/** What a job can do with documents. */
export const jobActions = ['update', 'delete', 'publish', 'unpublish', 'discardDraft', 'duplicate'] as const;
type JobAction = (typeof jobActions)[number];

export const isJobAction = (name: string): name is JobAction =>
  (jobActions as readonly string[]).includes(name);

const which = ['filters', 'publicationFilter', 'documentIds', 'locale'] as const;
const ofUpdate: readonly string[] = [...which, 'data', 'status'];

const refused = (message: string, key: string): Result<never> =>
  err(failure('INPUT.INVALID', message, { key }));

/** Decodes `{ "publish": { "filters": … } }`: an operation of a bulk request on all that match, or on many documentIds. */
export function decodeBulkJob(type: Uid, job: PlainObject): Result<BulkJobRequest> {
  const [kind = 'job', ...others] = Object.keys(job);
  if (!isJobAction(kind) || others.length > 0) {
    const wrong = Object.keys(job).find((one) => !isJobAction(one));
    const named = wrong === undefined ? '' : `, not "${wrong}"${didYouMean(wrong, jobActions)}`;
    return refused(`A job has exactly one of ${jobActions.join(', ')}${named}`, wrong ?? others[0] ?? kind);
  }
  const given = own(job, kind);
  if (!isPlainObject(given)) return refused(`${kind} must be an object`, kind);
  const members: readonly string[] = kind === 'update' ? ofUpdate : which;
  const stranger = Object.keys(given).find((key) => !members.includes(key));
  if (stranger !== undefined)
    return refused(`Unknown key ${stranger} of ${kind}; there are: ${members.join(', ')}`, stranger);
  const change = decodeChange(type, kind, given);
  if (!change.ok) return change;
  const chosen = decodeChosen(given);
  if (!chosen.ok) return chosen;
  const { locale } = change.value;
  const { documentIds, ...match } = chosen.value;
  return ok({
    change: change.value,
    match: { ...match, ...(locale !== undefined && { locale }) },
    ...(documentIds !== undefined && { documentIds }),
  });
}

function decodeChange(type: Uid, kind: JobAction, given: PlainObject): Result<JobChange> {
  const query = versionParams(given);
  switch (kind) {
    case 'update':
      return decodeUpdate(type, undefined, query, { data: given['data'] });
    case 'delete':
      return decodeDelete(type, undefined, query);
    case 'duplicate':
      return decodeDuplicate(type, query);
    default:
      return decodeTransition(kind, type, undefined, query);
  }
}

export function decodeDuplicate(type: Uid, query: WriteQuery): Result<JobChange> {
  const decoded = decodeCreate(type, query, { data: {} });
  if (!decoded.ok) return decoded;
  const { locale } = decoded.value;
  return ok({ kind: 'duplicate', type, ...(locale !== undefined && { locale }) });
}

interface Chosen extends Pick<JobMatch, 'filters' | 'publication'> {
  readonly documentIds?: readonly string[];
}

function decodeChosen(given: PlainObject): Result<Chosen> {
  const [documentIds, filters, state] = ['documentIds', 'filters', 'publicationFilter'].map((key) =>
    own(given, key),
  );
  if ((documentIds === undefined) === (filters === undefined && state === undefined))
    return refused('Give either documentIds, or filters, a publicationFilter or both', 'filters');
  if (documentIds !== undefined)
    return Array.isArray(documentIds) && documentIds.every(isStorable)
      ? ok({ documentIds })
      : refused('documentIds must be a list of texts', 'documentIds');
  const publication = publicationFilters.find((one) => one === state);
  if (state !== undefined && publication === undefined)
    return refused(`publicationFilter must be one of ${publicationFilters.join(', ')}`, 'publicationFilter');
  const decoded = filters === undefined ? ok(undefined) : decodeChoosingFilters(filters);
  if (!decoded.ok) return decoded;
  return ok({ ...(decoded.value && { filters: decoded.value }), ...(publication && { publication }) });
}

/** Decodes the filters of writes, which have to leave something out. */
export function decodeChoosingFilters(filters: unknown): Result<Filter> {
  const decoded = decodeJsonFilters(filters);
  if (!decoded.ok || !asksNothing(decoded.value)) return decoded;
  return refused(
    'filters must leave something out; to mean all documents, give {"id":{"$notNull":true}}',
    'filters',
  );
}

export const isStorable = (documentId: unknown): documentId is string =>
  typeof documentId === 'string' && !documentId.includes('\u0000');

/** The parameters of a write of `locale` and `status`. */
export const versionParams = (given: PlainObject): ParamRecord =>
  writeParams({
    fields: 'documentId',
    locale: textIn(own(given, 'locale')),
    status: textIn(own(given, 'status')),
  });

/** What is no text is no locale or status either, and refused as one. */
const textIn = (value: unknown): string | undefined =>
  value === undefined || typeof value === 'string' ? value : JSON.stringify(value);
