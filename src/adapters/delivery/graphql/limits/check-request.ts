import { type ASTNode, GraphQLError, type OperationTypeNode, parse, type DocumentNode, Kind } from 'graphql';
import { err, ok, type Result } from '../../../../domain/result.js';
import { TextCache } from '../read/text-cache.js';
import { requestError } from '../client-error.js';
import { documentFault, type DocumentLimits, shapeFault, tooDeep, maxNesting } from './measure-document.js';
import { variableUses, type VariableUses } from './variable-uses.js';

/** A request as a client sends it. */
export interface GraphqlRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null;
  readonly operationName?: string | null;
}

export interface CheckedRequest {
  /** The same object for the same text, as long as the text is cached. */
  readonly document: DocumentNode;
  readonly operation: OperationTypeNode;
}

/** Parses and measures a request. Fails with the error for the client if it may not run. */
export type CheckRequest = (request: GraphqlRequest) => Result<CheckedRequest, GraphQLError>;

const maxTokens = 15_000;

/** Total length of the cached documents. Each character takes up to 80 bytes of memory. */
const maxCachedLength = 200_000;

/**
 * Checks a request before it is validated or run, so that one that is too large costs only a few milliseconds. Limits the
 * tokens, depth and cost of the document, and the number and depth of values in variables.
 */
export function createCheckRequest(limits: DocumentLimits): CheckRequest {
  const known = new TextCache<Checked>(maxCachedLength);
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
    return fault ? err(refused(fault)) : ok({ document, operation: operation.value });
  };
}

interface Text {
  readonly document: DocumentNode;
  readonly operations: Operations;
  readonly uses: VariableUses;
}

type Checked = Result<Text, GraphQLError>;

/** All ways to write a null character. No stored text has one, and PostgreSQL refuses to search for it. */
const nullCharacter = /\0|\\u0000|\\u\{0+\}/;

function textChecked(query: string, limits: DocumentLimits): Checked {
  if (nullCharacter.test(query)) return err(refused(hasNullCharacter));
  try {
    const document = parse(query, { maxTokens });
    const operations = operationsOf(document);
    const shape = shapeFault(document);
    if (shape !== null) return err(refused(shape));
    const fault = documentFault(document, limits);
    if (fault !== null) return err(refused(fault.message, fault.node));
    return ok({ document, operations, uses: variableUses(document) });
  } catch (error) {
    if (error instanceof RangeError) return err(refused(tooDeep));
    if (!(error instanceof GraphQLError)) throw error;
    return err(requestError('GRAPHQL_PARSE_FAILED', error.message, error));
  }
}

const refused = (message: string, nodes?: ASTNode): GraphQLError =>
  requestError('GRAPHQL_VALIDATION_FAILED', message, nodes && new GraphQLError(message, { nodes }));

/** The operations of a document, in order. */
type Operations = readonly {
  readonly name: string | undefined;
  readonly operation: OperationTypeNode;
}[];

const operationsOf = ({ definitions }: DocumentNode): Operations =>
  definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? [{ name: definition.name?.value, operation: definition.operation }]
      : [],
  );

/** Returns the kind of the operation to run. Fails with the message of graphql-js if there is none, before anything runs. */
function chooseOperation(
  operations: Operations,
  name: string | null | undefined,
): Result<OperationTypeNode, GraphQLError> {
  const [only, other] = operations;
  if (only === undefined) return unresolved('Must provide an operation.');
  const isNamed = name !== null && name !== undefined;
  if (!isNamed && other !== undefined)
    return unresolved('Must provide operation name if query contains multiple operations.');
  const chosen = isNamed ? operations.find((one) => one.name === name) : only;
  return chosen === undefined ? unresolved(`Unknown operation named "${name}".`) : ok(chosen.operation);
}

const unresolved = (message: string): Result<never, GraphQLError> =>
  err(requestError('OPERATION_RESOLUTION_FAILURE', message));

const maxValues = 50_000;

/** The weight of an object compared to a value: it may be a part of a filter, or an item to write. */
const objectWeight = 10;
const charactersOfOne = 20;

const hasNullCharacter = 'A null character cannot be stored or looked for';

/**
 * Returns what is wrong with the variables, or null: nested too deep, too many, or too many if a document uses a large
 * variable several times. Does not use recursion, because the client decides how deep they are.
 */
function variablesFault(variables: Readonly<Record<string, unknown>>, uses: VariableUses): string | null {
  const size = measure([variables]);
  if (typeof size === 'string') return size;
  for (const [name, count] of uses) {
    if (count < 2 || !Object.hasOwn(variables, name)) continue;
    const again = measure([variables[name]]);
    if (typeof again === 'number' && again * (count - 1) > maxValues)
      return `The variable "$${name}" is too large to be used ${count} times`;
  }
  return null;
}

/** Returns the weight of values, or what is wrong with them. */
function measure(values: readonly unknown[]): number | string {
  let level = values;
  let count = 0;
  let weight = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > maxNesting) return `The variables are nested deeper than ${maxNesting} levels`;
    if (count > maxValues) return `The variables have more than ${maxValues} values`;
    const below: unknown[] = [];
    for (const value of level) {
      weight += weightOf(value);
      if (typeof value === 'string' && value.includes('\0')) return hasNullCharacter;
      if (typeof value === 'object' && value !== null)
        for (const member of Object.values(value)) below.push(member);
    }
    level = below;
  }
  return weight;
}

function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / charactersOfOne;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? objectWeight : 1;
}
