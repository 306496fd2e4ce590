import { ThrownFailure } from '../../application/thrown-failure.js';
import { failure, type Failure } from '../../domain/failure.js';

const longestPath = 1024;

/** Returns the path of an entry with slashes, or throws `ThrownFailure` if it leads out of the archive. */
export function checkedPath(name: string): string {
  // Exports of Strapi before 4.9 on Windows have backslashes.
  const path = name.replaceAll('\\', '/').replace(/^\.\//, '');
  const isSafe =
    path.length <= longestPath &&
    !/^[A-Za-z]:/.test(path) &&
    !/[\p{Cc}]/u.test(path) &&
    path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
  if (!isSafe) throw new ThrownFailure(refused(name, 'does not lead to a place in the archive'));
  return path;
}

export const refused = (name: string, why: string): Failure =>
  failure('INPUT.MISMATCH', `The entry ${JSON.stringify(name.slice(0, 200))} ${why}.`);
