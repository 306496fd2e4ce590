import {
  DirectiveLocation,
  getOperationAST,
  GraphQLDirective,
  OperationTypeNode,
  type DocumentNode,
} from 'graphql';
import type { Mutation } from '../../../../domain/query/mutation.js';
import type { Args } from '../read/decode-arguments.js';

/** An extension of the formats: the mutations of an operation happen all together or not at all. */
export const atomicDirective = new GraphQLDirective({
  name: 'atomic',
  description: 'All fields of the mutation take effect together, or none of them does.',
  locations: [DirectiveLocation.MUTATION],
});

export function isAtomic(document: DocumentNode, operationName: string | null | undefined): boolean {
  const { operation, directives = [] } = getOperationAST(document, operationName) ?? {};
  return (
    operation === OperationTypeNode.MUTATION &&
    directives.some(({ name }) => name.value === atomicDirective.name)
  );
}

const key = 'quireAtomic';

/** Returns the mutation that the arguments of a field ask for. Throws if they are wrong. */
export type MutationOf = (args: Args) => Promise<Mutation>;

/** The `extensions` of fields that such an operation may have. */
export const atomicExtensions = (mutationOf: MutationOf) => ({ [key]: mutationOf }) as const;

/** Undefined: the field cannot be part of such an operation. */
export const atomicMutationOf = ({ extensions }: { readonly extensions: object }): MutationOf | undefined =>
  (extensions as Readonly<Record<string, MutationOf | undefined>>)[key];
