import type { Shaped } from '../../../domain/schema/schema.js';

/** `api::menu-item.menu-item` → `MenuItem`, `plugin::upload.file` → `UploadFile`, `sections.quote` → `ComponentSectionsQuote`. */
export function typeNameOf({ uid }: Pick<Shaped, 'uid'>): string {
  const [place = '', name = ''] = uid.split('.');
  if (place.startsWith('api::')) return pascalCase(name);
  return place.startsWith('plugin::')
    ? pascalCase(place.slice('plugin::'.length)) + pascalCase(name)
    : `Component${pascalCase(place)}${pascalCase(name)}`;
}

const words = (text: string): readonly string[] => text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? [];

export const pascalCase = (text: string): string =>
  words(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');

export const smallFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
