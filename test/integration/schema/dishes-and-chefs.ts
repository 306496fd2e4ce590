import type { Files, TypeFile } from './schema-files.js';
import type { Served } from './serve.js';
import { relation } from '../../schema-builders.js';

export const text = { type: 'string' };
export const inLocales = { pluginOptions: { i18n: { localized: true } } };
export const drafts = { draftAndPublish: true };
export const localized = { localized: true };

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

/** A dish with two chefs, not in the order of their names. */
export async function filled(
  served: Served,
): Promise<{ readonly a: string; readonly b: string; readonly dish: string }> {
  const [a, b] = [await served.create('chef', { name: 'a' }), await served.create('chef', { name: 'b' })];
  return { a, b, dish: await served.create('dish', { name: 'soup', chefs: [b, a] }) };
}
