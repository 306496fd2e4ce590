import type { ContentType, Shaped } from '../../../domain/schema/schema.js';
import { smallFirst } from './type-name.js';

export function typeOf(shaped: Shaped): string {
  if ('singularName' in shaped) return pluginOf(shaped) + capitalized((shaped as ContentType).singularName);
  const [category = '', name = ''] = shaped.uid.split('.');
  return `Component${capitalized(category)}${capitalized(name)}`;
}

/** The root field that reads a list, in the flat format of GraphQL. */
export const flatListOf = (type: Pick<ContentType, 'uid' | 'pluralName'>): string =>
  smallFirst(pluginOf(type) + capitalized(type.pluralName));

function pluginOf({ uid }: Pick<Shaped, 'uid'>): string {
  const [, plugin] = /^plugin::([^.]+)\./.exec(uid) ?? [];
  return plugin === undefined ? '' : capitalized(plugin);
}

/** An ordinal such as `2nd`, capitals up to the next word, a word, or digits. */
const words = /\d*(?:1st|2nd|3rd|(?![123])\dth)(?=\b|[A-Z_])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g;

/** `menu-item` → `MenuItem`, `faq-2s` → `Faq2S`, `h1-2nd-x` → `H12ndX`. */
export const capitalized = (text: string): string =>
  (text.match(words) ?? [])
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join('');
