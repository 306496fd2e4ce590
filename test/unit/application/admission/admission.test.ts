import { expect } from 'chai';
import { createAdmission, type Admission } from '../../../../src/application/admission/admission.js';
import type { Cancellation } from '../../../../src/domain/cancellation.js';
import type { Caller } from '../../../../src/domain/caller.js';
import { planRead } from '../../../../src/domain/plan/plan-read.js';
import type { ReadPlan } from '../../../../src/domain/plan/read-plan.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { ok, type Result } from '../../../../src/domain/result.js';
import { fixtureSchema } from '../../../http/fixture.js';
import { useProcessor } from '../../../use-processor.js';

const callerOf = (key: string, signal = new AbortController().signal): Caller => ({ key, signal });

function anyPlan(): ReadPlan {
  const query = {
    type: 'api::restaurant.restaurant',
    action: 'find' as const,
    range: { offset: 0, limit: 25 },
    count: false,
    layer: 'published' as const,
  };
  const planned = planRead(fixtureSchema(), query, systemPrincipal, { rows: 100, textSize: 1000 });
  if (!planned.ok) throw new Error(planned.failure.message);
  return planned.value;
}

const plan = anyPlan();

/** Reads that run until they are aborted, in the order in which they began. */
class Work {
  readonly began: string[] = [];
  readonly signals = new Map<string, Cancellation>();
  readonly deadlines = new Map<string, number>();
  private readonly ends = new Map<string, () => void>();

  constructor(readonly admission: Admission) {}

