import { GraphQLEnumType, GraphQLID, GraphQLNonNull, type GraphQLFieldConfigArgumentMap } from 'graphql';
import type { Document } from '../../../../application/ports/document-store.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { Found } from '../read/found.js';
import { listResolver, oneResolver, type FieldDependencies, type RootResolver } from '../read/read-fields.js';
import { dataInput } from '../schema/data-inputs.js';
import { listArguments } from '../schema/filter-inputs.js';
import type { Generation } from '../schema/generation.js';
import type { NamedField } from '../schema/named-field.js';
import { localeArgument, mutationField, queryField, searchArgument } from '../schema/root-fields.js';
import { createResolver, deleteResolver, ifMatchArgument, updateResolver } from '../write-fields.js';
import { v4Names } from './v4-names.js';
import { collectionType, responseType } from './v4-types.js';

export const v4RootFields = (
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly NamedField[] => [
  ...(type.kind === 'singleType' ? singleQuery : collectionQueries)(generation, dependencies, type),
  ...mutations(generation, dependencies, type),
];

const publicationState = new GraphQLEnumType({
  name: 'PublicationState',
  description: 'LIVE: what is published. PREVIEW: the latest of every document, published or not.',
  values: { LIVE: { value: 'published' }, PREVIEW: { value: 'draft' } },
});

const id = { id: { type: GraphQLID } };
const requiredId = { id: { type: new GraphQLNonNull(GraphQLID) } };
export const stateArgument = { publicationState: { type: publicationState, defaultValue: 'published' } };

export const v4VersionArguments = (type: ContentType): GraphQLFieldConfigArgumentMap => ({
  ...stateArgument,
  ...localeArgument(type),
});

const one = (document: Document | null): Found => new Found(document);

const collectionQueries = (
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly NamedField[] => [
  queryField(type, 'findOne', v4Names.oneOf(type), {
    type: responseType(generation, type),
    args: { ...id, ...localeArgument(type) },
    resolve: oneResolver(dependencies, type, one),
  }),
  queryField(type, 'find', v4Names.listOf(type), {
    type: collectionType(generation, type),
    args: {
      ...listArguments(generation, type),
      ...v4VersionArguments(type),
      ...searchArgument(type),
    },
    resolve: listResolver(dependencies, type, ({ documents, page }) => new Found(documents, '', page)),
  }),
];

const singleQuery = (
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly NamedField[] => [
  queryField(type, 'find', v4Names.oneOf(type), {
    type: responseType(generation, type),
    args: v4VersionArguments(type),
    resolve: oneResolver(dependencies, type, one),
  }),
];

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
  ): NamedField =>
    mutationField(
      type,
      action,
      v4Names.typeOf(type),
      { type: responseType(generation, type), args: { ...args, ...localeArgument(type) }, resolve },
      dependencies,
    );
  return [
    ...(data && !isSingle ? [named('create', data, createResolver(dependencies, type, one))] : []),
    ...(data
      ? [named('update', { ...which, ...data, ...ifMatchArgument }, updateResolver(dependencies, type, one))]
      : []),
    named('delete', { ...which, ...ifMatchArgument }, deleteResolver(dependencies, type, one)),
  ];
}
