import { nameOf, type Path } from './document/path.js';
import { reason, type Reason } from './reason/reason.js';
import { textOfReason } from './reason/text-of-reason.js';

/**
 * All expected failures, named `STAGE.REASON`. Each delivery adapter maps codes to status codes in one table, and
 * nowhere else.
 */
export type FailureCode =
  /** The query has a key that does not exist or that the principal may not use. `details.key` names it. */
  | 'QUERY.INVALID_KEY'
  /** A parameter has the wrong form; the message names it. */
  | 'QUERY.INVALID'
  /** The query mixes page and offset pagination, or paginates where that is not possible. */
  | 'QUERY.PAGINATION'
  /** The body has a key that the type does not have, or that clients may not set. */
  | 'INPUT.INVALID_KEY'
  /** One or more values are invalid; `details.errors` lists them. */
  | 'INPUT.INVALID'
  /** The input is well-formed but does not fit what is stored. */
  | 'INPUT.MISMATCH'
  /** A key that names a request was sent with another one before. */
  | 'INPUT.KEY_REUSED'
  | 'POLICY.UNAUTHENTICATED'
  | 'POLICY.DENIED'
  /** The request needs a recent proof of who makes it. */
  | 'POLICY.UNPROVEN'
  /** There were too many attempts; `details.retryAfterMs` is the time until the next one is allowed. */
  | 'POLICY.TOO_MANY'
  /** The query exceeds a limit of size or depth. */
  | 'PLAN.TOO_LARGE'
  /** The request would cost more than one request may. `details.at` names the part that exceeds the limit. */
  | 'PLAN.TOO_EXPENSIVE'
  | 'DOCUMENT.NOT_FOUND'
  /** The version is not the one that the writer expected. `details` has its revision. */
  | 'DOCUMENT.CHANGED'
  /** Concurrent writers have won, even after the retries. */
  | 'STORE.CONFLICT'
  /** The database cannot be reached. */
  | 'STORE.UNAVAILABLE'
  /** The database took longer than its timeout. */
  | 'STORE.TIMEOUT'
  /** The server has too much work to answer in time. The request was not started. */
  | 'STORE.OVERLOADED'
  /** As many long reads run and wait as may: short ones are answered. The request was not started. */
  | 'STORE.LONG_READS'
  /** An upload has more or larger files than allowed. */
  | 'MEDIA.TOO_LARGE'
  /** The file is empty or of a type that is not allowed. */
  | 'MEDIA.REFUSED'
  /** Too many images wait for decoding, or the decoder has ended. The same upload may succeed later. */
  | 'MEDIA.BUSY'
  /** The upload was cut off. */
  | 'MEDIA.INCOMPLETE'
  /** There is no space to store a file. */
  | 'MEDIA.NO_SPACE'
  /** The file storage cannot be reached or does not work as it should. */
  | 'MEDIA.UNAVAILABLE'
  /** The provider does not confirm the sign-in, or it does not match the one that was started. */
  | 'IDENTITY.REFUSED'
  /** The provider of a sign-in cannot be reached. */
  | 'IDENTITY.UNAVAILABLE'
  /** The stored tables do not fit the schema, and the change needs a decision by the operator. */
  | 'SCHEMA.UNSAFE_CHANGE'
  /** The schema files are invalid; `details.faults` lists why. */
  | 'SCHEMA.INVALID';

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /**
   * What the message is made of, for those who say it in another language: one reason, or one for each of `details.errors`. The
   * content API does not answer them. Absent: there is the message only, such as that of an app's hook.
   */
  readonly reasons?: readonly Reason[];
  /** Of `STORE.UNAVAILABLE`: nothing has taken effect, as the database has refused the work. */
  readonly isWithoutEffect?: true;
  /** Of `POLICY.DENIED`: the grant that would allow the request, if it is one. The content API does not answer it. */
  readonly missing?: MissingGrant;
}

/**
 * Whether nobody knows if what was asked has taken effect: the connection was lost, perhaps after the commit. So it is neither
 * done again nor taken back.
 */
export const hasUnknownOutcome = ({ code, isWithoutEffect }: Failure): boolean =>
  code === 'STORE.UNAVAILABLE' && isWithoutEffect !== true;

/** A grant that a principal lacks. */
export interface MissingGrant {
  readonly action: string;
  /** The content-type, or the area of the settings. */
  readonly type: string;
  /** Whether a grant with attributes or a filter is not enough. */
  readonly isWhole?: true;
}

/** The message of a failure with a reason is its English. */
export function failure(
  code: FailureCode,
  why: string | Reason,
  details?: Readonly<Record<string, unknown>>,
): Failure {
  const said = typeof why === 'string' ? { message: why } : { message: textOfReason(why), reasons: [why] };
  return { code, ...said, ...(details !== undefined && { details }) };
}

/** The database has refused the work, so that nothing has taken effect. */
export const refusedByStore = (why: Reason): Failure => ({
  ...failure('STORE.UNAVAILABLE', why),
  isWithoutEffect: true,
});

/** Refuses a key of a body that may not be there. */
export const strayKey = (key: string): Failure =>
  failure('INPUT.INVALID_KEY', reason('key.invalid', { key }), { key, path: null, source: 'body' });

/** Refuses a parameter of a query that may not be there, or may not have this value. */
export const strayParameter = (key: string): Failure =>
  failure('QUERY.INVALID_KEY', reason('key.invalid', { key }), { key, path: null, source: 'query' });

/** The document does not exist, or the request does not lead to it. */
export const notFound = failure('DOCUMENT.NOT_FOUND', reason('document.notFound'));

export const changed = failure('DOCUMENT.CHANGED', reason('document.changed'));

export const exists = failure('DOCUMENT.CHANGED', reason('document.exists'));

/** The policy does not allow the request. */
export const denied = failure('POLICY.DENIED', reason('request.denied'));

/** The same, with the grant that is missing. */
export const deniedWithout = (missing: MissingGrant): Failure => ({ ...denied, missing });

/** One invalid value of a body: `path` from the body's root, `value` as it was sent. */
export interface InputError {
  readonly path: Path;
  readonly reason: Reason;
  readonly value: unknown;
}

/** Joins invalid values into one failure. A single error keeps its message; several are counted. */
export function invalidInput(errors: readonly [InputError, ...InputError[]]): Failure {
  const reasons = errors.map(({ path, reason: { code, parameters } }) => ({
    code,
    parameters: { path: nameOf(path), ...parameters },
  }));
  const messages = reasons.map(textOfReason);
  const listed = errors.map(({ path, value }, index) => ({
    path: path.map(String),
    message: messages[index],
    name: 'ValidationError',
    value,
  }));
  const [message = ''] = messages.length === 1 ? messages : [`${messages.length} errors occurred`];
  return { code: 'INPUT.INVALID', message, details: { errors: listed }, reasons };
}
