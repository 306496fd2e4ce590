import { notFound } from '../../domain/failure.js';
import { textOf } from '../../domain/document/text-of.js';
import type { Principal } from '../../domain/permission/permission.js';
import { equals } from '../../domain/query/compare.js';
import type { PublicationFilter } from '../../domain/query/query.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import { systemQuery } from '../documents/system-query.js';
import type { LocalesRequest, LocalesToPublish, ReleaseAction } from './release.js';
import { doActions, tryActions, type RunDependencies } from './run-release.js';

type Dependencies = RunDependencies & { readonly schema: Schema };

/** Says what publishing all locales would do, and what keeps it from happening. Changes nothing. */
export async function checkLocales(
  { rowDocuments: documents, ...dependencies }: Dependencies,
  principal: Principal,
  request: LocalesRequest,
): Promise<Result<LocalesToPublish>> {
  const found = await unpublishedLocales({ ...dependencies, documents }, principal, request);
  if (!found.ok) return found;
  const { documentId, actions } = found.value;
  // Without code of the app, as it must have no effect outside of the database.
  const problems = await tryActions({ documents, units: dependencies.units }, actions, principal);
  if (!problems.ok) return problems;
  const locales = actions.map(({ locale }) => locale ?? '');
  return ok({
    documentId,
    locales,
    problems: problems.value.map(({ index, ...problem }) => ({ ...problem, locale: locales[index] ?? '' })),
  });
}

/** Publishes all locales that `checkLocales` names in one transaction, or none of them. */
export const publishLocales = (
  dependencies: Dependencies,
  principal: Principal,
  request: LocalesRequest,
): Promise<Result<LocalesToPublish>> =>
  dependencies.units.run(async () => {
    const found = await unpublishedLocales(dependencies, principal, request);
    if (!found.ok) return found;
    const { documentId, actions } = found.value;
    const done = await doActions(dependencies.documents, actions, principal);
    return done.ok
      ? ok({ documentId, locales: actions.map(({ locale }) => locale ?? ''), problems: [] })
      : done;
  });

/** Finds the drafts that the principal may find. Fails with `DOCUMENT.NOT_FOUND` if there is none. */
async function unpublishedLocales(
  { documents, schema }: Pick<Dependencies, 'documents' | 'schema'>,
  principal: Principal,
  { type: uid, documentId }: LocalesRequest,
): Promise<Result<{ readonly documentId: string; readonly actions: readonly ReleaseAction[] }>> {
  const type = schema.contentTypes.get(uid);
  if (type === undefined || !type.localized || !type.draftAndPublish) return err(notFound);
  const drafts = async (publication?: PublicationFilter) => {
    const found = await documents.find(
      principal,
      systemQuery(uid, {
        layer: 'draft',
        locale: '*',
        fields: ['documentId', 'locale'],
        ...(documentId !== undefined && { filters: equals('documentId', documentId) }),
        ...(publication && { publication }),
      }),
    );
    return found.ok ? ok(found.value.answer.documents()) : found;
  };
  const all = await drafts();
  if (!all.ok) return all;
  const [first] = all.value;
  if (first === undefined) return err(notFound);
  const same = await drafts('unmodified');
  if (!same.ok) return same;
  const published = new Set(same.value.map(({ locale }) => textOf(locale)));
  const locales = all.value.map(({ locale }) => textOf(locale)).filter((locale) => !published.has(locale));
  const named = { type: uid, documentId: documentId ?? null };
  return ok({
    documentId: textOf(first['documentId']),
    actions: locales.map((locale) => ({ action: 'publish' as const, ...named, locale })),
  });
}
