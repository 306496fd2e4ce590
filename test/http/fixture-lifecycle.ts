import { contentType, relation, type Definition } from '../schema-builders.js';

const withDrafts: Definition = { options: { draftAndPublish: true } };
const withLocales: Definition = { pluginOptions: { i18n: { localized: true } } };
const single: Definition = { kind: 'singleType' };
const localized = (definition: Definition): Definition => ({ ...definition, ...withLocales });

const place = contentType(
  'place',
  'places',
  {
    Name: { type: 'string', required: true, maxLength: 60 },
    Rating: { type: 'integer', min: 0, max: 5 },
    Slug: { type: 'uid', targetField: 'Name' },
    Hidden: { type: 'string', private: true },
    labels: relation('manyToMany', 'label', { inversedBy: 'places' }),
    events: relation('oneToMany', 'event', { mappedBy: 'place' }),
    highlight: relation('oneToOne', 'event', { inversedBy: 'highlightOf' }),
    seo: { type: 'component', component: 'shared.seo' },
    Openings: { type: 'component', component: 'shared.opening', repeatable: true },
    sections: { type: 'dynamiczone', components: ['sections.quote', 'sections.gallery'] },
  },
  withDrafts,
);

const article = contentType(
  'article',
  'articles',
  {
    title: localized({ type: 'string', required: true }),
    body: localized({ type: 'text' }),
    code: { type: 'string' },
    views: { type: 'integer', default: 1 },
    seo: localized({ type: 'component', component: 'shared.seo' }),
    topics: relation('manyToMany', 'topic', { inversedBy: 'articles' }),
    place: relation('manyToOne', 'place'),
  },
  { ...withDrafts, ...withLocales },
);

/** Types with drafts, with locales, with both, single ones, and plain ones that are linked with them. */
export const lifecycleTypes = [
  place,
  contentType('label', 'labels', {
    Name: { type: 'string', required: true },
    Knot: { type: 'text', regex: '^(a+)+$' },
    places: relation('manyToMany', 'place', { mappedBy: 'labels' }),
  }),
  contentType('event', 'events', {
    Name: { type: 'string', required: true },
    place: relation('manyToOne', 'place', { inversedBy: 'events' }),
    highlightOf: relation('oneToOne', 'place', { mappedBy: 'highlight' }),
  }),
  article,
  contentType(
    'topic',
    'topics',
    {
      Name: localized({ type: 'string', required: true }),
      articles: relation('manyToMany', 'article', { mappedBy: 'topics' }),
    },
    withLocales,
  ),
  contentType('menu', 'menus', {
    Name: { type: 'string' },
    entries: relation('manyToMany', 'article'),
  }),
  contentType(
    'homepage',
    'homepages',
    { title: { type: 'string' }, featured: relation('oneToMany', 'place') },
    single,
  ),
  contentType(
    'banner',
    'banners',
    { text: localized({ type: 'string', required: true }), tone: { type: 'string' } },
    { ...single, ...withDrafts, ...withLocales },
  ),
];
