import type { Attribute, ContentType, Shaped } from '../../../../domain/schema/schema.js';
import { pascalCase, typeNameOf } from '../../codec/type-name.js';

/** The names of types and root fields in GraphQL, as Strapi generates them. */

export const enumNameOf = (shaped: Shaped, { name }: Attribute): string =>
  `ENUM_${typeNameOf(shaped)}_${name}`.toUpperCase();

export const zoneNameOf = (shaped: Shaped, { name }: Attribute): string =>
  `${typeNameOf(shaped)}${pascalCase(name)}DynamicZone`;

/** Returns the names of the root fields that read one document and a list. */
export const queryNamesOf = ({
  singularName,
  pluralName,
}: ContentType): { readonly one: string; readonly list: string } => ({
  one: camelCase(singularName),
  list: camelCase(pluralName),
});

function camelCase(text: string): string {
  const pascal = pascalCase(text);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}
