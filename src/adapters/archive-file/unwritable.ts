import { ThrownFailure } from '../../application/thrown-failure.js';
import { failure } from '../../domain/failure.js';

const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** What is thrown where the file system takes no more of a file. `what`: what is therefore not written, such as `backup`. */
export function unwritable(name: string, error: unknown, what: string): ThrownFailure {
  const code = (error as NodeJS.ErrnoException).code ?? '';
  const reason = full.has(code) ? 'there is no space left' : code || String(error);
  return new ThrownFailure(
    failure('MEDIA.NO_SPACE', `${name} cannot be written: ${reason}. No ${what} was written.`),
  );
}
