import {
  GraphQLError,
  OperationTypeNode,
  getOperationAST,
  getVariableValues,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Log } from '../../../../application/ports/log.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { inTurns } from '../../../../application/stores/in-turns.js';
import { compileOperation, variablesBelow, type DirectOperation } from './direct-operation.js';
import { TextCache } from './text-cache.js';
import { NotGenerated, NotWritable, type Written } from './writer-of.js';

type Values = Readonly<Record<string, unknown>>;

/** A request with a valid document. */
export interface ValidRequest {
  readonly query: string;
  readonly document: DocumentNode;
  readonly operationName?: string | null;
  readonly variables?: Values | null;
}

/** The whole answer, or only the results if the answer has errors. */
export type Direct = { readonly text: string } | { readonly found: ReadonlyMap<string, Promise<unknown>> };

/** Answers a request. Null: nothing was read, and graphql-js must run the request. */
export type AnswerDirectly = (request: ValidRequest, principal: Principal) => Promise<Direct | null>;

/** Total length of the compiled texts. Each character takes about 150 bytes of memory, with the syntax tree. */
const maxCachedLength = 100_000;

/**
 * Answers queries of generated fields without graphql-js, which completes values one by one. The same resolvers read, and
 * the result is written as JSON directly. graphql-js runs all other requests, with the results that were already read;
 * `log` gets the reason.
 */
export function createDirectReads(schema: GraphQLSchema, log: FallbackLog): AnswerDirectly {
  const known = new TextCache<DirectOperation | null>(maxCachedLength);
  const below = new WeakMap<OperationDefinitionNode, readonly string[]>();
  const namesBelow = (document: DocumentNode, operation: OperationDefinitionNode): readonly string[] => {
    const names = below.get(operation) ?? variablesBelow(document, operation);
    below.set(operation, names);
    return names;
  };
  return async (request, principal) => {
    const { document, operationName, variables } = request;
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== OperationTypeNode.QUERY) return null;
    const { coerced } = getVariableValues(schema, operation.variableDefinitions ?? [], variables ?? {});
    if (coerced === undefined) return null;
    const failed: Failed = (error) => report(error, operation.name?.value, log);
    const key = keyOf(request, namesBelow(document, operation));
    let direct = known.get(key);
    if (direct === undefined) {
      direct = attempt(() => compileOperation(schema, document, operation, coerced), failed);
      known.keep(key, direct);
    }
    return direct && answered(direct, principal, coerced, failed);
  };
}

/** Returns a key that is equal for requests that compile to the same operation. `names` are those of `variablesBelow`. */
export function keyOf({ query, operationName, variables }: ValidRequest, names: readonly string[]): string {
  const values = names.map((name) => (variables && Object.hasOwn(variables, name) ? [variables[name]] : []));
  return `${operationName ?? ''}\n${JSON.stringify(values)}\n${query}`;
}

async function answered(
  direct: DirectOperation,
  principal: Principal,
  variables: Values,
  failed: Failed,
): Promise<Direct | null> {
  const found = attempt(() => direct.read(principal, variables), failed);
  if (found === null) return null;
  const settled = await Promise.allSettled(found.values());
  const values = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const data = values.length < settled.length ? null : await textOf(() => direct.write(values), failed);
  return data === null ? { found: direct.values(found) } : { text: `{"data":${data}}\n` };
}

/** Gets the reason when graphql-js has to answer. */
export type FallbackLog = Pick<Log, 'debug' | 'warn'>;

/** Writes a long answer in several turns of the event loop. */
function textOf(write: () => Written, failed: Failed): string | null | Promise<string | null> {
  const written = attempt(write, failed);
  return written === null || typeof written === 'string' ? written : inTurns(written).catch(failed);
}

/** Logs why a step failed. graphql-js then finds the same fault and answers with an error. */
type Failed = (error: unknown) => null;

function attempt<T>(step: () => T, failed: Failed): T | null {
  try {
    return step();
  } catch (error) {
    return failed(error);
  }
}

/** Logs faults of an app or a client as `debug`. Any other error is a bug here, which only makes the answer slower. */
function report(error: unknown, operation: string | undefined, log: FallbackLog): null {
  const reason = error instanceof Error ? error.message : String(error);
  if (error instanceof NotGenerated || error instanceof NotWritable || error instanceof GraphQLError)
    log.debug('graphql-js answers a query', { operation, reason });
  else {
    const stack = error instanceof Error ? error.stack : reason;
    log.warn('a query could not be answered directly, graphql-js answers it', { operation, error: stack });
  }
  return null;
}
