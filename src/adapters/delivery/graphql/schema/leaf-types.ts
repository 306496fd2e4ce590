import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
  Kind,
  valueFromASTUntyped,
  type ValueNode,
  GraphQLEnumType,
} from 'graphql';
import type { ScalarType, Scalar, Shaped } from '../../../../domain/schema/schema.js';
import type { Generation, SchemaShape } from './generation.js';

/** Creates a scalar that accepts any value. The rules of REST check the values later. */
export const plain = (name: string, description: string): GraphQLScalarType =>
  new GraphQLScalarType({ name, description, parseValue: (value) => value, parseLiteral: valueOf });

/** Returns an integer as text if a number cannot represent it exactly. */
export const valueOf = (node: ValueNode, variables?: Parameters<typeof valueFromASTUntyped>[1]): unknown =>
  node.kind === Kind.INT && !Number.isSafeInteger(Number(node.value))
    ? node.value
    : valueFromASTUntyped(node, variables);

export const json = plain('JSON', 'Any JSON value.');

/** Accepts any text; the use cases check that the locale exists. */
export const localeCode = new GraphQLScalarType({
  name: 'I18NLocaleCode',
  description: 'The code of a locale, `en`.',
  parseValue: (value) => codeOf(value),
  parseLiteral: (node, variables) => codeOf(valueFromASTUntyped(node, variables), node),
});

function codeOf(value: unknown, nodes: ValueNode | null = null): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError('The code of a locale is text, such as "en".', { nodes });
}

/** The scalars that differ between the formats. */
export interface ValueScalars {
  readonly date: GraphQLScalarType;
  readonly time: GraphQLScalarType;
  readonly dateTime: GraphQLScalarType;
  readonly long: GraphQLScalarType;
}

export const scalarsWith = ({ date, time, dateTime, long }: ValueScalars): SchemaShape['scalars'] => ({
  string: GraphQLString,
  text: GraphQLString,
  richtext: GraphQLString,
  enumeration: GraphQLString,
  email: GraphQLString,
  password: GraphQLString,
  uid: GraphQLString,
  date,
  time,
  datetime: dateTime,
  timestamp: dateTime,
  integer: GraphQLInt,
  biginteger: long,
  float: GraphQLFloat,
  decimal: GraphQLFloat,
  boolean: GraphQLBoolean,
  json,
  array: json,
  blocks: json,
});

export const scalarTypeOf = ({ scalars }: SchemaShape, type: ScalarType): GraphQLScalarType => scalars[type];

/** Returns the enum of an attribute, whose values have names that GraphQL allows. */
export function enumType({ shape, types }: Generation, shaped: Shaped, attribute: Scalar): GraphQLEnumType {
  const name = shape.names.enumTypeOf(shaped, attribute);
  return types.of(name, `${shaped.uid}.${attribute.name}`, () => {
    const values = [...shape.names.enumValuesOf(shaped, attribute)].map(([key, value]) => [key, { value }]);
    return new GraphQLEnumType({ name, values: Object.fromEntries(values) });
  });
}
