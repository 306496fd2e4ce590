import type { ReleaseRequest } from '../../../application/releases/check-release-request.js';
import { releaseStates, type Release, type ReleaseAction } from '../../../application/releases/release.js';
import { strayParameter } from '../../../domain/failure.js';
import type { Action } from '../../../domain/permission/permission.js';
import { err, ok, type Result } from '../../../domain/result.js';
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
import { idOf } from './people.js';
import { mostReleases, presentReleases } from './present-releases.js';
import { limit as limitOf, oneText } from './query.js';
import { allOf, route, type Route } from './route.js';

const usualLimit = 50;

async function listReleases(
  dependencies: AdminDependencies,
  call: Call,
): Promise<Result<Reply<readonly ReleaseView[]>>> {
  const { state, limit = String(usualLimit) } = call.asked;
  const known = releaseStates.find((one) => one === state);
  if (state !== undefined && known === undefined) return err(strayParameter('state'));
  if (typeof limit !== 'string' || !/^[1-9]\d{0,2}$/.test(limit) || Number(limit) > mostReleases)
    return err(strayParameter('limit'));
  const request = { limit: Number(limit), ...(known !== undefined && { state: known }) };
  const found = await dependencies.releases.list(call.principal, request);
  if (!found.ok) return found;
  const data = await presentReleases(dependencies, call.principal, found.value);
  return data.ok ? ok({ data: data.value }) : data;
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
    query: [oneText('state', 'Those in this state only.', releaseStates), limitOf(usualLimit, mostReleases)],
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
