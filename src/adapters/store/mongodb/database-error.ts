import { Cancelled } from '../../../application/stores/in-turns.js';
import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoNetworkTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb';
import type { Racing } from '../../../application/stores/after-races.js';
import { attemptWith } from '../../../application/stores/attempt.js';
import { failure, refusedByStore, type Failure } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import type { Result } from '../../../domain/result.js';

const duplicateKey = 11000;
const writeConflict = 112;
const diskFull = 14031;
/**
 * A row with everything that is joined to it is too large for a stage or a reply, or a sort needs too much memory.
 */
const tooLarge = new Set([4568, 10334, 13548, 17419, 17420]);
/** The time limit of an operation, or of its acknowledgement by other members, has passed. */
const timedOut = new Set([50, 262, 64]);
/** The server is shutting down, is recovering, is not primary, has too many connections, or cannot be reached. */
const unavailableCodes = new Set([6, 7, 89, 91, 133, 134, 189, 9001, 10107, 11600, 11602, 13435, 13436]);
/** Errors that the driver raises before it sends anything. It does not export all of their classes. */
const unavailableNames = new Set([
  'MongoClientClosedError',
  'MongoNotConnectedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoStalePrimaryError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
]);

const codeOf = (error: unknown): number => (error instanceof MongoServerError ? Number(error.code) : 0);

/** The driver wraps every error of a bulk write, network errors as well, in a server error. */
const unwrapped = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && error.errorResponse instanceof Error ? error.errorResponse : error;

/** Whether the connection was lost. A second attempt may use another connection, or the next primary. */
export const isConnectionLost = (error: unknown): boolean =>
  (error instanceof MongoNetworkError && !(error instanceof MongoNetworkTimeoutError)) ||
  unavailableCodes.has(codeOf(error));

export function isConnectionError(thrown: unknown): boolean {
  const error = unwrapped(thrown);
  return (
    error instanceof MongoServerSelectionError ||
    isConnectionLost(error) ||
    (error instanceof MongoError && unavailableNames.has(error.name))
  );
}

/** Whether this process cancelled the command. */
const isAborted = (error: unknown): boolean =>
  error instanceof Cancelled || (error instanceof DOMException && error.name === 'AbortError');

/** Whether the server did not answer in time. It may have executed the command, or may still do so. */
export const isTimeout = (error: unknown): boolean =>
  isAborted(error) || unwrapped(error) instanceof MongoNetworkTimeoutError || timedOut.has(codeOf(error));

/**
 * The unique index that a write violated; `''` if the message does not name it. The wording depends on the server.
 */
export function violatedIndex(error: unknown): string | undefined {
  if (codeOf(error) !== duplicateKey) return undefined;
  const match = /index: (\S+)|Index '([^']+)'/.exec((error as Error).message);
  return match?.[1] ?? match?.[2] ?? '';
}

/** Whether another writer was faster, so that a second attempt may succeed. */
export const isRace = (error: unknown): boolean =>
  codeOf(error) === duplicateKey ||
  codeOf(error) === writeConflict ||
  (error instanceof MongoError &&
    error.hasErrorLabel('TransientTransactionError') &&
    !isConnectionError(error) &&
    !isTimeout(error));

/** Retries for about a second in total. */
export const racing: Racing = { isRace, attempts: 12, maxPauseMs: 200 };

/** Whether a result is larger than the server can build or return. */
export const isTooLarge = (error: unknown): boolean => tooLarge.has(codeOf(error));

/** Whether the outcome of a commit is unknown, which a second commit resolves. */
export const isUnknownCommit = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');

export const tookTooLong = failure('STORE.TIMEOUT', reason('store.timeout'));

/** The failure that an error stands for; null if the error is a bug. */
export function failureOf(error: unknown): Failure | null {
  if (codeOf(error) === diskFull) return refusedByStore(reason('store.full'));
  if (isConnectionError(error)) return failure('STORE.UNAVAILABLE', reason('store.unavailable'));
  if (isTimeout(error)) return tookTooLong;
  if (isRace(error)) return failure('STORE.CONFLICT', reason('store.conflict'));
  return null;
}

/** Turns expected failures of `work` into results. Bugs stay thrown. */
export const attempt = <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
  attemptWith(failureOf, work);
