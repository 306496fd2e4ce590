import { labelOf } from '../../domain/document/label-of.js';
import { textOf } from '../../domain/document/text-of.js';
import { denied } from '../../domain/failure.js';
import { decide, decideRead, systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import { editedLayer } from '../../domain/plan/change.js';
import { compare, equals } from '../../domain/query/compare.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { ContentType } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/use-cases.js';
import { isNewest, readNewest } from './history-records.js';
import type { DeletedList, HistoryRange } from './history-service.js';

/**
 * Lists the versions of a type that were deleted and are not there again, the latest first. Whether a document that is gone would
 * match a filter cannot be said, so it needs a grant to read what is edited without one.
 */
export async function deletedDocuments(
  documents: Documents,
  principal: Principal,
  type: ContentType,
  { offset, limit }: HistoryRange,
): Promise<Result<DeletedList>> {
  const permission = decideRead(principal, type, editedLayer(type), 'findOne');
  if (decide(principal, 'history', type.uid) === null || permission === null || permission.filter !== null)
    return err(denied);
  const { caller } = principal;
  const filters = [equals('type', type.uid), isNewest, compare('action', '$eq', 'delete')];
  // One more says whether there are more.
  const range = { offset, limit: limit + 1 };
  const found = await readNewest(
    documents,
    { ...systemPrincipal, ...(caller && { caller }) },
    filters,
    range,
  );
  if (!found.ok) return found;
  const label = labelOf(type, permission.fields);
  const entries = found.value.slice(0, limit).map(({ documentId: id, of, language, at, actor, content }) => ({
    id,
    documentId: of,
    at,
    by: actor,
    locale: language === '' ? null : language,
    label: ('whole' in content ? textOf(content.whole[label]) : '') || of,
  }));
  return ok({ entries, hasMore: found.value.length > limit });
}
