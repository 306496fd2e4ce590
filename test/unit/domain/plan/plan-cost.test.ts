import { expect } from 'chai';
import { createQueryDecoder } from '../../../../src/adapters/delivery/codec/create-query-decoder.js';
import { systemPrincipal, type Principal } from '../../../../src/domain/permission/permission.js';
import { costOfPlan, type CostLimits } from '../../../../src/domain/plan/plan-cost.js';
import { planRead } from '../../../../src/domain/plan/plan-read.js';
import type { ReadPlan } from '../../../../src/domain/plan/read-plan.js';
import {
  nothingMeasured,
  type LinkStatistics,
  type Statistics,
} from '../../../../src/domain/plan/statistics.js';
import { after, type Key } from '../../../../src/domain/query/keyset.js';
import type { Filter, Query } from '../../../../src/domain/query/query.js';
import type { Result } from '../../../../src/domain/result.js';
import type { Json } from '../../../../src/domain/schema/schema.js';
import { fixtureSchema } from '../../../http/fixture.js';
import { contentType, schemaFrom } from '../../../schema-builders.js';
import { withoutReasons } from '../../../without-reasons.js';

const schema = fixtureSchema();
const decoder = createQueryDecoder({ defaultLimit: 25, maxLimit: 100, withCount: false });
const limits = { rows: 10_000, textSize: 1_000_000 };
const reader: Principal = { kind: 'token', name: 'reader', grants: { kind: 'read' } };
/** May read drafts as well. */
const editor: Principal = { kind: 'token', name: 'editor', grants: { kind: 'all' } };

const link = (count: number, source: number, target: number): LinkStatistics => ({
  count,
  source: { typical: source, most: source },
  target: { typical: target, most: target },
});

/**
 * 20,000 restaurants: five of them share 2,000 dishes, and each of the others has one; each has two of 200 categories,
 * and three neighbours.
 */
const measured: Statistics = {
  versions: new Map(
    Object.entries({ restaurant: 20_000, dish: 20_000, category: 200, chef: 400, place: 4_000 }).map(
      ([name, count]) => [`api::${name}.${name}`, count],
    ),
  ),
  links: new Map([
    [
      'dishes_restaurant_links',
      { count: 20_000, source: { typical: 1, most: 1 }, target: { typical: 41, most: 400 } },
    ],
    ['restaurants_categories_links', link(40_000, 2, 200)],
    ['restaurants_owner_links', link(20_000, 1, 50)],
    ['restaurants_neighbours_links', link(60_000, 3, 3)],
    ['restaurants_flagship_links', link(20_000, 1, 1)],
  ]),
  meanBytes: new Map([
    [
      'api::restaurant.restaurant',
      new Map(Object.entries({ Name: 40, Description: 1_000, Story: 10_000, Tags: 2_000, seo: 500 })),
    ],
    ['api::place.place', new Map()],
  ]),
};

/** `restaurants?populate=dishes`, or `restaurants/abc`. */
function queryOf(request: string): Query {
  const [path = '', text = ''] = request.split('?');
  const [plural, documentId] = path.split('/');
  const type = [...schema.contentTypes.values()].find(({ pluralName }) => pluralName === plural);
  if (type === undefined) throw new Error(`no ${plural}`);
  const decoded = decoder.list(type.uid, text);
  if (!decoded.ok) throw new Error(decoded.failure.message);
  return { ...decoded.value.query, ...(documentId !== undefined && { documentId }) };
}

function planOf(request: string): ReadPlan {
  const plan = planRead(schema, queryOf(request), editor, limits);
  if (!plan.ok) throw new Error(plan.failure.message);
  return plan.value;
}

const free = { cost: Infinity, relationDepth: Infinity };
const costOf = (request: string, statistics = measured): number =>
  Math.round(costOfPlan(planOf(request), statistics, free).cost);

const ask = (request: string, principal = reader, budget = { cost: 300_000, relationDepth: 6 }) =>
  planRead(schema, queryOf(request), principal, limits, { ...budget, statistics: measured });

const costOfPlanned = (plan: Result<ReadPlan>): number => (plan.ok ? (plan.value.cost ?? 0) : NaN);

const refusal = (request: string, principal?: Principal, budget?: CostLimits) => {
  const asked = ask(request, principal, budget);
  return asked.ok ? null : withoutReasons(asked.failure);
};

const each = (count: number, condition: string): string =>
  Array.from({ length: count }, (_, index) => `filters[$and][${index}]${condition}`).join('&');

