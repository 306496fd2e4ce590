import {
  GraphQLError,
  OperationTypeNode,
  getOperationAST,
  locatedError,
  type DocumentNode,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import type { Log } from '../../../../application/ports/log.js';
import type { Principal } from '../../../../domain/permission/permission.js';
import { inTurns } from '../../../../application/stores/in-turns.js';
import {
  compileOperation,
  variablesBelow,
  type DirectOperation,
  type RootReads,
} from './direct-operation.js';
import { failureCodeOf } from '../client-error.js';
import { coerceVariables } from './coerce-variables.js';
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

/** The whole answer; or why the only root field was refused, and what it is then; or only the results, if there are errors. */
export type Direct =
  | { readonly text: string }
  | { readonly refused: GraphQLError; readonly data: Values | null }
  | { readonly found: ReadonlyMap<string, Promise<unknown>> };

/** Answers a request. Null: nothing was read, and graphql-js must run the request. */
export type AnswerDirectly = (request: ValidRequest, principal: Principal) => Promise<Direct | null>;

/** Total length of the compiled texts. Each character takes about 150 bytes of memory, with the syntax tree. */
const maxCachedLength = 100_000;

interface KnownOperation {
  /** Of its own among the operations of the schema. */
  readonly number: number;
  /** Of `variablesBelow`. */
  readonly namesBelow: readonly string[];
}

/** An operation and the decoded arguments of its root fields: all of an answer but the principal. */
interface Prepared {
  readonly direct: DirectOperation;
  readonly read: RootReads;
}

/**
 * Answers queries of generated fields without graphql-js, which completes values one by one. The same resolvers read, and
 * the result is written as JSON directly. graphql-js runs all other requests, with the results that were already read;
 * `log` gets the reason.
 */
export function createDirectReads(schema: GraphQLSchema, log: FallbackLog): AnswerDirectly {
  const compiled = new TextCache<DirectOperation | null>(maxCachedLength);
  const prepared = new TextCache<Prepared>(maxCachedLength);
  const known = new WeakMap<OperationDefinitionNode, KnownOperation>();
  let last = 0;
  const knownOf = (document: DocumentNode, operation: OperationDefinitionNode): KnownOperation => {
    const found = known.get(operation);
    if (found !== undefined) return found;
    const added = { number: (last += 1), namesBelow: variablesBelow(document, operation) };
    known.set(operation, added);
    return added;
  };
  const compile = (
    request: ValidRequest,
    operation: OperationDefinitionNode,
    coerced: Values,
    failed: Failed,
  ) => {
    const { document } = request;
    const key = keyOf(request, knownOf(document, operation).namesBelow);
    let direct = compiled.get(key);
    if (direct === undefined) {
      direct = attempt(() => compileOperation(schema, document, operation, coerced), failed);
      compiled.keep(key, direct);
    }
    return direct;
  };
  const prepare = (
    request: ValidRequest,
    operation: OperationDefinitionNode,
    failed: Failed,
  ): Prepared | null => {
    const coerced = coerceVariables(schema, operation.variableDefinitions ?? [], request.variables ?? {});
    if (coerced === null) return null;
    const direct = compile(request, operation, coerced, failed);
    const read = direct && attempt(() => direct.decode(coerced), failed);
    return direct && read && { direct, read };
  };
  return async (request, principal) => {
    const { document, operationName, variables, query } = request;
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== OperationTypeNode.QUERY) return null;
    const failed: Failed = (error) => report(error, operation.name?.value, log);
    const key = `${knownOf(document, operation).number} ${JSON.stringify(variables)}`;
    let ready = prepared.get(key) ?? null;
    if (ready === null) {
      ready = prepare(request, operation, failed);
      if (ready !== null) prepared.keep(key, ready, query.length);
    }
    return ready && answered(ready, principal, failed);
  };
}

/** Returns a key that is equal for requests that compile to the same operation. `names` are those of `variablesBelow`. */
export function keyOf({ query, operationName, variables }: ValidRequest, names: readonly string[]): string {
  const values = names.map((name) => (variables && Object.hasOwn(variables, name) ? [variables[name]] : []));
  return `${operationName ?? ''}\n${JSON.stringify(values)}\n${query}`;
}

async function answered(
  { direct, read }: Prepared,
  principal: Principal,
  failed: Failed,
): Promise<Direct | null> {
  const found = attempt(() => read(principal), failed);
  if (found === null) return null;
  const settled = await Promise.allSettled(found.values());
  const [first] = settled;
  // Refusing has to cost little, and graphql-js would coerce the variables again.
  if (direct.only !== null && first?.status === 'rejected' && isRefusal(first.reason)) {
    const { key, isRequired } = direct.only;
    return {
      refused: locatedError(first.reason, undefined, [key]),
      data: isRequired ? null : { [key]: null },
    };
  }
  const values = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const data = values.length < settled.length ? null : await textOf(() => direct.write(values), failed);
  return data === null ? { found: direct.values(found) } : { text: `{"data":${data}}\n` };
}

const isRefusal = (reason: unknown): reason is GraphQLError =>
  reason instanceof GraphQLError && failureCodeOf(reason) !== undefined;

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
