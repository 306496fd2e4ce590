import { expect } from 'chai';
import * as fc from 'fast-check';
import { planRead } from '../../../../src/domain/plan/plan-read.js';
import { fitsIndex, serves, suggestIndexes } from '../../../../src/domain/plan/suggest-indexes.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import type { Filter, Operator, Query } from '../../../../src/domain/query/query.js';
import { contentTypeOf, type Scalar } from '../../../../src/domain/schema/schema.js';
import { arbitraryQuery } from '../../../property/arbitrary-query.js';
import { contentType, drafts, localized, relation, schemaFrom } from '../../../schema-builders.js';

const schema = schemaFrom({
  contentTypes: [
    contentType('place', 'places', {
      name: { type: 'string' },
      kind: { type: 'enumeration', enum: ['bistro', 'diner'] },
      stars: { type: 'integer' },
      price: { type: 'decimal' },
      code: { type: 'string', unique: true },
      note: { type: 'text' },
      tags: { type: 'json' },
      city: relation('manyToOne', 'city'),
      land: relation('manyToOne', 'land'),
    }),
    contentType(
      'city',
      'cities',
      {
        title: { type: 'string', ...localized },
        land: relation('manyToOne', 'land'),
      },
      { ...drafts, ...localized },
    ),
    contentType('land', 'lands', { title: { type: 'string' } }),
  ],
});

const limits = { rows: 100, textSize: 1_000, searchText: 8_000 };

const suggested = (query: Partial<Query>): readonly string[] => {
  const plan = planRead(
    schema,
    {
      type: 'api::place.place',
      action: 'find',
      range: { offset: 0, limit: 25 },
      count: false,
      layer: 'published',
      locale: 'en',
      ...query,
    },
    systemPrincipal,
    limits,
  );
  if (!plan.ok) throw new Error(plan.failure.message);
  return suggestIndexes(plan.value).map(
    ({ type, layer, fields }) => `${type.split('.')[1]} ${layer}: ${fields.join(', ')}`,
  );
};

const at = (path: string, operator: string, value: unknown): Filter =>
  path.split('.').reduceRight<Filter>((filter, key) => ({ kind: 'at', key, filter }), {
    kind: 'compare',
    operator: `$${operator}` as Operator,
    value,
  } as Filter);
const and = (...filters: readonly Filter[]): Filter => ({ kind: 'and', filters });
const sort = (...names: readonly string[]): Pick<Query, 'sort'> => ({
  sort: names.map((name) => {
    const [path = '', direction = 'asc'] = name.split(':');
    return { path: path.split('.'), direction: direction as 'asc' };
  }),
});

