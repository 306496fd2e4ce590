import { expect } from 'chai';
import { defaultBudget } from '../../src/application/documents/limits.js';
import { createWorld, fixtureSchema, type World } from './fixture.js';
import { openDocuments } from './chosen-store.js';
import { statisticsOf } from './statistics-of.js';

const each = (count: number, condition: string): string =>
  Array.from({ length: count }, (_, index) => `filters[$and][${index}]${condition}`).join('&');

const circle = (hops: number): string =>
  Array.from({ length: hops }, (_, index) => (index % 2 === 0 ? 'dishes' : 'restaurant')).join('.');

const sorts = ['restaurant', 'flagshipOf'].flatMap((back) =>
  'Name Rating Price Slug Kind Opened OpensAt Active Email Big Score createdAt updatedAt documentId id'
    .split(' ')
    .map((field) => `flagship.${back}.flagship.restaurant.${field}`),
);

describe('requests that cost too much', () => {
  let world: World;

  before(async () => {
    const store = openDocuments(fixtureSchema());
    let reads = 0;
    const counting = {
      ...store,
      read: (plan: Parameters<typeof store.read>[0]) => (reads++, store.read(plan)),
    };
    world = createWorld({}, (documents) => documents, counting, statisticsOf(20_000, 10));
    await world.create('restaurant', { Name: 'Sea' });
    readsOf = () => reads;
  });

  let readsOf: () => number;

  const refused: readonly [what: string, path: string, at: string][] = [
    [
      'fourteen relations in a circle',
      `/api/restaurants?pagination[pageSize]=100&fields=id&populate=${circle(14)}`,
      'populate=dishes.restaurant.dishes.restaurant.dishes.restaurant.dishes',
    ],
    [
      'five of them',
      `/api/restaurants?pagination[pageSize]=100&fields=id&populate=${circle(5)}`,
      'populate=dishes.restaurant.dishes.restaurant.dishes',
    ],
    [
      'eighty conditions on a relation',
      `/api/restaurants?${each(80, '[neighbours][Name][$notContainsi]=q')}`,
      'filters[neighbours]',
    ],
    [
      'eighty alternatives',
      `/api/restaurants?${each(80, '[neighbours][Name][$notContainsi]=q').replaceAll('$and', '$or')}`,
      'filters[neighbours]',
    ],
    [
      'conditions of populated relations',
      `/api/restaurants?pagination[pageSize]=100&populate[neighbours][filters][neighbours][neighbours][neighbours][Name][$containsi]=q`,
      'populate=neighbours.neighbours.neighbours.neighbours',
    ],
    [
      'a dozen searches in long texts',
      `/api/restaurants?${each(12, '[Description][$notContainsi]=q')}`,
      'filters',
    ],
    [
      'a dozen searches in the texts of components',
      `/api/restaurants?${each(12, '[seo][metaDescription][$notContainsi]=q')}`,
      'filters[seo]',
    ],
    [
      'a sort that leads through hubs, for each document',
      '/api/categories?sort=restaurants.categories.Name',
      'sort=restaurants.categories',
    ],
    [
      'sorts through relations',
      `/api/restaurants?sort=${sorts.join(',')}`,
      'sort=flagship.restaurant.flagship.restaurant',
    ],
  ];
  for (const [what, path, at] of refused) {
    it(`are refused before anything is read: ${what}`, async () => {
      const before = readsOf();
      const { status, body } = await world.full('get', path);
      expect({ status, name: body.error?.name, at: body.error?.details.at }).to.deep.equal({
        status: 400,
        name: 'ValidationError',
        at,
      });
      expect(body.error.message).to.include(at);
      expect(readsOf()).to.equal(before);
    });
  }

  it('show the estimate, which counts hidden documents, only to full access', async () => {
    const path = `/api/restaurants?${each(12, '[Description][$notContainsi]=q')}`;
    const { body } = await world.anybody('get', path);
    expect(body.error.details).to.deep.equal({ at: 'filters', allowed: defaultBudget.cost });
    const full = await world.full('get', path);
    expect(full.body.error.details.estimate).to.be.greaterThan(defaultBudget.cost);
  });

  it('are refused in the answer of a write, and nothing is written', async () => {
    const answer = await world
      .full('post', `/api/restaurants?populate=${circle(14)}`)
      .send({ data: { Name: 'Late' } });
    expect([answer.status, answer.body.error.details.at]).to.deep.equal([400, `populate=${circle(7)}`]);
    const found = await world.full('get', '/api/restaurants?filters[Name]=Late');
    expect(found.body.data).to.deep.equal([]);
  });

  it('do not include lists, searches and the queries that pages are built from', async () => {
    for (const path of [
      '/api/restaurants',
      '/api/restaurants?pagination[pageSize]=100&populate=*',
      '/api/restaurants?filters[Name][$containsi]=sea&sort=Name:desc&populate=categories',
      '/api/restaurants?filters[owner][Name][$eq]=Mario&populate[dishes][populate]=flagshipOf',
      '/api/restaurants?filters[$or][0][categories][Name][$containsi]=sea&filters[$or][1][dishes][Name][$containsi]=sea',
      '/api/restaurants?populate[sections][populate]=*&populate[seo][populate]=author&populate[Openings][populate]=note',
      '/api/places?populate[sections][on][sections.gallery][populate][dishes][populate][restaurant][populate]=owner',
    ]) {
      const { status, body } = await world.full('get', path);
      expect(status, `${path} ${JSON.stringify(body.error)}`).to.equal(200);
    }
  });
});