describe('the cost of a plan', () => {
  const figures: readonly [what: string, request: string, cost: number][] = [
    ['a page by its rows and fields', 'restaurants?fields=id', 36],
    ['a long text in each row', 'restaurants?fields[0]=id&fields[1]=Story', 291],
    ['the same in one document', 'restaurants/abc?fields[0]=id&fields[1]=Story', 12],
    ['a larger page', 'restaurants?fields=id&pagination[pageSize]=100', 145],
    ['the rows before a page', 'restaurants?fields=id&pagination[page]=700', 910],
    ['a total', 'restaurants?fields=id&pagination[withCount]=true', 636],
    ['one document', 'restaurants/abc?fields=id', 2],
    ['a few documents', 'restaurants?fields=id&filters[documentId][$in]=a&filters[documentId][$in]=b', 3],
    ['a comparison with every row', 'restaurants?fields=id&filters[Rating][$gt]=3', 4435],
    ['a search in every name', 'restaurants?fields=id&filters[Name][$containsi]=q', 8555],
    ['a search in every long text', 'restaurants?fields=id&filters[Description][$containsi]=q', 66155],
    ['a search in longer ones', 'restaurants?fields=id&filters[Story][$containsi]=q', 606155],
    ['a search with regard to case', 'restaurants?fields=id&filters[Story][$contains]=q', 126035],
    ['a search at the end', 'restaurants?fields=id&filters[Story][$endsWith]=q', 606155],
    ['both', 'restaurants?fields=id&filters[Story][$endsWithi]=q', 1206275],
    ['a search in JSON', 'restaurants?fields=id&filters[Tags][$containsi]=q', 126155],
    [
      'what is looked for, with each row',
      `restaurants?fields=id&filters[Name][$containsi]=${'q'.repeat(5_000)}`,
      608435,
    ],
    ['a negation', 'restaurants?fields=id&filters[$not][Name][$eqi]=q', 8555],
    ['each branch', 'restaurants?fields=id&filters[$or][0][Rating]=1&filters[$or][1][Rating]=2', 4835],
    ['a sort without an index', 'restaurants?fields=id&sort=Name', 3515],
    ['a sort through a relation', 'restaurants?fields=id&sort=owner.Name', 11655],
    ['a sort by long texts', 'restaurants?fields=id&sort=Story', 123035],
    ['a sort by the first of many', 'restaurants?fields=id&sort=neighbours.Name', 62515],
    [
      'a sort that leads through hubs, for each document',
      'categories?fields=id&sort=restaurants.categories.restaurants.Name',
      13340405,
    ],
    ['a condition on a relation', 'restaurants?fields=id&filters[neighbours][Name][$notContainsi]=q', 37935],
    ['80 of them', `restaurants?fields=id&${each(80, '[neighbours][Name][$notContainsi]=q')}`, 2716035],
    [
      'a condition through a hub',
      'restaurants?fields=id&filters[categories][restaurants][Name][$containsi]=q',
      39595,
    ],
    ['what one document is linked to', 'restaurants?fields=id&filters[owner][documentId]=abc', 106],
    ['a condition inside a component', 'restaurants?fields=id&filters[seo][metaTitle][$contains]=q', 38515],
    [
      'a search inside a component',
      'restaurants?fields=id&filters[seo][metaDescription][$containsi]=q',
      68155,
    ],
    ['a search in blocks', 'restaurants?fields=id&filters[Blocks][$containsi]=q', 66155],
    ['a relation to one', 'restaurants?fields=id&populate[owner][fields]=id', 144],
    ['a relation to many', 'restaurants?fields=id&populate[categories][fields]=id', 206],
    ['a relation of a hub', 'categories?fields=id&populate[restaurants][fields]=id', 11839],
    ['a count of targets', 'categories?fields=id&populate[restaurants][count]=true', 4089],
    [
      'a circle through hubs',
      'restaurants?fields=id&pagination[pageSize]=100&populate=dishes.restaurant.dishes',
      3126315,
    ],
    [
      'components and zones',
      'restaurants?fields=id&populate[0]=seo&populate[1]=Openings&populate[2]=sections',
      701,
    ],
    ['the state of drafts', 'places?fields=id&status=draft&publicationFilter=has-published-version', 6035],
  ];
  for (const [what, request, cost] of figures)
    it(`counts ${what}`, () => expect(costOf(request)).to.equal(cost));

  it('assumes a thousand versions and ten targets for what has not been measured', () => {
    const request = 'restaurants?fields=id&populate[dishes][fields]=id&pagination[withCount]=true';
    expect(costOf(request, nothingMeasured)).to.equal(706);
  });

  it('has no counting where the total is kept, unless it is filtered', () => {
    const kept = { ...measured, keptTotals: new Set(['api::restaurant.restaurant']) };
    const list = 'restaurants?fields=id';
    expect(costOf(`${list}&pagination[withCount]=true`, kept)).to.equal(costOf(list));
    const filtered = `${list}&filters[Name][$gt]=q&pagination[withCount]=true`;
    expect(costOf(filtered, kept)).to.equal(costOf(filtered));
  });

  it('has a field as often as a layout repeats it, up to the size of an answer', () => {
    const repeated = (times: number): number => {
      const members = Array.from({ length: times }, (_, n) => ({ of: 'Story', as: `a${n}` }));
      const query = { ...queryOf('restaurants/abc?fields=Story'), layout: { members } };
      const budget = { ...free, statistics: measured };
      return Math.round(costOfPlanned(planRead(schema, query, reader, limits, budget)));
    };
    expect(repeated(1)).to.equal(11);
    expect(repeated(200)).to.equal(2_041);
    expect(repeated(1_000)).to.equal(4_201);
  });

  it('is that of one row if nothing is stored', () => {
    const links = new Map([...measured.links.keys()].map((name) => [name, link(0, 0, 0)]));
    const versions = new Map([...measured.versions.keys()].map((uid) => [uid, 0]));
    const empty = { ...nothingMeasured, versions, links };
    const request =
      'restaurants?filters[dishes][Name][$contains]=q&populate=dishes.restaurant&sort=owner.Name';
    expect(costOf(request, empty)).to.equal(185);
  });
});

