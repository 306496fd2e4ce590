import { textOf } from '../../domain/document/text-of.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import { compare, equals } from '../../domain/query/compare.js';
import type { Filter, Query } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import { releaseType } from '../../domain/schema/built-in-uids.js';
import type { Planner } from '../access/planner.js';
import { findAsSystem, systemAbout } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { Document } from '../ports/document-store.js';
import type { ListReleases } from './release-service.js';
import type { Release, ReleaseAction, ReleaseProblem, ReleaseState } from './release.js';

const releaseOf = (document: Document): Release => ({
  documentId: textOf(document['documentId']),
  name: textOf(document['name']),
  actions: document['actions'] as unknown as readonly ReleaseAction[],
  at: textOf(document['at']) || null,
  state: textOf(document['state']) as ReleaseState,
  planner: document['planner'] as unknown as Planner,
  owner: textOf(document['owner']),
  endedAt: textOf(document['endedAt']) || null,
  problems: (document['problems'] ?? []) as unknown as readonly ReleaseProblem[],
  revision: textOf(document['revision']),
});

/** The latest first. */
const latest: NonNullable<Query['sort']> = [{ path: ['id'], direction: 'desc' }];

export function readReleases(
  documents: Documents,
  { state, owner, limit }: ListReleases & { readonly owner?: string },
): Promise<Result<readonly Release[]>> {
  const filters = [
    ...(state === undefined ? [] : [compare('state', '$in', [state].flat())]),
    ...(owner === undefined ? [] : [equals('owner', owner)]),
  ];
  return find(documents, {
    ...(filters.length > 0 && { filters: { kind: 'and', filters } }),
    sort: latest,
    limit,
  });
}

export async function readRelease(documents: Documents, documentId: string): Promise<Result<Release | null>> {
  const found = await find(documents, { filters: equals('documentId', documentId), limit: 1 });
  return found.ok ? ok(found.value[0] ?? null) : found;
}

/** Returns those whose time has come, the earliest first. */
export const readDue = (documents: Documents, now: string): Promise<Result<readonly Release[]>> =>
  find(documents, {
    filters: { kind: 'and', filters: [equals('state', 'scheduled'), compare('at', '$lte', now)] },
    sort: [{ path: ['at'], direction: 'asc' }],
    limit: 20,
  });

async function find(
  documents: Documents,
  asked: { readonly filters?: Filter; readonly sort?: NonNullable<Query['sort']>; readonly limit: number },
): Promise<Result<readonly Release[]>> {
  const found = await findAsSystem(documents, releaseType, asked);
  return found.ok ? ok(found.value.map(releaseOf)) : found;
}

const answer = { fields: ['documentId'] };

/** Returns the documentId. */
export async function insertRelease(
  documents: Documents,
  data: Pick<Release, 'name' | 'actions' | 'at' | 'state' | 'planner' | 'owner' | 'problems' | 'revision'>,
): Promise<Result<string>> {
  const created = await documents.create(systemPrincipal, {
    kind: 'create',
    type: releaseType,
    layer: 'published',
    data,
    answer,
  });
  return created.ok ? ok(textOf(created.value.answer.documents()[0]?.['documentId'])) : created;
}

/**
 * Changes a release as it was read. Fails with `DOCUMENT.NOT_FOUND` if somebody else has changed or removed it in the
 * meantime.
 */
export const updateRelease = (
  documents: Documents,
  { documentId, revision }: Pick<Release, 'documentId' | 'revision'>,
  data: Partial<Omit<Release, 'documentId'>> & Pick<Release, 'revision'>,
): Promise<Result<unknown>> =>
  documents.update(systemAbout(releaseType, compare('revision', '$in', [revision, data.revision])), {
    kind: 'update',
    type: releaseType,
    documentId,
    layer: 'published',
    data,
    answer,
  });
