import { expect } from 'chai';
import { createMemoryStore } from '../../../../src/adapters/store/memory/create-memory-store.js';
import { eventEntry } from '../../../../src/application/audit/audit-entry.js';
import { pruneTrail } from '../../../../src/application/audit/prune-trail.js';
import type { AuditLog } from '../../../../src/application/ports/audit-log.js';
import { failure } from '../../../../src/domain/failure.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { err } from '../../../../src/domain/result.js';
import { fixtureSchema } from '../../../contract/fixture-schema.js';
import { failureOf, valueOf } from '../../../contract/world.js';

const clock = { now: () => '2026-03-10T12:00:00.000Z' };

const entryAt = (at: string) => eventEntry(systemPrincipal, { action: 'login' }, at);

describe('pruning the audit trail', () => {
  const open = async (times: readonly string[]): Promise<AuditLog> => {
    const { audit } = createMemoryStore({ schema: fixtureSchema() });
    valueOf(await audit.record(times.map(entryAt)));
    return audit;
  };

  const timesIn = async (audit: AuditLog) => valueOf(await audit.find({}, 10_000)).map(({ at }) => at);

  it('removes entries older than the given days, to the millisecond', async () => {
    const [young, old] = ['2026-03-03T12:00:00.000Z', '2026-03-03T11:59:59.999Z'];
    const audit = await open([old, young]);
    expect(valueOf(await pruneTrail(audit, clock, 7, () => true))).to.equal(1);
    expect(await timesIn(audit)).to.deep.equal([young]);
  });

  it('continues in small steps until nothing is left or it is stopped', async () => {
    const audit = await open(Array.from({ length: 2500 }, () => '2020-01-01T00:00:00.000Z'));
    let steps = 0;
    expect(valueOf(await pruneTrail(audit, clock, 1, () => steps++ < 1))).to.equal(1000);
    expect(valueOf(await pruneTrail(audit, clock, 1, () => true))).to.equal(1500);
    expect(await timesIn(audit)).to.deep.equal([]);
  });

  it('keeps everything where the days reach back beyond all dates', async () => {
    const audit = await open(['1970-01-02T00:00:00.000Z']);
    for (const days of [999_999, 2 ** 31 - 1])
      expect(valueOf(await pruneTrail(audit, clock, days, () => true))).to.equal(0);
  });

  it('fails if the database cannot be reached', async () => {
    const away = { prune: async () => err(failure('STORE.UNAVAILABLE', 'away')) };
    expect(failureOf(await pruneTrail(away, clock, 1, () => true)).code).to.equal('STORE.UNAVAILABLE');
  });
});
