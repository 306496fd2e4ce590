import transliterate from '@sindresorhus/transliterate';
import type { Scalar, Shaped } from '../../../../domain/schema/schema.js';
import { capitalized, flatListOf, typeOf } from '../../codec/flat-type-names.js';
import { smallFirst } from '../../codec/type-name.js';
import { plainValueName, type Names } from './names.js';

export const v5Names: Names = {
  typeOf,
  enumTypeOf: (shaped, { name, enumName }) => enumName ?? `ENUM_${typeOf(shaped)}_${name}`.toUpperCase(),
  enumValuesOf,
  zoneOf: (shaped, { name }) => `${typeOf(shaped)}${capitalized(name)}DynamicZone`,
  oneOf: (type) => smallFirst(typeOf(type)),
  listOf: flatListOf,
};

function enumValuesOf(
  { uid }: Shaped,
  { name: attribute, enum: all = [] }: Scalar,
): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const value of all) {
    const name = valueName(value);
    const other = values.get(name);
    if (other !== undefined)
      throw new Error(
        `GraphQL: the values ${JSON.stringify(other)} and ${JSON.stringify(value)} of ${uid}.${attribute} are both named ${name}: rename one`,
      );
    values.set(name, value);
  }
  return values;
}

/** `Très bon` → `Tres_bon`, `R&B` → `R_and_B`. Strapi 5 refuses to start with values for which this gives no name. */
function valueName(value: string): string {
  const text = transliterate(value).replaceAll('&', ' and ');
  const name = text.replaceAll(/[^0-9A-Za-z]+/g, '_').replaceAll(/^_|_$/g, '');
  return /^\d|^(true|false|null)?$/.test(name) ? plainValueName(value) : name;
}
