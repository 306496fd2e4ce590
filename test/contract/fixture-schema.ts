import type { SchemaSources } from '../../src/domain/schema/schema-source.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { schemaFrom } from '../schema-builders.js';
import { lifeComponents, lifeTypes } from './life-types.js';
import { component, contentType, relation } from './schema-files.js';

export { uidOf, type TypeName } from './schema-files.js';

/** The schema of the contract. Of its first five types only restaurants have draft & publish; `life-types.ts` has the rest. */
export const fixtureSchema = (): Schema => schemaFrom(fixtureSources);

const restaurant = contentType(
  'restaurant',
  'restaurants',
  { drafts: true },
  {
    name: { type: 'string', weight: 5 },
    about: { type: 'text', searchable: true },
    story: { type: 'richtext', searchable: true },
    kind: { type: 'enumeration', enum: ['bistro', 'diner', 'gastro'] },
    email: { type: 'email' },
    secret: { type: 'password' },
    notes: { type: 'string', private: true, searchable: true },
    slug: { type: 'uid' },
    opened: { type: 'date' },
    opensAt: { type: 'time' },
    inspectedAt: { type: 'datetime' },
    seenAt: { type: 'timestamp' },
    rating: { type: 'integer' },
    visits: { type: 'biginteger' },
    score: { type: 'float' },
    price: { type: 'decimal' },
    active: { type: 'boolean' },
    tags: { type: 'json' },
    words: { type: 'array' },
    page: { type: 'blocks' },
    categories: relation('manyToMany', 'category', { inversedBy: 'restaurants' }),
    dishes: relation('oneToMany', 'dish', { mappedBy: 'restaurant' }),
    flagship: relation('oneToOne', 'dish', { inversedBy: 'flagshipOf' }),
    owner: relation('manyToOne', 'chef', { inversedBy: 'restaurants' }),
    neighbours: relation('manyToMany', 'restaurant', { inversedBy: 'neighbourOf' }),
    neighbourOf: relation('manyToMany', 'restaurant', { mappedBy: 'neighbours' }),
    guests: relation('oneToMany', 'chef'),
    seo: { type: 'component', component: 'meta.seo' },
    openings: { type: 'component', component: 'meta.opening', repeatable: true },
    sections: { type: 'dynamiczone', components: ['sections.quote', 'sections.gallery'] },
  },
);

export const fixtureSources: SchemaSources = {
  contentTypes: [
    restaurant,
    contentType(
      'category',
      'categories',
      {},
      {
        name: { type: 'string' },
        restaurants: relation('manyToMany', 'restaurant', { mappedBy: 'categories' }),
      },
    ),
    contentType(
      'dish',
      'dishes',
      {},
      {
        name: { type: 'string' },
        cost: { type: 'decimal' },
        vegan: { type: 'boolean' },
        restaurant: relation('manyToOne', 'restaurant', { inversedBy: 'dishes' }),
        flagshipOf: relation('oneToOne', 'restaurant', { mappedBy: 'flagship' }),
      },
    ),
    contentType(
      'chef',
      'chefs',
      {},
      {
        name: { type: 'string' },
        nick: { type: 'string', unique: true },
        phone: { type: 'string', private: true },
        restaurants: relation('oneToMany', 'restaurant', { mappedBy: 'owner' }),
        mentor: relation('manyToOne', 'chef', { inversedBy: 'pupils' }),
        pupils: relation('oneToMany', 'chef', { mappedBy: 'mentor' }),
      },
    ),
    contentType(
      'review',
      'reviews',
      {},
      {
        text: { type: 'text', required: true },
        stars: { type: 'integer' },
        restaurant: relation('manyToOne', 'restaurant'),
        author: relation('manyToOne', 'chef'),
      },
    ),
    ...lifeTypes,
  ],
  components: [
    component('meta.seo', {
      title: { type: 'string' },
      weight: { type: 'decimal' },
      note: { type: 'component', component: 'meta.note' },
      contact: relation('oneToOne', 'chef'),
    }),
    component('meta.opening', {
      day: { type: 'string' },
      from: { type: 'time' },
      places: { type: 'integer' },
      note: { type: 'component', component: 'meta.note' },
    }),
    component('meta.note', {
      text: { type: 'string' },
      extra: { type: 'json' },
      hint: { type: 'string', private: true },
    }),
    component('sections.quote', { text: { type: 'text' }, speaker: relation('oneToOne', 'chef') }),
    component('sections.gallery', { title: { type: 'string' }, shown: relation('oneToMany', 'dish') }),
    ...lifeComponents,
  ],
};
