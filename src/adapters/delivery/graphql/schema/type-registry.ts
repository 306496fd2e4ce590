import { type GraphQLNamedType, specifiedScalarTypes } from 'graphql';

/** Creates each type of a schema once. */
export class TypeRegistry {
  private readonly types = new Map<string, { readonly from: string; readonly type: GraphQLNamedType }>();
  private readonly taken = new Set(['Query', 'Mutation', 'Subscription']);

  constructor() {
    for (const { name } of specifiedScalarTypes) this.taken.add(name);
  }

  /** Returns the type of that name; creates it on the first call. Throws if the name is taken by something other than `from`. */
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

  /** Returns a reserved type of the schema itself; creates it on the first call. */
  own<T extends GraphQLNamedType>(name: string, make: () => T): T {
    const known = this.types.get(name);
    if (known !== undefined) return known.type as T;
    const type = make();
    this.types.set(name, { from: 'GraphQL itself', type });
    return type;
  }

  /** Reserves names for types that every schema has. */
  reserve(names: Iterable<string>): void {
    for (const name of names) this.taken.add(name);
  }
}
