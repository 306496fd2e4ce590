import { reportRefusal } from '../../../../application/audit/refusals.js';
import type { BulkOperation } from '../../../../application/bulk/run-bulk.js';
import { textOf } from '../../../../domain/document/text-of.js';
import { denied, failure, notFound, type Failure } from '../../../../domain/failure.js';
import { decide, type Action } from '../../../../domain/permission/permission.js';
import { compare } from '../../../../domain/query/compare.js';
import type { Query } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';
import { decodeDelete, decodeTransition, decodeUpdate } from '../../codec/decode-mutation.js';
import type { AdminDependencies, Call, Reply } from '../call.js';
import { bulkSize } from '../contract/limits.js';
import { errorOf } from '../answers.js';
import type { BulkAction, BulkAnswer, BulkBody, BulkRefusal } from '../contract/lists.js';
import { labelOf } from './labels.js';
import { decodeList, typeIn, type AskedList } from './list.js';
import { dataOf, version } from './write.js';

const actionOf: Readonly<Record<BulkAction, Action>> = {
  publish: 'publish',
  unpublish: 'unpublish',
  delete: 'delete',
  set: 'update',
};

/** Changes some of the entries of a list, each by itself and under the grants of a single write. */
export async function changeMany(
  dependencies: AdminDependencies,
  call: Call<BulkBody>,
): Promise<Result<Reply<BulkAnswer>>> {
  const { schema, audit, bulk } = dependencies;
  const { principal, body } = call;
  const type = typeIn(schema, call.params['uid']);
  if (!type.ok) return type;
  const action = actionOf[body.action];
  if (decide(principal, action, type.value.uid) === null) {
    await reportRefusal({ audit }, principal, { action, type: type.value.uid });
    return err(denied);
  }
  const list = decodeList(dependencies, call);
  if (!list.ok) return list;
  const operationOn = operationsOf(schema, type.value, body, list.value.query);
  if (!operationOn.ok) return operationOn;
  const chosen = await choose(dependencies, call, body, list.value);
  if (!chosen.ok) return chosen;
  const { found, gone, after } = chosen.value;
  const operations: BulkOperation[] = [];
  for (const { documentId } of found) {
    const operation = operationOn.value(documentId);
    if (!operation.ok) return operation;
    operations.push(operation.value);
  }
  const results = operations.length === 0 ? ok([]) : await bulk.run(principal, operations, false);
  if (!results.ok) return results;
  const refused = results.value.flatMap((result, at) =>
    result.ok ? [] : [refusal(dependencies, found[at] ?? { documentId: '', label: '' }, result.failure)],
  );
  const missing = gone.map((documentId) =>
    refusal(dependencies, { documentId, label: documentId }, notFound),
  );
  const data: BulkAnswer = {
    done: operations.length - refused.length,
    refused: [...refused, ...missing],
    after,
  };
  return ok({ data });
}

type Named = Pick<BulkRefusal, 'documentId' | 'label'>;

const refusal = (dependencies: AdminDependencies, named: Named, why: Failure): BulkRefusal => ({
  ...named,
  error: errorOf(dependencies, why),
});

const invalid = (message: string, key: string): Result<never> =>
  err(failure('INPUT.INVALID', message, { key }));

/** Returns what makes the operation on one entry. */
function operationsOf(
  schema: Schema,
  type: ContentType,
  { action, set }: BulkBody,
  { locale }: Query,
): Result<(documentId: string) => Result<BulkOperation>> {
  const { uid } = type;
  if (Array.isArray(locale) || locale === '*')
    return invalid('Invalid locale. Expected one locale code', 'locale');
  const text = version(typeof locale === 'string' ? locale : null);
  if (action === 'set') {
    const data = dataOf(schema, type, set === undefined ? {} : { set });
    if (!data.ok) return data;
    if (Object.keys(set ?? {}).length === 0) return invalid('set must name an attribute', 'set');
    return ok((id) => operation('update', decodeUpdate(uid, id, text, { data: data.value })));
  }
  if (set !== undefined) return invalid('Only the action set takes values', 'set');
  if (action === 'delete')
    return ok((id) => operation('delete', decodeDelete(uid, id, type.localized ? 'locale=*' : '')));
  if (!type.draftAndPublish) return invalid(`${type.displayName} has no drafts`, 'action');
  return ok((id) => operation('move', decodeTransition(action, uid, id, text)));
}

function operation<Kind extends 'update' | 'delete' | 'move', Mutation>(
  kind: Kind,
  mutation: Result<Mutation>,
): Result<{ readonly kind: Kind; readonly mutation: Mutation }> {
  return mutation.ok ? ok({ kind, mutation: mutation.value }) : mutation;
}

interface Chosen {
  readonly found: readonly Named[];
  /** Those of `ids` that the administrator does not find. */
  readonly gone: readonly string[];
  readonly after: string | null;
}

/** Reads which entries are to be changed, as far as the administrator finds them. */
async function choose(
  { documents }: AdminDependencies,
  { principal }: Pick<Call, 'principal'>,
  { ids, all }: BulkBody,
  { type, attributes, query, paging }: AskedList,
): Promise<Result<Chosen>> {
  if ((ids === undefined) === (all === undefined)) return invalid('Give either ids or all', 'ids');
  if (ids !== undefined && (ids.length === 0 || ids.length > bulkSize))
    return invalid(`Give 1 to ${bulkSize} ids`, 'ids');
  if (ids === undefined && (paging.kind !== 'cursor' || paging.cursor.direction !== 'after'))
    return invalid('Give pagination[after], which is empty at first', 'pagination');
  const size = Math.min(ids?.length ?? query.range.limit ?? bulkSize, bulkSize);
  const label = labelOf(type, new Set(attributes.map(({ name }) => name)));
  const { cursor, ...rest } = query;
  const asked: Query = {
    ...rest,
    fields: [...new Set(['documentId', label])],
    range: { offset: 0, limit: size },
    count: false,
    // It stays in its place whatever is set.
    sort: [{ path: ['documentId'], direction: 'asc' }],
    ...(ids === undefined ? cursor && { cursor } : { filters: compare('documentId', '$in', ids) }),
  };
  const read = await documents.find(principal, asked);
  if (!read.ok) return read;
  const found = read.value.answer.documents().map((row): Named => {
    const documentId = textOf(row['documentId']);
    return { documentId, label: textOf(row[label]) || documentId };
  });
  const known = new Set(found.map(({ documentId }) => documentId));
  const { hasNext = false, end = null } = read.value.cursors ?? {};
  const gone = [...new Set(ids)].filter((id) => !known.has(id));
  return ok({ found, gone, after: hasNext ? end : null });
}
