import {
  execute,
  getArgumentValues,
  getOperationAST,
  getVariableValues,
  type GraphQLError,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { Bulk } from '../../../../application/bulk/run-bulk.js';
import { denied, failure } from '../../../../domain/failure.js';
import type { Mutation } from '../../../../domain/query/mutation.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { failureCodeOf, failureError, requestError, serviceUnavailable } from '../client-error.js';
import type { ResolverContext } from '../extension/resolver-context.js';
import { collectFields } from '../read/collect-fields.js';
import type { ValidRequest } from '../read/create-direct-reads.js';
import { selectionInfo } from '../read/direct-operation.js';
import { presentError, type ErrorPresentation, type PresentedError } from '../server/present-error.js';
import { atomicMutationOf } from './atomic-directive.js';

interface TogetherAnswer {
  readonly status: number;
  readonly errors?: readonly PresentedError[];
  /** Null if anything failed; then nothing has happened. */
  readonly data?: unknown;
}

/** Runs a mutation whose fields happen all together or not at all. */
export type RunTogether = (request: ValidRequest, context: ResolverContext) => Promise<TogetherAnswer>;

type Values = Readonly<Record<string, unknown>>;

/** Without `bulk` there are no such mutations. */
export function createRunTogether(
  schema: GraphQLSchema,
  bulk: Pick<Bulk, 'together'> | undefined,
  presentation: ErrorPresentation,
): RunTogether {
  const refused = (status: number, errors: readonly GraphQLError[]): TogetherAnswer => ({
    status,
    errors: errors.map((error) => presentError(error, presentation)),
  });
  return async (request, context) => {
    const { principal } = context;
    const variables = variablesOf(schema, request);
    if (!variables.ok) return refused(400, variables.failure);
    const fields = fieldsOf(schema, request, variables.value);
    const other = fields.find(({ mutationOf }) => mutationOf === undefined)?.name;
    if (bulk === undefined || other !== undefined) return refused(400, [notTogether(other)]);
    // Whoever keeps others waiting must be known, as in REST.
    const answered =
      principal.kind === 'public'
        ? err([failureError(denied)])
        : await together(bulk, schema, request, context, () => mutationsOf(fields));
    if (answered.ok) return { status: 200, data: answered.value };
    for (const code of answered.failure.map(failureCodeOf))
      if (code !== undefined) principal.caller?.measure?.refused(code);
    const told = refused(200, answered.failure);
    const isBusy = told.errors?.some(({ extensions }) => extensions['code'] === serviceUnavailable) === true;
    return { ...told, status: isBusy ? 503 : 200, data: null };
  };
}

const notTogether = (field: string | undefined): GraphQLError =>
  requestError(
    'BAD_REQUEST',
    field === undefined
      ? 'This server has no @atomic mutations'
      : `@atomic is for mutations of content-types only, and ${field} is none`,
  );

function variablesOf(
  schema: GraphQLSchema,
  { document, operationName, variables }: ValidRequest,
): Result<Values, readonly GraphQLError[]> {
  const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(schema, definitions, variables ?? {});
  return coerced === undefined
    ? err(errors.map((each) => requestError('BAD_USER_INPUT', each.message, each)))
    : ok(coerced);
}

interface MutationField {
  readonly name: string;
  /** Undefined: it cannot be taken back. */
  readonly mutationOf: (() => Promise<Mutation>) | undefined;
}

/** Returns the selected fields that do something, in the order in which they do it. */
function fieldsOf(
  schema: GraphQLSchema,
  { document, operationName }: ValidRequest,
  variables: Values,
): readonly MutationField[] {
  const root = schema.getMutationType();
  const operation = getOperationAST(document, operationName);
  if (!root || !operation) return [];
  const fields = root.getFields();
  const selected = collectFields(selectionInfo(schema, document, variables), root, [operation]);
  return [...selected.values()].flatMap(([node]): readonly MutationField[] => {
    const name = node?.name.value ?? '';
    if (node === undefined || name === '__typename') return [];
    const field = fields[name];
    const mutationOf = field && atomicMutationOf(field);
    const ofNode = mutationOf && (async () => mutationOf(getArgumentValues(field, node, variables)));
    return [{ name, mutationOf: ofNode }];
  });
}

/** Returns what the fields do, up to the first whose arguments are wrong. */
async function mutationsOf(fields: readonly MutationField[]): Promise<readonly Mutation[]> {
  const mutations: Mutation[] = [];
  for (const { mutationOf } of fields) {
    const mutation = await mutationOf?.().catch(() => undefined);
    if (mutation === undefined) break;
    mutations.push(mutation);
  }
  return mutations;
}

/** Returns the `data` of the answer. Fails with the errors for the client. */
async function together(
  bulk: Pick<Bulk, 'together'>,
  schema: GraphQLSchema,
  { document, operationName, variables }: ValidRequest,
  context: ResolverContext,
  ahead: () => Promise<readonly Mutation[]>,
): Promise<Result<unknown, readonly GraphQLError[]>> {
  let errors: readonly GraphQLError[] = [];
  const done = await bulk.together(context.principal, ahead, async () => {
    // A unit that loses a conflict runs everything again, which spends nothing more.
    const contextValue = { ...context, principal: { ...context.principal, spending: { cost: 0 } } };
    const result: ExecutionResult = await execute({
      schema,
      document,
      contextValue,
      variableValues: variables ?? {},
      operationName: operationName ?? null,
    });
    errors = result.errors ?? [];
    return errors.length === 0 ? ok(result.data) : err(takenBack);
  });
  if (done.ok) return done;
  return err(done.failure === takenBack ? errors : [failureError(done.failure)]);
}

/** Ends the unit; clients get the errors instead. */
const takenBack = failure('INPUT.INVALID', 'A field of the mutation has failed');