describe('suggestIndexes', () => {
  it('puts attributes compared for equality before those of the sort', () => {
    const filters = and(at('stars', 'eq', 3), at('kind', 'eq', 'diner'));
    expect(suggested({ filters, ...sort('name:desc') })).to.eql(['place published: kind, stars, name']);
    expect(suggested({ filters, ...sort('name:desc'), count: true })).to.eql([
      'place published: kind, stars, name',
    ]);
  });

  it('puts a range before the sort only where all matches are counted', () => {
    const filters = and(at('price', 'gte', 3), at('kind', 'eq', 'diner'));
    expect(suggested({ filters, ...sort('name'), count: true })).to.eql([
      'place published: kind, price, name',
    ]);
    expect(suggested({ filters, ...sort('name') })).to.eql(['place published: kind, name, price']);
  });

  it('serves a sort without a filter, up to where its direction changes', () => {
    expect(suggested(sort('stars', 'name'))).to.eql(['place published: stars, name']);
    expect(suggested(sort('stars', 'name:desc'))).to.eql(['place published: stars']);
    expect(suggested(sort('updatedAt:desc'))).to.eql(['place published: updatedAt']);
    expect(suggested(sort('city.title'))).to.eql([]);
    expect(suggested({})).to.eql([]);
  });

  it('finds the targets of a relation from their own side', () => {
    expect(suggested({ filters: at('land.title', 'eq', 'CH'), ...sort('name') })).to.eql([
      'land published: title',
    ]);
    expect(suggested({ filters: at('city.land.title', 'eq', 'CH') })).to.eql(['land published: title']);
    expect(suggested({ filters: and(at('land.title', 'eq', 'CH'), at('stars', 'gt', 3)) })).to.eql([
      'place published: stars',
      'land published: title',
    ]);
  });

  it('is not for targets whose locale differs from link to link', () => {
    expect(suggested({ filters: at('city.title', 'eq', 'Bern') })).to.eql([]);
  });

  it('is for one layer, and for one locale of a type with locales', () => {
    const city = { type: 'api::city.city', filters: at('title', 'eq', 'Bern') } as const;
    expect(suggested({ ...city, layer: 'draft' })).to.eql(['city draft: title']);
    expect(suggested({ ...city, layer: 'any' })).to.eql([]);
    expect(suggested({ ...city, locale: '*' })).to.eql([]);
  });

  it('is not for what a key finds, or for conditions that no index serves', () => {
    const none = [
      at('code', 'eq', 'x'),
      at('documentId', 'eq', 'x'),
      at('name', 'contains', 'x'),
      at('name', 'eqi', 'x'),
      at('stars', 'ne', 3),
      { kind: 'or', filters: [at('stars', 'eq', 3), at('name', 'eq', 'x')] } as Filter,
    ];
    for (const filters of none) expect(suggested({ filters, count: true })).to.eql([]);
    const both = and(at('code', 'eq', 'x'), at('stars', 'eq', 3), at('city.title', 'eq', 'Bern'));
    expect(suggested({ filters: both })).to.eql([]);
  });

  it('leaves out texts without a limit and JSON', () => {
    expect(suggested({ filters: at('note', 'eq', 'x') })).to.eql([]);
    expect(suggested({ filters: at('stars', 'eq', 3), ...sort('note', 'name') })).to.eql([
      'place published: stars',
    ]);
  });

  it('names attributes of the schema only, few and short enough for an index entry', () => {
    const query = arbitraryQuery({
      schema,
      types: ['api::place.place', 'api::city.city'],
      locales: ['en'],
      depth: 2,
      layers: ['draft', 'published', 'any'],
      valueOf: () => fc.constantFrom('1'),
      skips: () => false,
      fitting: false,
    });
    let found = 0;
    fc.assert(
      fc.property(query, (asked) => {
        const plan = planRead(schema, asked, systemPrincipal, limits);
        for (const index of plan.ok ? suggestIndexes(plan.value) : []) {
          found += 1;
          const { attributes } = contentTypeOf(schema, index.type);
          const fields = index.fields.map((name) => attributes.get(name) as Scalar);
          expect(fields.every(({ kind }) => kind === 'scalar')).to.equal(true);
          expect(new Set(index.fields).size).to.equal(index.fields.length).and.to.be.within(1, 4);
          expect(fitsIndex(fields)).to.equal(true);
          expect(serves(index, index)).to.equal(true);
        }
      }),
      { numRuns: 2_000 },
    );
    expect(found).to.be.greaterThan(100);
  });
});

describe('serves', () => {
  const there = { type: 'api::city.city', layer: 'published', fields: ['a', 'b'] } as const;
  it('is true of what begins with the same attributes in the same layer', () => {
    expect(serves(there, { ...there, fields: ['a'] })).to.equal(true);
    expect(serves(there, { ...there, fields: ['b'] })).to.equal(false);
    expect(serves(there, { ...there, fields: ['a', 'b', 'c'] })).to.equal(false);
    expect(serves(there, { ...there, layer: 'draft' })).to.equal(false);
    expect(serves({ ...there, layer: 'any' }, { ...there, layer: 'draft' })).to.equal(true);
  });
});
