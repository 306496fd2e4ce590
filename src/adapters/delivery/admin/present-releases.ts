import { isOwn } from '../../../application/access/planner.js';
import type { Documents } from '../../../application/documents/use-cases.js';
import { hasEnded, type Release, type ReleaseAction } from '../../../application/releases/release.js';
import {
  decideRead,
  mayWithAll,
  type Action,
  type Principal,
} from '../../../domain/permission/permission.js';
import { compare } from '../../../domain/query/compare.js';
import { ok, type Result } from '../../../domain/result.js';
import { releaseType } from '../../../domain/schema/built-in-uids.js';
import type { Schema, Uid } from '../../../domain/schema/schema.js';
import type { AdminDependencies } from './call.js';
import type { ReleaseView } from './contract/releases.js';
import { fieldsOf, labelled } from './documents/labels.js';

type Needed = Pick<AdminDependencies, 'documents' | 'releases' | 'schema'>;

/** So many releases are read at most. */
export const mostReleases = 500;

/** Returns the releases of a document that are still to happen, or failed, of those that the principal may see. */
export async function releasesOf(
  dependencies: Needed,
  principal: Principal,
  { type, documentId }: { readonly type: Uid; readonly documentId: string | undefined },
): Promise<Result<readonly ReleaseView[]>> {
  const request = { state: ['open', 'scheduled', 'failed'], limit: mostReleases } as const;
  const found = await dependencies.releases.list(principal, request);
  if (!found.ok) return found;
  const isAbout = (action: ReleaseAction): boolean =>
    action.type === type && action.documentId === (documentId ?? null);
  return presentReleases(
    dependencies,
    principal,
    found.value.filter(({ actions }) => actions.some(isAbout)),
  );
}

/** Returns which versions of a content-type are in a release that failed, of those that the principal may see. */
export async function failedIn(
  { releases, schema }: Pick<AdminDependencies, 'releases' | 'schema'>,
  principal: Principal,
  type: Uid,
): Promise<Result<(documentId: string, locale: string | null) => boolean>> {
  const found = await releases.list(principal, { state: 'failed', limit: mostReleases });
  if (!found.ok) return found;
  const failed = new Set(
    found.value
      .flatMap(({ actions }) => actions)
      .filter((action) => action.type === type)
      .map(({ documentId, locale }) => `${documentId} ${locale ?? schema.defaultLocale}`),
  );
  return ok((documentId, locale) => failed.has(`${documentId} ${locale ?? schema.defaultLocale}`));
}

/** Returns releases that failed, then those that are due, the next first, of those that the principal may see. */
export async function waitingReleases(
  dependencies: Needed,
  principal: Principal,
  limit: number,
): Promise<Result<readonly ReleaseView[]>> {
  const found = await dependencies.releases.list(principal, {
    state: ['failed', 'scheduled'],
    limit: mostReleases,
  });
  if (!found.ok) return found;
  const rank = ({ state, at }: Release): string => `${state === 'failed' ? 0 : 1} ${at ?? ''}`;
  const next = found.value.toSorted((one, other) => rank(one).localeCompare(rank(other)));
  return presentReleases(dependencies, principal, next.slice(0, limit));
}

/** Names documents by their labels, as far as the principal may read them. */
export async function presentReleases(
  { documents, schema }: Needed,
  principal: Principal,
  releases: readonly Release[],
): Promise<Result<readonly ReleaseView[]>> {
  const actions = releases.flatMap((release) => release.actions);
  const labels = await labelsOf(documents, schema, principal, actions);
  if (!labels.ok) return labels;
  const mayAll = (action: Action): boolean => mayWithAll(principal, action, releaseType);
  return ok(
    releases.map((release): ReleaseView => {
      const { documentId, name, state, at, endedAt, planner, problems } = release;
      const may = (action: Action): boolean =>
        !hasEnded(release) && (isOwn(principal, release) || mayAll(action));
      return {
        documentId,
        name,
        state,
        at,
        endedAt,
        plannedBy: { kind: planner.kind, name: planner.name },
        actions: release.actions.map((action) => ({ ...action, label: labels.value(action) })),
        problems,
        may: { run: may('update'), cancel: may('delete') },
      };
    }),
  );
}

type LabelOf = (action: ReleaseAction) => string | null;

async function labelsOf(
  documents: Documents,
  schema: Schema,
  principal: Principal,
  actions: readonly ReleaseAction[],
): Promise<Result<LabelOf>> {
  const labels = new Map<string, string>();
  for (const uid of new Set(actions.map(({ type }) => type))) {
    const type = schema.contentTypes.get(uid);
    const permission = type && decideRead(principal, type, 'draft');
    if (type === undefined || !permission) continue;
    const ids = actions.flatMap((one) =>
      one.type === uid && one.documentId !== null ? [one.documentId] : [],
    );
    if (type.kind === 'singleType') labels.set(`${uid} null`, type.displayName);
    if (ids.length === 0) continue;
    const found = await documents.find(principal, {
      type: uid,
      action: 'find',
      range: { offset: 0, limit: null },
      count: false,
      layer: 'draft',
      fields: fieldsOf(type, permission.fields),
      filters: compare('documentId', '$in', [...new Set(ids)]),
      ...(type.localized && { locale: '*' }),
    });
    if (!found.ok) return found;
    for (const row of found.value.answer.documents()) {
      const { documentId, locale, label } = labelled(type, row);
      labels.set(`${uid} ${documentId} ${locale}`, label);
      if (locale === null || locale === schema.defaultLocale) labels.set(`${uid} ${documentId}`, label);
    }
  }
  return ok(
    ({ type, documentId, locale }) =>
      labels.get(`${type} ${documentId} ${locale}`) ?? labels.get(`${type} ${documentId}`) ?? null,
  );
}