  read(caller: Caller, name: string, asked: ReadPlan = plan): Promise<Result<string>> {
    return this.admission.read(caller, asked, (deadline) => {
      const signal = deadline?.signal;
      if (deadline !== undefined) this.deadlines.set(name, deadline.at);
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
  it('lets callers take turns, however many calls one of them has waiting', async () => {
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

  it('gives the last quarter of the slots to callers of which nothing runs', async () => {
    const work = new Work(createAdmission({ slots: 8, queueTimeoutMs: 60_000 }));
    const names: string[] = [];
    const reads = ['one', 'other', 'third'].flatMap((caller) =>
      Array.from({ length: 8 }, (_, n) => {
        names.push(`${caller} ${n}`);
        return work.read(callerOf(caller), `${caller} ${n}`);
      }),
    );
    await turn();
    const ofOne = [0, 1, 2, 3, 4, 5].map((n) => `one ${n}`);
    expect(work.began).to.deep.equal([...ofOne, 'other 0', 'third 0']);
    work.end('one 0');
    await turn();
    expect(work.began).to.have.length(8);
    work.end('other 0');
    await turn();
    expect(work.began.slice(8)).to.deep.equal(['other 1']);
    while (names.some((name) => !work.began.includes(name))) {
      for (const name of work.began) work.end(name);
      await turn();
    }
    for (const name of names) work.end(name);
    await Promise.all(reads);
  });

  it('refuses calls that have waited too long, without starting them', async () => {
    const work = new Work(createAdmission({ slots: 1, queueTimeoutMs: 50 }));
    const running = work.read(callerOf('one'), 'running');
    const late = await work.read(callerOf('other'), 'late');
    expect(codeOf(late)).to.equal('STORE.OVERLOADED');
    work.end('running');
    await running;
    expect(work.began).to.deep.equal(['running']);
  });

  it('lets short reads wait longer while another caller leaves theirs less than its share', async () => {
    const work = new Work(createAdmission({ slots: 8, queueTimeoutMs: 300 }));
    const reads = Array.from({ length: 8 }, (_, n) => work.read(callerOf('one'), `one ${n}`));
    const others = [0, 1, 2].map((n) => work.read(callerOf('other'), `other ${n}`));
    expect((await Promise.all(reads.splice(6))).map(codeOf)).to.deep.equal(Array(2).fill('STORE.OVERLOADED'));
    work.end('one 0');
    work.end('one 1');
    await turn();
    expect(work.began.slice(6)).to.deep.equal(['other 0', 'other 1']);
    expect(codeOf(await (others[2] ?? expect.fail()))).to.equal('STORE.OVERLOADED');
    for (const name of work.began) work.end(name);
    await Promise.all([...reads, ...others]);
  });

  it('lets short reads of a caller that is alone wait as long as writes', async () => {
    const work = new Work(createAdmission({ slots: 1, queueTimeoutMs: 300 }));
    const running = work.read(callerOf('one'), 'running');
    const began = performance.now();
    expect(codeOf(await work.read(callerOf('one'), 'late'))).to.equal('STORE.OVERLOADED');
    expect(performance.now() - began).to.be.at.least(300);
    work.end('running');
    await running;
  });

  it('refuses calls at once if the queue is full', async () => {
    const work = new Work(createAdmission({ slots: 1, queueTimeoutMs: 60_000, maxQueued: 2 }));
    const reads = [1, 2, 3].map((n) => work.read(callerOf('one'), `read ${n}`));
    expect(codeOf(await work.read(callerOf('one'), 'read 4'))).to.equal('STORE.OVERLOADED');
    for (const name of ['read 1', 'read 2', 'read 3']) {
      work.end(name);
      await turn();
    }
    expect((await Promise.all(reads)).map(codeOf)).to.deep.equal(['ok', 'ok', 'ok']);
  });

  it('drops a waiting call whose client disconnects', async () => {
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

  it('aborts a read whose client disconnects or that takes too long', async () => {
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

  it('counts the time of a read from when it began to wait', async () => {
    const work = new Work(createAdmission({ slots: 1, queueTimeoutMs: 60_000, readTimeoutMs: 300 }));
    const running = work.read(callerOf('one'), 'running');
    const arrived = performance.now();
    const waiting = work.read(callerOf('other'), 'waiting');
    await new Promise((resolve) => setTimeout(resolve, 50));
    work.end('running');
    await running;
    await turn();
    expect(work.deadlines.get('waiting')).to.be.closeTo(arrived + 300, 25);
    await waiting;
    expect(work.signals.get('waiting')).to.have.property('aborted', true);
  });

  it('never aborts a running write', async () => {
    const admission = createAdmission({ readTimeoutMs: 10 });
    const leaving = new AbortController();
    const writing = admission.write(callerOf('one', leaving.signal), async () => {
      leaving.abort();
      await new Promise((resolve) => setTimeout(resolve, 30));
      return ok('written');
    });
    expect(await writing).to.deep.equal(ok('written'));
  });

  it('starts a write beside a short read of the same caller that may cost no more', async () => {
    const longReads = { cost: 5_000, ofAll: 1, ofCaller: 1 / 2, ofShort: 1 / 5 };
    const work = new Work(createAdmission({ slots: 3, queueTimeoutMs: 60_000, longReads }));
    const running = work.read(callerOf('one'), 'running', { ...plan, cost: 4_500 });
    expect(await work.admission.write(callerOf('one'), async () => ok('written'))).to.deep.equal(
      ok('written'),
    );
    work.end('running');
    await running;
  });

  it("does not delay the server's own work", async () => {
    const work = new Work(createAdmission({ slots: 1, queueTimeoutMs: 60_000 }));
    const running = work.read(callerOf('one'), 'running');
    const admission = createAdmission({ slots: 1 });
    expect(await admission.read(undefined, plan, async () => ok('own'))).to.deep.equal(ok('own'));
    work.end('running');
    await running;
  });

  it('limits the total cost of running long reads, per caller and overall, and starts short reads beside them', async () => {
    const work = new Work(createAdmission({ slots: 8, queueTimeoutMs: 60_000 }));
    const [one, other] = [callerOf('one'), callerOf('other')];
    const long = (cost: number): ReadPlan => ({ ...plan, cost });
    const reads = [
      work.read(one, 'one 1', long(12_000)),
      work.read(one, 'one 2', long(12_000)),
      work.read(one, 'one 3', long(8_000)),
      work.read(other, 'other 1', long(14_000)),
      work.read(other, 'other 2', long(5_001)),
      work.read(one, 'short', long(5_000)),
    ];
    await turn();
    expect(work.began).to.deep.equal(['one 1', 'other 1', 'other 2', 'short']);
    for (const name of ['other 1', 'one 1', 'one 2', 'one 3', 'other 2', 'short']) {
      work.end(name);
      await turn();
    }
    expect(work.began.slice(4)).to.deep.equal(['one 2', 'one 3']);
    expect((await Promise.all(reads)).map(codeOf)).to.deep.equal(Array(6).fill('ok'));
  });

  it('starts the longest read where nothing runs, whatever other reads have cost', async () => {
    const work = new Work(createAdmission({ slots: 8, queueTimeoutMs: 60_000 }));
    const read = (name: string, cost: number) => work.read(callerOf('one'), name, { ...plan, cost });
    for (let round = 1; round <= 40; round++) {
      const both = [read(`a${round}`, 6_000 + round / 7), read(`b${round}`, 7_000 + round / 11)];
      await turn();
      for (const name of ['a', 'b']) work.end(`${name}${round}`);
      await Promise.all(both);
    }
    const longest = read('longest', 1e9);
    await turn();
    expect(work.began.at(-1)).to.equal('longest');
    work.end('longest');
    await longest;
  });

  it('limits the total cost of running short reads of one caller, but not of the first', async () => {
    const longReads = { cost: 5_000, ofAll: 1, ofCaller: 1 / 2, ofShort: 1 / 5 };
    const work = new Work(createAdmission({ slots: 4, queueTimeoutMs: 60_000, longReads }));
    const reads = [
      work.read(callerOf('other'), 'other 1', { ...plan, cost: 3_000 }),
      work.read(callerOf('one'), 'one 1', { ...plan, cost: 4_500 }),
      work.read(callerOf('one'), 'one 2', { ...plan, cost: 100 }),
      work.read(callerOf('other'), 'other 2', { ...plan, cost: 1_000 }),
    ];
    await turn();
    expect(work.began).to.deep.equal(['other 1', 'one 1', 'other 2']);
    for (const name of ['one 1', 'one 2', 'other 1', 'other 2']) {
      work.end(name);
      await turn();
    }
    expect(work.began.slice(3)).to.deep.equal(['one 2']);
    expect((await Promise.all(reads)).map(codeOf)).to.deep.equal(Array(4).fill('ok'));
  });

  it('runs the short reads of a caller that is alone, whatever they cost, until another one comes', async () => {
    const longReads = { cost: 5_000, ofAll: 1, ofCaller: 1 / 2, ofShort: 1 / 5 };
    const work = new Work(createAdmission({ slots: 8, queueTimeoutMs: 60_000, longReads }));
    const reads = [1, 2, 3, 4].map((n) => work.read(callerOf('one'), `one ${n}`, { ...plan, cost: 4_500 }));
    await turn();
    expect(work.began).to.deep.equal(['one 1', 'one 2', 'one 3', 'one 4']);
    reads.push(work.read(callerOf('other'), 'other'));
    reads.push(work.read(callerOf('one'), 'one 5', { ...plan, cost: 4_500 }));
    await turn();
    expect(work.began.slice(4)).to.deep.equal(['other']);
    for (const name of ['one 1', 'one 2', 'one 3', 'one 4', 'one 5', 'other']) {
      work.end(name);
      await turn();
    }
    expect((await Promise.all(reads)).map(codeOf)).to.deep.equal(Array(6).fill('ok'));
  });

  it('lets short reads of which fewer run at once wait in proportion longer', async () => {
    const longReads = { cost: 5_000, ofAll: 1, ofCaller: 1 / 2, ofShort: 1 / 5 };
    const work = new Work(createAdmission({ slots: 1, queueTimeoutMs: 500, longReads }));
    const running = work.read(callerOf('one'), 'running');
    const began = performance.now();
    const refused: number[] = [];
    const refuse = async (cost: number): Promise<void> => {
      await work.read(callerOf(`with ${cost}`), 'late', { ...plan, cost });
      refused.push(cost);
    };
    await Promise.all([5_000, 2_500, 1_000].map(refuse));
    expect(refused).to.deep.equal([1_000, 2_500, 5_000]);
    expect(performance.now() - began).to.be.at.least(250);
    work.end('running');
    await running;
    expect(work.began).to.deep.equal(['running']);
  });

  it('takes from the store which reads are long, and how many of them run at once', async () => {
    const longReads = { cost: 2_000, ofAll: 1 / 4, ofCaller: 1 / 8, ofShort: 1 };
    const work = new Work(createAdmission({ slots: 8, queueTimeoutMs: 60_000, longReads }));
    const long = { ...plan, cost: 2_001 };
    const names = ['one 1', 'one 2', 'two 1', 'three 1'];
    const reads = names.map((name) => work.read(callerOf(name.split(' ')[0] ?? ''), name, long));
    reads.push(work.read(callerOf('one'), 'short', { ...plan, cost: 2_000 }));
    await turn();
    expect(work.began).to.deep.equal(['one 1', 'two 1', 'short']);
    for (const name of ['one 1', 'two 1', 'short', 'one 2', 'three 1']) {
      work.end(name);
      await turn();
    }
    expect((await Promise.all(reads)).map(codeOf)).to.deep.equal(Array(5).fill('ok'));
  });

  it('tells the caller of a long read that only long reads have to wait', async () => {
    const work = new Work(createAdmission({ slots: 2, queueTimeoutMs: 60_000, maxQueued: 1 }));
    const long = { ...plan, cost: 10_001 };
    const reads = ['running', 'waiting'].map((name) => work.read(callerOf('one'), name, long));
    expect(codeOf(await work.read(callerOf('one'), 'one too many', long))).to.equal('STORE.LONG_READS');
    const short = work.read(callerOf('other'), 'short');
    for (const name of ['running', 'waiting', 'short']) {
      work.end(name);
      await turn();
    }
    expect((await Promise.all([...reads, short])).map(codeOf)).to.deep.equal(['ok', 'ok', 'ok']);
  });

  it('runs a read above the limit for long reads alone', async () => {
    const longReads = { cost: 5_000, ofAll: 3 / 4, ofCaller: 1 / 2, ofShort: 1 };
    const work = new Work(createAdmission({ slots: 2, queueTimeoutMs: 60_000, longReads }));
    const reads = ['first', 'second'].map((name) =>
      work.read(callerOf(name), name, { ...plan, cost: 300_000 }),
    );
    await turn();
    expect(work.began).to.deep.equal(['first']);
    for (const name of ['first', 'second']) {
      work.end(name);
      await turn();
    }
    expect((await Promise.all(reads)).map(codeOf)).to.deep.equal(['ok', 'ok']);
  });

  it('does not count time in which the event loop is blocked as waiting', async () => {
    const work = new Work(createAdmission({ slots: 1, queueTimeoutMs: 1_000 }));
    const running = work.read(callerOf('one'), 'running');
    const waiting = work.read(callerOf('other'), 'waiting');
    await turn();
    useProcessor(300);
    await new Promise((resolve) => setTimeout(resolve));
    work.end('running');
    await running;
    await turn();
    work.end('waiting');
    expect(codeOf(await waiting)).to.equal('ok');
  });

  it('lets only as many wait as run, for a second after one has waited too long', async () => {
    const work = new Work(createAdmission({ slots: 3, queueTimeoutMs: 50 }));
    const caller = callerOf('one');
    const running = ['running 1', 'running 2'].map((name) => work.read(caller, name));
    const queued = await Promise.all([1, 2, 3].map((n) => work.read(caller, `late ${n}`)));
    expect(queued.map(codeOf)).to.deep.equal(Array(3).fill('STORE.OVERLOADED'));
    // A write waits longer than a short read.
    const waiting = [1, 2].map(() => work.admission.write(caller, async () => ok('written')));
    expect(codeOf(await work.read(caller, 'one too many'))).to.equal('STORE.OVERLOADED');
    ['running 1', 'running 2'].forEach((name) => work.end(name));
    expect((await Promise.all([...running, ...waiting])).map(codeOf)).to.deep.equal(Array(4).fill('ok'));
    expect(work.began).to.deep.equal(['running 1', 'running 2']);
  });
});
