import { failure } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../domain/result.js';

export const codeOf = (error: unknown): string =>
  error instanceof Error ? String((error as NodeJS.ErrnoException).code) : '';

export const noSpace = failure('MEDIA.NO_SPACE', reason('files.full'));

const full: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Returns errors of the file system as failures. Any other error is a bug and rethrown. */
export async function attempt<T>(run: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await run());
  } catch (error) {
    const isRefusal = error instanceof Error && 'syscall' in error;
    if (!isRefusal) throw error;
    const code = codeOf(error);
    return err(
      full.has(code) ? noSpace : failure('MEDIA.UNAVAILABLE', reason('files.unavailable', { code })),
    );
  }
}
