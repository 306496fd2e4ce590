import { GraphQLObjectType, GraphQLSchema, GraphQLString, specifiedDirectives } from 'graphql';
import type { Scope } from '../../../../application/access/rules/access-rule.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { aggregateField } from '../aggregate/aggregate-field.js';
import { liveField, liveTypeNames } from '../live/live-fields.js';
import type { ShadowCrud } from '../extension/shadow-crud.js';
import type { ResolverContext } from '../extension/resolver-context.js';
import { editingFields } from '../editing/editing-fields.js';
import type { FieldDependencies } from '../read/read-fields.js';
import { atomicDirective } from '../write/atomic-directive.js';
import {
  servedTypes,
  startGeneration,
  type Generation,
  type GenerationDependencies,
  type OfferedEditing,
} from './generation.js';
import type { NamedField, RootField } from './named-field.js';
import { rootFields } from './root-fields.js';

export interface GeneratedSchema {
  readonly schema: GraphQLSchema;
  /** The action and content-type of each generated root field: `Query.restaurants` → find of restaurants. */
  readonly scopes: ReadonlyMap<string, Scope>;
}

/** Root fields that are not about a content-type, by name. */
export type MoreFields = Readonly<Record<NamedField['root'], Readonly<Record<string, RootField>>>>;

/**
 * Generates the types and root fields of the content-types, and adds the fields of `more`. A null `shadow` generates
 * nothing. Throws if two types or two fields would have the same name.
 */
export function generateSchema(
  dependencies: GenerationDependencies,
  shadow: ShadowCrud | null,
  more: MoreFields = { Query: {}, Mutation: {} },
): GeneratedSchema {
  const { fields, live, types } = shadow === null ? nothing : allFields(dependencies, shadow);
  const scopes = new Map<string, Scope>();
  for (const { root, name, scope } of fields) {
    const taken = scopes.get(`${root}.${name}`);
    if (taken !== undefined)
      throw new Error(`GraphQL: ${taken.type} and ${scope.type} both give ${root}.${name}: rename one`);
    if (Object.hasOwn(more[root], name))
      throw new Error(`GraphQL: ${scope.type} and the accounts both give ${root}.${name}: rename the first`);
    scopes.set(`${root}.${name}`, scope);
  }
  const query = objectOf('Query', fields, more) ?? emptyQuery();
  const mutation = objectOf('Mutation', fields, more);
  const subscription = rootOf('Subscription', live);
  const directives = mutation === null ? specifiedDirectives : [...specifiedDirectives, atomicDirective];
  return {
    schema: new GraphQLSchema({ query, mutation, subscription, types: [...types], directives }),
    scopes,
  };
}

interface AllFields {
  readonly fields: readonly NamedField[];
  /** The fields of `Subscription` by name. */
  readonly live: readonly (readonly [string, RootField])[];
  readonly types: readonly GraphQLObjectType[];
}

const nothing: AllFields = { fields: [], live: [], types: [] };

function allFields(dependencies: GenerationDependencies, shadow: ShadowCrud): AllFields {
  const generation = startGeneration(dependencies, shadow);
  const { editing, isLive } = dependencies;
  if (isLive !== undefined) generation.types.reserve(liveTypeNames);
  const served = servedTypes(generation);
  const given = { ...dependencies, shadow };
  const isOffered = (type: ContentType): boolean => type.exposed && shadow.isActionEnabled(type.uid, 'find');
  const isAggregated = (type: ContentType): boolean =>
    isOffered(type) && type.kind !== 'singleType' && dependencies.isAggregated?.(type) === true;
  return {
    fields: [
      ...served.flatMap((type) => rootFields(generation, given, type)),
      ...served.filter(isAggregated).flatMap((type) => aggregateField(generation, given, type)),
      ...(editing ? yieldingFields(generation, given, editing, served) : []),
    ],
    live: served
      .filter((type) => isOffered(type) && isLive?.(type) === true)
      .map((type) => liveField(generation, given, type)),
    types: dependencies.shape.extraTypes(generation),
  };
}

/** Returns the fields for editing whose names, and those of their types, the app has not taken. */
function yieldingFields(
  generation: Generation,
  dependencies: FieldDependencies,
  editing: OfferedEditing,
  served: readonly ContentType[],
): readonly NamedField[] {
  const { taken } = editing;
  return editingFields(generation, dependencies, editing, served)
    .filter(({ typeNames }) => typeNames.every((name) => !taken.has(name)))
    .flatMap(({ fields }) => fields.filter(({ root, name }) => !taken.has(`${root}.${name}`)));
}

/** Returns null if the type would have no fields, which GraphQL does not allow. */
function objectOf(
  root: NamedField['root'],
  fields: readonly NamedField[],
  more: MoreFields,
): GraphQLObjectType | null {
  const own = fields.filter((field) => field.root === root);
  return rootOf(root, [
    ...own.map(({ name, field }): [string, RootField] => [name, field]),
    ...Object.entries(more[root]),
  ]);
}

function rootOf(name: string, fields: AllFields['live']): GraphQLObjectType | null {
  if (fields.length === 0) return null;
  return new GraphQLObjectType<unknown, ResolverContext>({ name, fields: Object.fromEntries(fields) });
}

/** A GraphQL schema must have a query type. */
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
