import { expect } from 'chai';
import { assert, jsonValue, property } from 'fast-check';
import { applyDifference, differenceOf } from '../../../../src/domain/history/difference.js';
import type { Json } from '../../../../src/domain/schema/schema.js';

const copied = (value: unknown): Json => JSON.parse(JSON.stringify(value)) as Json;

describe('differences of versions', () => {
  it('applying a difference gives the other value', () => {
    assert(
      property(jsonValue(), jsonValue(), (one, other) => {
        const [from, to] = [copied(one), copied(other)];
        const difference = differenceOf(from, to);
        const kept = difference === null ? from : applyDifference(from, copied(difference) as never);
        expect(kept).to.deep.equal(to);
      }),
    );
  });

  it('a difference says no more than what differs', () => {
    const from = {
      title: 'a',
      body: `${'x'.repeat(500)}one${'y'.repeat(500)}`,
      seo: { text: 'a' },
      ids: ['a', 'b'],
    };
    expect(differenceOf(from, from)).to.equal(null);
    expect(differenceOf(from, { ...from, body: from.body.replace('one', 'two') })).to.deep.equal({
      o: { body: { t: [500, 500, 'two'] } },
    });
    expect(differenceOf(from, { ...from, ids: ['a', 'c', 'b'] })).to.deep.equal({
      o: { ids: { a: [1, 1, ['c']] } },
    });
    const { seo: _seo, ...rest } = from;
    expect(differenceOf(from, rest)).to.deep.equal({ o: {}, d: ['seo'] });
  });
});
