import { GraphQLError, parse } from 'graphql';
import { documentFault, type DocumentLimits } from './measure-document.js';

/** What a client sends: `variables` only where there are any. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: unknown;
}

/** Answers why a request may not be run, or null. */
export type CheckRequest = (request: GraphqlRequest) => GraphQLError | null;

const maxTokens = 15_000;
const maxNesting = 200;
const maxValues = 50_000;

/** Texts that were looked at before, and their length at most. */
const maxKnown = 500;
const maxKnownLength = 10_000;

/**
 * Looks at a request before anything is validated or run, so that one that is too large costs some milliseconds: tokens,
 * depth, cost, values in variables and how deep they are nested.
 */
export function createCheckRequest(limits: DocumentLimits): CheckRequest {
  const known = new Set<string>();
  return ({ query, variables }) => {
    if (!known.has(query)) {
      const fault = textFault(query, limits);
      if (fault !== null) return fault;
      if (query.length <= maxKnownLength) remember(known, query);
    }
    return variables === undefined || variables === null ? null : variablesFault(variables);
  };
}

/** Sets list their members in the order of arrival. */
function remember(known: Set<string>, query: string): void {
  if (known.size >= maxKnown) known.delete(known.values().next().value ?? '');
  known.add(query);
}

/** A null character, in any of the ways to write it: no stored text holds one, and databases refuse to look for it. */
const nullCharacter = /\0|\\u0000|\\u\{0+\}/;

function textFault(query: string, limits: DocumentLimits): GraphQLError | null {
  if (nullCharacter.test(query)) return refused('A null character can not be stored or looked for');
  try {
    const fault = documentFault(parse(query, { maxTokens, noLocation: true }), limits);
    return fault === null ? null : refused(fault);
  } catch (error) {
    if (error instanceof RangeError) return refused('The document is nested too deep');
    if (!(error instanceof GraphQLError)) throw error;
    return new GraphQLError(error.message, {
      ...(error.source && { source: error.source }),
      ...(error.positions && { positions: error.positions }),
      extensions: { code: 'GRAPHQL_PARSE_FAILED' },
    });
  }
}

const refused = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } });

/** Without recursion: who sends it decides how deep it is. */
function variablesFault(variables: unknown): GraphQLError | null {
  let level: readonly unknown[] = [variables];
  let values = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    values += level.length;
    if (depth > maxNesting) return refused(`The variables are nested deeper than ${maxNesting} levels`);
    if (values > maxValues) return refused(`The variables have more than ${maxValues} values`);
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string' && value.includes('\0'))
        return refused('A null character can not be stored or looked for');
      if (typeof value === 'object' && value !== null)
        for (const member of Object.values(value)) below.push(member);
    }
    level = below;
  }
  return null;
}
