import { expect } from 'chai';
import * as fc from 'fast-check';
import qs from 'qs';
import { componentOf, contentTypeOf, type Attribute, type Shaped } from '../../src/domain/schema/schema.js';
import { textOf } from '../../src/domain/document/text-of.js';
import { v5Names } from '../../src/adapters/delivery/graphql/shape/v5-names.js';
import { isInMemory } from '../http/chosen-store.js';
import { fixtureSchema } from '../http/fixture.js';
import { requestTo } from '../http/request-to.js';
import { statisticsOf } from '../http/statistics-of.js';
import { createGraphqlWorld, type GraphqlWorld } from './graphql-world.js';

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Row = Readonly<Record<string, Json>>;

/** What is asked of documents or items, in either language. */
interface Asked {
  readonly fields: readonly string[];
  readonly members: readonly Member[];
}

interface Member {
  readonly attribute: Exclude<Attribute, { kind: 'scalar' }>;
  /** As a collection: `dishes_connection { nodes }`. */
  readonly wrapped: boolean;
  readonly search: Search;
  /** Of the target or component; of each component of a zone, by uid. */
  readonly asked: ReadonlyMap<string, Asked>;
}

interface Search {
  readonly filters: object | null;
  readonly sort: readonly string[];
}

const schema = fixtureSchema();
const none: Search = { filters: null, sort: [] };

const searches: readonly Search[] = [
  none,
  { filters: { Name: { containsi: 'e' } }, sort: ['Name:desc'] },
  { filters: { or: [{ Name: { startsWith: 'B' } }, { not: { Name: { in: ['Red', 'Soup'] } } }] }, sort: [] },
  { filters: { documentId: { notNull: true } }, sort: ['createdAt', 'documentId:desc'] },
  { filters: null, sort: ['Name:asc,createdAt:desc'] },
];

/** Draws what is asked of a content-type or component. */
function drawAsked(draw: fc.GeneratorValue, shaped: Shaped, depth: number): Asked {
  const readable = [...shaped.attributes.values()].filter(
    (each) => !each.private && each.name !== 'id' && !(each.kind === 'scalar' && each.type === 'password'),
  );
  const scalars = readable.filter(({ kind }) => kind === 'scalar');
  const members = readable.flatMap((each) => (each.kind === 'scalar' ? [] : [each]));
  const some = <T>(all: readonly T[], most: number): readonly T[] =>
    all.length === 0 ? [] : draw(fc.subarray, [...all], { maxLength: Math.min(most, all.length) });
  return {
    fields: some(scalars, 4).map(({ name }) => name),
    members: depth === 0 ? [] : some(members, 2).map((attribute) => drawMember(draw, attribute, depth - 1)),
  };
}

function drawMember(draw: fc.GeneratorValue, attribute: Member['attribute'], depth: number): Member {
  const isList = attribute.kind === 'relation' && attribute.many;
  const hasName = isList && contentTypeOf(schema, attribute.target).attributes.has('Name');
  return {
    attribute,
    wrapped: isList && draw(fc.boolean),
    search: hasName ? draw(fc.constantFrom<Search[]>, ...searches) : none,
    asked: new Map(shapesOf(attribute).map((shaped) => [shaped.uid, drawAsked(draw, shaped, depth)])),
  };
}

function shapesOf(attribute: Member['attribute']): readonly Shaped[] {
  if (attribute.kind === 'relation') return [contentTypeOf(schema, attribute.target)];
  if (attribute.kind === 'component') return [componentOf(schema, attribute.component)];
  return attribute.components.map((uid) => componentOf(schema, uid));
}

/** `{ Name: { eq: "x" } }` without quotes around names. */
const literal = (value: unknown): string => JSON.stringify(value).replaceAll(/"(\w+)":/g, '$1:');

