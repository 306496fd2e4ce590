import transliterate from '@sindresorhus/transliterate';
import type { ContentType, Scalar, Shaped } from '../../../../domain/schema/schema.js';
import { plainValueName, smallFirst, type Names } from './names.js';

export const v5Names: Names = {
  typeOf,
  enumTypeOf: (shaped, { name, enumName }) => enumName ?? `ENUM_${typeOf(shaped)}_${name}`.toUpperCase(),
  enumValuesOf,
  zoneOf: (shaped, { name }) => `${typeOf(shaped)}${capitalized(name)}DynamicZone`,
  oneOf: (type) => smallFirst(typeOf(type)),
  listOf: (type) => smallFirst(pluginOf(type) + capitalized(type.pluralName)),
};

function typeOf(shaped: Shaped): string {
  if ('singularName' in shaped) return pluginOf(shaped) + capitalized((shaped as ContentType).singularName);
  const [category = '', name = ''] = shaped.uid.split('.');
  return `Component${capitalized(category)}${capitalized(name)}`;
}

function pluginOf({ uid }: Shaped): string {
  const [, plugin] = /^plugin::([^.]+)\./.exec(uid) ?? [];
  return plugin === undefined ? '' : capitalized(plugin);
}

/** An ordinal such as `2nd`, capitals up to the next word, a word, or digits. */
const words = /\d*(?:1st|2nd|3rd|(?![123])\dth)(?=\b|[A-Z_])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** `menu-item` → `MenuItem`, `faq-2s` → `Faq2S`, `h1-2nd-x` → `H12ndX`. */
const capitalized = (text: string): string =>
  (text.match(words) ?? [])
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');

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
