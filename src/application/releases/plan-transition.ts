import type { Principal } from '../../domain/permission/permission.js';
import type { Transition } from '../../domain/query/mutation.js';
import type { Result } from '../../domain/result.js';
import type { Release } from './release.js';
import type { ReleaseService } from './release-service.js';

/**
 * Plans that one document is published or unpublished, as a release of it alone. `at` is ISO 8601 with a zone; like `name`
 * it may be any value, which is checked.
 */
export function planTransition(
  releases: ReleaseService,
  principal: Principal,
  { kind: action, type, documentId, locale }: Omit<Transition, 'answer'>,
  {
    at,
    name = `${action} ${type} ${documentId ?? ''}`.trim(),
  }: { readonly at: unknown; readonly name?: unknown },
): Promise<Result<Release>> {
  const named = { ...(documentId !== undefined && { documentId }), ...(locale && { locale }) };
  return releases.create(principal, { name, at, actions: [{ action, type, ...named }] });
}
