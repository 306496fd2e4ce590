import type { ReleaseRequest } from '../../application/releases/check-release-request.js';
import { releaseStates, type Release, type ReleaseProblem } from '../../application/releases/release.js';
import type { ListReleases, ReleaseService } from '../../application/releases/release-service.js';
import { failure } from '../../domain/failure.js';
import { systemPrincipal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import { presentProblem, presentRelease } from '../delivery/codec/present-release.js';
import { AppError, valueOf } from './app-error.js';

export type ShownRelease = ReturnType<typeof presentRelease>;

/**
 * `strapi.releases`: documents that are published or unpublished together (docs/releases.md), with the rights of the server.
 * Available from `bootstrap` on.
 */
export interface AppReleases {
  /** The latest first: 25, unless `limit` says otherwise. */
  list(request?: Partial<ListReleases>): Promise<readonly ShownRelease[]>;
  findOne(documentId: string): Promise<ShownRelease>;
  create(request: ReleaseRequest): Promise<ShownRelease>;
  /** Changes the members that are given; `at: null` takes its time away. */
  update(documentId: string, request: ReleaseRequest): Promise<ShownRelease>;
  /** Returns what would keep it from happening now. */
  check(documentId: string): Promise<readonly ReleaseProblem[]>;
  /** Lets it happen now. */
  run(documentId: string): Promise<ShownRelease>;
  cancel(documentId: string): Promise<ShownRelease>;
}

export function createAppReleases(releases: ReleaseService, isReady: () => boolean): AppReleases {
  const ready = (): ReleaseService => {
    if (isReady()) return releases;
    throw new Error('Releases are there from bootstrap on, not yet in register');
  };
  const shown = async (asked: Promise<Result<Release>>): Promise<ShownRelease> =>
    presentRelease(valueOf(await asked));
  return {
    list: async (request) =>
      valueOf(await ready().list(systemPrincipal, readList(request))).map(presentRelease),
    findOne: async (id) => shown(ready().find(systemPrincipal, readId(id))),
    create: async (request) => shown(ready().create(systemPrincipal, readRequest(request))),
    update: async (id, request) => shown(ready().update(systemPrincipal, readId(id), readRequest(request))),
    check: async (id) => valueOf(await ready().check(systemPrincipal, readId(id))).map(presentProblem),
    run: async (id) => shown(ready().run(systemPrincipal, readId(id))),
    cancel: async (id) => shown(ready().cancel(systemPrincipal, readId(id))),
  };
}

/** Returns a time of app code in the form of requests. */
export const readAt = (at: unknown): unknown =>
  at instanceof Date && !Number.isNaN(at.getTime()) ? at.toISOString() : at;

const readRequest = (request: ReleaseRequest | undefined): ReleaseRequest => {
  const { at, ...rest } = request ?? {};
  return at === undefined ? rest : { ...rest, at: readAt(at) };
};

function readId(id: unknown): string {
  if (typeof id === 'string' && id !== '') return id;
  throw new AppError(failure('QUERY.INVALID', 'documentId is missing', { key: 'documentId' }));
}

function readList(request: Partial<ListReleases> | undefined): ListReleases {
  const { state, limit = 25 } = request ?? {};
  const states = state === undefined ? [] : [state].flat();
  const unknown = states.find((one) => !releaseStates.includes(one));
  if (unknown !== undefined)
    throw new AppError(failure('QUERY.INVALID', `state must be one of ${releaseStates.join(', ')}`));
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new AppError(failure('QUERY.INVALID', 'limit must be a whole number from 1 on'));
  return { limit, ...(state !== undefined && { state }) };
}
