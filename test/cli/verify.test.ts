import { expect } from 'chai';
import type { TotalDifference, TotalsStore } from '../../src/application/ports/totals-store.js';
import { ok } from '../../src/domain/result.js';
import { openMemorySession } from './memory-session.js';
import { runInMemory } from './run-in-memory.js';

describe('quire verify', () => {
  const memory = openMemorySession();
  const asked: boolean[] = [];

  const run = (types: readonly string[], differences: readonly TotalDifference[], ...options: string[]) => {
    const totals: TotalsStore = {
      ...memory.store.totals,
      verify: async (repair) => {
        asked.push(repair);
        return ok({ types, differences });
      },
    };
    return runInMemory({ open: () => ({ ...memory.open(), totals }) }, ['verify', ...options]);
  };

  const differing: TotalDifference = {
    type: 'api::dish.dish',
    layer: 'draft',
    locale: 'fr',
    counted: 3,
    kept: 5,
  };

  it('says so where nothing is kept, or nothing differs', async () => {
    expect(await run([], [])).to.deep.equal({
      code: 0,
      out: '',
      notes: 'No content-type has a kept total: all are counted when they are asked for.\n',
    });
    const { code, notes } = await run(['api::dish.dish', 'api::chef.chef'], []);
    expect({ code, notes }).to.deep.equal({
      code: 0,
      notes: 'The totals of 2 content-types were counted: no difference.\n',
    });
  });

  it('tells each difference and fails; with --repair it corrects them', async () => {
    expect(await run(['api::dish.dish'], [differing, { ...differing, locale: '' }])).to.deep.equal({
      code: 1,
      out: 'api::dish.dish draft fr: 3 counted, 5 kept\napi::dish.dish draft: 3 counted, 5 kept\n',
      notes: 'The total of 1 content-type was counted: 2 differences. Correct them: quire verify --repair\n',
    });
    const repaired = await run(['api::dish.dish'], [differing], '--repair');
    expect(repaired.code).to.equal(0);
    expect(repaired.notes).to.equal('The total of 1 content-type was counted: 1 difference, corrected.\n');
    expect(asked.slice(-2)).to.deep.equal([false, true]);
  });
});
