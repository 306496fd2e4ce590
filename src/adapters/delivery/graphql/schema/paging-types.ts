import {
  GraphQLBoolean,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString,
  type GraphQLScalarType,
} from 'graphql';
import { readScalar } from '../read/found.js';
import type { Generation } from './generation.js';
import { meaning } from './meaning.js';

const int = { type: GraphQLInt };
const text = { type: GraphQLString };
const number = (name: string, kind: 'number' | 'total' | 'place') => ({
  type: new GraphQLNonNull(GraphQLInt),
  extensions: meaning({ kind }),
  resolve: readScalar(name),
});

/** Null for a page by number. */
const cursor = (name: string, type: GraphQLScalarType) => ({
  type,
  extensions: meaning({ kind: 'cursor' }),
  resolve: readScalar(name),
});

const numbered = { page: int, pageSize: int, start: int, limit: int };
const argumentWith = (fields: ConstructorParameters<typeof GraphQLInputObjectType>[0]['fields']) => ({
  type: new GraphQLInputObjectType({ name: 'PaginationArg', fields }),
  defaultValue: {},
});
const byNumber = argumentWith(numbered);
const byCursor = argumentWith({ ...numbered, after: text, before: text });

/** Relations and items have the same argument, and refuse cursors. */
export const paginationArgument = ({ shape }: Generation) => (shape.hasCursors ? byCursor : byNumber);

/** Returns the type `Pagination`. Each schema has its own, because app code may change its resolvers. */
export const paginationType = ({ types, shape }: Generation): GraphQLObjectType =>
  types.own(
    'Pagination',
    () =>
      new GraphQLObjectType({
        name: 'Pagination',
        fields: {
          total: number('total', 'total'),
          page: number('page', 'place'),
          pageSize: number('pageSize', 'number'),
          pageCount: number('pageCount', 'total'),
          ...(shape.hasCursors && {
            startCursor: cursor('startCursor', GraphQLString),
            endCursor: cursor('endCursor', GraphQLString),
            hasPreviousPage: cursor('hasPreviousPage', GraphQLBoolean),
            hasNextPage: cursor('hasNextPage', GraphQLBoolean),
          }),
        },
      }),
  );