const argumentsText = ({ filters, sort }: Search, more: readonly string[] = []): string => {
  const all = [
    ...(filters === null ? [] : [`filters: ${literal(filters)}`]),
    ...(sort.length === 0 ? [] : [`sort: ${literal(sort)}`]),
    ...more,
  ];
  return all.length === 0 ? '' : `(${all.join(', ')})`;
};

const selectionText = ({ fields, members }: Asked): string =>
  `__typename ${fields.join(' ')} ${members.map(memberText).join(' ')}`;

function memberText({ attribute: { name, kind }, wrapped, search, asked }: Member): string {
  const args = argumentsText(search);
  const [only] = asked.values();
  if (kind === 'zone') {
    const parts = [...asked].map(
      ([uid, each]) =>
        `... on ${v5Names.typeOf(componentOf(schema, uid))} { __typename ${aliased(each, uid)} }`,
    );
    return `${name} { __typename ${parts.join(' ')} }`;
  }
  const inner = selectionText(only ?? { fields: [], members: [] });
  return wrapped ? `${name}_connection${args} { nodes { ${inner} } }` : `${name}${args} { ${inner} }`;
}

/** Fields of two components may have different types, so that they cannot share a name. */
const aliased = ({ fields, members }: Asked, uid: string): string => {
  const prefix = uid.replaceAll(/\W/g, '_');
  return [
    ...fields.map((field) => `${prefix}_${field}: ${field}`),
    ...members.map((member) => memberText(member)),
  ].join(' ');
};

const withDollars = (filters: unknown): unknown => {
  if (Array.isArray(filters)) return filters.map(withDollars);
  if (typeof filters !== 'object' || filters === null) return filters;
  const named = /^(and|or|not|eq|in|containsi|startsWith|notNull)$/;
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => [named.test(key) ? `$${key}` : key, withDollars(value)]),
  );
};

const searchParams = ({ filters, sort }: Search): object => ({
  ...(filters !== null && { filters: withDollars(filters) }),
  ...(sort.length > 0 && { sort }),
});

const params = ({ fields, members }: Asked): object => ({
  fields: ['documentId', ...fields],
  ...(members.length > 0 && {
    populate: Object.fromEntries(members.map((member) => [member.attribute.name, memberParams(member)])),
  }),
});

const componentParams = ({ fields, members }: Asked): object => ({
  fields: ['id', ...fields],
  ...(members.length > 0 && {
    populate: Object.fromEntries(members.map((member) => [member.attribute.name, memberParams(member)])),
  }),
});

function memberParams({ attribute, search, asked }: Member): object {
  const [only] = asked.values();
  if (attribute.kind === 'zone')
    return { on: Object.fromEntries([...asked].map(([uid, each]) => [uid, componentParams(each)])) };
  if (only === undefined) return {};
  return attribute.kind === 'relation' ? { ...params(only), ...searchParams(search) } : componentParams(only);
}

/** The row of REST as GraphQL answers it. */
function expectedRow(shaped: Shaped, asked: Asked, row: Row, prefix = ''): Row {
  const fields = asked.fields.map((name) => [`${prefix}${name}`, expectedValue(shaped, name, row[name])]);
  const members = asked.members.map((member) => {
    const { name } = member.attribute;
    const value = expectedMember(member, row[name] ?? null);
    return member.wrapped ? [`${name}_connection`, { nodes: value }] : [name, value];
  });
  const typename = prefix === '' ? [['__typename', v5Names.typeOf(shaped)]] : [];
  return Object.fromEntries([...typename, ...fields, ...members]) as Row;
}

function expectedMember(member: Member, value: Json): Json {
  if (Array.isArray(value)) return value.map((each: Json) => expectedMember(member, each));
  if (value === null) return null;
  const row = value as Row;
  const [shape] = shapesOf(member.attribute);
  const uid = member.attribute.kind === 'zone' ? textOf(row['__component']) : (shape?.uid ?? '');
  const shaped = shapesOf(member.attribute).find((each) => each.uid === uid);
  const asked = member.asked.get(uid);
  if (shaped === undefined || asked === undefined) throw new Error(uid);
  if (member.attribute.kind !== 'zone') return expectedRow(shaped, asked, row);
  const prefix = `${uid.replaceAll(/\W/g, '_')}_`;
  return { __typename: v5Names.typeOf(shaped), ...expectedRow(shaped, asked, row, prefix) };
}

