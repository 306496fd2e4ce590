import { expect } from 'chai';
import { lowerAggregate } from '../../../../src/adapters/store/postgres/read/aggregate-documents.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { planAggregate } from '../../../../src/domain/plan/plan-aggregate.js';
import { compare } from '../../../../src/domain/query/compare.js';
import { fixtureSchema, uidOf } from '../../../contract/fixture-schema.js';
import { valueOf } from '../../../contract/results.js';

describe('the statement of an aggregate', () => {
  const schema = fixtureSchema();
  const statementFor = (text: string, number: number, limit: number) => {
    const plan = planAggregate(
      schema,
      {
        type: uidOf('dish'),
        layer: 'published',
        showsCount: true,
        values: [{ function: 'max', attribute: 'name' }],
        groupBy: [{ attribute: 'createdAt', part: 'month' }],
        filters: compare('name', '$contains', text),
        having: {
          kind: 'and',
          filters: [compare('max.name', '$ne', text), compare('count', '$gt', number)],
        },
        range: { offset: number, limit },
      },
      systemPrincipal,
      { rows: 10_000, textSize: 100_000, minGroupSize: number },
    );
    return lowerAggregate(schema, valueOf(plan));
  };

  it('has all values of a request as parameters, so that one text serves all of them', () => {
    const one = statementFor("x'; DROP TABLE dishes", 77, 10);
    expect(one.text).to.equal(statementFor('other', 88, 20).text);
    expect(one.values).to.include.members(["x'; DROP TABLE dishes", 77, 10]);
    expect(one.text.match(/;/g)).to.equal(null);
  });
});
