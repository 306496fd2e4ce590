import { GraphQLError, GraphQLScalarType, type ValueNode } from 'graphql';
import { castDate, castDatetime, castTime, type DateCast } from '../../../../domain/document/cast-date.js';
import { castBigInteger, isInt64 } from '../../../../domain/document/cast-number.js';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import { keepsStored } from '../read/stored-text.js';
import { scalarsWith, valueOf } from '../schema/leaf-types.js';

/** Creates a scalar that refuses what `read` returns undefined for, so that such requests fail before anything runs. */
function checked(
  name: string,
  description: string,
  read: (value: unknown) => unknown,
  refusal: (value: unknown) => string,
  serialize?: (value: unknown) => unknown,
): GraphQLScalarType {
  const parse = (value: unknown, nodes: ValueNode | null = null): unknown => {
    const parsed = read(value);
    if (parsed !== undefined) return parsed;
    throw new GraphQLError(refusal(value), { nodes });
  };
  return new GraphQLScalarType({
    name,
    description,
    ...(serialize && { serialize }),
    parseValue: (value) => parse(value),
    parseLiteral: (node, variables) => parse(valueOf(node, variables), node),
  });
}

const dated = (cast: (raw: unknown) => DateCast) => (raw: unknown) => {
  const found = cast(raw);
  return 'value' in found ? found.value : undefined;
};

const notA = (name: string, form: string) => (value: unknown) =>
  `${name} cannot represent an invalid ${form} ${typeof value === 'string' ? value : JSON.stringify(value)}.`;

/** `Date` objects come from resolvers of the app. */
const momentOf = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);
keepsStored(momentOf);

const withMilliseconds = (value: unknown): unknown => {
  const time = dated(castTime)(value);
  return time ?? value;
};

const digitsOf = (value: unknown): string | undefined => {
  const integer = castBigInteger(value);
  return integer !== null && isInt64(integer) ? integer.toString() : undefined;
};

const numberWhereExact = (value: unknown): unknown =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value;

export const v5Scalars = scalarsWith({
  date: checked('Date', 'A date, `2024-12-31`.', dated(castDate), notA('Date', 'date-string')),
  time: checked(
    'Time',
    'A time of day, `23:59:59.999`.',
    dated(castTime),
    notA('Time', 'time-string'),
    withMilliseconds,
  ),
  dateTime: checked(
    'DateTime',
    'A moment in ISO 8601, `2024-12-31T23:59:59.999Z`.',
    dated(castDatetime),
    notA('DateTime', 'date-time-string'),
    momentOf,
  ),
  long: checked(
    'Long',
    'An integer of 64 bits: a number, or text above 2^53 - 1.',
    digitsOf,
    notA('Long', 'integer of 64 bits'),
    numberWhereExact,
  ),
});

/** Creates the input of a zone's items, which name their component by its type. */
export const v5ZoneInput = (name: string, members: readonly string[]): GraphQLScalarType =>
  checked(
    name,
    'An object with the name of the type of its component in `__typename`.',
    (value) => (isPlainObject(value) && members.includes(String(value['__typename'])) ? value : undefined),
    () =>
      members.length === 0
        ? `${name} takes no items: the zone has no components`
        : `${name} takes objects whose __typename is one of: ${members.join(', ')}`,
  );
