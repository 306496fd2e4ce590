import { ThrownFailure } from '../../application/thrown-failure.js';
import { failure } from '../../domain/failure.js';

const noSpace = 'there is no space left';
const mayNot = 'this user may not write there';

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: noSpace,
  EDQUOT: noSpace,
  EFBIG: noSpace,
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'a part of its path is a file',
  EACCES: mayNot,
  EPERM: mayNot,
  EROFS: 'the file system is read-only',
};

/** What is thrown where the file system takes no more of a file. `what`: what is therefore not written, such as `backup`. */
export function unwritable(name: string, error: unknown, what: string): ThrownFailure {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const reason = reasons[code] ?? (code || String(error));
  return new ThrownFailure(
    failure('MEDIA.NO_SPACE', `${name} cannot be written: ${reason}. No ${what} was written.`),
  );
}
