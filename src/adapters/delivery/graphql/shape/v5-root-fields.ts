import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLID,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLFieldConfigArgumentMap,
} from 'graphql';
import type { Document } from '../../../../application/ports/document-store.js';
import { notFound } from '../../../../domain/failure.js';
import { publicationFilters } from '../../../../domain/query/query.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { failureError } from '../client-error.js';
import { entitiesOf, Found } from '../read/found.js';
import { listResolver, oneResolver, type FieldDependencies } from '../read/read-fields.js';
import { dataInput } from '../schema/data-inputs.js';
import { listArguments } from '../schema/filter-inputs.js';
import type { Generation } from '../schema/generation.js';
import type { NamedField } from '../schema/named-field.js';
import { localeArgument, mutationField, queryField, searchArgument } from '../schema/root-fields.js';
import { documentType } from '../schema/output-types.js';
import { createResolver, deleteResolver, ifMatchArgument, updateResolver } from '../write-fields.js';
import { builtInMutations } from './v5-built-in-mutations.js';
import { v5Names } from './v5-names.js';
import { collectionType, deleteType } from './v5-types.js';

export const v5RootFields = (
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly NamedField[] => [
  ...queries(generation, dependencies, type),
  ...(type.exposed ? mutations : builtInMutations)(generation, dependencies, type),
];

const publicationStatus = new GraphQLEnumType({
  name: 'PublicationStatus',
  values: { DRAFT: { value: 'draft' }, PUBLISHED: { value: 'published' } },
});

const publicationFilter = new GraphQLEnumType({
  name: 'PublicationFilter',
  values: Object.fromEntries(
    publicationFilters.map((value) => [value.toUpperCase().replaceAll('-', '_'), { value }]),
  ),
});

export const statusArgument = { status: { type: publicationStatus, defaultValue: 'published' } };
const documentId = { documentId: { type: new GraphQLNonNull(GraphQLID) } };

export const v5VersionArguments = (type: ContentType): GraphQLFieldConfigArgumentMap => ({
  ...statusArgument,
  hasPublishedVersion: { type: GraphQLBoolean, deprecationReason: 'Use `publicationFilter` instead.' },
  publicationFilter: { type: publicationFilter },
  ...localeArgument(type),
});

const one = (document: Document | null): unknown => entitiesOf(document);

function queries(
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly NamedField[] {
  const isSingle = type.kind === 'singleType';
  const single = queryField(type, isSingle ? 'find' : 'findOne', v5Names.oneOf(type), {
    type: documentType(generation, type),
    args: { ...(!isSingle && documentId), ...v5VersionArguments(type) },
    resolve: oneResolver(dependencies, type, one),
  });
  if (isSingle) return [single];
  const args = { ...listArguments(generation, type), ...v5VersionArguments(type), ...searchArgument(type) };
  const list = v5Names.listOf(type);
  return [
    single,
    queryField(type, 'find', `${list}_connection`, {
      type: collectionType(generation, type),
      args,
      resolve: listResolver(dependencies, type, ({ documents, page }) => new Found(documents, '', page)),
    }),
    queryField(type, 'find', list, {
      type: new GraphQLNonNull(new GraphQLList(documentType(generation, type))),
      args,
      resolve: listResolver(dependencies, type, ({ documents }) => entitiesOf(documents)),
    }),
  ];
}

function mutations(
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): readonly NamedField[] {
  const input = dataInput(generation, type);
  const data = input && { data: { type: new GraphQLNonNull(input) } };
  const isSingle = type.kind === 'singleType';
  const which = isSingle ? {} : documentId;
  const locale = localeArgument(type);
  const named = (action: 'create' | 'update', args: GraphQLFieldConfigArgumentMap): NamedField =>
    mutationField(
      type,
      action,
      v5Names.typeOf(type),
      {
        type: documentType(generation, type),
        args: { ...args, ...statusArgument, ...data, ...locale },
        resolve: (action === 'create' ? createResolver : updateResolver)(dependencies, type, one),
      },
      dependencies,
    );
  return [
    ...(data && !isSingle ? [named('create', {})] : []),
    ...(data ? [named('update', { ...which, ...ifMatchArgument })] : []),
    mutationField(
      type,
      'delete',
      v5Names.typeOf(type),
      {
        type: deleteType(generation),
        args: { ...which, ...locale, ...ifMatchArgument },
        resolve: deleteResolver(dependencies, type, deleted),
      },
      dependencies,
    ),
  ];
}

/** The documentId that was given, also where no document had it. A single type has to have a document. */
function deleted(document: Document | null, given: string | undefined): { readonly documentId: unknown } {
  const id = given ?? document?.['documentId'];
  if (id === undefined) throw failureError({ ...notFound, message: 'Document not found' });
  return { documentId: id };
}
