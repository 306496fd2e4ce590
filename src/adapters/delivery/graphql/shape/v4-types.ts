import { GraphQLID, GraphQLList, GraphQLNonNull, GraphQLObjectType, type GraphQLFieldConfig } from 'graphql';
import {
  contentTypeOf,
  type ContentType,
  type Relation,
  type Shaped,
} from '../../../../domain/schema/schema.js';
import {
  Found,
  readAttributes,
  readEntityId,
  readMeta,
  readPagination,
  readRelation,
  readWrapped,
} from '../read/found.js';
import { listArguments } from '../schema/filter-inputs.js';
import type { Fields, Generation } from '../schema/generation.js';
import { meaning } from '../schema/meaning.js';
import { attributeFields, documentType, objectType } from '../schema/output-types.js';
import { paginationType } from '../schema/paging-types.js';
import { v4Names } from './v4-names.js';

type Field = GraphQLFieldConfig<unknown, unknown>;

/** Returns the type `<Name>EntityResponse`. */
export function responseType(generation: Generation, type: ContentType): GraphQLObjectType {
  const name = `${v4Names.typeOf(type)}EntityResponse`;
  return objectType(generation, name, type, () => ({ data: dataField(entityType(generation, type)) }));
}

/** Returns the type `<Name>EntityResponseCollection`. */
export function collectionType(generation: Generation, type: ContentType): GraphQLObjectType {
  const name = `${v4Names.typeOf(type)}EntityResponseCollection`;
  return objectType(generation, name, type, () => ({
    data: dataField(listOf(entityType(generation, type))),
    meta: metaField(generation),
  }));
}

/** Returns the type `<Name>RelationResponseCollection`. It exists for every content-type, as in Strapi 4. */
export function relationCollectionType(generation: Generation, type: ContentType): GraphQLObjectType {
  const name = `${v4Names.typeOf(type)}RelationResponseCollection`;
  return objectType(generation, name, type, () => ({
    data: dataField(listOf(entityType(generation, type))),
  }));
}

/** Returns the type `<Name>Entity`. It has no `attributes` if the app has disabled all of them. */
function entityType(generation: Generation, type: ContentType): GraphQLObjectType {
  return objectType(generation, `${v4Names.typeOf(type)}Entity`, type, () => ({
    id: { type: GraphQLID, extensions: meaning({ kind: 'id' }), resolve: readEntityId },
    ...(Object.keys(attributeFields(generation, type)).length > 0 && {
      attributes: {
        type: documentType(generation, type),
        extensions: meaning({ kind: 'wrapper', name: 'attributes' }),
        resolve: readAttributes,
      },
    }),
  }));
}

const listOf = (type: GraphQLObjectType) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));

const dataField = (type: Field['type']): Field => ({
  type,
  extensions: meaning({ kind: 'wrapper', name: 'data' }),
  resolve: readWrapped('data'),
});

/** Returns the field `meta` of collections. */
function metaField(generation: Generation): Field {
  const type = generation.types.own(
    'ResponseCollectionMeta',
    () =>
      new GraphQLObjectType({
        name: 'ResponseCollectionMeta',
        fields: {
          pagination: {
            type: new GraphQLNonNull(paginationType(generation)),
            extensions: meaning({ kind: 'page' }),
            resolve: readPagination('pagination'),
          },
        },
      }),
  );
  return { type: new GraphQLNonNull(type), extensions: meaning({ kind: 'page' }), resolve: readMeta };
}

export function v4RelationFields(generation: Generation, _shaped: Shaped, relation: Relation): Fields {
  const { name, many, target } = relation;
  const type = contentTypeOf(generation.schema, target);
  return {
    [name]: {
      type: many ? relationCollectionType(generation, type) : responseType(generation, type),
      ...(many && { args: listArguments(generation, type) }),
      extensions: meaning({ kind: 'relation', name, target, many }),
      resolve: readRelation(name, {
        present: (data) => new Found(data),
        presentPlain: responseOf,
        withheld: () => null,
      }),
    },
  };
}

const responseOf = (value: unknown): unknown =>
  value === undefined || (typeof value === 'object' && value !== null && 'data' in value)
    ? value
    : { data: value };
