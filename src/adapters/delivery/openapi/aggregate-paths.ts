import { aggregateFunctions } from '../../../domain/query/aggregate.js';
import type { ContentType } from '../../../domain/schema/schema.js';
import { typeNameOf } from '../codec/type-name.js';
import { reading } from './answers.js';
import {
  json,
  listOf,
  object,
  parameterRef,
  schemaRef,
  type JsonSchema,
  type Operation,
  type Parameter,
  type Paths,
} from './openapi.js';
import { filtersOf } from './shared-parts.js';

/** The paths of aggregates (docs/aggregates.md). */

const inQuery = (name: string, description: string, schema = schemaRef('Fields')): Parameter => ({
  name,
  in: 'query',
  description,
  schema,
});

const functions: readonly Parameter[] = aggregateFunctions.map((name) =>
  inQuery(name, `Attributes, each for the ${name} of its values: price,cost`),
);

const having: Parameter = {
  name: 'having',
  in: 'query',
  description: 'A filter of groups: having[sum.price][$gt]=10',
  style: 'deepObject',
  explode: true,
  example: {},
  schema: { type: 'object' },
};

const value: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] };
const values: JsonSchema = { type: 'object', additionalProperties: value };
const group = object(
  {
    group: values,
    count: { type: 'integer' },
    ...Object.fromEntries(aggregateFunctions.map((name) => [name, values])),
  },
  ['group'],
);

/** Returns the path with the aggregates of one content-type. */
export function aggregatePath(type: ContentType, prefix: string): Paths {
  const { pluralName, displayName, localized, draftAndPublish } = type;
  const get: Operation = {
    operationId: `aggregate${typeNameOf(type)}`,
    summary: `Compute groups of ${pluralName}`,
    tags: [displayName],
    parameters: [
      inQuery('count', 'Counts the documents of each group', { enum: ['*'] }),
      ...functions,
      inQuery(
        'groupBy',
        'Attributes, also of relations to one, dates and times with a part of them: category.Name,createdAt:month',
      ),
      filtersOf(typeNameOf(type)),
      having,
      parameterRef('sort'),
      parameterRef('pagination'),
      ...(localized ? [parameterRef('locale')] : []),
      ...(draftAndPublish ? [parameterRef('status'), parameterRef('publicationFilter')] : []),
      ...(draftAndPublish ? [parameterRef('hasPublishedVersion')] : []),
    ],
    responses: reading({
      description: 'A page of groups',
      content: json(
        object({ data: listOf(group), meta: object({ pagination: schemaRef('PaginationMeta') }) }),
      ),
    }),
  };
  return { [`${prefix}/${pluralName}/aggregate`]: { get } };
}
