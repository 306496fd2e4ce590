import { systemQuery } from '../../../../application/documents/system-query.js';
import { textOf } from '../../../../domain/document/text-of.js';
import {
  decide,
  filterFor,
  systemPrincipal,
  type Action,
  type Principal,
} from '../../../../domain/permission/permission.js';
import { equals } from '../../../../domain/query/compare.js';
import type { Query } from '../../../../domain/query/query.js';
import { ok, type Result } from '../../../../domain/result.js';
import type { ContentType, Json } from '../../../../domain/schema/schema.js';
import type { AdminDependencies } from '../call.js';
import type { EntryRights } from '../contract/documents.js';

/** Whether each action's grant covers this version. */
export async function rightsFor(
  { documents }: Pick<AdminDependencies, 'documents'>,
  principal: Principal,
  type: ContentType,
  row: { readonly [name: string]: Json },
): Promise<Result<EntryRights>> {
  const may = async (action: Action, isSensible = true): Promise<Result<boolean>> => {
    const permission = isSensible ? decide(principal, action, type.uid) : null;
    if (permission === null) return ok(false);
    const filter = filterFor(principal, permission);
    if (filter === null) return ok(true);
    const { locale } = row;
    const query: Query = systemQuery(type.uid, {
      limit: 1,
      fields: ['documentId'],
      layer: type.draftAndPublish ? 'draft' : 'published',
      filters: { kind: 'and', filters: [equals('documentId', textOf(row['documentId'])), filter] },
      ...(typeof locale === 'string' && { locale }),
    });
    const found = await documents.find(systemPrincipal, query);
    return found.ok ? ok(found.value.answer.size > 0) : found;
  };
  const { draftAndPublish } = type;
  const results = await Promise.all([
    may('update'),
    may('delete'),
    may('publish', draftAndPublish),
    may('unpublish', draftAndPublish),
    may('discardDraft', draftAndPublish),
  ]);
  const failed = results.find((result) => !result.ok);
  if (failed !== undefined && !failed.ok) return failed;
  const [update, remove, publish, unpublish, discardDraft] = results.map(
    (result) => result.ok && result.value,
  ) as [boolean, boolean, boolean, boolean, boolean];
  return ok({ update, delete: remove, publish, unpublish, discardDraft });
}
