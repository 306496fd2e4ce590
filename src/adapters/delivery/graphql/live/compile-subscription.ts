import {
  executeSync,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
} from 'graphql';
import type { LiveEvent } from '../../../../application/live-changes/live-changes.js';
import type { Query } from '../../../../domain/query/query.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { requestError } from '../client-error.js';
import { collectFields } from '../read/collect-fields.js';
import type { ValidRequest } from '../read/create-direct-reads.js';
import { selectionInfo } from '../read/direct-operation.js';
import { NotGenerated, writerOf, type Writer } from '../read/writer-of.js';
import { presentError, type ErrorPresentation } from '../server/present-error.js';
import { changeValue, liveQueryOf } from './live-fields.js';

/** A subscription of generated fields only. */
export interface Subscription {
  readonly query: Query;
  /** The position of the last change that the client has. */
  readonly after: string | undefined;
  /** Returns the answer for an event as JSON. */
  answer(event: LiveEvent): string;
}

type Values = Readonly<Record<string, unknown>>;

/** Compiles the subscription of a valid request. Code of the app cannot have a part in it, as it cannot run for each event. */
export function compileSubscription(
  schema: GraphQLSchema,
  request: ValidRequest,
  presentation: ErrorPresentation,
): Result<Subscription, readonly GraphQLError[]> {
  const { document, operationName, variables } = request;
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(schema, definitions, variables ?? {});
  if (coerced === undefined)
    return err(errors.map((each) => requestError('BAD_USER_INPUT', each.message, each)));
  try {
    return ok(compile(schema, request, coerced, presentation));
  } catch (thrown) {
    if (thrown instanceof NotGenerated) return err([notServed(thrown.message)]);
    if (thrown instanceof GraphQLError) return err([thrown]);
    throw thrown;
  }
}

const notServed = (what: string): GraphQLError =>
  requestError('BAD_REQUEST', `A subscription cannot select ${what}: code of the app has a part in it`);

function compile(
  schema: GraphQLSchema,
  { document, operationName, variables }: ValidRequest,
  coerced: Values,
  presentation: ErrorPresentation,
): Subscription {
  const root = schema.getSubscriptionType();
  const operation = getOperationAST(document, operationName);
  const info = selectionInfo(schema, document, coerced);
  // Validation refuses several fields, but directives can leave none.
  const [selected] = root && operation ? collectFields(info, root, [operation]) : [];
  const [key, nodes] = selected ?? [];
  const [node] = nodes ?? [];
  if (!root || key === undefined || nodes === undefined || node === undefined)
    throw requestError('BAD_REQUEST', 'A subscription must select one field');
  const field = root.getFields()[node.name.value];
  const queryOf = liveQueryOf(field?.resolve);
  if (field === undefined || queryOf === undefined) throw new NotGenerated(`Subscription.${node.name.value}`);
  const args = getArgumentValues(field, node, coerced);
  const query = queryOf(args, { ...info, returnType: field.type, fieldNodes: nodes });
  const write = writerOf(info, field.type, nodes);
  const { after } = args;
  return {
    query,
    after: typeof after === 'string' && after !== '' ? after : undefined,
    answer(event) {
      const rootValue = changeValue(event);
      const text = written(write, rootValue);
      if (text !== null) return `{"data":{${JSON.stringify(key)}:${text}}}`;
      const run = { schema, document, operationName: operationName ?? null, variableValues: variables ?? {} };
      const { data, errors } = executeSync({ ...run, rootValue });
      return JSON.stringify({ errors: errors?.map((error) => presentError(error, presentation)), data });
    },
  };
}

/** Returns null for a value that does not fit: graphql-js then finds the fault again, and answers with an error. */
function written(write: Writer, value: unknown): string | null {
  try {
    const text = write(value);
    if (typeof text === 'string') return text;
    for (;;) {
      const step = text.next();
      if (step.done === true) return step.value;
    }
  } catch {
    return null;
  }
}
