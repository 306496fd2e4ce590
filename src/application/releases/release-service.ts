import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { ReleaseRequest } from './check-release-request.js';
import type {
  LocalesRequest,
  LocalesToPublish,
  Release,
  ReleaseAction,
  ReleaseProblem,
  ReleaseState,
} from './release.js';

/**
 * Plans that documents are published or unpublished together, at a time or by hand. Who plans a release needs the permission
 * for each of its actions, when it is planned and when it happens. Everybody may see, change and cancel what they have
 * planned themselves; for those of others they need `find`, `update` or `delete` on `plugin::releases.release`, without
 * fields and filters. Methods fail with `POLICY.DENIED` otherwise, with `INPUT.INVALID` for invalid input, with
 * `INPUT.MISMATCH` and `details.problems` if an action is not possible, and with `DOCUMENT.NOT_FOUND` if there is no such
 * release.
 */
export interface ReleaseService {
  /** The latest first. */
  list(principal: Principal, request: ListReleases): Promise<Result<readonly Release[]>>;
  find(principal: Principal, documentId: string): Promise<Result<Release>>;
  /** With a time it is scheduled, otherwise it stays open. A time that is past is now. */
  create(principal: Principal, request: ReleaseRequest): Promise<Result<Release>>;
  /** Changes the members that are given. From then on it happens on behalf of `principal`. */
  update(principal: Principal, documentId: string, request: ReleaseRequest): Promise<Result<Release>>;
  /** It stays in the list. One that has ended cannot be cancelled. */
  cancel(principal: Principal, documentId: string): Promise<Result<Release>>;
  /** Returns what would keep it from happening now. Nothing is changed. */
  check(principal: Principal, documentId: string): Promise<Result<readonly ReleaseProblem[]>>;
  /** Returns what would keep actions from happening now, without a release of them. Nothing is changed. */
  checkActions(
    principal: Principal,
    actions: readonly ReleaseAction[],
  ): Promise<Result<readonly ReleaseProblem[]>>;
  /**
   * Returns the locales of a document whose drafts are not published as they are, and what would keep them from being published
   * together. Needs `findDrafts`. Nothing is changed.
   */
  checkLocales(principal: Principal, request: LocalesRequest): Promise<Result<LocalesToPublish>>;
  /** Publishes these locales in one transaction: all of them, or none. Needs `findDrafts` and `publish`. */
  publishLocales(principal: Principal, request: LocalesRequest): Promise<Result<LocalesToPublish>>;
  /** Lets it happen now, on behalf of `principal`. */
  run(principal: Principal, documentId: string): Promise<Result<Release>>;
}

export interface ListReleases {
  readonly state?: ReleaseState | readonly ReleaseState[];
  readonly limit: number;
}
