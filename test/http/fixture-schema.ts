import type { SchemaSources } from '../../src/domain/schema/schema-source.js';
import { component, contentType, relation, type Attributes } from '../schema-builders.js';
import { lifecycleTypes } from './fixture-lifecycle.js';

/** Must not be in any answer. */
export const privateValue = 'planted-private-value-7f3a';

/** Attributes of most scalar types, for restaurants. */
export const furtherScalars: Attributes = {
  Opened: { type: 'date' },
  OpensAt: { type: 'time' },
  LastInspection: { type: 'datetime' },
  Active: { type: 'boolean', default: true },
  Tags: { type: 'json' },
  Story: { type: 'richtext' },
  Blocks: { type: 'blocks' },
  Email: { type: 'email' },
  Big: { type: 'biginteger' },
  Score: { type: 'float' },
};

const restaurant = contentType('restaurant', 'restaurants', {
  Name: { type: 'string', required: true, maxLength: 60, searchable: true },
  Description: { type: 'text', searchable: true },
  Rating: { type: 'integer', min: 0, max: 5 },
  Price: { type: 'decimal' },
  Slug: { type: 'uid', targetField: 'Name' },
  Kind: { type: 'enumeration', enum: ['bistro', 'diner', 'gastro'] },
  ...furtherScalars,
  Hidden: { type: 'string', private: true, searchable: true },
  categories: relation('manyToMany', 'category', { inversedBy: 'restaurants' }),
  dishes: relation('oneToMany', 'dish', { mappedBy: 'restaurant' }),
  flagship: relation('oneToOne', 'dish', { inversedBy: 'flagshipOf' }),
  owner: relation('manyToOne', 'chef', { inversedBy: 'restaurants' }),
  neighbours: relation('manyToMany', 'restaurant'),
  seo: { type: 'component', component: 'shared.seo' },
  Openings: { type: 'component', component: 'shared.opening', repeatable: true },
  sections: { type: 'dynamiczone', components: ['sections.quote', 'sections.gallery'] },
});

/** The restaurants of the worked examples, without draft & publish. */
export const fixtureSources: SchemaSources = {
  contentTypes: [
    restaurant,
    contentType('category', 'categories', {
      Name: { type: 'string', required: true },
      restaurants: relation('manyToMany', 'restaurant', { mappedBy: 'categories' }),
    }),
    contentType('dish', 'dishes', {
      Name: { type: 'string', required: true },
      Cost: { type: 'decimal' },
      Vegan: { type: 'boolean' },
      restaurant: relation('manyToOne', 'restaurant', { inversedBy: 'dishes' }),
      flagshipOf: relation('oneToOne', 'restaurant', { mappedBy: 'flagship' }),
    }),
    contentType('chef', 'chefs', {
      Name: { type: 'string', required: true },
      Nick: { type: 'string', unique: true },
      Diary: { type: 'text', private: true },
      Pass: { type: 'password' },
      restaurants: relation('oneToMany', 'restaurant', { mappedBy: 'owner' }),
    }),
    ...lifecycleTypes,
  ],
  components: [
    component('shared.seo', {
      metaTitle: { type: 'string', required: true },
      metaDescription: { type: 'text' },
      author: relation('oneToOne', 'chef'),
    }),
    component('shared.opening', {
      day: { type: 'string' },
      from: { type: 'time' },
      to: { type: 'time' },
      note: { type: 'component', component: 'shared.note' },
    }),
    component('shared.note', { text: { type: 'string' } }),
    component('sections.quote', { text: { type: 'text' }, speaker: relation('oneToOne', 'chef') }),
    component('sections.gallery', { title: { type: 'string' }, dishes: relation('oneToMany', 'dish') }),
  ],
};
