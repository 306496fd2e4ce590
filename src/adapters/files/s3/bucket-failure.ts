import { failure } from '../../../domain/failure.js';
import { err, ok, type Result } from '../../../domain/result.js';

interface ClientError {
  readonly name: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

/** What the bucket or the way to it refuses; anything else that goes wrong is a bug, and thrown on. */
export async function attempt<T>(run: () => Promise<T>): Promise<Result<T>> {
  try {
    return ok(await run());
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return err(failure('MEDIA.UNAVAILABLE', `Files cannot be kept now: ${error.name}`));
  }
}

/** Answers of the service, a connection that fails, and credentials that are nowhere to be found. */
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
