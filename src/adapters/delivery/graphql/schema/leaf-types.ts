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
import { enumNameOf } from './type-names.js';

/** Creates a scalar that accepts any value. The rules of REST check the values later. */
const plain = (name: string, description: string): GraphQLScalarType =>
  new GraphQLScalarType({ name, description, parseValue: (value) => value, parseLiteral: valueOf });

/** Returns an integer as text if a number cannot represent it exactly. */
const valueOf = (node: ValueNode, variables?: Parameters<typeof valueFromASTUntyped>[1]): unknown =>
  node.kind === Kind.INT && !Number.isSafeInteger(Number(node.value))
    ? node.value
    : valueFromASTUntyped(node, variables);

const date = plain('Date', 'A date, `2024-12-31`.');
const time = plain('Time', 'A time of day, `23:59:59` or `23:59:59.999`.');
const dateTime = plain('DateTime', 'A moment in ISO 8601, `2024-12-31T23:59:59.999Z`.');
const long = plain('Long', 'An integer of 64 bits, as text where it is large.');
export const json = plain('JSON', 'Any JSON value.');

/** Accepts any text; the use cases check that the locale exists. */
export const localeCode = new GraphQLScalarType({
  name: 'I18NLocaleCode',
  description: 'The code of a locale, `en`.',
  parseValue(value) {
    if (typeof value === 'string') return value;
    throw new GraphQLError('The code of a locale is text, such as "en".');
  },
});

const scalars: Readonly<Record<ScalarType, GraphQLScalarType>> = {
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
};

export const scalarTypeOf = (type: ScalarType): GraphQLScalarType => scalars[type];

/** Creates the input type for the items of a dynamic zone, because GraphQL has no input unions. */
export const zoneInput = (name: string): GraphQLScalarType =>
  plain(
    name,
    'An object with the name of its component in `__component`, or that of its type in `__typename`.',
  );

/** Creates an enum with names that GraphQL allows: `sur-place` becomes `sur_place`, `3 stars` becomes `_3_stars`. */
export function createEnum(shaped: Shaped, attribute: Scalar): GraphQLEnumType {
  const values = new Map<string, { readonly value: string }>();
  for (const value of attribute.enum ?? []) {
    let name = nameOf(value);
    while (values.has(name)) name += '_';
    values.set(name, { value });
  }
  return new GraphQLEnumType({ name: enumNameOf(shaped, attribute), values: Object.fromEntries(values) });
}

/** Names that begin with two underscores are reserved in GraphQL. */
function nameOf(value: string): string {
  const name = value.replaceAll(/[^_0-9A-Za-z]/g, '_').replace(/^_+/, '_');
  return /^\d|^(true|false|null)?$/.test(name) ? `_${name}` : name;
}
