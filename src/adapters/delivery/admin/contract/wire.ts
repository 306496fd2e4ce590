import * as t from 'io-ts';
import { isPlainObject } from '../../../../domain/document/plain-object.js';
import type { Json as JsonValue } from '../../../../domain/schema/schema.js';

/**
 * What the codecs of the wire are made of. The OpenAPI document is made from the codecs: one with a name that begins with a
 * capital becomes a schema of that name, and the names here become formats.
 */

const plain = <A>(name: string, is: t.Is<A>): t.Type<A> =>
  new t.Type<A>(
    name,
    is,
    (value, context) => (is(value) ? t.success(value) : t.failure(value, context)),
    t.identity,
  );

const isText = (value: unknown): value is string => typeof value === 'string';

/** ISO 8601 in UTC. */
export const Time = plain('Time', isText);

export const Integer = plain('Integer', (value): value is number => Number.isInteger(value));

export const Json = plain('Json', (value): value is JsonValue => value !== undefined);

/** Any members. */
export const JsonObject = plain('JsonObject', (value): value is { readonly [name: string]: JsonValue } =>
  isPlainObject(value),
);

export const orNull = <C extends t.Mixed>(codec: C) => t.union([codec, t.null]);
export const listOf = t.readonlyArray;

/** One of these texts. */
export const oneOf = <const Values extends readonly string[]>(
  values: Values,
  name?: string,
): t.KeyofC<Record<Values[number], null>> =>
  t.keyof(Object.fromEntries(values.map((value) => [value, null])) as Record<Values[number], null>, name);
