import { expect } from 'chai';
import { createQueryDecoder } from '../../../../src/adapters/delivery/codec/create-query-decoder.js';
import { defaultBudget, defaultLimits } from '../../../../src/application/documents/limits.js';
import type { Principal } from '../../../../src/domain/permission/permission.js';
import { costOfPlan } from '../../../../src/domain/plan/plan-cost.js';
import { planRead } from '../../../../src/domain/plan/plan-read.js';
import type { LinkStatistics, Statistics } from '../../../../src/domain/plan/statistics.js';
import { component, contentType, relation, schemaFrom } from '../../../schema-builders.js';

const media = { type: 'media', multiple: false, allowedTypes: ['images'] };
const items = (uid: string) => ({ type: 'component', component: uid, repeatable: true });
const one = (uid: string) => ({ type: 'component', component: uid });

/** A site made of pages with sections, which hold cards and links to other content. */
const schema = schemaFrom({
  contentTypes: [
    contentType('page', 'pages', {
      title: { type: 'string' },
      slug: { type: 'uid', targetField: 'title' },
      seo: one('shared.seo'),
      parent: relation('manyToOne', 'page', { inversedBy: 'children' }),
      children: relation('oneToMany', 'page', { mappedBy: 'parent' }),
      sections: {
        type: 'dynamiczone',
        components: [
          'sections.hero',
          'sections.cards',
          'sections.team',
          'sections.articles',
          'sections.text',
        ],
      },
    }),
    contentType('article', 'articles', {
      title: { type: 'string' },
      body: { type: 'richtext' },
      cover: media,
      author: relation('manyToOne', 'author', { inversedBy: 'articles' }),
      categories: relation('manyToMany', 'category', { inversedBy: 'articles' }),
    }),
    contentType('author', 'authors', {
      name: { type: 'string' },
      avatar: media,
      articles: relation('oneToMany', 'article', { mappedBy: 'author' }),
    }),
    contentType('category', 'categories', {
      name: { type: 'string' },
      slug: { type: 'uid', targetField: 'name' },
      articles: relation('manyToMany', 'article', { mappedBy: 'categories' }),
    }),
  ],
  components: [
    component('shared.seo', { title: { type: 'string' }, image: media }),
    component('shared.link', { label: { type: 'string' }, page: relation('oneToOne', 'page') }),
    component('shared.card', { text: { type: 'text' }, image: media, link: one('shared.link') }),
    component('sections.hero', { title: { type: 'string' }, image: media, links: items('shared.link') }),
    component('sections.cards', { cards: items('shared.card') }),
    component('sections.team', { members: relation('oneToMany', 'author') }),
    component('sections.articles', { articles: relation('oneToMany', 'article'), more: one('shared.link') }),
    component('sections.text', { text: { type: 'richtext' } }),
  ],
});

/** A large site: an author has written 2,000 of its 20,000 articles, and a category has 5,000. */
const fanOuts: Readonly<Record<string, readonly [source: [number, number], target: [number, number]]>> = {
  pages_parent_links: [
    [1, 1],
    [30, 200],
  ],
  articles_author_links: [
    [1, 1],
    [400, 2_000],
  ],
  articles_categories_links: [
    [3, 8],
    [1_500, 5_000],
  ],
};

const statistics: Statistics = {
  versions: new Map(
    Object.entries({ page: 5_000, article: 20_000, author: 200, category: 100 }).map(([name, count]) => [
      `api::${name}.${name}`,
      count,
    ]),
  ),
  links: new Map(
    schema.links.map(({ name }): [string, LinkStatistics] => {
      const [source, target] = fanOuts[name] ?? [
        [1, 1],
        [3, 50],
      ];
      const fanOut = ([typical, most]: readonly [number, number]) => ({ typical, most });
      return [name, { count: 20_000, source: fanOut(source), target: fanOut(target) }];
    }),
  ),
  meanBytes: new Map([
    ['api::page.page', new Map(Object.entries({ title: 40, slug: 30, seo: 150, sections: 6_000 }))],
    ['api::article.article', new Map(Object.entries({ title: 60, body: 3_000 }))],
  ]),
};

const decoder = createQueryDecoder({ defaultLimit: 25, maxLimit: 100, withCount: true });
const anybody: Principal = { kind: 'public', name: 'public', grants: { kind: 'read' } };

function ask(request: string) {
  const [name, text = ''] = request.split('?');
  const type = [...schema.contentTypes.values()].find(({ pluralName }) => pluralName === name);
  const decoded = decoder.list(type?.uid ?? '', text);
  if (!decoded.ok) throw new Error(decoded.failure.message);
  return planRead(schema, decoded.value.query, anybody, defaultLimits, { ...defaultBudget, statistics });
}

const sections = [
  'populate[sections][on][sections.hero][populate][image]=true',
  'populate[sections][on][sections.hero][populate][links][populate][page][fields]=slug',
  'populate[sections][on][sections.cards][populate][cards][populate][image]=true',
  'populate[sections][on][sections.cards][populate][cards][populate][link][populate][page][populate][parent][fields]=slug',
  'populate[sections][on][sections.team][populate][members][populate]=avatar',
  'populate[sections][on][sections.articles][populate][articles][populate][author][populate]=avatar',
  'populate[sections][on][sections.articles][populate][articles][populate][categories][fields]=name',
  'populate[sections][on][sections.articles][populate][articles][populate][cover]=true',
  'populate[sections][on][sections.articles][populate][more][populate]=page',
  'populate[sections][on][sections.text]=true',
  'populate[seo][populate]=image',
].join('&');

describe('the default budget', () => {
  const honest: readonly [what: string, request: string][] = [
    ['a page with all that it is built of', `pages?filters[slug]=home&${sections}`],
    ['a hundred such pages', `pages?pagination[pageSize]=100&${sections}`],
    [
      'the tree of a site, five levels deep',
      `pages?filters[parent][id][$null]=true&fields=title&populate=${Array(5).fill('parent').join('.')}`,
    ],
    [
      'a page with its children and theirs',
      `pages?filters[slug]=home&fields=title&populate[children][populate][children][fields]=title`,
    ],
    [
      'articles of a category',
      'articles?filters[categories][slug]=news&sort=createdAt:desc&populate[0]=cover&populate[1]=author.avatar&populate[2]=categories',
    ],
    [
      'articles of an author, by name',
      'articles?filters[author][name]=Ann&pagination[pageSize]=100&populate=*',
    ],
    [
      'a search in titles and texts',
      'articles?filters[$or][0][title][$containsi]=sea&filters[$or][1][body][$containsi]=sea&populate=cover',
    ],
    [
      'authors with the number of their articles',
      'authors?pagination[pageSize]=100&populate[articles][count]=true&populate[avatar]=true',
    ],
    ['categories, and what was written in them', 'categories?populate[articles][fields]=title'],
  ];
  for (const [what, request] of honest) {
    it(`is enough for ${what}`, () => {
      const plan = ask(request);
      if (!plan.ok) throw new Error(plan.failure.message);
      const { cost } = costOfPlan(plan.value, statistics, defaultBudget);
      if (process.env['SHOW_COSTS'] !== undefined) console.log(Math.round(cost), what);
      expect(cost).to.be.at.most(defaultBudget.cost);
    });
  }

  it('is not enough for a path between documents with many links', () => {
    expect(ask('articles?populate=categories.articles.categories').ok).to.equal(false);
  });
});
