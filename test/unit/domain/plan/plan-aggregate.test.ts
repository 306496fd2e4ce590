import { expect } from 'chai';
import { planAggregate } from '../../../../src/domain/plan/plan-aggregate.js';
import type { Principal } from '../../../../src/domain/permission/permission.js';
import type { AggregateQuery } from '../../../../src/domain/query/aggregate.js';
import { compare } from '../../../../src/domain/query/compare.js';
import { fixtureSchema, uidOf } from '../../../contract/fixture-schema.js';
import { failureOf, valueOf } from '../../../contract/results.js';

const schema = fixtureSchema();
const dish = uidOf('dish');
const statistics = { versions: new Map([[dish, 100_000]]), links: new Map(), meanBytes: new Map() };
const limits = { rows: 10_000, textSize: 100_000, minGroupSize: 1 };
const reader: Principal = { kind: 'token', name: 'reader', grants: { kind: 'read' } };

const count: AggregateQuery = {
  type: dish,
  layer: 'published',
  showsCount: true,
  values: [],
  groupBy: [],
  range: { offset: 0, limit: 10 },
};
const sums: AggregateQuery = {
  ...count,
  values: [{ function: 'sum', attribute: 'cost' }],
  groupBy: [{ attribute: 'name' }],
};

const plan = (query: AggregateQuery, principal = reader, cost = 300_000) =>
  planAggregate(schema, query, principal, limits, { cost, relationDepth: 6, statistics });
const costOf = (query: AggregateQuery): number => valueOf(plan(query)).documents.cost ?? 0;

describe('the plan of an aggregate', () => {
  it('costs more for each value and group key, and for each condition', () => {
    const costs = [count, sums, { ...sums, filters: compare('name', '$contains', 'x') }].map(costOf);
    expect(costs).to.deep.equal([...costs].sort((left, right) => left - right));
    expect(new Set(costs).size).to.equal(3);
  });

  it('is refused beyond the budget of the request, which it shares with other reads', () => {
    expect(failureOf(plan(sums, reader, costOf(sums) - 1)).code).to.equal('PLAN.TOO_EXPENSIVE');
    const principal = { ...reader, spending: { cost: 0 } };
    valueOf(plan(sums, principal, costOf(sums) + 1));
    expect(principal.spending.cost).to.equal(costOf(sums));
    expect(failureOf(plan(sums, principal, costOf(sums) + 1)).code).to.equal('PLAN.TOO_EXPENSIVE');
  });

  it('costs more for a key of another document, and follows relations as deep as is allowed', () => {
    const by = (attribute: string) => ({ ...count, groupBy: [{ attribute }] });
    expect(costOf(by('restaurant.name'))).to.be.greaterThan(costOf(by('name')));
    const depth = { cost: 1e12, relationDepth: 2, statistics };
    const planned = (attribute: string) => planAggregate(schema, by(attribute), reader, limits, depth);
    valueOf(planned('restaurant.owner'));
    expect(failureOf(planned('restaurant.owner.mentor')).code).to.equal('PLAN.TOO_EXPENSIVE');
  });

  it('is refused in the name of groupBy where the way to a key costs too much', () => {
    const by = { ...count, groupBy: [{ attribute: 'restaurant.name' }] };
    const places = [0.9, 0.5, 0.1].map(
      (part) => failureOf(plan(by, reader, costOf(by) * part)).details?.['at'],
    );
    for (const place of places) expect(place).to.match(/^(groupBy|pagination)/);
    expect(places.join()).to.match(/groupBy/);
  });

  it('sorts by every group key in the end, and by each column once', () => {
    const sort = (['desc', 'asc'] as const).map((direction) => ({ path: ['count'], direction }));
    const { order, groups } = valueOf(plan({ ...sums, sort }));
    expect(order.map(({ column, direction }) => [column.name, direction])).to.deep.equal([
      ['count', 'desc'],
      [groups[0]?.column.name, 'asc'],
    ]);
  });
});
