import {
  DirectiveLocation,
  getOperationAST,
  GraphQLDirective,
  OperationTypeNode,
  type DocumentNode,
} from 'graphql';

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

/** The `extensions` of fields that such an operation may have. */
export const atomicExtensions = { [key]: true } as const;

export const canBeAtomic = ({ extensions }: { readonly extensions: object }): boolean =>
  (extensions as Readonly<Record<string, unknown>>)[key] === true;
