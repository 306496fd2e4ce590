import { appFiles, contentType, drafts, relation } from '../schema-builders.js';

export const [dish, category] = ['api::dish.dish', 'api::category.category'];

/** An app with dishes of all kinds of values, in categories. */
export const files = appFiles({
  contentTypes: [
    contentType(
      'dish',
      'dishes',
      {
        Name: { type: 'string', required: true },
        Rating: { type: 'integer', max: 5 },
        Price: { type: 'decimal' },
        Kind: { type: 'enumeration', enum: ['starter', 'main', 'dessert'] },
        Vegan: { type: 'boolean' },
        Served: { type: 'datetime' },
        Story: { type: 'richtext' },
        Secret: { type: 'string', private: true },
        category: relation('manyToOne', 'category', { inversedBy: 'dishes' }),
      },
      drafts,
    ),
    contentType('category', 'categories', {
      Title: { type: 'string' },
      dishes: relation('oneToMany', 'dish', { mappedBy: 'category' }),
    }),
  ],
});