function expectedValue(shaped: Shaped, name: string, value: Json | undefined): Json {
  const attribute = shaped.attributes.get(name);
  if (value === undefined || value === null || attribute?.kind !== 'scalar') return value ?? null;
  if (attribute.type === 'time') return textOf(value).includes('.') ? value : `${textOf(value)}.000`;
  if (attribute.type === 'biginteger' && Number.isSafeInteger(Number(value))) return Number(value);
  return value;
}

async function fill(world: GraphqlWorld): Promise<void> {
  const chef = await world.create('chef', { Name: 'Ann', Nick: 'a' });
  const dishes: string[] = [];
  for (const Name of ['Soup', 'Fish', 'Bread']) dishes.push(await world.create('dish', { Name, Cost: 4.25 }));
  const category = await world.create('category', { Name: 'Greek' });
  for (const [index, Name] of ['Blue', 'Red', 'Green'].entries())
    await world.create('restaurant', {
      Name,
      Rating: index,
      OpensAt: '08:00:00',
      Opened: '2020-01-01',
      Big: index === 0 ? '9007199254740993' : '7',
      Tags: { a: [index] },
      owner: chef,
      categories: [category],
      dishes: dishes.slice(index, index + 1),
      flagship: index === 0 ? (dishes[2] ?? null) : null,
      seo: index === 1 ? null : { metaTitle: Name, author: chef },
      Openings: [{ day: 'mon', from: '08:00:00', note: { text: 'n' } }, { day: 'tue' }],
      sections: [
        { __component: 'sections.quote', text: Name, speaker: chef },
        { __component: 'sections.gallery', title: Name, dishes },
      ],
    });
}

describe('the flat format and REST', function () {
  this.timeout(240_000);

  it('agree on any selection, search and page', async () => {
    const world = await createGraphqlWorld({
      options: { responseFormat: 'v5', costLimit: 5000 },
      statistics: statisticsOf(10, 3),
    });
    await fill(world);
    const types = ['restaurant', 'dish', 'chef', 'category'].map((name) =>
      contentTypeOf(schema, `api::${name}.${name}`),
    );
    const property = fc.asyncProperty(fc.gen(), fc.constantFrom(...types), async (draw, type) => {
      const asked = drawAsked(draw, type, 3);
      const search = draw(fc.constantFrom<Search[]>, ...searches);
      const pageSize = draw(fc.constantFrom<number[]>, 1, 2, 25);
      const list = v5Names.listOf(type);
      const args = argumentsText(search, [`pagination: { pageSize: ${pageSize} }`]);
      const query = `{ ${list}${args} { ${selectionText(asked)} } ${list}_connection${args} { pageInfo { total } nodes { ${selectionText(asked)} } } }`;
      const answer = await world.ask(query);
      const text = qs.stringify(
        { ...params(asked), ...searchParams(search), pagination: { pageSize } },
        { encodeValuesOnly: true },
      );
      const rest = await requestTo(world.app)
        .get(`/api/${type.pluralName}?${text}`)
        .set('Authorization', 'Bearer full');
      expect(rest.status, `${text} ${rest.text}`).to.equal(200);
      const { data, meta } = rest.body as { data: Row[]; meta: { pagination: { total: number } } };
      const rows = data.map((row) => expectedRow(type, asked, row));
      expect(answer.body, query).to.deep.equal({
        data: {
          [list]: rows,
          [`${list}_connection`]: { pageInfo: { total: meta.pagination.total }, nodes: rows },
        },
      });
    });
    await fc.assert(property, { numRuns: isInMemory ? 150 : 40 });
    expect(world.errors).to.deep.equal([]);
  });
});
