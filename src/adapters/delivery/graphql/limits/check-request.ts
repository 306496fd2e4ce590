import { GraphQLError, OperationTypeNode, parse, type DocumentNode } from 'graphql';
import { err, ok, type Result } from '../../../../domain/result.js';
import { TextCache } from '../read/text-cache.js';
import { requestError } from '../told-error.js';
import { chooseOperation, operationsOf, type Operations } from './choose-operation.js';
import { documentFault, type DocumentLimits } from './measure-document.js';
import { shapeFault, tooDeep } from './shape-fault.js';
import { variableUses, type VariableUses } from './variable-uses.js';
import { hasNullCharacter, variablesFault } from './variables-fault.js';

/** What a client sends: `variables` and `operationName` only where there are any. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null;
  readonly operationName?: string | null;
}

export interface CheckedRequest {
  /** The same object for the same text, as far as that is remembered. */
  readonly document: DocumentNode;
  /** Whether it changes nothing. */
  readonly reads: boolean;
}

/** What a request is, or why it may not be run. */
export type CheckRequest = (request: GraphqlRequest) => Result<CheckedRequest, GraphQLError>;

const maxTokens = 15_000;

/** Characters of the documents that are remembered: up to 80 bytes of memory for each. */
const maxKnown = 200_000;

/**
 * Looks at a request before anything is validated or run, so that one that is too large costs some milliseconds: tokens,
 * depth, cost, values in variables and how deep they are nested.
 */
export function createCheckRequest(limits: DocumentLimits): CheckRequest {
  const known = new TextCache<Checked>(maxKnown);
  const checkText = (query: string): Checked => {
    const found = known.get(query);
    if (found !== undefined) return found;
    const checked = textChecked(query, limits);
    if (checked.ok) known.keep(query, checked);
    return checked;
  };
  return ({ query, variables, operationName }) => {
    const checked = checkText(query);
    if (!checked.ok) return checked;
    const { document, operations, uses } = checked.value;
    const operation = chooseOperation(operations, operationName);
    if (!operation.ok) return operation;
    const fault = variables && variablesFault(variables, uses);
    return fault ? err(refused(fault)) : ok({ document, reads: operation.value === OperationTypeNode.QUERY });
  };
}

interface Text {
  readonly document: DocumentNode;
  readonly operations: Operations;
  readonly uses: VariableUses;
}

type Checked = Result<Text, GraphQLError>;

/** A null character, in any of the ways to write it: no stored text holds one, and databases refuse to look for it. */
const nullCharacter = /\0|\\u0000|\\u\{0+\}/;

function textChecked(query: string, limits: DocumentLimits): Checked {
  if (nullCharacter.test(query)) return err(refused(hasNullCharacter));
  try {
    const document = parse(query, { maxTokens });
    const operations = operationsOf(document);
    const fault = shapeFault(document) ?? documentFault(document, limits);
    return fault === null ? ok({ document, operations, uses: variableUses(document) }) : err(refused(fault));
  } catch (error) {
    if (error instanceof RangeError) return err(refused(tooDeep));
    if (!(error instanceof GraphQLError)) throw error;
    return err(requestError('GRAPHQL_PARSE_FAILED', error.message, error));
  }
}

const refused = (message: string): GraphQLError => requestError('GRAPHQL_VALIDATION_FAILED', message);
