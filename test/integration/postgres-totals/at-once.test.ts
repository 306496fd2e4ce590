import type { Store } from '../../../src/application/ports/store.js';
import { expectExactTotals } from '../totals/under-writers.js';
import { openTotalsWorld, type TotalsWorld } from './totals-world.js';

describe('totals under sixteen writers', function () {
  this.timeout(240_000);
  let opened: TotalsWorld;
  let stores: readonly Store[];
  before(async () => {
    opened = await openTotalsWorld({ poolSize: 16 });
    stores = [opened.scratch.store, await opened.scratch.openAnother({ totalsFrom: 0, poolSize: 16 })];
  });
  after(() => opened.scratch.close());

  it('are what a count says in every snapshot, while connections die, sums are folded and the first count runs', () =>
    expectExactTotals({
      stores,
      world: opened.world,
      stepsWhileKept: 400,
      disturb: () =>
        opened.scratch.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'quire' ORDER BY random() LIMIT 1`),
      count: (layer, locale) => opened.rows('articles', `status = '${layer}' AND locale = '${locale}'`),
    }));
});
