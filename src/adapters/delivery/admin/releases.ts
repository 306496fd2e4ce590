import type { Documents } from '../../../application/documents/use-cases.js';
import type { ReleaseRequest } from '../../../application/releases/check-release-request.js';
import {
  hasEnded,
  isOwn,
  releaseStates,
  type Release,
  type ReleaseAction,
} from '../../../application/releases/release.js';
import { isPlainObject } from '../../../domain/document/plain-object.js';
import { failure } from '../../../domain/failure.js';
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
import { parseQueryText } from '../codec/parse-query-text.js';
import type { AdminDependencies, Call, Reply, Route } from './call.js';
import type { ReleaseView } from './contract/releases.js';
import { fieldsOf, labelled } from './documents/labels.js';
import { idOf } from './people.js';

type Needed = Pick<AdminDependencies, 'documents' | 'releases' | 'schema'>;

const [usualLimit, most] = [50, 500];

async function listReleases(dependencies: AdminDependencies, call: Call): Promise<Result<Reply>> {
  const asked = parseQueryText(call.text);
  if (!asked.ok) return asked;
  const { state, limit = String(usualLimit), ...rest } = asked.value;
  const known = releaseStates.find((one) => one === state);
  const [stray] = Object.keys(rest);
  if (stray !== undefined) return refused(stray);
  if (state !== undefined && known === undefined) return refused('state');
  if (typeof limit !== 'string' || !/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > most)
    return refused('limit');
  const request = { limit: Number(limit), ...(known !== undefined && { state: known }) };
  const found = await dependencies.releases.list(call.principal, request);
  if (!found.ok) return found;
  const data = await presentReleases(dependencies, call.principal, found.value);
  return data.ok ? ok({ data: data.value }) : data;
}

const refused = (key: string): Result<never> =>
  err(failure('QUERY.INVALID_KEY', `Invalid key ${key}`, { key }));

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

/** A route that does something with one release and answers it. */
const answering =
  (
    run: (dependencies: AdminDependencies, call: Call) => Promise<Result<Release>>,
    status = 200,
  ): Route['run'] =>
  async (dependencies, call) => {
    const done = await run(dependencies, call);
    if (!done.ok) return done;
    const shown = await presentReleases(dependencies, call.principal, [done.value]);
    return shown.ok ? ok({ status, data: shown.value[0] }) : shown;
  };

const requestIn = ({ body }: Call): ReleaseRequest => {
  const { name, at, actions } = isPlainObject(body) ? body : {};
  return { name, at, actions };
};

/** Everybody sees what they have planned themselves, and may plan what they may do. */
export const releaseRoutes: readonly Route[] = [
  { method: 'GET', path: 'releases', isOwn: true, run: listReleases },
  {
    method: 'POST',
    path: 'releases',
    isOwn: true,
    run: answering(({ releases }, call) => releases.create(call.principal, requestIn(call)), 201),
  },
  {
    method: 'POST',
    path: 'releases/:id/check',
    async run({ releases }, call) {
      const found = await releases.check(call.principal, idOf(call));
      return found.ok ? ok({ data: { problems: found.value } }) : found;
    },
  },
  {
    method: 'POST',
    path: 'releases/:id/run',
    run: answering(({ releases }, call) => releases.run(call.principal, idOf(call))),
  },
  {
    method: 'POST',
    path: 'releases/:id/cancel',
    run: answering(({ releases }, call) => releases.cancel(call.principal, idOf(call))),
  },
];
