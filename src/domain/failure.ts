/**
 * The closed catalogue of expected failures, `STAGE.REASON`. Delivery adapters map each code to their wire in
 * one table; nothing else decides on status codes.
 */
export type FailureCode =
  /** A key of the query or body that does not exist or is not this principal's to use. `details.key` names it. */
  | 'QUERY.INVALID_KEY'
  /** A parameter whose form is wrong; the message says which. */
  | 'QUERY.INVALID'
  /** Page and offset pagination mixed, or pagination where it cannot be. */
  | 'QUERY.PAGINATION'
  /** The body has a key that the type does not, or that clients may not set. */
  | 'INPUT.INVALID_KEY'
  /** One or more values are refused; `details.errors` lists them. */
  | 'INPUT.INVALID'
  /** Well-formed input that does not fit what is stored. */
  | 'INPUT.MISMATCH'
  | 'POLICY.UNAUTHENTICATED'
  | 'POLICY.DENIED'
  /** Too many attempts; `details.retryAfterMs` says when the next may be made. */
  | 'POLICY.TOO_MANY'
  /** The question is larger than a limit allows. */
  | 'PLAN.TOO_LARGE'
  /** Answering would take more of the server than one request may. `details.at` names where the limit is passed. */
  | 'PLAN.TOO_EXPENSIVE'
  | 'DOCUMENT.NOT_FOUND'
  /** Another writer won, also after the bounded retries. */
  | 'STORE.CONFLICT'
  /** The database cannot be reached now. */
  | 'STORE.UNAVAILABLE'
  /** The database took longer than its limit. */
  | 'STORE.TIMEOUT'
  /** There is more to do than can be done in time: nothing has begun. */
  | 'STORE.OVERLOADED'
  /** More or larger files than one upload may bring. */
  | 'MEDIA.TOO_LARGE'
  /** A file that is not taken: empty, or of a kind that does not belong there. */
  | 'MEDIA.REFUSED'
  /** Too many pictures wait to be decoded, or what decodes them ended: the same upload may succeed later. */
  | 'MEDIA.BUSY'
  /** An upload that ended before its end. */
  | 'MEDIA.INCOMPLETE'
  /** There is no room for a file. */
  | 'MEDIA.NO_SPACE'
  /** Where files are kept cannot be reached, or does not do what it should. */
  | 'MEDIA.UNAVAILABLE'
  /** A sign-in that its provider, or what was begun, does not bear out. */
  | 'IDENTITY.REFUSED'
  /** The provider of a sign-in cannot be reached. */
  | 'IDENTITY.UNAVAILABLE'
  /** The stored tables do not fit the schema, and mending them needs a decision. */
  | 'SCHEMA.UNSAFE_CHANGE'
  /** Schema files that cannot be used; `details.faults` lists them. */
  | 'SCHEMA.INVALID';

export interface Failure {
  readonly code: FailureCode;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

export const failure = (
  code: FailureCode,
  message: string,
  details?: Readonly<Record<string, unknown>>,
): Failure => (details === undefined ? { code, message } : { code, message, details });

/** There is no such document, or none that the question leads to. */
export const notFound = failure('DOCUMENT.NOT_FOUND', 'Not Found');

/** The policy says no. */
export const denied = failure('POLICY.DENIED', 'Forbidden');

/** One refused value of a body: `path` from the body's root, `value` as it was sent. */
export interface InputError {
  readonly path: readonly string[];
  readonly message: string;
  readonly value: unknown;
}

/** Joins refused values into one failure: a single one keeps its message (behaviours.md, "Unknown and forbidden keys"). */
export function invalidInput(errors: readonly [InputError, ...InputError[]]): Failure {
  const listed = errors.map(({ path, message, value }) => ({
    path,
    message,
    name: 'ValidationError',
    value,
  }));
  const message = errors.length === 1 ? errors[0].message : `${errors.length} errors occurred`;
  return failure('INPUT.INVALID', message, { errors: listed });
}
