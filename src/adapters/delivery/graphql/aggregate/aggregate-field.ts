import { GraphQLList, GraphQLNonNull, GraphQLString } from 'graphql';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { filtersInput } from '../schema/filter-inputs.js';
import type { Generation } from '../schema/generation.js';
import type { NamedField } from '../schema/named-field.js';
import { paginationArgument } from '../schema/paging-types.js';
import { queryField } from '../schema/root-fields.js';
import type { FieldDependencies } from '../read/read-fields.js';
import { aggregatedAttributes, aggregateType, havingInput } from './aggregate-types.js';
import { aggregateResolver } from './resolve-aggregate.js';

const texts = { type: new GraphQLList(new GraphQLNonNull(GraphQLString)), defaultValue: [] };

/** Returns the root field that aggregates the documents of a content-type: `articlesAggregate`. */
export function aggregateField(
  generation: Generation,
  dependencies: FieldDependencies,
  type: ContentType,
): NamedField {
  const { shape } = generation;
  return queryField(type, 'find', `${shape.names.listOf(type)}Aggregate`, {
    type: new GraphQLNonNull(aggregateType(generation, type)),
    args: {
      groupBy: texts,
      filters: { type: filtersInput(generation, type) },
      having: { type: havingInput(generation, type) },
      sort: texts,
      pagination: paginationArgument(generation),
      ...shape.versionArguments(type),
    },
    resolve: aggregateResolver(dependencies, type, aggregatedAttributes(generation, type)),
  });
}
