import { expect } from 'chai';
import { keepFaults } from '../../../../src/application/health/faults.js';
import { readFileSizes, readQueues } from '../../../../src/application/health/queues.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { valueOf } from '../../../contract/results.js';
import { openMemorySession } from '../../../cli/memory-session.js';

const clock = { now: () => new Date().toISOString() };

describe('the health of a server', () => {
  it('keeps the last errors of the log, the latest first, without their fields', () => {
    const lines: string[] = [];
    const log = {
      debug: () => {},
      info: () => {},
      warn: () => {},
      error: (message: string, fields?: object) => void lines.push(`${message} ${JSON.stringify(fields)}`),
    };
    const kept = keepFaults(log, { now: () => '2030-01-01T00:00:00.000Z' });
    kept.log.warn('no fault');
    for (let at = 1; at <= 25; at += 1)
      kept.log.error(`fault ${at}`, { secret: 's', error: new Error('why') });
    kept.log.error('last', { reason: 'x'.repeat(1000) });
    expect(lines).to.have.length(26);
    const [last, before, ...others] = kept.last();
    expect(last?.reason).to.have.length(500);
    expect(before).to.deep.equal({ at: '2030-01-01T00:00:00.000Z', message: 'fault 25', reason: 'why' });
    expect(others).to.have.length(18);
  });

  it('counts what waits, what is overdue and what failed, and the files', async () => {
    const { documents } = openMemorySession();
    const insert = async (type: string, data: object): Promise<void> => {
      const answer = { fields: ['documentId'] };
      valueOf(
        await documents.create(systemPrincipal, {
          kind: 'create',
          type,
          layer: 'published',
          data,
          answer,
        } as never),
      );
    };
    const release = { name: 'r', actions: [], planner: {}, owner: 'o', revision: 'x' };
    const past = new Date(Date.now() - 3_600_000).toISOString();
    const future = new Date(Date.now() + 3_600_000).toISOString();
    await insert('plugin::releases.release', { ...release, state: 'scheduled', at: past });
    await insert('plugin::releases.release', { ...release, state: 'scheduled', at: future });
    await insert('plugin::releases.release', { ...release, state: 'failed' });
    for (const size of [10.5, 2])
      await insert('plugin::upload.file', {
        name: 'a',
        hash: 'h',
        mime: 'text/plain',
        size,
        url: '/a',
        provider: 'local',
      });
    const queues = valueOf(await readQueues({ documents, clock }));
    expect(queues.releases).to.deep.equal({ scheduled: 2, overdue: 1, failed: 1 });
    expect(queues.webhooks).to.deep.equal({ waiting: 0, failed: 0 });
    expect(valueOf(await readFileSizes({ documents }))).to.deep.equal({ count: 2, kilobytes: 12.5 });
  });
});
