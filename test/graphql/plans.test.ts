import { expect } from 'chai';
import supertest from 'supertest';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import type { Documents } from '../../src/application/documents/documents.js';
import type { DocumentStore } from '../../src/application/ports/document-store.js';
import { revisionMember, type Member, type ReadPlan, type Shape } from '../../src/domain/plan/read-plan.js';
import { withoutLayout } from '../../src/domain/query/query.js';
import { fixtureSchema } from '../http/fixture.js';
import { createGraphqlWorld, type GraphqlWorld } from './graphql-world.js';

const id24 = 'a23456789012345678901234';

/** The same question in both languages. */
const questions: readonly (readonly [string, string, string])[] = [
  [
    'a list of chosen fields',
    '/api/restaurants?fields=Name,Rating&pagination[withCount]=false&pagination[pageSize]=10',
    '{ restaurants { data { id attributes { Rating Name } } } }',
  ],
  [
    'a counted page',
    '/api/restaurants?fields=Name&pagination[page]=3&pagination[pageSize]=7',
    '{ restaurants(pagination: { page: 3, pageSize: 7 }) { data { attributes { Name } } meta { pagination { total } } } }',
  ],
  [
    'an offset',
    '/api/restaurants?fields=Name&pagination[start]=4&pagination[limit]=2&pagination[withCount]=false',
    '{ restaurants(pagination: { start: 4, limit: 2 }) { data { attributes { Name } } meta { pagination { page } } } }',
  ],
  [
    'filters and sort',
    '/api/restaurants?fields=Name&filters[Opened][$null]=true&filters[$or][0][Rating][$gt]=3&filters[$or][1][owner][Name][$containsi]=an&sort=owner.Name:desc,Name&pagination[withCount]=false&pagination[pageSize]=10',
    '{ restaurants(filters: { or: [{ Rating: { gt: 3 } }, { owner: { Name: { containsi: "an" } } }], Opened: { null: true } }, sort: ["owner.Name:desc", "Name"]) { data { attributes { Name } } } }',
  ],
  [
    'one document',
    `/api/restaurants/${id24}?fields=Name`,
    `{ restaurant(id: "${id24}") { data { attributes { Name } } } }`,
  ],
  [
    'relations, filtered and sorted',
    `/api/restaurants/${id24}?fields=Name&populate[owner][fields]=Name&populate[dishes][fields]=Name&populate[dishes][filters][Cost][$lte]=9.5&populate[dishes][sort]=Name:desc&populate[dishes][populate][restaurant][fields]=Rating`,
    `{ restaurant(id: "${id24}") { data { attributes { Name owner { data { attributes { Name } } }
       dishes(filters: { Cost: { lte: 9.5 } }, sort: "Name:desc") { data { attributes { Name restaurant { data { attributes { Rating } } } } } } } } } }`,
  ],
  [
    'components and zones',
    `/api/restaurants/${id24}?fields=Name&populate[seo][fields]=metaTitle&populate[seo][populate][author][fields]=Name&populate[sections][on][sections.quote][fields]=text&populate[sections][on][sections.gallery][fields]=title&populate[sections][on][sections.gallery][populate][dishes][fields]=Name`,
    `{ restaurant(id: "${id24}") { data { attributes { Name seo { metaTitle author { data { attributes { Name } } } }
       sections { ... on ComponentSectionsQuote { text } ... on ComponentSectionsGallery { title dishes { data { attributes { Name } } } } } } } } }`,
  ],
  [
    'drafts, in a locale, with the others',
    '/api/articles?fields=title&status=draft&locale=fr&populate[localizations][fields]=locale&pagination[withCount]=false&pagination[pageSize]=10',
    '{ articles(publicationState: PREVIEW, locale: "fr") { data { attributes { title localizations { data { attributes { locale } } } } } } }',
  ],
  ['a single type', '/api/homepage?fields=title', '{ homepage { data { attributes { title } } } }'],
];

const plans: ReadPlan[] = [];

function worldOf(wrap: (documents: Documents) => Documents): Promise<GraphqlWorld> {
  const { documents } = createMemoryStore({ schema: fixtureSchema() });
  const store: DocumentStore = {
    ...documents,
    read: (plan) => {
      plans.push(plan);
      return documents.read(plan);
    },
  };
  return createGraphqlWorld({ store, wrap });
}

const planned = async (ask: () => PromiseLike<unknown>): Promise<ReadPlan> => {
  plans.length = 0;
  await ask();
  expect(plans).to.have.length(1);
  return plans[0]!;
};

