import { GraphQLID, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from 'graphql';
import { denied } from '../../../../domain/failure.js';
import {
  contentTypeOf,
  type ContentType,
  type Relation,
  type Shaped,
} from '../../../../domain/schema/schema.js';
import { failureError } from '../client-error.js';
import {
  entitiesOf,
  Found,
  readDocumentId,
  readPagination,
  readRelation,
  readScalar,
  readWrapped,
  required,
} from '../read/found.js';
import { listArguments } from '../schema/filter-inputs.js';
import type { Fields, Generation } from '../schema/generation.js';
import { meaning } from '../schema/meaning.js';
import { asRequired, documentType, objectType, type NullableField } from '../schema/output-types.js';
import { paginationType } from '../schema/paging-types.js';
import { v5Names } from './v5-names.js';

export const documentIdField = (): Fields => ({
  documentId: {
    type: new GraphQLNonNull(GraphQLID),
    extensions: meaning({ kind: 'id' }),
    resolve: readDocumentId,
  },
});

/** Returns the type `<Name>EntityResponseCollection`. */
export function collectionType(generation: Generation, type: ContentType): GraphQLObjectType {
  const name = `${v5Names.typeOf(type)}EntityResponseCollection`;
  return objectType(generation, name, type, () => ({
    ...nodes(generation, type),
    pageInfo: {
      type: new GraphQLNonNull(paginationType(generation)),
      extensions: meaning({ kind: 'page' }),
      resolve: readPagination('pageInfo'),
    },
  }));
}

/** Returns the type `<Name>RelationResponseCollection`. */
function relationCollectionType(generation: Generation, type: ContentType): GraphQLObjectType {
  const name = `${v5Names.typeOf(type)}RelationResponseCollection`;
  return objectType(generation, name, type, () => nodes(generation, type));
}

const nodes = (generation: Generation, type: ContentType): Fields => ({
  nodes: {
    type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(documentType(generation, type)))),
    extensions: meaning({ kind: 'wrapper', name: 'nodes' }),
    resolve: readWrapped('nodes'),
  },
});

const withheld = (): never => {
  throw failureError(denied);
};

/** A relation to one is a document; one to many is a list, and beside it a collection. */
export function v5RelationFields(generation: Generation, shaped: Shaped, relation: Relation): Fields {
  const { name, many, target, place } = relation;
  const type = contentTypeOf(generation.schema, target);
  const isWithoutSearch = place.kind === 'translations' && type.kind === 'singleType';
  const args = many && !isWithoutSearch ? { args: listArguments(generation, type) } : {};
  const extensions = meaning({ kind: 'relation', name, target, many });
  const direct: NullableField = {
    type: many ? new GraphQLList(documentType(generation, type)) : documentType(generation, type),
    ...args,
    extensions,
    resolve: readRelation(name, {
      present: (data) => entitiesOf(data),
      presentPlain: (value) => value,
      withheld,
    }),
  };
  if (!many) return { [name]: asRequired(generation, shaped, relation, direct) };
  const connection: NullableField = {
    type: relationCollectionType(generation, type),
    ...args,
    extensions,
    resolve: readRelation(name, {
      present: (data) => new Found(data),
      presentPlain: (value) => (Array.isArray(value) ? { nodes: value } : value),
      withheld,
    }),
  };
  const connectionName = `${name}_connection`;
  checkFree(shaped, connectionName, relation);
  return {
    [connectionName]: asRequired(generation, shaped, relation, connection, connectionName),
    [name]: {
      ...direct,
      type: new GraphQLNonNull(direct.type),
      ...(direct.resolve && { resolve: required(direct.resolve, `${v5Names.typeOf(shaped)}.${name}`) }),
    },
  };
}

function checkFree({ uid, attributes }: Shaped, name: string, relation: Relation): void {
  if (attributes.has(name))
    throw new Error(`GraphQL: ${uid}.${name} has the name of the collection of ${relation.name}: rename one`);
}

/** The type that the union of every zone has besides its components. */
export const errorType = ({ types }: Generation): GraphQLObjectType =>
  types.own(
    'Error',
    () =>
      new GraphQLObjectType({
        name: 'Error',
        fields: {
          code: { type: new GraphQLNonNull(GraphQLString), resolve: readScalar('code') },
          message: { type: GraphQLString, resolve: readScalar('message') },
        },
      }),
  );

export const deleteType = ({ types }: Generation): GraphQLObjectType =>
  types.own(
    'DeleteMutationResponse',
    () =>
      new GraphQLObjectType({
        name: 'DeleteMutationResponse',
        fields: { documentId: { type: new GraphQLNonNull(GraphQLID) } },
      }),
  );
