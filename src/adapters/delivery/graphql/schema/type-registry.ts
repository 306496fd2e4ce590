import type { GraphQLNamedType } from 'graphql';
import { specifiedScalarTypes } from 'graphql';

/** The types of a schema that is being made, each made once. */
export class TypeRegistry {
  private readonly types = new Map<string, { readonly from: string; readonly type: GraphQLNamedType }>();
  private readonly taken = new Set(['Query', 'Mutation', 'Subscription']);

  constructor() {
    for (const { name } of specifiedScalarTypes) this.taken.add(name);
  }

  /** The type of that name. Throws where something else than `from` has the name. */
  of<T extends GraphQLNamedType>(name: string, from: string, make: () => T): T {
    const known = this.types.get(name);
    if (known?.from === from) return known.type as T;
    if (known !== undefined || this.taken.has(name))
      throw new Error(
        `GraphQL: ${from} and ${known?.from ?? 'GraphQL itself'} both give a type ${name}: rename one`,
      );
    const type = make();
    this.types.set(name, { from, type });
    return type;
  }

  /** Keeps a name for a type that every schema has. */
  keep(names: Iterable<string>): void {
    for (const name of names) this.taken.add(name);
  }
}
