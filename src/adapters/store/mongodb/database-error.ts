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

export { Refusal } from '../../../application/stores/attempt.js';

const duplicateKey = 11000;
const writeConflict = 112;
const noRoom = 14031;
/** Of a row with what was joined to it, on its way or at its end; of a sort in memory. */
const tooLarge = new Set([4568, 10334, 13548, 17419, 17420]);
/** A limit of time, of the operation or of what the other members have to confirm. */
const timedOut = new Set([50, 262, 64]);
/** Not to be reached by another server, shutting down, not primary, recovering, too many connections. */
const away = new Set([6, 7, 89, 91, 133, 134, 189, 9001, 10107, 11600, 11602, 13435, 13436]);
/** The driver's own, before anything was sent: some of their classes are not to be had. */
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

/** Writes of several documents wrap every fault, that of the network too, in one of the server's. */
const unwrapped = (error: unknown): unknown =>
  error instanceof MongoBulkWriteError && error.errorResponse instanceof Error ? error.errorResponse : error;

/** Asking again may find another connection, or the next primary. */
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

/** By a signal of ours. */
const isAborted = (error: unknown): boolean =>
  error instanceof Cancelled || (error instanceof DOMException && error.name === 'AbortError');

/** The server did not answer in time: it may have done what was asked, or may still. */
export const isTimeout = (error: unknown): boolean =>
  isAborted(error) || unwrapped(error) instanceof MongoNetworkTimeoutError || timedOut.has(codeOf(error));

/** The unique index that a value collided with: servers differ in how they tell. */
export function violatedIndex(error: unknown): string | undefined {
  if (codeOf(error) !== duplicateKey) return undefined;
  const told = /index: (\S+)|Index '([^']+)'/.exec((error as Error).message);
  return told?.[1] ?? told?.[2] ?? '';
}

/** Another writer was faster: the same again may succeed. */
export const isRace = (error: unknown): boolean =>
  codeOf(error) === duplicateKey ||
  codeOf(error) === writeConflict ||
  (error instanceof MongoError &&
    error.hasErrorLabel('TransientTransactionError') &&
    !isConnectionError(error) &&
    !isTimeout(error));

/** Some second of pauses in all. */
export const racing: Racing = { isRace, attempts: 12, maxPauseMs: 200 };

/** A document, of those that an answer comes in, would be larger than there may be. */
export const isTooLarge = (error: unknown): boolean => tooLarge.has(codeOf(error));

/** Whether it is not known if a commit was done: committing again tells. */
export const isUnknownCommit = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');

export const tookTooLong = failure('STORE.TIMEOUT', 'The database took too long');

/** The expected failure that an error stands for; null: it is a bug. */
function failureOf(error: unknown): Failure | null {
  if (codeOf(error) === noRoom) return failure('STORE.UNAVAILABLE', 'The database has no room left');
  if (isConnectionError(error)) return failure('STORE.UNAVAILABLE', 'The database cannot be reached');
  if (isTimeout(error)) return tookTooLong;
  if (isRace(error)) return failure('STORE.CONFLICT', 'Other writers were faster, several times');
  return null;
}

/** Answers expected failures of `work`; bugs stay thrown. */
export const attempt = <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
  attemptWith(failureOf, work);
