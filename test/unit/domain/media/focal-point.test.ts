import { expect } from 'chai';
import { focalPointOf, keepsRatio } from '../../../../src/domain/media/focal-point.js';

describe('the focal point of a picture', () => {
  it('is two shares in percent, both ends included', () => {
    for (const point of [
      { x: 0, y: 0 },
      { x: 100, y: 100 },
      { x: 33.33, y: 50 },
    ])
      expect(focalPointOf(point)).to.deep.equal(point);
  });

  it('is nothing else', () => {
    const wrong = [
      undefined,
      null,
      50,
      '50% 50%',
      [50, 50],
      {},
      { x: 50 },
      { y: 50 },
      { x: -1, y: 50 },
      { x: 50, y: 100.5 },
      { x: '50', y: 50 },
      { x: Number.NaN, y: 50 },
      { x: Infinity, y: 50 },
      { x: 50, y: 50, z: 50 },
    ];
    for (const value of wrong) expect(focalPointOf(value), JSON.stringify(value)).to.equal(null);
  });

  it('stays where it is if the picture keeps its proportions', () => {
    const size = { width: 1200, height: 800 };
    expect(keepsRatio(size, { width: 600, height: 400 })).to.equal(true);
    // Rounded to whole pixels.
    expect(keepsRatio({ width: 1000, height: 667 }, { width: 500, height: 333 })).to.equal(true);
    expect(keepsRatio(size, { width: 800, height: 1200 })).to.equal(false);
    expect(keepsRatio(size, { width: 1200, height: 750 })).to.equal(false);
    const unknown = { width: null, height: null };
    expect(keepsRatio(unknown, unknown)).to.equal(true);
    expect(keepsRatio(size, unknown)).to.equal(false);
  });
});
