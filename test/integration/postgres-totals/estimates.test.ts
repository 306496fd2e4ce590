import { expect } from 'chai';
import { systemPrincipal } from '../../../src/domain/permission/permission.js';
import type { Operator } from '../../../src/domain/query/query.js';
import { queryOf, valueOf, type Asked } from '../../contract/world.js';
import { openTotalsWorld, type TotalsWorld } from './totals-world.js';

const named = (operator: Operator, value: string): Asked => ({
  filters: { kind: 'at', key: 'name', filter: { kind: 'compare', operator, value } },
});

describe('totals that may be estimates in PostgreSQL', () => {
  let opened: TotalsWorld;
  before(async () => {
    opened = await openTotalsWorld();
    await opened.scratch.run(`INSERT INTO dishes (document_id, status, created_at, updated_at, name)
      SELECT 'd' || n, 'published', now(), now(), CASE WHEN n <= 9000 THEN 'few' ELSE 'many' END
      FROM generate_series(1, 30000) n`);
    await opened.scratch.run('ANALYZE dishes');
  });
  after(() => opened.scratch.close());

  const totalOf = async (asked: Asked) => {
    const query = queryOf('dish', {
      range: { offset: 0, limit: 10 },
      count: true,
      estimates: true,
      ...asked,
    });
    const {
      size,
      total,
      isEstimate = false,
    } = valueOf(await opened.world.documents.find(systemPrincipal, query)).answer;
    return { size, total: total ?? 0, isEstimate };
  };

  it('are exact up to 10,000 documents', async () => {
    expect(await totalOf(named('$eq', 'few'))).to.deep.equal({ size: 10, total: 9_000, isEstimate: false });
    expect(await totalOf(named('$eq', 'none'))).to.deep.equal({ size: 0, total: 0, isEstimate: false });
    expect((await totalOf({ ...named('$eq', 'few'), range: { offset: 8_995, limit: 10 } })).total).to.equal(
      9_000,
    );
  });

  it('come from the planner beyond that, and say so', async () => {
    for (const asked of [named('$eq', 'many'), named('$startsWith', 'ma'), {}]) {
      const { total, isEstimate } = await totalOf(asked);
      expect(isEstimate).to.equal(true);
      expect(total).to.be.within(10_001, 40_000);
    }
  });

  it('are no less than what the page shows', async () => {
    const { total } = await totalOf({ ...named('$eq', 'many'), range: { offset: 20_985, limit: 10 } });
    expect(total).to.be.at.least(20_995);
  });

  it('are exact without a filter once they are kept', async () => {
    valueOf(await opened.scratch.store.totals.prepare());
    expect(await totalOf({})).to.deep.equal({ size: 10, total: 30_000, isEstimate: false });
  });
});
