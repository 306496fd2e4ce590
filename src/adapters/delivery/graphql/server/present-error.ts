import { GraphQLError } from 'graphql';
import type { Log } from '../../../../application/ports/log.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { otherCode } from '../client-error.js';
import type { Shape } from '../shape/shape.js';
import { clientErrorOf } from '../extension/guard-resolver.js';

/** An error in the form of the answer. */
export interface PresentedError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** An error of graphql-js, or of Apollo, whose errors are not of that class. */
type AnyError = Pick<GraphQLError, 'message'> &
  Partial<Pick<GraphQLError, 'path' | 'locations' | 'extensions' | 'originalError'>>;

export interface ErrorPresentation {
  /** Whether messages suggest similar names. */
  readonly suggestions: boolean;
  readonly shape: Pick<Shape, 'errorCode'>;
  readonly log: Log;
}

/** Returns an error without its stack. Logs a bug and replaces it by a general message. */
export function presentError(
  given: AnyError,
  { suggestions, shape, log }: ErrorPresentation,
): PresentedError {
  const error = refused(given);
  const path = error.path === undefined ? {} : { path: error.path };
  if (isBug(error)) {
    log.error('a GraphQL resolver failed', { path: error.path?.join('.'), error: stackOf(error) });
    return { message: 'Internal Server Error', ...path, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
  }
  const { exception: _hidden, ...extensions } = withCode(error.extensions ?? {}, shape);
  const message = suggestions ? error.message : withoutHint(error.message);
  const locations = error.path === undefined && error.locations ? { locations: error.locations } : {};
  return { message, ...locations, ...path, extensions };
}

/** Gives an error of a resolver the code that its format has for the name of the error. */
function withCode(
  extensions: Readonly<Record<string, unknown>>,
  { errorCode }: ErrorPresentation['shape'],
): Readonly<Record<string, unknown>> {
  const { code, error } = extensions;
  const name = isPlainObject(error) ? error['name'] : undefined;
  return code === otherCode && typeof name === 'string'
    ? { ...extensions, code: errorCode(name) }
    : extensions;
}

/** Refusals that an app's hooks throw pass through every operation. */
function refused(error: AnyError): AnyError {
  const { originalError, path, locations } = error;
  const refusal = originalError === undefined ? undefined : clientErrorOf(originalError);
  if (!(refusal instanceof GraphQLError) || refusal === originalError) return error;
  const { message, extensions } = refusal;
  return { message, extensions, ...(path && { path }), ...(locations && { locations }) };
}

const hint = ' Did you mean ';

/**
 * Removes the hint at the end of a message. The text before it may come from the client and be long, so no regular
 * expression may search it.
 */
function withoutHint(message: string): string {
  const at = message.endsWith('?') ? message.lastIndexOf(hint) : -1;
  return at === -1 ? message : message.slice(0, at);
}

/** Errors that are meant for clients are a `GraphQLError`, or have a code of their own as Apollo's errors have. */
function isBug({ originalError, extensions }: AnyError): boolean {
  if (originalError === undefined || originalError === null || originalError instanceof GraphQLError)
    return false;
  const code = extensions?.['code'];
  return code === undefined || code === 'INTERNAL_SERVER_ERROR';
}

const stackOf = ({ originalError, message }: AnyError): string =>
  originalError instanceof Error ? (originalError.stack ?? message) : message;
