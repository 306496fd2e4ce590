import { familyOf, type Family } from '../../../domain/document/value.js';
import type { Scalar } from '../../../domain/schema/schema.js';
import { listOf, nullable, text, type JsonSchema } from './openapi.js';

const blocks: JsonSchema = listOf({ type: 'object', properties: { type: text }, required: ['type'] });

const ofFamily: Readonly<Record<Family, JsonSchema>> = {
  text,
  integer: { type: 'integer' },
  biginteger: { type: 'string', pattern: '^-?[0-9]+$' },
  float: { type: 'number' },
  decimal: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', pattern: '^[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{3})?$' },
  datetime: { type: 'string', format: 'date-time' },
  json: {},
};

/** Returns the schema of an attribute's values, without null and without bounds. */
export function valueSchema(scalar: Scalar): JsonSchema {
  if (scalar.enum !== undefined) return { type: 'string', enum: scalar.enum };
  if (scalar.type === 'blocks') return blocks;
  return ofFamily[familyOf(scalar.type)];
}

/** Returns the schema of a value in an answer. It has no bounds, because values that are older than a bound may exceed it. */
export const outputValue = (scalar: Scalar): JsonSchema =>
  scalar.name === 'id' || scalar.name === 'documentId'
    ? valueSchema(scalar)
    : orNull(valueSchema(scalar), scalar);

/**
 * Returns the schema of a value in a body, with the bounds of the attribute. The default is in words, because generators of
 * clients take an attribute with `default` for one that is always there.
 */
export const inputValue = (scalar: Scalar): JsonSchema => ({
  ...orNull({ ...acceptedValue(scalar), ...boundsOf(scalar) }, scalar),
  ...(scalar.default !== undefined && { description: `Default: ${JSON.stringify(scalar.default)}` }),
  ...(scalar.private && { writeOnly: true }),
});

/** JSON values include null. */
const orNull = (schema: JsonSchema, { type }: Scalar): JsonSchema =>
  familyOf(type) === 'json' && type !== 'blocks' ? schema : nullable(schema);

const acceptedValue = (scalar: Scalar): JsonSchema =>
  scalar.type === 'email' ? { type: 'string', format: 'email' } : valueSchema(scalar);

function boundsOf({ min, max, minLength, maxLength, regex }: Scalar): JsonSchema {
  return {
    ...(typeof min === 'number' && { minimum: min }),
    ...(typeof max === 'number' && { maximum: max }),
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(regex !== undefined && { pattern: regex }),
  };
}

const comparing = ['$eq', '$ne', '$lt', '$lte', '$gt', '$gte'];
const folding = ['$eqi', '$nei', '$contains', '$notContains', '$containsi', '$notContainsi'];
const ofEnds = ['$startsWith', '$startsWithi', '$endsWith', '$endsWithi'];

const each = (names: readonly string[], schema: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  Object.fromEntries(names.map((name) => [name, schema]));

/** The schema name of the conditions on a value. In a query string every value is text. */
export const filterNames: Readonly<Record<Family, string>> = {
  text: 'TextCondition',
  integer: 'IntegerCondition',
  biginteger: 'BigintegerCondition',
  float: 'NumberCondition',
  decimal: 'NumberCondition',
  boolean: 'BooleanCondition',
  date: 'DateCondition',
  time: 'TimeCondition',
  datetime: 'DatetimeCondition',
  json: 'JsonCondition',
};

export const filterSchemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(filterNames).map(([family, name]) => [name, conditionSchema(family as Family, name)]),
);

function conditionSchema(family: Family, name: string): JsonSchema {
  const value: JsonSchema = family === 'json' ? text : ofFamily[family];
  const self: JsonSchema = { $ref: `#/components/schemas/${name}` };
  const ofText = family === 'text' ? [...folding, ...ofEnds] : family === 'json' ? folding : [];
  const properties = {
    ...each(family === 'json' ? ['$eq', '$ne'] : comparing, value),
    ...each(ofText, text),
    ...(family !== 'json' && {
      ...each(['$in', '$notIn'], listOf(value)),
      $between: { ...listOf(value), minItems: 2, maxItems: 2 },
    }),
    ...each(['$null', '$notNull'], { type: 'boolean' }),
    ...each(['$and', '$or'], listOf(self)),
    $not: self,
  };
  return {
    description: 'A value alone is compared by $eq.',
    anyOf: [value, { type: 'object', properties, additionalProperties: false }],
  };
}
