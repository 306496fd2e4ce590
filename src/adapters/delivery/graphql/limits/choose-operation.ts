import { Kind, OperationTypeNode, type DocumentNode, type GraphQLError } from 'graphql';
import { err, ok, type Result } from '../../../../domain/result.js';
import { requestError } from '../told-error.js';

/** The operations of a document, in its order. */
export type Operations = readonly {
  readonly name: string | undefined;
  readonly operation: OperationTypeNode;
}[];

export const operationsOf = ({ definitions }: DocumentNode): Operations =>
  definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? [{ name: definition.name?.value, operation: definition.operation }]
      : [],
  );

/** What the operation that is to be run does, or why there is none: as graphql says it, but before anything is run. */
export function chooseOperation(
  operations: Operations,
  name: string | null | undefined,
): Result<OperationTypeNode, GraphQLError> {
  const [only, other] = operations;
  if (only === undefined) return unresolved('Must provide an operation.');
  const isNamed = name !== null && name !== undefined;
  if (!isNamed && other !== undefined)
    return unresolved('Must provide operation name if query contains multiple operations.');
  const chosen = isNamed ? operations.find((one) => one.name === name) : only;
  if (chosen === undefined) return unresolved(`Unknown operation named "${name}".`);
  return chosen.operation === OperationTypeNode.SUBSCRIPTION ? subscribing : ok(chosen.operation);
}

const unresolved = (message: string): Result<never, GraphQLError> =>
  err(requestError('OPERATION_RESOLUTION_FAILURE', message));

const subscribing = err(requestError('BAD_REQUEST', 'There are no subscriptions here'));
