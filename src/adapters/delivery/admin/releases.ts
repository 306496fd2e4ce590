import { isOwn } from '../../../application/access/planner.js';
import type { Documents } from '../../../application/documents/use-cases.js';
import type { ReleaseRequest } from '../../../application/releases/check-release-request.js';
import {
  hasEnded,
  releaseStates,
  type Release,
  type ReleaseAction,
} from '../../../application/releases/release.js';
import { strayParameter } from '../../../domain/failure.js';
import {
  decideRead,
  mayWithAll,
  type Action,
  type Principal,
} from '../../../domain/permission/permission.js';
import { compare } from '../../../domain/query/compare.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { releaseType } from '../../../domain/schema/built-in-uids.js';
import type { Schema, Uid } from '../../../domain/schema/schema.js';
import type { AdminDependencies, Call, Reply } from './call.js';
import { areas } from './contract/areas.js';
import {
  ReleaseActionsBody,
  ReleaseBody,
  ReleaseChange,
  ReleaseCheck,
  ReleaseView,
} from './contract/releases.js';
import { listOf } from './contract/wire.js';
import { fieldsOf, labelled } from './documents/labels.js';
import { idOf } from './people.js';
import { limit as limitOf, oneText } from './query.js';
import { allOf, route, type Route } from './route.js';

type Needed = Pick<AdminDependencies, 'documents' | 'releases' | 'schema'>;

const [usualLimit, most] = [50, 500];

async function listReleases(
  dependencies: AdminDependencies,
  call: Call,
): Promise<Result<Reply<readonly ReleaseView[]>>> {
  const { state, limit = String(usualLimit) } = call.asked;
  const known = releaseStates.find((one) => one === state);
  if (state !== undefined && known === undefined) return err(strayParameter('state'));
  if (typeof limit !== 'string' || !/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > most)
    return err(strayParameter('limit'));
  const request = { limit: Number(limit), ...(known !== undefined && { state: known }) };
  const found = await dependencies.releases.list(call.principal, request);
  if (!found.ok) return found;
  const data = await presentReleases(dependencies, call.principal, found.value);
  return data.ok ? ok({ data: data.value }) : data;
}

/** Returns the releases of a document that are still to happen, or failed, of those that the principal may see. */
export async function releasesOf(
  dependencies: Needed,
  principal: Principal,
  { type, documentId }: { readonly type: Uid; readonly documentId: string | undefined },
): Promise<Result<readonly ReleaseView[]>> {
  const request = { state: ['open', 'scheduled', 'failed'], limit: most } as const;
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
  const found = await releases.list(principal, { state: 'failed', limit: most });
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
  const found = await dependencies.releases.list(principal, { state: ['failed', 'scheduled'], limit: most });
  if (!found.ok) return found;
  const rank = ({ state, at }: Release): string => `${state === 'failed' ? 0 : 1} ${at ?? ''}`;
  const next = found.value.toSorted((one, other) => rank(one).localeCompare(rank(other)));
  return presentReleases(dependencies, principal, next.slice(0, limit));
}

/** Names documents by their labels, as far as the principal may read them. */
async function presentReleases(
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

/** Answers a release as it is after something was done with it. */
async function answered(
  dependencies: AdminDependencies,
  { principal }: Call,
  doing: Promise<Result<Release>>,
): Promise<Result<Reply<ReleaseView>>> {
  const done = await doing;
  if (!done.ok) return done;
  const shown = await presentReleases(dependencies, principal, [done.value]);
  return shown.ok ? ok({ data: shown.value[0] as ReleaseView }) : shown;
}

type GivenAction = ReleaseActionsBody['actions'][number];

type GivenVersion = Omit<GivenAction, 'action'>;

const versionKey = ({ type, documentId = null, locale = null }: GivenVersion): string =>
  JSON.stringify([type, documentId, locale]);

function without(held: readonly GivenAction[], removed: readonly GivenVersion[]): readonly GivenAction[] {
  const keys = new Set(removed.map(versionKey));
  return held.filter((one) => !keys.has(versionKey(one)));
}

/** Changes a release by the actions that it has. */
async function changed(
  dependencies: AdminDependencies,
  call: Call,
  changeOf: (actions: readonly ReleaseAction[]) => ReleaseRequest,
): Promise<Result<Reply<ReleaseView>>> {
  const { releases } = dependencies;
  const found = await releases.find(call.principal, idOf(call));
  if (!found.ok) return found;
  const change = changeOf(found.value.actions);
  return answered(dependencies, call, releases.update(call.principal, idOf(call), change));
}

const needs = (action: Action) => ({ ...allOf(action, areas.releases), orOwn: true }) as const;

/** Everybody sees what they have planned themselves, and may plan what they may do. */
export const releaseRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: 'releases',
    summary: 'List releases, the latest first',
    about: 'Those that the administrator has planned; all of them with `find` on `plugin::releases.release`.',
    needs: null,
    query: [oneText('state', 'Those in this state only.', releaseStates), limitOf(usualLimit, most)],
    gives: listOf(ReleaseView),
    run: listReleases,
  }),
  route({
    method: 'POST',
    path: 'releases',
    summary: 'Plan a release',
    about: 'The administrator must be allowed to do each of its actions: otherwise 403.',
    needs: null,
    takes: ReleaseBody,
    gives: ReleaseView,
    status: 201,
    also: [404],
    run: (dependencies, call) =>
      answered(dependencies, call, dependencies.releases.create(call.principal, call.body)),
  }),
  route({
    method: 'POST',
    path: 'releases/:id/actions',
    summary: 'Add actions to a release',
    about:
      'One for the same version replaces the one that there is. The administrator must be allowed to do all of them, and the release is theirs from then on: otherwise 403.',
    needs: needs('update'),
    takes: ReleaseActionsBody,
    gives: ReleaseView,
    run(dependencies, call) {
      const { actions: added } = call.body;
      return changed(dependencies, call, (actions) => ({ actions: [...without(actions, added), ...added] }));
    },
  }),
  route({
    method: 'PATCH',
    path: 'releases/:id',
    summary: 'Change the name or the time of a release, or take actions out of it',
    about:
      'The administrator must be allowed to do what stays in it, and the release is theirs from then on: otherwise 403.',
    needs: needs('update'),
    takes: ReleaseChange,
    gives: ReleaseView,
    run(dependencies, call) {
      const { removed = [], ...change } = call.body;
      return changed(dependencies, call, (actions) => ({ ...change, actions: without(actions, removed) }));
    },
  }),
  route({
    method: 'POST',
    path: 'releases/:id/check',
    summary: 'Say what would keep a release from happening now',
    needs: needs('find'),
    gives: ReleaseCheck,
    async run({ releases }, call) {
      const found = await releases.check(call.principal, idOf(call));
      return found.ok ? ok({ data: { problems: found.value } }) : found;
    },
  }),
  route({
    method: 'POST',
    path: 'releases/:id/run',
    summary: 'Let a release happen now',
    needs: needs('update'),
    gives: ReleaseView,
    run: (dependencies, call) =>
      answered(dependencies, call, dependencies.releases.run(call.principal, idOf(call))),
  }),
  route({
    method: 'POST',
    path: 'releases/:id/cancel',
    summary: 'Cancel a release',
    needs: needs('delete'),
    gives: ReleaseView,
    run: (dependencies, call) =>
      answered(dependencies, call, dependencies.releases.cancel(call.principal, idOf(call))),
  }),
];
