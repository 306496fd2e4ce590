import { component, contentType, localized, relation } from './schema-files.js';

/**
 * Types for publishing and locales: halls, events and permits have drafts; topics have locales; articles and the homepage
 * have both; shelves and the settings have neither.
 */
export const lifeTypes = [
  contentType(
    'hall',
    'halls',
    { drafts: true },
    {
      name: { type: 'string' },
      events: relation('oneToMany', 'event', { mappedBy: 'hall' }),
      highlight: relation('oneToOne', 'event', { inversedBy: 'highlightOf' }),
      shown: relation('manyToMany', 'event', { inversedBy: 'shownIn' }),
    },
  ),
  contentType(
    'event',
    'events',
    { drafts: true },
    {
      name: { type: 'string', searchable: true },
      note: { type: 'string' },
      hall: relation('manyToOne', 'hall', { inversedBy: 'events' }),
      highlightOf: relation('oneToOne', 'hall', { mappedBy: 'highlight' }),
      shownIn: relation('manyToMany', 'hall', { mappedBy: 'shown' }),
      articles: relation('manyToMany', 'article', { inversedBy: 'events' }),
      spotOf: relation('oneToOne', 'article', { mappedBy: 'spot' }),
      poster: { type: 'media' },
      label: { type: 'component', component: 'life.label' },
      teaser: { type: 'component', component: 'life.teaser' },
    },
  ),
  contentType(
    'permit',
    'permits',
    { drafts: true },
    {
      name: { type: 'string', required: true },
      code: { type: 'string', unique: true },
      seats: { type: 'integer', min: 1 },
      holder: relation('manyToOne', 'chef', { required: true }),
      labels: { type: 'component', component: 'life.label', repeatable: true, required: true, min: 1 },
    },
  ),
  contentType(
    'article',
    'articles',
    { drafts: true, locales: true },
    {
      name: { type: 'string', searchable: true, ...localized },
      style: { type: 'string', default: 'plain', ...localized },
      code: { type: 'string', unique: true, ...localized },
      mark: { type: 'string', unique: true },
      mood: { type: 'string', searchable: true },
      stars: { type: 'integer', default: 3 },
      notes: { type: 'string', private: true },
      cover: { type: 'media' },
      pictures: { type: 'media', multiple: true },
      topics: relation('manyToMany', 'topic', { inversedBy: 'articles' }),
      sequel: relation('oneToOne', 'article', { inversedBy: 'prequel' }),
      prequel: relation('oneToOne', 'article', { mappedBy: 'sequel' }),
      rubric: relation('manyToOne', 'shelf', { inversedBy: 'contents' }),
      badge: relation('oneToOne', 'shelf', { inversedBy: 'badgeOf' }),
      spot: relation('oneToOne', 'event', { inversedBy: 'spotOf' }),
      holds: relation('oneToMany', 'shelf', { mappedBy: 'heldBy' }),
      editors: relation('manyToMany', 'chef'),
      shelves: relation('manyToMany', 'shelf', { mappedBy: 'articles' }),
      topOf: relation('oneToOne', 'shelf', { mappedBy: 'top' }),
      events: relation('manyToMany', 'event', { mappedBy: 'articles' }),
      teaser: { type: 'component', component: 'life.teaser', ...localized },
      sections: { type: 'dynamiczone', components: ['life.teaser', 'life.label'] },
    },
  ),
  contentType(
    'topic',
    'topics',
    { locales: true },
    {
      name: { type: 'string', ...localized },
      kind: { type: 'string' },
      articles: relation('manyToMany', 'article', { mappedBy: 'topics' }),
      shelves: relation('manyToMany', 'shelf', { mappedBy: 'topics' }),
    },
  ),
  contentType(
    'shelf',
    'shelves',
    {},
    {
      name: { type: 'string' },
      articles: relation('manyToMany', 'article', { inversedBy: 'shelves' }),
      top: relation('oneToOne', 'article', { inversedBy: 'topOf' }),
      topics: relation('manyToMany', 'topic', { inversedBy: 'shelves' }),
      contents: relation('oneToMany', 'article', { mappedBy: 'rubric' }),
      badgeOf: relation('oneToOne', 'article', { mappedBy: 'badge' }),
      heldBy: relation('manyToOne', 'article', { inversedBy: 'holds' }),
      teaser: { type: 'component', component: 'life.teaser' },
    },
  ),
  contentType(
    'homepage',
    'homepages',
    { drafts: true, locales: true, single: true },
    {
      name: { type: 'string', ...localized },
      tone: { type: 'string', default: 'calm' },
      picture: { type: 'media' },
      featured: relation('manyToMany', 'article'),
    },
  ),
  contentType(
    'settings',
    'settings-sets',
    { single: true },
    {
      name: { type: 'string' },
      note: { type: 'string', default: 'none' },
      chef: relation('manyToOne', 'chef'),
    },
  ),
];

export const lifeComponents = [
  component('life.label', { text: { type: 'string', required: true } }),
  component('life.teaser', {
    text: { type: 'string' },
    article: relation('oneToOne', 'article'),
    topics: relation('oneToMany', 'topic'),
    hall: relation('oneToOne', 'hall'),
    image: { type: 'media' },
  }),
];
