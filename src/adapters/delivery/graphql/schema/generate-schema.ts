import { GraphQLObjectType, GraphQLSchema, GraphQLString } from 'graphql';
import type { Scope } from '../../../../application/app-code/access-rule.js';
import type { ShadowCrud } from '../extension/shadow-crud.js';
import type { ResolverContext } from '../extension/resolver-context.js';
import type { FieldDependencies } from '../read/read-fields.js';
import { servedTypes, startGeneration } from './generation.js';
import { rootFields, type NamedField, type RootField } from './root-fields.js';

export interface GeneratedSchema {
  readonly schema: GraphQLSchema;
  /** What each generated root field does with which content-type: `Query.restaurants` → find. */
  readonly scopes: ReadonlyMap<string, Scope>;
}

/**
 * The types and root fields of content-types; without `shadow` of none (content-api.md, "GraphQL types generated per content-type"). Throws where
 * two of them would have the same name.
 */
export function generateSchema(dependencies: FieldDependencies, shadow: ShadowCrud | null): GeneratedSchema {
  const fields = shadow === null ? [] : allFields(dependencies, shadow);
  const scopes = new Map<string, Scope>();
  for (const { root, name, scope } of fields) {
    const taken = scopes.get(`${root}.${name}`);
    if (taken !== undefined)
      throw new Error(`GraphQL: ${taken.type} and ${scope.type} both give ${root}.${name}: rename one`);
    scopes.set(`${root}.${name}`, scope);
  }
  const query = objectOf('Query', fields) ?? emptyQuery();
  const mutation = objectOf('Mutation', fields);
  return { schema: new GraphQLSchema({ query, mutation }), scopes };
}

function allFields(dependencies: FieldDependencies, shadow: ShadowCrud): readonly NamedField[] {
  const generation = startGeneration(dependencies.schema, shadow);
  return servedTypes(generation).flatMap((type) => rootFields(generation, dependencies, type));
}

/** Null where it would have no fields, which GraphQL does not allow. */
function objectOf(root: NamedField['root'], fields: readonly NamedField[]): GraphQLObjectType | null {
  const own = fields.filter((field) => field.root === root);
  if (own.length === 0) return null;
  const entries = own.map(({ name, field }): [string, RootField] => [name, field]);
  return new GraphQLObjectType<unknown, ResolverContext>({ name: root, fields: Object.fromEntries(entries) });
}

/** GraphQL has no schema without a query. */
const emptyQuery = (): GraphQLObjectType =>
  new GraphQLObjectType({
    name: 'Query',
    fields: {
      _empty: {
        type: GraphQLString,
        description: 'There are no content-types to ask for.',
        resolve: () => null,
      },
    },
  });