describe('the cost of ten million versions', () => {
  const uid = 'api::place.place';
  const places = schemaFrom({
    contentTypes: [
      contentType('place', 'places', {
        city: { type: 'string', maxLength: 60, index: true },
        name: { type: 'string' },
      }),
    ],
  });
  const large: Statistics = { ...nothingMeasured, versions: new Map([[uid, 10_000_000]]) };
  const withShare = (share: number): Statistics => ({
    ...large,
    shares: new Map([[uid, new Map([['city', share]])]]),
  });
  const page: Query = {
    type: uid,
    action: 'find',
    layer: 'published',
    range: { offset: 0, limit: 25 },
    count: false,
    fields: ['id'],
  };
  const cost = (more: Partial<Query>, statistics: Statistics): number => {
    const plan = planRead(places, { ...page, ...more }, editor, limits);
    if (!plan.ok) throw new Error(plan.failure.message);
    return costOfPlan(plan.value, statistics, free).cost;
  };
  const by = (key: string): Key => ({ path: [key], direction: 'asc', isNullable: false });
  const beyond = (key: string, value: Json): Partial<Query> => ({
    sort: [by(key)],
    imposed: after([by(key)], [value]),
    seeks: true,
  });
  const inCity: Partial<Query> = {
    filters: { kind: 'at', key: 'city', filter: { kind: 'compare', operator: '$eq', value: 'Rome' } },
    count: true,
  };

  it('is little for an indexed value that few share, and not for one that many share', () => {
    expect(cost(inCity, withShare(2e-6))).to.be.lessThan(100);
    expect(cost(inCity, withShare(0.5))).to.be.greaterThan(cost(inCity, large));
  });

  it('is that of a page, and of those that share the value where it begins, if it begins in an index', () => {
    expect(cost(beyond('id', 5_000_000), large)).to.be.lessThan(100);
    expect(cost(beyond('city', 'Rome'), withShare(2e-6))).to.be.lessThan(100);
    expect(cost(beyond('city', 'Rome'), withShare(0.5))).to.be.greaterThan(300_000);
  });

  it('is that of all that may match if no index has the order, if there are other conditions, or without a cursor', () => {
    expect(cost(beyond('name', 'x'), large)).to.be.greaterThan(300_000);
    const named = { filters: { ...inCity.filters, key: 'name' } as Filter };
    expect(cost({ ...beyond('id', 1), ...named }, large)).to.be.greaterThan(300_000);
    const { seeks: _, ...filtered } = beyond('id', 1);
    expect(cost(filtered, large)).to.be.greaterThan(300_000);
  });
});

describe('the order of a relation to one document', () => {
  it('is checked, and not part of the plan', () => {
    const { members } = planOf('restaurants?populate[owner][sort]=restaurants.neighbours.Name').shape;
    const owner = members.find((member) => member.kind === 'relation');
    expect(owner?.order).to.deep.equal([]);
    expect(refusal('restaurants?populate[owner][sort]=nothing')?.code).to.equal('QUERY.INVALID_KEY');
  });
});