describe('REST and GraphQL', () => {
  let world: GraphqlWorld;

  before(async () => {
    const plainly =
      (read: Documents['find']): Documents['find'] =>
      (principal, query) =>
        read(principal, withoutLayout(query));
    world = await worldOf(({ find, findOne, ...documents }) => ({
      ...documents,
      find: plainly(find),
      findOne: plainly(findOne),
    }));
  });

  for (const [title, path, query] of questions) {
    it(`have equal plans, but for the layout: ${title}`, async () => {
      const rest = await planned(() => supertest(world.app).get(path).set('Authorization', 'Bearer full'));
      const graphql = await planned(() => world.ask(query));
      expect(withoutRanges(graphql)).to.deep.equal(withoutRanges(withoutRevision(rest)));
    });
  }

  it('differ only in the revision, which REST sends as ETag, and in the ranges of populated lists, which GraphQL always limits', async () => {
    const plan = await planned(() =>
      world.ask(
        '{ restaurants { data { attributes { dishes { data { id } } x: dishes(pagination: { limit: 500 }) { data { id } } owner { data { id } } } } } }',
      ),
    );
    const ranges = plan.shape.members.flatMap((member) => (member.kind === 'relation' ? [member.range] : []));
    expect(ranges).to.deep.equal([
      { offset: 0, limit: 10 },
      { offset: 0, limit: 100 },
      { offset: 0, limit: null },
    ]);
  });

  it('read only the selected columns over GraphQL', async () => {
    const plan = await planned(() =>
      world.ask('{ restaurants { data { attributes { Name seo { metaTitle } } } } }'),
    );
    expect(plan.shape.members.map(({ as }) => as)).to.deep.equal(['id', 'documentId', 'Name', 'seo']);
    expect(plan.count).to.equal(false);
  });
});

describe('the plan of a GraphQL query', () => {
  let world: GraphqlWorld;

  before(async () => {
    world = await worldOf((documents) => documents);
    await world.create('restaurant', { Name: 'Blue' });
  });

  /** The attributes in the order in which the store answers them, with those of their documents. */
  const attributesOf = ({ members }: Shape): readonly unknown[] =>
    members.map((member) => {
      if (member.kind === 'relation') return [member.relation.name, ...attributesOf(member.shape)];
      if (member.kind === 'component') return [member.attribute.name, ...attributesOf(member.shape)];
      return member.kind === 'field' ? member.field.name : member.kind;
    });

  it('has the selected attributes in their order, with an id at the end of an object around them', async () => {
    const plan = await planned(() =>
      world.ask(
        '{ restaurants { data { attributes { Rating owner { data { id } } Name seo { metaTitle } } id } } }',
      ),
    );
    expect(attributesOf(plan.shape)).to.deep.equal([
      'Rating',
      ['owner', 'documentId'],
      'Name',
      ['seo', 'metaTitle'],
      'documentId',
    ]);
    const { body } = await world.ask('{ restaurants { data { id attributes { Name } } } }');
    expect(attributesOf(plans.at(-1)!.shape)).to.deep.equal(['documentId', 'Name', 'id']);
    expect(body.data).to.have.nested.property('restaurants.data[0].attributes.Name', 'Blue');
  });

  it('reads nothing of a relation of which nothing is selected', async () => {
    const query =
      '{ restaurants { data { attributes { Name dishes { __typename } owner { __typename } } } } }';
    let body: unknown;
    const plan = await planned(async () => ({ body } = await world.ask(query)));
    expect(attributesOf(plan.shape)).to.deep.equal(['Name', 'id']);
    const attributes = {
      Name: 'Blue',
      dishes: { __typename: 'DishRelationResponseCollection' },
      owner: { __typename: 'ChefEntityResponse' },
    };
    expect(body).to.deep.equal({ data: { restaurants: { data: [{ attributes }] } } });
  });

  it('reads no documents for a total alone', async () => {
    let body: unknown;
    const query = '{ restaurants(pagination: { pageSize: 5 }) { meta { pagination { total pageCount } } } }';
    const plan = await planned(async () => ({ body } = await world.ask(query)));
    expect(plan.range).to.deep.equal({ offset: 0, limit: 0 });
    expect(body).to.deep.equal({
      data: { restaurants: { meta: { pagination: { total: 1, pageCount: 1 } } } },
    });
  });
});

const withoutRanges = (plan: ReadPlan): ReadPlan => ({ ...plan, shape: rangeless(plan.shape) });

const rangeless = ({ members }: Shape): Shape => ({ members: members.map(rangelessMember) });

function rangelessMember(member: Member): Member {
  switch (member.kind) {
    case 'relation':
      return { ...member, range: { offset: 0, limit: null }, shape: rangeless(member.shape) };
    case 'component':
      return { ...member, shape: rangeless(member.shape) };
    case 'zone':
      return {
        ...member,
        shapes: new Map([...member.shapes].map(([uid, shape]) => [uid, rangeless(shape)])),
      };
    default:
      return member;
  }
}

const withoutRevision = (plan: ReadPlan): ReadPlan => ({
  ...plan,
  shape: { members: plan.shape.members.filter(({ as }) => as !== revisionMember) },
});
