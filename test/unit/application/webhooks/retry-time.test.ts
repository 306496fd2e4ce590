import { expect } from 'chai';
import { retryTime, tryForMs } from '../../../../src/application/webhooks/retry-time.js';

const second = 1000;

describe('the next attempt of a webhook', () => {
  it('comes after 5 s, then three times later each time, for 24 h', () => {
    const waits: number[] = [];
    let now = 0;
    for (let attempts = 1; ; attempts += 1) {
      const next = retryTime({ attempts, firstAt: 0 }, now, 0.5);
      if (next === null) break;
      waits.push((next - now) / second);
      now = next;
    }
    expect(waits).to.deep.equal([5, 15, 45, 135, 405, 1215, 3645, 10935, 21600, 21600, 21600, 5200]);
    expect(now).to.equal(tryForMs);
  });

  it('differs by up to a fifth', () => {
    expect(retryTime({ attempts: 1, firstAt: 0 }, 0, 0)).to.equal(4 * second);
    expect(retryTime({ attempts: 1, firstAt: 0 }, 0, 1)).to.equal(6 * second);
  });
});
