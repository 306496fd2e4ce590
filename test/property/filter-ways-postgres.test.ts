import { expect } from 'chai';
import * as fc from 'fast-check';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import type { Connection } from '../../src/adapters/store/postgres/connection.js';
import type { FilterWay } from '../../src/adapters/store/postgres/read/filter-ways.js';
import { readDocuments } from '../../src/adapters/store/postgres/read/read-documents.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { planRead } from '../../src/domain/plan/plan-read.js';
import type { ReadPlan } from '../../src/domain/plan/read-plan.js';
import type { Filter, Operator, Query } from '../../src/domain/query/query.js';
import { idOf, valueOf } from '../contract/world.js';
import { openScratchStore, type ScratchStore } from '../integration/postgres/scratch-store.js';
import { contentType, drafts, relation, schemaFrom } from '../schema-builders.js';
import { withinTwoMinutes } from '../time-limits.js';
import { documentsOn } from './agreement.js';

/** More than so many matches are not sorted at once (`read/lower-page.ts`). */
const count = 2_600;
const kinds = ['bistro', 'diner', 'gastro'] as const;
const place = 'api::place.place';

const schema = schemaFrom({
  contentTypes: [
    contentType(
      'place',
      'places',
      {
        name: { type: 'string', index: true },
        kind: { type: 'enumeration', enum: [...kinds] },
        rating: { type: 'integer' },
        owner: relation('manyToOne', 'chef'),
      },
      drafts,
    ),
    contentType('chef', 'chefs', { name: { type: 'string' } }),
  ],
});

/** Attributes repeat and are absent at times, so that orders have ties and nulls. */
const nameOf = (n: number): string | null => (n % 11 === 0 ? null : `Name ${(n * 7919) % 900}`);
const placeOf = (n: number) => ({
  name: nameOf(n),
  kind: kinds[n % 3],
  rating: n % 7 === 0 ? null : n % 5,
});

const at = (path: readonly string[], operator: Operator, value: unknown): Filter =>
  path.reduceRight<Filter>((filter, key) => ({ kind: 'at', key, filter }), {
    kind: 'compare',
    operator,
    value,
  });

const leaf: fc.Arbitrary<Filter> = fc.oneof(
  fc.constantFrom(...kinds, 'none').map((kind) => at(['kind'], '$eq', kind)),
  fc
    .tuple(fc.constantFrom('$gte' as const, '$lt' as const, '$ne' as const), fc.nat({ max: 5 }))
    .map(([operator, rating]) => at(['rating'], operator, rating)),
  fc.constantFrom('Name 1', 'Name 5', 'Name 899', 'A').map((name) => at(['name'], '$gte', name)),
  fc.constantFrom('Ann', 'Bob').map((name) => at(['owner', 'name'], '$eq', name)),
);

const queries: fc.Arbitrary<Query> = fc.record({
  type: fc.constant(place),
  action: fc.constant('find' as const),
  count: fc.constant(true),
  layer: fc.constantFrom('published' as const, 'draft' as const),
  fields: fc.constant(['name', 'kind', 'rating']),
  filters: fc
    .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(leaf, { minLength: 1, maxLength: 2 }))
    .map(([kind, filters]) => ({ kind, filters })),
  sort: fc.array(
    fc.record({
      path: fc.constantFrom(['name'], ['rating'], ['createdAt'], ['owner', 'name']),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    }),
    { maxLength: 2 },
  ),
  range: fc.record({
    offset: fc.oneof(fc.constant(0), fc.nat({ max: count })),
    limit: fc.constantFrom(1, 10, 25, 100),
  }),
});

/** In a way that is given, whatever the database would choose. */
const going = (way: FilterWay) => ({ wayFor: () => way, isDue: () => false, choose: () => {} });

describe('the ways to a filtered page and its total on PostgreSQL', function () {
  this.timeout(120_000);
  const memory = documentsOn(createMemoryStore({ schema }), schema);
  let scratch: ScratchStore;
  let connection: Connection;

  before(async () => {
    scratch = await openScratchStore(schema);
    await fillMemory();
    await fillTables();
    connection = await scratch.connect();
  });
  after(async () => {
    await connection.close();
    await scratch.close();
  });

  async function fillMemory(): Promise<void> {
    const answer = {};
    const add = async (type: string, data: object): Promise<string> => {
      const made = await memory.create(systemPrincipal, {
        kind: 'create',
        type,
        data,
        layer: 'published',
        answer,
      });
      return idOf(valueOf(made).answer.documents()[0]);
    };
    const chefs = [
      await add('api::chef.chef', { name: 'Ann' }),
      await add('api::chef.chef', { name: 'Bob' }),
    ];
    for (let n = 1; n <= count; n += 1)
      await add(place, { ...placeOf(n), ...(n % 4 < 2 && { owner: chefs[n % 4] }) });
  }

  /** The same documents, set by set. */
  async function fillTables(): Promise<void> {
    const id = (from: string) => `'document' || lpad((${from})::text, 16, '0')`;
    const time = (n: string) => `timestamptz '2024-01-01Z' + (${n}) * interval '1 second'`;
    await scratch.run(`INSERT INTO chefs (document_id, status, created_at, updated_at, published_at, name)
      SELECT ${id('n')}, 'published', t, t, t, CASE n WHEN 0 THEN 'Ann' ELSE 'Bob' END
      FROM generate_series(0, 1) n, LATERAL (SELECT ${time('n')} AS t) x`);
    for (const status of ['draft', 'published'])
      await scratch.run(`INSERT INTO places (document_id, status, created_at, updated_at, published_at, name, kind, rating)
        SELECT ${id('n + 1')}, '${status}', t, t, t, CASE WHEN n % 11 > 0 THEN 'Name ' || (n * 7919) % 900 END,
          (ARRAY['${kinds.join("','")}'])[1 + n % 3], CASE WHEN n % 7 > 0 THEN n % 5 END
        FROM generate_series(1, ${count}) n, LATERAL (SELECT ${time('n + 1')} AS t) x`);
    const link = schema.links.find(({ source }) => source.type === place);
    await scratch.run(`INSERT INTO "${link?.name}" (source_document, target_document, draft_key, published_key, draft_inverse_key, published_inverse_key)
      SELECT ${id('n + 1')}, ${id('n % 4')}, key, key, key, key
      FROM (SELECT n, 'k' || lpad(to_hex(n), 11, '0') AS key FROM generate_series(1, ${count}) n WHERE n % 4 < 2) s`);
    await scratch.run('ANALYZE');
  }

  const limits = { rows: 10_000, textSize: 10_000_000 };
  const found = async (plan: ReadPlan, way: FilterWay) => {
    const answer = await readDocuments(connection, schema, plan, { ways: going(way) });
    return { documents: answer.documents().map(withoutId), total: answer.total, size: answer.size };
  };
  const withoutId = (document: Readonly<Record<string, unknown>>) => ({ ...document, id: undefined });

  it('give the answers that the store in memory gives', () =>
    fc.assert(
      fc.asyncProperty(queries, async (query) => {
        const { answer } = valueOf(await memory.find(systemPrincipal, query));
        const expected = {
          documents: answer.documents().map(withoutId),
          total: answer.total,
          size: answer.size,
        };
        const plan = valueOf(planRead(schema, query, systemPrincipal, limits));
        expect(await found(plan, 'apart'), JSON.stringify(query)).to.deep.equal(expected);
        expect(await found(plan, 'together'), JSON.stringify(query)).to.deep.equal(expected);
      }),
      { numRuns: 150, ...withinTwoMinutes },
    ));
});
