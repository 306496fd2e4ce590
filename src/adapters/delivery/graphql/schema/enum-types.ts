import { GraphQLEnumType } from 'graphql';
import type { Scalar, Shaped } from '../../../../domain/schema/schema.js';
import { enumNameOf } from './type-names.js';

/** The values of an enumeration, under names that GraphQL allows: `sur-place` is `sur_place`, `3 stars` is `_3_stars`. */
export function createEnum(shaped: Shaped, attribute: Scalar): GraphQLEnumType {
  const values = new Map<string, { readonly value: string }>();
  for (const value of attribute.enum ?? []) {
    let name = nameOf(value);
    while (values.has(name)) name += '_';
    values.set(name, { value });
  }
  return new GraphQLEnumType({ name: enumNameOf(shaped, attribute), values: Object.fromEntries(values) });
}

/** Names that begin with two underscores are GraphQL's own. */
function nameOf(value: string): string {
  const name = value.replaceAll(/[^_0-9A-Za-z]/g, '_').replace(/^_+/, '_');
  return /^\d|^(true|false|null)?$/.test(name) ? `_${name}` : name;
}
