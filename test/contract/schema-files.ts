import * as builders from '../schema-builders.js';

export { component, localized, type Attributes } from '../schema-builders.js';

/** Schema builders that use the short names of the contract's content-types. */

export const typeNames = [
  'restaurant',
  'category',
  'dish',
  'chef',
  'review',
  'hall',
  'event',
  'permit',
  'article',
  'topic',
  'shelf',
  'homepage',
  'settings',
  'file',
] as const;

/** The short names of the content-types: `restaurant` is `api::restaurant.restaurant`, `file` is the type of media. */
export type TypeName = (typeof typeNames)[number];

export const uidOf = (name: TypeName): string =>
  builders.uidOf(name === 'file' ? 'plugin::upload.file' : name);

export interface Traits {
  readonly drafts?: boolean;
  readonly locales?: boolean;
  readonly single?: boolean;
}

export const contentType = (
  name: TypeName,
  plural: string,
  { drafts = false, locales = false, single = false }: Traits,
  attributes: builders.Attributes,
) =>
  builders.contentType(name, plural, attributes, {
    kind: single ? 'singleType' : 'collectionType',
    options: { draftAndPublish: drafts },
    ...(locales && builders.localized),
  });

export const relation = (kind: string, target: TypeName, ends: builders.Definition = {}) =>
  builders.relation(kind, uidOf(target), ends);
