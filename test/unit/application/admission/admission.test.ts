import { expect } from 'chai';
import { createAdmission, type Admission } from '../../../../src/application/admission/admission.js';
import type { Cancellation } from '../../../../src/domain/cancellation.js';
import type { Caller } from '../../../../src/domain/permission/permission.js';
import { planRead } from '../../../../src/domain/plan/plan-read.js';
import type { ReadPlan } from '../../../../src/domain/plan/read-plan.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { ok, type Result } from '../../../../src/domain/result.js';
import { fixtureSchema } from '../../../http/fixture.js';

const callerOf = (key: string, signal = new AbortController().signal): Caller => ({ key, signal });

function planOf(type: string, populate = false): ReadPlan {
  const query = {
    type: `api::${type}.${type}`,
    action: 'find' as const,
    range: { offset: 0, limit: 25 },
    count: false,
    layer: 'published' as const,
    ...(populate && { populate: [{ attribute: 'dishes', query: {} }] }),
  };
  const plan = planRead(fixtureSchema(), query as never, systemPrincipal, { rows: 100, textSize: 1000 });
  if (!plan.ok) throw new Error(plan.failure.message);
  return plan.value;
}

const plan = planOf('restaurant');

/** Reads that run until they are told to end, in the order in which they began. */
class Work {
  readonly began: string[] = [];
  readonly signals = new Map<string, Cancellation>();
  private readonly ends = new Map<string, () => void>();

  constructor(private readonly admission: Admission) {}

  read(caller: Caller, name: string, asked: ReadPlan = plan): Promise<Result<string>> {
    return this.admission.read(caller, asked, (deadline) => {
      const signal = deadline?.signal;
      this.began.push(name);
      return new Promise((resolve) => {
        const end = (): void => resolve(ok(name));
        this.ends.set(name, end);
        if (signal !== undefined) this.signals.set(name, signal);
        signal?.addEventListener('abort', end);
      });
    });
  }

  end(name: string): void {
    this.ends.get(name)?.();
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.failure.code);

describe('admission', () => {
  it('lets callers take turns, however many one of them has waiting', async () => {
    const work = new Work(createAdmission({ slots: 1, queueTimeoutMs: 60_000 }));
    const [greedy, modest] = [callerOf('greedy'), callerOf('modest')];
    const reads = [1, 2, 3, 4].map((n) => work.read(greedy, `greedy ${n}`));
    reads.push(...[1, 2].map((n) => work.read(modest, `modest ${n}`)));
    const order = ['greedy 1', 'greedy 2', 'modest 1', 'greedy 3', 'modest 2', 'greedy 4'];
    for (const [index, name] of order.entries()) {
      await turn();
      expect(work.began).to.deep.equal(order.slice(0, index + 1));
      work.end(name);
    }
    await Promise.all(reads);
  });

  it('gives no caller all slots', async () => {
    const work = new Work(createAdmission({ slots: 4, queueTimeoutMs: 60_000 }));
    const reads = [1, 2, 3, 4, 5].map((n) => work.read(callerOf('one'), `one ${n}`));
    reads.push(work.read(callerOf('other'), 'other'));
    await turn();
    expect(work.began).to.deep.equal(['one 1', 'one 2', 'one 3', 'other']);
    for (const name of ['one 1', 'one 2', 'one 3', 'other', 'one 4', 'one 5']) {
      work.end(name);
      await turn();
    }
    await Promise.all(reads);
  });

  it('refuses what has waited for too long, and never begins it', async () => {
    const work = new Work(createAdmission({ slots: 1, queueTimeoutMs: 50 }));
    const running = work.read(callerOf('one'), 'running');
    const late = await work.read(callerOf('other'), 'late');
    expect(codeOf(late)).to.equal('STORE.OVERLOADED');
    work.end('running');
    await running;
    expect(work.began).to.deep.equal(['running']);
  });

  it('refuses at once what would wait behind too many', async () => {
    const work = new Work(createAdmission({ slots: 1, queueTimeoutMs: 60_000, maxQueued: 2 }));
    const reads = [1, 2, 3].map((n) => work.read(callerOf('one'), `read ${n}`));
    expect(codeOf(await work.read(callerOf('one'), 'read 4'))).to.equal('STORE.OVERLOADED');
    for (const name of ['read 1', 'read 2', 'read 3']) {
      work.end(name);
      await turn();
    }
    expect((await Promise.all(reads)).map(codeOf)).to.deep.equal(['ok', 'ok', 'ok']);
  });

  it('drops who leaves while waiting', async () => {
    const work = new Work(createAdmission({ slots: 1, queueTimeoutMs: 60_000 }));
    const running = work.read(callerOf('one'), 'running');
    const leaving = new AbortController();
    const left = work.read(callerOf('other', leaving.signal), 'left');
    await turn();
    leaving.abort();
    expect(codeOf(await left)).to.equal('STORE.OVERLOADED');
    work.end('running');
    await running;
    await turn();
    expect(work.began).to.deep.equal(['running']);
  });

  it('ends a read whose caller leaves, or that takes too long', async () => {
    const work = new Work(createAdmission({ readTimeoutMs: 30 }));
    const leaving = new AbortController();
    const left = work.read(callerOf('one', leaving.signal), 'left');
    await turn();
    leaving.abort();
    await left;
    expect(work.signals.get('left')).to.have.property('aborted', true);
    await work.read(callerOf('one'), 'slow');
    expect(work.signals.get('slow')).to.have.property('aborted', true);
  });

  it('never ends a write that has begun', async () => {
    const admission = createAdmission({ readTimeoutMs: 10 });
    const leaving = new AbortController();
    const writing = admission.write(callerOf('one', leaving.signal), async () => {
      leaving.abort();
      await new Promise((resolve) => setTimeout(resolve, 30));
      return ok('written');
    });
    expect(await writing).to.deep.equal(ok('written'));
  });

  it('does not keep the server itself waiting', async () => {
    const work = new Work(createAdmission({ slots: 1, queueTimeoutMs: 60_000 }));
    const running = work.read(callerOf('one'), 'running');
    const admission = createAdmission({ slots: 1 });
    expect(await admission.read(undefined, plan, async () => ok('own'))).to.deep.equal(ok('own'));
    work.end('running');
    await running;
  });

  it('begins long reads again among the long ones where short ones wait, and keeps half of the slots from them', async () => {
    const work = new Work(createAdmission({ slots: 4, queueTimeoutMs: 60_000 }));
    const [caller, long] = [callerOf('one'), planOf('dish')];
    const reads = [1, 2, 3].map((n) => work.read(caller, `long ${n}`, long));
    const short = work.read(caller, 'short');
    await until(() => work.began.includes('short'));
    expect(work.began.slice(0, 4)).to.deep.equal(['long 1', 'long 2', 'long 3', 'short']);
    // Known by now: it waits for one of the two to end, though there is room for short ones.
    const fourth = work.read(caller, 'long 4', long);
    work.end('short');
    await short;
    const more = work.read(caller, 'short 2');
    await turn();
    expect(work.began).to.include('short 2').and.not.to.include('long 4');
    const ending = setInterval(() => work.began.forEach((name) => work.end(name)), 5);
    const all = await Promise.all([...reads, fourth, more]);
    clearInterval(ending);
    expect(all.map(codeOf)).to.deep.equal(['ok', 'ok', 'ok', 'ok', 'ok']);
    // The third was ended once to make room.
    expect(work.began.filter((name) => name === 'long 3')).to.have.length(2);
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}
