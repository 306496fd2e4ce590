import { failure } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../domain/result.js';

interface ClientError {
  readonly name: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** Returns errors of the bucket or of the connection as failures. Any other error is a bug and rethrown. */
export async function attempt<T>(run: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await run());
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return err(failure('MEDIA.UNAVAILABLE', reason('files.unavailable', { code: error.name })));
  }
}

/** Whether the error is a response of the service, a failed connection, or missing credentials. */
function isRefusal(error: unknown): error is ClientError {
  if (!(error instanceof Error)) return false;
  const { name, code, $metadata } = error as ClientError;
  return (
    $metadata !== undefined ||
    code !== undefined ||
    name === 'TimeoutError' ||
    name === 'CredentialsProviderError'
  );
}

export const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'NoSuchKey' || (error as ClientError).$metadata?.httpStatusCode === 404);
