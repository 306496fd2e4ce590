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
import { failure, type Failure } from '../../../domain/failure.js';
import type { Result } from '../../../domain/result.js';

const duplicateKey = 11000;
const writeConflict = 112;
const noRoom = 14031;
/** A row with what is joined to it is too large, in a stage or in the reply; or a sort is, in memory. */
const tooLarge = new Set([4568, 10334, 13548, 17419, 17420]);
/** A time limit, of the operation or of its confirmation by the other members. */
const timedOut = new Set([50, 262, 64]);
/** The server cannot be reached by another one, shuts down, is not primary, recovers, or has too many connections. */
const away = new Set([6, 7, 89, 91, 133, 134, 189, 9001, 10107, 11600, 11602, 13435, 13436]);
/** Errors of the driver before anything was sent. It does not export all of their classes. */
const awayNames = new Set([
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

/** The connection is lost. A second attempt may find another one, or the next primary. */
export const isLost = (error: unknown): boolean =>
  (error instanceof MongoNetworkError && !(error instanceof MongoNetworkTimeoutError)) ||
  away.has(codeOf(error));

export function isConnectionError(thrown: unknown): boolean {
  const error = unwrapped(thrown);
  return (
    error instanceof MongoServerSelectionError ||
    isLost(error) ||
    (error instanceof MongoError && awayNames.has(error.name))
  );
}

/** Aborted by a signal of ours. */
const isAborted = (error: unknown): boolean =>
  error instanceof Cancelled || (error instanceof DOMException && error.name === 'AbortError');

/** The server did not answer in time. It may have executed the command, or may still do so. */
export const isTimeout = (error: unknown): boolean =>
  isAborted(error) || unwrapped(error) instanceof MongoNetworkTimeoutError || timedOut.has(codeOf(error));

/** The unique index that a value collided with. Servers word the message differently. */
export function violatedIndex(error: unknown): string | undefined {
  if (codeOf(error) !== duplicateKey) return undefined;
  const told = /index: (\S+)|Index '([^']+)'/.exec((error as Error).message);
  return told?.[1] ?? told?.[2] ?? '';
}

/** Another writer was faster, so a second attempt may succeed. */
export const isRace = (error: unknown): boolean =>
  codeOf(error) === duplicateKey ||
  codeOf(error) === writeConflict ||
  (error instanceof MongoError &&
    error.hasErrorLabel('TransientTransactionError') &&
    !isConnectionError(error) &&
    !isTimeout(error));

/** Pauses for about a second in all. */
export const racing: Racing = { isRace, attempts: 12, maxPauseMs: 200 };

/** A row of the answer would be larger than a MongoDB document may be. */
export const isTooLarge = (error: unknown): boolean => tooLarge.has(codeOf(error));

/** It is unknown whether a commit was done, which a second commit finds out. */
export const isUnknownCommit = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');

export const tookTooLong = failure('STORE.TIMEOUT', 'The database took too long');

/** The expected failure that an error means; null: it is a bug. */
function failureOf(error: unknown): Failure | null {
  if (codeOf(error) === noRoom) return failure('STORE.UNAVAILABLE', 'The database has no room left');
  if (isConnectionError(error)) return failure('STORE.UNAVAILABLE', 'The database cannot be reached');
  if (isTimeout(error)) return tookTooLong;
  if (isRace(error)) return failure('STORE.CONFLICT', 'Other writers were faster, several times');
  return null;
}

/** Turns expected failures of `work` into results. Bugs stay thrown. */
export const attempt = <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
  attemptWith(failureOf, work);
