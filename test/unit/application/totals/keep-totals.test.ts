import { expect } from 'chai';
import type { TotalsStore } from '../../../../src/application/ports/totals-store.js';
import { createTotalsKeeper } from '../../../../src/application/totals/keep-totals.js';
import { ok } from '../../../../src/domain/result.js';

describe('keeping totals', () => {
  it('tells how many types have them once they are counted, so that estimates need not wait', async () => {
    let folds = 0;
    const store: TotalsStore = {
      prepare: async () => ok(2),
      fold: async () => {
        folds += 1;
        return ok(undefined);
      },
      verify: async () => ok({ types: [], differences: [] }),
    };
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const told: number[] = [];
    const keeper = createTotalsKeeper(store, log, (kept) => told.push(kept));
    keeper.watch();
    await keeper.stop();
    expect(told).to.deep.equal([2]);
    expect(folds).to.equal(1);
  });
});
