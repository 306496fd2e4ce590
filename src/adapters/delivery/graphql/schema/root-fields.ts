import {
  GraphQLID,
  GraphQLNonNull,
  type GraphQLFieldConfig,
  type GraphQLFieldConfigArgumentMap,
} from 'graphql';
import type { Scope } from '../../../../application/access/rules/access-rule.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import type { ResolverContext } from '../extension/resolver-context.js';
import type { ShadowAction } from '../extension/shadow-crud.js';
import type { Args } from '../read/decode-arguments.js';
import { listResolver, oneResolver, type FieldDependencies, type RootResolver } from '../read/read-fields.js';
import { createResolver, deleteResolver, updateResolver } from '../write-fields.js';
import { dataInput } from './data-inputs.js';
import type { Generation } from './generation.js';
import { listArguments } from './filter-inputs.js';
import { collectionType, responseType } from './output-types.js';
import { publicationState } from './paging-types.js';
import { localeCode } from './leaf-types.js';
import { queryNamesOf } from './type-names.js';
import { typeNameOf } from '../../codec/type-name.js';

export type RootField = GraphQLFieldConfig<unknown, ResolverContext, Args>;

/** A root field of a content-type, and the permission that it needs. */
export interface NamedField {
  readonly root: 'Query' | 'Mutation';
  readonly name: string;
  readonly scope: Scope;
  readonly field: RootField;
}

/** Returns the root fields of a content-type, without those that app code disabled. */
export function rootFields(
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly NamedField[] {
  const { shadow } = generation;
  const has = (action: ShadowAction): boolean => shadow.isActionEnabled(type.uid, action);
  const reads = type.kind === 'singleType' ? singleQuery : collectionQueries;
  const fields = [...reads(generation, dependencies, type), ...mutations(generation, dependencies, type)];
  return fields.filter(({ scope }) => has(scope.action as ShadowAction));
}

const id = { id: { type: GraphQLID } };
const requiredId = { id: { type: new GraphQLNonNull(GraphQLID) } };
const state = { publicationState: { type: publicationState, defaultValue: 'published' } };
const localeOf = ({ localized }: ContentType): GraphQLFieldConfigArgumentMap =>
  localized ? { locale: { type: localeCode } } : {};

function collectionQueries(
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly NamedField[] {
  const names = queryNamesOf(type);
  const one: RootField = {
    type: responseType(generation, type),
    args: { ...id, ...localeOf(type) },
    resolve: oneResolver(dependencies, type),
  };
  const list: RootField = {
    type: collectionType(generation, type),
    args: { ...listArguments(generation, type), ...state, ...localeOf(type) },
    resolve: listResolver(dependencies, type),
  };
  return [
    { root: 'Query', name: names.one, scope: { type: type.uid, action: 'findOne' }, field: one },
    { root: 'Query', name: names.list, scope: { type: type.uid, action: 'find' }, field: list },
  ];
}

function singleQuery(
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly NamedField[] {
  const field: RootField = {
    type: responseType(generation, type),
    args: { ...state, ...localeOf(type) },
    resolve: oneResolver(dependencies, type),
  };
  return [{ root: 'Query', name: queryNamesOf(type).one, scope: { type: type.uid, action: 'find' }, field }];
}

function mutations(
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly NamedField[] {
  const input = dataInput(generation, type);
  const data = input && { data: { type: new GraphQLNonNull(input) } };
  const isSingle = type.kind === 'singleType';
  const which = isSingle ? {} : requiredId;
  const named = (
    action: 'create' | 'update' | 'delete',
    args: GraphQLFieldConfigArgumentMap,
    resolve: RootResolver,
  ): NamedField => ({
    root: 'Mutation',
    name: `${action}${typeNameOf(type)}`,
    scope: { type: type.uid, action },
    field: { type: responseType(generation, type), args: { ...args, ...localeOf(type) }, resolve },
  });
  return [
    ...(data && !isSingle ? [named('create', data, createResolver(dependencies, type))] : []),
    ...(data ? [named('update', { ...which, ...data }, updateResolver(dependencies, type))] : []),
    named('delete', which, deleteResolver(dependencies, type)),
  ];
}
