import { failure, type Failure, type FailureCode } from '../domain/failure.js';
import { reason } from '../domain/reason/reason.js';
import { err, type Result } from '../domain/result.js';
import type { Uid } from '../domain/schema/schema.js';
import { readThrownError } from './access/rules/thrown-errors.js';
import type { Log } from './ports/log.js';
import { ThrownFailure } from './thrown-failure.js';

export interface CodeOfApp {
  /** Whether hooks or middlewares of the app run around writes of a content-type. */
  readonly runsCode: (type: Uid) => boolean;
  readonly log: Log;
}

/** Runs work that code of the app may be a part of: what it throws is a failure of this work alone. */
export async function catching<T>(
  { runsCode, log }: CodeOfApp,
  type: Uid,
  work: () => Promise<Result<T>>,
): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    if (!runsCode(type)) throw error;
    const refusal = refusalOf(error);
    if (refusal !== null) return err(refusal);
    log.error(`code of the app has failed with a document of ${type}`, { error });
    return err(failure('INPUT.MISMATCH', reason('app.code')));
  }
}

/** Null: a bug. */
function refusalOf(error: unknown): Failure | null {
  if (error instanceof ThrownFailure) return error.failure;
  const thrown = readThrownError(error);
  return thrown && failure(codes.get(thrown.name) ?? 'INPUT.MISMATCH', thrown.message, thrown.details);
}

const codes: ReadonlyMap<string, FailureCode> = new Map([
  ['ValidationError', 'INPUT.INVALID'],
  ['UnauthorizedError', 'POLICY.DENIED'],
  ['ForbiddenError', 'POLICY.DENIED'],
  ['PolicyError', 'POLICY.DENIED'],
  ['NotFoundError', 'DOCUMENT.NOT_FOUND'],
]);
