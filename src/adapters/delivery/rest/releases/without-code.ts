import type { ReleaseRequest } from '../../../../application/releases/check-release-request.js';
import type { ReleaseService } from '../../../../application/releases/release-service.js';
import { isPlainObject, own } from '../../../../domain/document/plain-object.js';
import { failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { AppRoutes } from '../routes/app-routes.js';
import { runsWithoutCode } from '../routes/find-access.js';

/**
 * The releases of clients. Code of the app that runs around publishing or unpublishing, such as a policy, cannot run for a
 * document of a release, so these are refused when the release is planned or changed.
 */
export function withoutCodeOfApp(
  releases: ReleaseService,
  schema: Schema,
  routes: AppRoutes | undefined,
): ReleaseService {
  const guarded = <T>(request: ReleaseRequest, plan: () => Promise<Result<T>>): Promise<Result<T>> => {
    const checked = check(request, schema, routes);
    return checked.ok ? plan() : Promise.resolve(checked);
  };
  return {
    ...releases,
    create: (principal, request) => guarded(request, () => releases.create(principal, request)),
    update: (principal, documentId, request) =>
      guarded(request, () => releases.update(principal, documentId, request)),
  };
}

/** Everything else about the request is checked by the service. */
function check({ actions }: ReleaseRequest, schema: Schema, routes: AppRoutes | undefined): Result<null> {
  if (!Array.isArray(actions)) return ok(null);
  for (const [index, given] of actions.entries()) {
    const [uid, kind] = isPlainObject(given) ? [own(given, 'type'), own(given, 'action')] : [];
    const type = typeof uid === 'string' ? schema.contentTypes.get(uid) : undefined;
    const action = (['publish', 'unpublish'] as const).find((each) => each === kind);
    if (type === undefined || action === undefined || runsWithoutCode(type, action, routes)) continue;
    const key = `actions.${index}`;
    const message = `${key}: code of the app runs for ${action} of ${type.uid}: send it to its own route, at its time`;
    return err(failure('INPUT.INVALID', message, { key, source: 'body' }));
  }
  return ok(null);
}
