import {
  getNullableType,
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLInt,
  GraphQLScalarType,
  GraphQLString,
  isEnumType,
  isLeafType,
  isNonNullType,
  type GraphQLEnumType,
  type GraphQLOutputType,
} from 'graphql';
import type { Family } from '../../../../domain/document/value.js';
import { NotGenerated, NotWritable, jsonOf } from './writer-of.js';

/**
 * How the JSON text of a value becomes that of the answer. `unread`: it is the same; the other two look at the text of a
 * scalar, and throw `NotWritable` or a `GraphQLError` if graphql-js would answer with an error.
 */
export type Rewrite = 'unread' | 'not-null' | ((raw: string) => string);

type Serialize = (value: unknown) => unknown;

const texts: readonly Family[] = ['text', 'biginteger', 'date', 'time', 'datetime'];

/** The functions that return the values of these attributes as they are stored. */
const keeping = new Map<Serialize, readonly Family[] | 'all'>([
  [new GraphQLScalarType({ name: 'Plain' }).serialize, 'all'],
  [GraphQLString.serialize, texts],
  [GraphQLInt.serialize, ['integer']],
  [GraphQLFloat.serialize, ['integer', 'float', 'decimal']],
  [GraphQLBoolean.serialize, ['boolean']],
]);

/** Declares that a function of a scalar returns all values that can be stored unchanged. */
export const keepsStored = (serialize: Serialize): void => void keeping.set(serialize, 'all');

/** Returns how a scalar of this family is answered by a field of this type. Throws `NotGenerated` for other types. */
export function rewriteOf(family: Family | 'id', type: GraphQLOutputType): Rewrite {
  const leaf = getNullableType(type);
  if (!isLeafType(leaf)) throw new NotGenerated(String(type));
  const isRequired = isNonNullType(type);
  const kept = leaf instanceof GraphQLScalarType ? keeping.get(leaf.serialize) : undefined;
  if (family !== 'id' && (kept === 'all' || kept?.includes(family) === true))
    return isRequired ? 'not-null' : 'unread';
  const listed = isEnumType(leaf) ? namesOf(leaf) : null;
  return (raw) => {
    if (raw !== 'null') return listed?.get(raw) ?? jsonOf(leaf.serialize(JSON.parse(raw)));
    if (isRequired) throw new NotWritable('no value');
    return raw;
  };
}

/** Returns the names of values as JSON, by their JSON. */
const namesOf = (type: GraphQLEnumType): ReadonlyMap<string, string> =>
  new Map(type.getValues().map(({ name, value }) => [JSON.stringify(value), JSON.stringify(name)]));
