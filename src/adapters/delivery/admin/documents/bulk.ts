import type { JobChange } from '../../../../application/bulk-jobs/bulk-job.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';
import { decodeDuplicate } from '../../codec/decode-bulk-job.js';
import { decodeDelete, decodeTransition, decodeUpdate, writeParams } from '../../codec/decode-mutation.js';
import { presentBulkJob } from '../../codec/present-bulk-job.js';
import { errorOf } from '../answers.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import { bulkSize } from '../contract/limits.js';
import type { BulkAnswer, BulkBody, BulkJob, BulkJobBody, BulkRefusal } from '../contract/lists.js';
import { decodeList } from './list.js';
import { dataOf, isRelation, version } from './write.js';

/** Changes a few entries of a list, each by itself and under the grants of a single write. */
export async function changeMany(
  dependencies: AdminDependencies,
  call: Call<BulkBody>,
): Promise<Result<Reply<BulkAnswer>>> {
  const { ids } = call.body;
  if (ids.length === 0 || ids.length > bulkSize) return invalid(`Give 1 to ${bulkSize} ids`, 'ids');
  const asked = decode(dependencies, call);
  if (!asked.ok) return asked;
  const { change, match } = asked.value;
  const changed = await dependencies.bulkJobs.changeNow(call.principal, { change, match, documentIds: ids });
  if (!changed.ok) return changed;
  const { done, refusals } = changed.value;
  const refused = refusals.map(({ failure: why, ...named }): BulkRefusal => ({
    ...named,
    error: errorOf(dependencies, why),
  }));
  return ok({ data: { done, refused } });
}

/** Asks for a job that changes these entries, or all that match. */
export async function startJob(
  dependencies: AdminDependencies,
  call: Call<BulkJobBody>,
): Promise<Result<Reply<BulkJob>>> {
  const { ids, all, most } = call.body;
  if ((ids === undefined) === (all === undefined)) return invalid('Give either ids or all', 'ids');
  if (most !== undefined && most < 1) return invalid('most is a number from 1 on', 'most');
  const asked = decode(dependencies, call);
  if (!asked.ok) return asked;
  const started = await dependencies.bulkJobs.start(call.principal, {
    ...asked.value,
    ...(ids !== undefined && { documentIds: ids }),
    ...(most !== undefined && { most }),
  });
  return started.ok
    ? ok({ data: presentBulkJob(started.value, (why) => errorOf(dependencies, why)) })
    : started;
}

const invalid = (message: string, key: string): Result<never> =>
  err(failure('INPUT.INVALID', message, { key }));

/** Decodes what is to be done, and with which entries of the list. */
function decode(dependencies: AdminDependencies, call: Call<BulkBody | BulkJobBody>) {
  const list = decodeList(dependencies, call);
  if (!list.ok) return list;
  const { type, query } = list.value;
  const { filters, publication, search, locale } = query;
  if (locale !== undefined && (typeof locale !== 'string' || locale === '*'))
    return invalid('Invalid locale. Expected one locale code', 'locale');
  const change = changeOf(dependencies.schema, type, call.body, locale);
  if (!change.ok) return change;
  const match = {
    ...(filters && { filters }),
    ...(publication && { publication }),
    ...(search !== undefined && { search }),
    ...(locale !== undefined && { locale }),
  };
  return ok({ change: change.value, match });
}

/** Makes what REST takes of relations whose links are all to be these. */
function replacedLinks(
  type: ContentType,
  replace: BulkBody['replace'] = {},
): Result<Readonly<Record<string, unknown>>> {
  const stranger = Object.keys(replace).find((name) => !isRelation(type.attributes.get(name)));
  if (stranger !== undefined)
    return err(failure('INPUT.INVALID_KEY', `${stranger} is no relation`, { key: stranger }));
  const entries = Object.entries(replace);
  return ok(
    Object.fromEntries(
      entries.map(([name, ids]) => [name, { set: ids.map((documentId) => ({ documentId })) }]),
    ),
  );
}

function changeOf(
  schema: Schema,
  type: ContentType,
  { action, set, links, replace }: Pick<BulkBody, 'action' | 'set' | 'links' | 'replace'>,
  locale: string | undefined,
): Result<JobChange> {
  const { uid } = type;
  const query = version(locale);
  if (action === 'set') {
    const data = dataOf(schema, type, { ...(set && { set }), ...(links && { links }) });
    if (!data.ok) return data;
    const replaced = replacedLinks(type, replace);
    if (!replaced.ok) return replaced;
    return decodeUpdate(uid, undefined, query, { data: { ...data.value, ...replaced.value } });
  }
  if (replace !== undefined) return invalid('Only the action set takes links', 'replace');
  if (set !== undefined) return invalid('Only the action set takes values', 'set');
  if (links !== undefined) return invalid('Only the action set takes links', 'links');
  if (action === 'duplicate') return decodeDuplicate(uid, query);
  return action === 'delete'
    ? decodeDelete(uid, undefined, writeParams({ locale: type.localized ? '*' : undefined }))
    : decodeTransition(action, uid, undefined, query);
}
