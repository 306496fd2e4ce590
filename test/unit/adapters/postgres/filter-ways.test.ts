import { expect } from 'chai';
import { FilterWays } from '../../../../src/adapters/store/postgres/read/filter-ways.js';

describe('the way to filtered lists', () => {
  const second = 1_000;
  const open = () => {
    const clock = { now: 0 };
    return { clock, ways: new FilterWays(() => clock.now, 2) };
  };

  it('is chosen for a form that comes a second time, and again a minute later', () => {
    const { ways, clock } = open();
    expect(ways.isDue('a')).to.equal(false);
    expect(ways.isDue('a')).to.equal(true);
    ways.choose('a', { together: 2, apart: 1 });
    expect(ways.isDue('a')).to.equal(false);
    clock.now = 61 * second;
    expect(ways.isDue('a')).to.equal(true);
  });

  it('is chosen for one of the questions that come at once', () => {
    const { ways } = open();
    ways.isDue('a');
    expect([ways.isDue('a'), ways.isDue('a')]).to.deep.equal([true, false]);
  });

  it('is the one that clearly costs less, and at first the one that evaluates a filter once', () => {
    const { ways } = open();
    expect(ways.wayFor('a')).to.equal('together');
    ways.choose('a', { together: 2, apart: 1 });
    expect(ways.wayFor('a')).to.equal('apart');
    ways.choose('a', { together: 10, apart: 9 });
    expect(ways.wayFor('a')).to.equal('together');
  });

  it('is forgotten for forms that have not come for long', () => {
    const { ways } = open();
    for (const form of ['a', 'b', 'c']) ways.choose(form, { together: 2, apart: 1 });
    expect(ways.wayFor('a')).to.equal('together');
    expect(ways.wayFor('c')).to.equal('apart');
  });
});
