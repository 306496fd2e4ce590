import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLFieldConfig,
} from 'graphql';
import { readMeta, readPagination, readScalar } from '../read/found.js';
import { meaning } from './meaning.js';

const int = { type: GraphQLInt };
const number = (name: string, kind: 'total' | 'pagination') => ({
  type: new GraphQLNonNull(GraphQLInt),
  extensions: meaning({ kind }),
  resolve: readScalar(name),
});

export const paginationArg = new GraphQLInputObjectType({
  name: 'PaginationArg',
  fields: { page: int, pageSize: int, start: int, limit: int },
});

export const publicationState = new GraphQLEnumType({
  name: 'PublicationState',
  description: 'LIVE: what is published. PREVIEW: the latest of every document, published or not.',
  values: { LIVE: { value: 'published' }, PREVIEW: { value: 'draft' } },
});

/** Creates the field `meta` of collections. Each schema gets its own, because app code may change its resolvers. */
export function createMetaField(): GraphQLFieldConfig<unknown, unknown> {
  const pagination = new GraphQLObjectType({
    name: 'Pagination',
    fields: {
      total: number('total', 'total'),
      page: number('page', 'pagination'),
      pageSize: number('pageSize', 'pagination'),
      pageCount: number('pageCount', 'total'),
    },
  });
  const collectionMeta = new GraphQLObjectType({
    name: 'ResponseCollectionMeta',
    fields: {
      pagination: {
        type: new GraphQLNonNull(pagination),
        extensions: meaning({ kind: 'pagination' }),
        resolve: readPagination,
      },
    },
  });
  return {
    type: new GraphQLNonNull(collectionMeta),
    extensions: meaning({ kind: 'meta' }),
    resolve: readMeta,
  };
}
