import { GraphQLInputObjectType, GraphQLInt, GraphQLNonNull, GraphQLObjectType } from 'graphql';
import { readScalar } from '../read/found.js';
import type { Generation } from './generation.js';
import { meaning } from './meaning.js';

const int = { type: GraphQLInt };
const number = (name: string, kind: 'number' | 'total') => ({
  type: new GraphQLNonNull(GraphQLInt),
  extensions: meaning({ kind }),
  resolve: readScalar(name),
});

const paginationArg = new GraphQLInputObjectType({
  name: 'PaginationArg',
  fields: { page: int, pageSize: int, start: int, limit: int },
});

export const paginationArgument = { type: paginationArg, defaultValue: {} };

/** Returns the type `Pagination`. Each schema has its own, because app code may change its resolvers. */
export const paginationType = ({ types }: Generation): GraphQLObjectType =>
  types.own(
    'Pagination',
    () =>
      new GraphQLObjectType({
        name: 'Pagination',
        fields: {
          total: number('total', 'total'),
          page: number('page', 'number'),
          pageSize: number('pageSize', 'number'),
          pageCount: number('pageCount', 'total'),
        },
      }),
  );