describe('a plan that costs too much', () => {
  it('is refused with the part that exceeds the budget, and the limit', () => {
    const request = 'restaurants?fields=id&pagination[pageSize]=100&populate=dishes.restaurant.dishes';
    expect(refusal(request)).to.deep.equal({
      code: 'PLAN.TOO_EXPENSIVE',
      message:
        'populate=dishes.restaurant.dishes makes the request too expensive: its estimated cost is more than 300000. Ask for fewer documents, relations or conditions, or in several requests',
      details: { at: 'populate=dishes.restaurant.dishes', allowed: 300_000 },
    });
  });

  it('gives the estimate to principals who may read everything', () => {
    const request = 'restaurants?fields=id&pagination[pageSize]=100&populate=dishes.restaurant.dishes';
    expect(refusal(request, editor)?.details).to.include({ allowed: 300_000, estimate: 3_126_315 });
  });

  it('names a filter by its path', () => {
    const request = `restaurants?${each(80, '[neighbours][Name][$notContainsi]=q')}`;
    expect(refusal(request)?.details).to.include({ at: 'filters[neighbours]', allowed: 300_000 });
  });

  it('names the sort', () => {
    expect(
      refusal('restaurants?sort=owner.Name', reader, { cost: 5_000, relationDepth: 6 })?.details,
    ).to.include({ at: 'sort=owner' });
  });

  it('names no parameter that the request does not have, but pagination', () => {
    const request = 'restaurants?filters[Name][$containsi]=q';
    const places = new Set<unknown>();
    for (let allowed = costOf(request) - 1; allowed > 1; allowed *= 0.99)
      places.add(refusal(request, reader, { cost: allowed, relationDepth: 6 })?.details?.['at']);
    expect([...places]).to.have.members(['filters', 'pagination']);
  });

  it('is refused if it follows too many relations in a row, however few rows they have', () => {
    const path = (hops: number) => Array(hops).fill('neighbours').join('.');
    const bounds = { cost: Infinity, relationDepth: 3 };
    expect(refusal(`restaurants?populate=${path(3)}`, reader, bounds)).to.equal(null);
    expect(refusal(`restaurants?populate=${path(4)}`, reader, bounds)).to.deep.include({
      code: 'PLAN.TOO_EXPENSIVE',
      message: `populate=${path(4)} follows more than 3 relations one after the other: ask in several requests`,
    });
    const filter = (hops: number) => `filters${'[neighbours]'.repeat(hops)}[id]=1`;
    expect(refusal(`restaurants?${filter(3)}`, reader, bounds)).to.equal(null);
    expect(refusal(`restaurants?${filter(4)}`, reader, bounds)?.code).to.equal('PLAN.TOO_EXPENSIVE');
    const sort = (hops: number) => `sort=${Array(hops).fill('flagship.restaurant').join('.')}.id`;
    expect(refusal(`restaurants?${sort(1)}`, reader, bounds)).to.equal(null);
    expect(refusal(`restaurants?${sort(2)}`, reader, bounds)?.code).to.equal('PLAN.TOO_EXPENSIVE');
  });

  it('counts the relations of a filter from the root of the query', () => {
    const request = 'restaurants?populate[neighbours][filters][neighbours][neighbours][id]=1';
    expect(refusal(request, reader, { cost: Infinity, relationDepth: 2 })?.details).to.include({
      at: 'populate=neighbours.neighbours.neighbours',
    });
  });

  it('is not refused for the server itself', () => {
    expect(refusal('restaurants?populate=dishes', systemPrincipal, { cost: 1, relationDepth: 1 })).to.equal(
      null,
    );
  });

  it('shares the budget with the other plans of its request, not counting refused ones', () => {
    const request = 'restaurants?fields=id&pagination[pageSize]=100';
    const budget = { cost: costOf(request) * 2.5, relationDepth: 6 };
    const asking = { ...reader, spending: { cost: 0 } };
    expect(refusal(request, asking, budget)).to.equal(null);
    expect(refusal('restaurants?populate=dishes', asking, budget)?.code).to.equal('PLAN.TOO_EXPENSIVE');
    expect(refusal(request, asking, budget)).to.equal(null);
    expect(refusal(request, asking, budget)?.details).to.include({ allowed: budget.cost });
  });

  it('shares several budgets, of which one plan has one at most', () => {
    const request = 'restaurants?fields=id&pagination[pageSize]=100';
    const budget = { cost: costOf(request) * 1.25, relationDepth: 6 };
    const asking = { ...reader, spending: { cost: 0, budgets: 2 } };
    expect(refusal('restaurants?populate=dishes', asking, budget)?.details).to.include({
      allowed: budget.cost,
    });
    expect(refusal(request, asking, budget)).to.equal(null);
    expect(refusal(request, asking, budget)).to.equal(null);
    expect(refusal(request, asking, budget)?.details).to.include({ allowed: 2 * budget.cost });
  });
});
