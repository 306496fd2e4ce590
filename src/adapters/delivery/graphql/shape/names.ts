import type { ContentType, Scalar, Shaped, Zone } from '../../../../domain/schema/schema.js';

/** The names of types, root fields and values. */
export interface Names {
  typeOf(shaped: Shaped): string;
  enumTypeOf(shaped: Shaped, attribute: Scalar): string;
  /** Returns the stored values of an enumeration by their names. Throws if two values have the same name. */
  enumValuesOf(shaped: Shaped, attribute: Scalar): ReadonlyMap<string, string>;
  zoneOf(shaped: Shaped, zone: Zone): string;
  /** The root field that reads one document. */
  oneOf(type: ContentType): string;
  /** The root field that reads a list. */
  listOf(type: ContentType): string;
}

/** The name that Strapi 4 gives to a value: `sur-place` becomes `sur_place`, `3 stars` becomes `_3_stars`. */
export function plainValueName(value: string): string {
  // Names that begin with two underscores are reserved in GraphQL.
  const name = value.replaceAll(/[^_0-9A-Za-z]/g, '_').replace(/^_+/, '_');
  return /^\d|^(true|false|null)?$/.test(name) ? `_${name}` : name;
}
