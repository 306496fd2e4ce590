import { GraphQLError } from 'graphql';
import { readThrownError } from '../../../../application/access/rules/thrown-errors.js';
import { denied } from '../../../../domain/failure.js';
import { StatusError } from '../../codec/app-request/status-error.js';
import { Refusal } from '../../codec/refusal.js';
import { failureError } from '../failure-error.js';
import { toldError } from '../told-error.js';

export const forbiddenError = (): GraphQLError => failureError(denied);

/** What the app's own code threw: an error for the client where it is a refusal, itself where it is a bug. */
export function tellable(thrown: unknown): unknown {
  if (thrown instanceof GraphQLError) return thrown;
  if (thrown instanceof Refusal) return failureError(thrown.failure);
  const isTold = thrown instanceof StatusError && thrown.status < 500;
  const refusal = isTold ? thrown : readThrownError(thrown);
  return refusal === null ? thrown : toldError(refusal.name, refusal.message, refusal.details);
}
