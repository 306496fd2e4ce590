import { attemptWith } from '../../../application/stores/attempt.js';
import { failure, refusedByStore, type Failure } from '../../../domain/failure.js';
import { reason } from '../../../domain/reason/reason.js';
import type { Result } from '../../../domain/result.js';
import { tooLargeMark } from './read/bound-rows.js';

interface DatabaseError extends Error {
  readonly code: string;
  /** The violated index or constraint. */
  readonly constraint?: string;
  /** Whether no connection came about. */
  readonly isOfConnecting?: true;
  /** The function of the server that failed. */
  readonly routine?: string;
}

const lostConnection = '08006';

/** SQLSTATE of statements that were cancelled or timed out. */
export const cancelled = '57014';

/** SQLSTATE of a right that the role lacks. */
export const insufficientPrivilege = '42501';

/** What only an operator can mend, see `statementRemedy`: a missing right, and prepared statements that a pooler mixes up. */
const refusedStatements: ReadonlySet<string> = new Set([insufficientPrivilege, '26000', '42P05']);

/** SQLSTATE of statements in a transaction in which one has failed before. */
const aborted = '25P02';

/** The error of a statement that was cancelled before it was sent or answered. */
export const cancellation = (): Error => Object.assign(new Error('cancelled'), { code: cancelled });

/** Adds a SQLSTATE to the driver's own errors, which concern the connection and have only a message. */
export function namedError(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const code = (first as Partial<DatabaseError>).code ?? codeOfMessage(error.message);
  return code === undefined ? error : Object.assign(error, { code });
}

function codeOfMessage(message: string): string | undefined {
  return /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client has encountered a connection error|Client was closed|The server does not support SSL)/.test(
    message,
  )
    ? lostConnection
    : undefined;
}

/** A SQLSTATE, a code of the system, or nothing. */
export const codeOf = (error: unknown): string => (error as Partial<DatabaseError> | null)?.code ?? '';

/** Notes that an error was thrown instead of a connection. */
export const ofConnecting = (error: unknown): Error =>
  Object.assign(namedError(error), { isOfConnecting: true } as const);

/** Codes of connections that do not come about or are lost, and of servers that are starting, stopping or full. */
const away = /^(080..|57P0.|53...|E(?!RR_)[A-Z_]{4,})$/;
/** What poolers say of whatever they refuse. */
const protocolViolation = '08P01';

/** Reports whether a connection was refused or lost, or the server is starting, stopping or full. */
export const isConnectionError = (error: unknown): boolean =>
  isOfConnecting(error) || away.test(codeOf(error));

/** Reports whether a server answers, but refuses the login, the database or the parameters, until an operator does something. */
export const isRefusal = (error: unknown): boolean =>
  isOfConnecting(error) && (codeOf(error) === protocolViolation || !away.test(codeOf(error)));

const isOfConnecting = (error: unknown): boolean =>
  (error as Partial<DatabaseError> | null)?.isOfConnecting === true;

/** Reports whether the server lacked room, memory or connections for this statement. It may well answer others. */
export const isOutOfResources = (error: unknown): boolean => codeOf(error).startsWith('53');

/** Reports whether a statement has gone beyond a limit of the configuration, such as `temp_file_limit`. */
export const isBeyondLimit = (error: unknown): boolean => codeOf(error) === '53400';

/** Reports whether the transaction was chosen to end a deadlock, so that a retry of the whole transaction may succeed. */
export const isDeadlock = (error: unknown): boolean => /^(40001|40P01)$/.test(codeOf(error));

/** Reports whether the error comes from a concurrent writer, so that a retry may succeed. */
export const isRace = (error: unknown): boolean => /^(40001|40P01|23505)$/.test(codeOf(error));

/** Returns the name of the violated unique index. */
export const violatedIndex = (error: unknown): string | undefined =>
  codeOf(error) === '23505' ? (error as DatabaseError).constraint : undefined;

/** Reports whether a calculation with floating-point numbers became too large, as sums of sizes do (see `listOf`). */
const isOverflow = (error: unknown): boolean =>
  codeOf(error) === '22003' && (error as DatabaseError).routine === 'float_overflow_error';

/** Returns the failure that an error means, or null for a bug. */
export function failureOf(error: unknown): Failure | null {
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  if (code === '53100') return refusedByStore(reason('store.full'));
  if (code === '25006') return refusedByStore(reason('store.readOnly'));
  if (refusedStatements.has(code)) return refusedByStore(reason('store.refused'));
  if (isOutOfResources(error) || code === aborted) return refusedByStore(reason('store.unavailable'));
  if (isConnectionError(error)) return failure('STORE.UNAVAILABLE', reason('store.unavailable'));
  if (code === cancelled) return failure('STORE.TIMEOUT', reason('store.timeout'));
  if (isRace(error)) return failure('STORE.CONFLICT', reason('store.conflict'));
  // Class 54: a limit of PostgreSQL, such as 1 GB of text.
  if (message.includes(tooLargeMark) || isOverflow(error) || code.startsWith('54')) return tooLarge;
  if (code.startsWith('22')) return failure('INPUT.INVALID', reason('store.value', { message }));
  return null;
}

export const tooLarge = failure('PLAN.TOO_LARGE', reason('answer.tooLarge'));

/** Runs `work` and returns expected failures as values; bugs stay thrown. */
export const attempt = <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
  attemptWith(failureOf, work);
