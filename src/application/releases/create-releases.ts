import { denied, failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { mayWithAll, type Action, type Principal } from '../../domain/permission/permission.js';
import { err, ok, type Result } from '../../domain/result.js';
import { releaseType } from '../../domain/schema/built-in-uids.js';
import type { Schema } from '../../domain/schema/schema.js';
import { isOwn, ownerOf, plannerOf } from '../access/planner.js';
import { writingFor } from '../audit/writing-for.js';
import { checkReleaseRequest, type CheckedRelease, type ReleaseRequest } from './check-release-request.js';
import { checkLocales, publishLocales } from './publish-locales.js';
import { insertRelease, readRelease, readReleases, updateRelease } from './release-records.js';
import { hasEnded, type Release, type ReleaseAction } from './release.js';
import type { ReleaseService } from './release-service.js';
import { problemFailure, runRelease, tryActions, type RunDependencies } from './run-release.js';

export interface ReleasesDependencies extends RunDependencies {
  readonly schema: Schema;
}

export function createReleases(dependencies: ReleasesDependencies): ReleaseService {
  const { rowDocuments: records } = dependencies;
  /** Returns a release that the principal may use so. One that they may not see is not found. */
  const one = async (principal: Principal, documentId: string, action: Action): Promise<Result<Release>> => {
    const found = await readRelease(records, documentId);
    if (!found.ok) return found;
    const release = found.value;
    if (release === null || !(isOwn(principal, release) || may(principal, 'find'))) return err(noSuchRelease);
    return isOwn(principal, release) || may(principal, action) ? ok(release) : err(denied);
  };
  const waiting = async (principal: Principal, documentId: string, action: Action) => {
    const found = await one(principal, documentId, action);
    return found.ok && hasEnded(found.value) ? err(ended(found.value)) : found;
  };
  return {
    async list(principal, request) {
      const planner = plannerOf(principal);
      if (may(principal, 'find')) return readReleases(records, request);
      return planner === null ? err(denied) : readReleases(records, { ...request, owner: ownerOf(planner) });
    },
    find: (principal, documentId) => one(principal, documentId, 'find'),
    create: (principal, request) => createRelease(dependencies, principal, request),
    async update(principal, documentId, request) {
      const found = await waiting(principal, documentId, 'update');
      return found.ok ? changeRelease(dependencies, principal, found.value, request) : found;
    },
    async cancel(principal, documentId) {
      const found = await waiting(principal, documentId, 'delete');
      if (!found.ok) return found;
      const endedAt = dependencies.clock.now();
      return save(dependencies, principal, found.value, { state: 'cancelled', endedAt });
    },
    async check(principal, documentId) {
      const found = await one(principal, documentId, 'find');
      return found.ok ? trial(dependencies, principal, found.value.actions) : found;
    },
    checkActions: (principal, actions) => trial(dependencies, principal, actions),
    checkLocales: (principal, request) => checkLocales(dependencies, principal, request),
    publishLocales: (principal, request) => publishLocales(dependencies, principal, request),
    async run(principal, documentId) {
      const found = await waiting(principal, documentId, 'update');
      if (!found.ok) return found;
      const done = await runRelease(dependencies, found.value, principal);
      return done.ok ? one(principal, documentId, 'find') : done;
    },
  };
}

const may = (principal: Principal, action: Action): boolean => mayWithAll(principal, action, releaseType);

const noSuchRelease = failure('DOCUMENT.NOT_FOUND', reason('release.none'));

const ended = ({ name, state }: Release) =>
  failure('INPUT.MISMATCH', reason('release.over', { name, state }));

/** Without code of the app, as it must have no effect outside of the database. */
const trial = (
  { rowDocuments: documents, units }: ReleasesDependencies,
  principal: Principal,
  actions: readonly ReleaseAction[],
) => tryActions({ documents, units }, actions, principal);

/** Nobody may plan what they may not do. What is only incomplete can be completed until then. */
const prohibitive: ReadonlySet<string> = new Set(['POLICY.DENIED', 'DOCUMENT.NOT_FOUND']);

type Planned = CheckedRelease & Pick<Release, 'state' | 'planner' | 'owner' | 'problems'>;

async function plan(
  dependencies: ReleasesDependencies,
  principal: Principal,
  request: ReleaseRequest,
): Promise<Result<Planned>> {
  const planner = plannerOf(principal);
  if (planner === null) return err(denied);
  const release = checkReleaseRequest(dependencies.schema, request);
  if (!release.ok) return release;
  const problems = await trial(dependencies, principal, release.value.actions);
  if (!problems.ok) return problems;
  const refused = problems.value.filter(({ code }) => prohibitive.has(code));
  if (refused.length > 0) return err(problemFailure(refused));
  const state = release.value.at === null ? 'open' : 'scheduled';
  return ok({ ...release.value, state, planner, owner: ownerOf(planner), problems: problems.value });
}

async function createRelease(
  dependencies: ReleasesDependencies,
  principal: Principal,
  request: ReleaseRequest,
): Promise<Result<Release>> {
  const release = await plan(dependencies, principal, request);
  if (!release.ok) return release;
  const data = { ...release.value, revision: dependencies.secrets.create() };
  const inserted = await insertRelease(writingFor(dependencies.rowDocuments, principal), data);
  return inserted.ok ? ok({ documentId: inserted.value, ...data, endedAt: null }) : inserted;
}

async function changeRelease(
  dependencies: ReleasesDependencies,
  principal: Principal,
  release: Release,
  request: ReleaseRequest,
): Promise<Result<Release>> {
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined));
  const { name, at, actions } = release;
  const changed = await plan(dependencies, principal, { name, at, actions, ...given });
  if (!changed.ok) return changed;
  return save(dependencies, principal, release, { ...changed.value, endedAt: null });
}

async function save(
  { rowDocuments, secrets }: ReleasesDependencies,
  principal: Principal,
  release: Release,
  change: Partial<Release>,
): Promise<Result<Release>> {
  const data = { ...change, revision: secrets.create() };
  const updated = await updateRelease(writingFor(rowDocuments, principal), release, data);
  if (updated.ok) return ok({ ...release, ...data });
  return updated.failure.code === 'DOCUMENT.NOT_FOUND' ? err(changedMeanwhile) : updated;
}

const changedMeanwhile = failure('STORE.CONFLICT', reason('release.changed'));
