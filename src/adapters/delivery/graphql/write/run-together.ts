import {
  execute,
  getOperationAST,
  getVariableValues,
  type GraphQLError,
  type ExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { Bulk } from '../../../../application/bulk/run-bulk.js';
import { denied, failure } from '../../../../domain/failure.js';
import { err, ok, type Result } from '../../../../domain/result.js';
import { failureCodeOf, failureError, requestError, serviceUnavailable } from '../client-error.js';
import type { ResolverContext } from '../extension/resolver-context.js';
import { collectFields } from '../read/collect-fields.js';
import type { ValidRequest } from '../read/create-direct-reads.js';
import { selectionInfo } from '../read/direct-operation.js';
import { presentError, type ErrorPresentation, type PresentedError } from '../server/present-error.js';
import { canBeAtomic } from './atomic-directive.js';

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
    const other = otherField(schema, request, variables.value);
    if (bulk === undefined || other !== undefined) return refused(400, [notTogether(other)]);
    // Whoever keeps others waiting must be known, as in REST.
    const answered =
      principal.kind === 'public'
        ? err([failureError(denied)])
        : await together(bulk, schema, request, context);
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

/** Returns the name of a selected field that cannot be taken back. */
function otherField(
  schema: GraphQLSchema,
  { document, operationName }: ValidRequest,
  variables: Values,
): string | undefined {
  const root = schema.getMutationType();
  const operation = getOperationAST(document, operationName);
  if (!root || !operation) return undefined;
  const fields = root.getFields();
  const selected = collectFields(selectionInfo(schema, document, variables), root, [operation]);
  const names = [...selected.values()].map(([node]) => node?.name.value ?? '');
  return names.find((name) => {
    const field = fields[name];
    return name !== '__typename' && (field === undefined || !canBeAtomic(field));
  });
}

/** Returns the `data` of the answer. Fails with the errors for the client. */
async function together(
  bulk: Pick<Bulk, 'together'>,
  schema: GraphQLSchema,
  { document, operationName, variables }: ValidRequest,
  context: ResolverContext,
): Promise<Result<unknown, readonly GraphQLError[]>> {
  let errors: readonly GraphQLError[] = [];
  const done = await bulk.together(context.principal, async () => {
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
