import { GraphQLList, GraphQLString, type GraphQLFieldConfigArgumentMap } from 'graphql';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { filtersInput } from './filter-inputs.js';
import type { Generation } from './generation.js';
import { paginationArg } from './paging-types.js';

/** The arguments of root lists and of relations to many. */
export const listArguments = (generation: Generation, type: ContentType): GraphQLFieldConfigArgumentMap => ({
  filters: { type: filtersInput(generation, type) },
  pagination: { type: paginationArg, defaultValue: {} },
  sort: { type: new GraphQLList(GraphQLString), defaultValue: [] },
});
