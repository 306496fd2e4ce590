import type { Attribute, ContentType, Shaped } from '../../../../domain/schema/schema.js';

/** How content-types, components and attributes are named in GraphQL: as existing clients know them. */

/** `api::menu-item.menu-item` → `MenuItem`, `plugin::upload.file` → `UploadFile`, `sections.quote` → `ComponentSectionsQuote`. */
export function typeNameOf({ uid }: Shaped): string {
  const [place = '', name = ''] = uid.split('.');
  if (place.startsWith('api::')) return pascalCase(name);
  return place.startsWith('plugin::')
    ? pascalCase(place.slice('plugin::'.length)) + pascalCase(name)
    : `Component${pascalCase(place)}${pascalCase(name)}`;
}

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

const words = (text: string): readonly string[] => text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? [];

const pascalCase = (text: string): string =>
  words(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');

function camelCase(text: string): string {
  const pascal = pascalCase(text);
  return pascal.charAt(0).toLowerCase() + pascal.slice(1);
}
