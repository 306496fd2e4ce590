import type { ReleaseProblem } from '../../../../application/releases/release.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import type { PublishProblem } from '../contract/documents.js';

/** Lists what is wrong in a version that cannot be published. */
export function publishProblems({
  message,
  details,
  reasons = [],
}: Omit<ReleaseProblem, 'index'>): readonly PublishProblem[] {
  const errors: unknown = isPlainObject(details) ? details['errors'] : undefined;
  const named = Array.isArray(errors) ? errors.filter(isPlainObject) : [];
  const listed = named.length === 0 ? [{}] : named;
  return listed.map((error: { readonly [name: string]: unknown }, at) => {
    const [path, reason] = [error['path'], reasons[at]];
    return {
      path: Array.isArray(path) ? path.join('.') : '',
      message: typeof error['message'] === 'string' ? error['message'] : message,
      ...(reason && { reason }),
    };
  });
}
