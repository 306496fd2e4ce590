import { GraphQLError } from 'graphql';
import type { Log } from '../../../../application/ports/log.js';

/** An error as clients get it. */
export interface PresentedError {
  readonly message: string;
  readonly locations?: readonly { readonly line: number; readonly column: number }[];
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
}

/** The errors of graphql, and those of Apollo, which are none of its class. */
type Told = Pick<GraphQLError, 'message'> &
  Partial<Pick<GraphQLError, 'path' | 'locations' | 'extensions' | 'originalError'>>;

/** Without stacks; what is a bug is logged, and nobody is told more than that there is one. */
export function presentError(error: Told, suggestions: boolean, log: Log): PresentedError {
  const path = error.path === undefined ? {} : { path: error.path };
  if (isBug(error)) {
    log.error('a GraphQL resolver failed', { path: error.path?.join('.'), error: stackOf(error) });
    return { message: 'Internal Server Error', ...path, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
  }
  const { exception: _hidden, ...extensions } = error.extensions ?? {};
  const message = suggestions ? error.message : withoutHint(error.message);
  const locations = error.path === undefined && error.locations ? { locations: error.locations } : {};
  return { message, ...locations, ...path, extensions };
}

const hint = ' Did you mean ';

/** The hint is at the end. What is before it may be a client's, long, and say the same: no pattern is to search it. */
function withoutHint(message: string): string {
  const at = message.endsWith('?') ? message.lastIndexOf(hint) : -1;
  return at === -1 ? message : message.slice(0, at);
}

/** What resolvers throw for clients to know is a `GraphQLError`, or has a code of its own, as Apollo's errors have. */
function isBug({ originalError, extensions }: Told): boolean {
  if (originalError === undefined || originalError === null || originalError instanceof GraphQLError)
    return false;
  const code = extensions?.['code'];
  return code === undefined || code === 'INTERNAL_SERVER_ERROR';
}

const stackOf = ({ originalError, message }: Told): string =>
  originalError instanceof Error ? (originalError.stack ?? message) : message;
