import type { Attribute, ContentType, Shaped } from '../../../../domain/schema/schema.js';
import { pascalCase, typeNameOf } from '../../codec/type-name.js';

/** How content-types, components and attributes are named in GraphQL: as existing clients know them. */

export const enumNameOf = (shaped: Shaped, { name }: Attribute): string =>
  `ENUM_${typeNameOf(shaped)}_${name}`.toUpperCase();

export const zoneNameOf = (shaped: Shaped, { name }: Attribute): string =>
  `${typeNameOf(shaped)}${pascalCase(name)}DynamicZone`;

/** The root fields that read a content-type: of one document, and of a list. */
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
