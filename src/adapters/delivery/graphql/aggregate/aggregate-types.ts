import {
  GraphQLFloat,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
  type GraphQLFieldConfigMap,
  type GraphQLInputFieldConfigMap,
  type GraphQLObjectType,
  type GraphQLScalarType,
} from 'graphql';
import { familyOf } from '../../../../domain/document/value.js';
import { aggregateFunctions, type AggregateFunction } from '../../../../domain/query/aggregate.js';
import type { ContentType, Scalar } from '../../../../domain/schema/schema.js';
import { readScalar } from '../read/found.js';
import { attributesIn, type Generation, type NullableType } from '../schema/generation.js';
import { inputFor } from '../schema/filter-inputs.js';
import { enumType, scalarTypeOf } from '../schema/leaf-types.js';
import { objectType } from '../schema/output-types.js';

/** The types of aggregates. Their fields read plain objects: the groups that the use case returns. */

type Fields = GraphQLFieldConfigMap<unknown, unknown>;

const field = (name: string, type: Fields[string]['type'], values?: readonly string[]): Fields => ({
  [name]: { type, resolve: readScalar(name, values) },
});

/** Returns the attributes that can be aggregated and grouped by. */
export const aggregatedAttributes = (generation: Generation, type: ContentType): readonly Scalar[] =>
  attributesIn(generation, type, 'output').filter(
    (attribute): attribute is Scalar => attribute.kind === 'scalar' && familyOf(attribute.type) !== 'json',
  );

/** Returns the type `<Name>Aggregate`. */
export function aggregateType(generation: Generation, type: ContentType): GraphQLObjectType {
  return typeOf(generation, type, 'Aggregate', () => ({
    ...field('groups', new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(groupType(generation, type))))),
    ...field('total', new GraphQLNonNull(GraphQLInt)),
  }));
}

const typeOf = (
  generation: Generation,
  type: ContentType,
  suffix: string,
  fields: () => Fields,
): GraphQLObjectType =>
  objectType(generation, `${generation.shape.names.typeOf(type)}${suffix}`, type, fields);

function groupType(generation: Generation, type: ContentType): GraphQLObjectType {
  const attributes = aggregatedAttributes(generation, type);
  const keys = fieldsOf(attributes, (each) => keyType(generation, type, each));
  return typeOf(generation, type, 'AggregateGroup', () => ({
    ...(Object.keys(keys).length > 0 &&
      field(
        'group',
        typeOf(generation, type, 'GroupKeys', () => keys),
      )),
    ...field('count', new GraphQLNonNull(GraphQLInt)),
    ...Object.assign({}, ...aggregateFunctions.map((name) => valuesField(generation, type, name))),
  }));
}

/** Returns no field if no attribute has such a value. */
function valuesField(generation: Generation, type: ContentType, name: AggregateFunction): Fields {
  const values = fieldsOf(aggregatedAttributes(generation, type), (each) =>
    each.type === 'enumeration' && valueScalar(generation, name, each) !== null
      ? enumType(generation, type, each)
      : valueScalar(generation, name, each),
  );
  if (Object.keys(values).length === 0) return {};
  return field(
    name,
    typeOf(generation, type, suffixes[name], () => values),
  );
}

/** Minima and maxima have one type. */
const suffixes: Readonly<Record<AggregateFunction, string>> = {
  sum: 'Sums',
  avg: 'Averages',
  min: 'Extremes',
  max: 'Extremes',
};

function fieldsOf(
  attributes: readonly Scalar[],
  typeOfField: (attribute: Scalar) => NullableType | null,
): Fields {
  return Object.assign(
    {},
    ...attributes.map((each) => {
      const type = typeOfField(each);
      return type === null ? {} : field(each.name, type, each.enum);
    }),
  ) as Fields;
}

/** Dates are text, because they may be parts of dates: `2026-Q4`. */
function keyType(generation: Generation, type: ContentType, attribute: Scalar): NullableType {
  if (attribute.type === 'enumeration') return enumType(generation, type, attribute);
  const isDate = ['date', 'datetime'].includes(familyOf(attribute.type));
  return isDate ? GraphQLString : scalarTypeOf(generation.shape, attribute.type);
}

/** Returns the type of a computed value; null if the function does not fit the attribute. */
function valueScalar(
  { shape }: Generation,
  name: AggregateFunction,
  { type }: Scalar,
): GraphQLScalarType | null {
  const family = familyOf(type);
  const scalar = scalarTypeOf(shape, type);
  if (name === 'min' || name === 'max') return family === 'boolean' ? null : scalar;
  if (family === 'biginteger') return name === 'sum' ? scalar : GraphQLFloat;
  return ['integer', 'float', 'decimal'].includes(family) ? GraphQLFloat : null;
}

/** Returns the input `<Name>HavingInput`: conditions on groups. */
export function havingInput(generation: Generation, type: ContentType): GraphQLInputObjectType {
  const name = `${generation.shape.names.typeOf(type)}HavingInput`;
  return generation.types.of(name, type.uid, () => {
    const input: GraphQLInputObjectType = new GraphQLInputObjectType({
      name,
      fields: () => ({
        count: { type: inputFor(GraphQLInt) },
        ...Object.assign({}, ...aggregateFunctions.map((each) => valuesInput(generation, type, each))),
        and: { type: new GraphQLList(input) },
        or: { type: new GraphQLList(input) },
        not: { type: input },
      }),
    });
    return input;
  });
}

function valuesInput(
  generation: Generation,
  type: ContentType,
  name: AggregateFunction,
): GraphQLInputFieldConfigMap {
  const fields = aggregatedAttributes(generation, type).flatMap((each) => {
    const scalar = valueScalar(generation, name, each);
    return scalar === null ? [] : [[each.name, { type: inputFor(scalar) }] as const];
  });
  if (fields.length === 0) return {};
  const typeName = `${generation.shape.names.typeOf(type)}${suffixes[name]}HavingInput`;
  const input = generation.types.of(
    typeName,
    type.uid,
    () => new GraphQLInputObjectType({ name: typeName, fields: Object.fromEntries(fields) }),
  );
  return { [name]: { type: input } };
}
