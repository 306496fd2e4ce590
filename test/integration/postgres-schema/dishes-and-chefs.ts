import type { Files, TypeFile } from './schema-database.js';

export const text = { type: 'string' };
export const inLocales = { pluginOptions: { i18n: { localized: true } } };
export const drafts = { draftAndPublish: true };
export const localized = { localized: true };

export const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...more,
});

/** Dishes with two-way chefs; either end with the options that are named. */
export const world = (
  dish: Partial<TypeFile>,
  chef: Partial<TypeFile> = {},
  attributes: TypeFile['attributes'] = {},
): Files => ({
  types: {
    dish: {
      attributes: {
        name: text,
        chefs: relation('manyToMany', 'chef', { inversedBy: 'dishes' }),
        ...attributes,
      },
      ...dish,
    },
    chef: {
      attributes: { name: text, dishes: relation('manyToMany', 'dish', { mappedBy: 'chefs' }) },
      ...chef,
    },
  },
});
