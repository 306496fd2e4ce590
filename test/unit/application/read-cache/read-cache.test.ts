import { expect } from 'chai';
import { createObservations } from '../../../../src/application/observations/create-observations.js';
import type {
  Deadline,
  DocumentStore,
  ReadAnswer,
} from '../../../../src/application/ports/document-store.js';
import type { Freshness, Mark } from '../../../../src/application/ports/freshness.js';
import type { Observation } from '../../../../src/application/ports/observations.js';
import { createReadCache } from '../../../../src/application/read-cache/create-read-cache.js';
import { createQuestionKeys } from '../../../../src/application/read-cache/question-key.js';
import { Canceller } from '../../../../src/domain/cancellation.js';
import { failure } from '../../../../src/domain/failure.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { planRead } from '../../../../src/domain/plan/plan-read.js';
import type { ReadPlan } from '../../../../src/domain/plan/read-plan.js';
import type { Query } from '../../../../src/domain/query/query.js';
import { err, ok, type Result } from '../../../../src/domain/result.js';
import { defaultLimits } from '../../../../src/application/documents/limits.js';
import { fixtureSchema } from '../../../contract/fixture-schema.js';
import { populate, where } from '../../../contract/questions.js';
import { queryOf, valueOf } from '../../../contract/world.js';

const schema = fixtureSchema();

const planOf = (more: Partial<Query> = {}): ReadPlan =>
  valueOf(planRead(schema, { ...queryOf('article', more), locale: 'en' }, systemPrincipal, defaultLimits));

/** A store whose reads end when the test says so, and whose answer is the number of writes that it has seen. */
function heldStore() {
  let writes = 0;
  let isUnreachable = false;
  const waiting: ((answer: Result<ReadAnswer>) => void)[] = [];
  const answerNow = (): Result<ReadAnswer> => {
    const text = `[${writes}]`;
    return ok({ size: 1, total: null, text: () => text, documents: () => [] });
  };
  interface Numbered extends Mark {
    readonly writes: number;
  }
  const freshness = {
    mark: async (footprint) => (isUnreachable ? err(away) : ok({ footprint, writes } as Mark)),
    renew: async (mark) => {
      if (isUnreachable) return err(away);
      return ok((mark as Numbered).writes === writes ? mark : ({ ...mark, writes } as Mark));
    },
  } as Freshness;
  const outcomes: string[] = [];
  const observe = (seen: Observation): void =>
    void (seen.kind === 'cached-read' && outcomes.push(seen.outcome));
  const observations = createObservations([{ kinds: ['cached-read'], observe }]);
  const documents = {
    read: () => new Promise<Result<ReadAnswer>>((resolve) => void waiting.push(resolve)),
  } as unknown as DocumentStore;
  const units = { run: () => Promise.reject(new Error('none')), current: () => undefined };
  const maxBytes = 1_000_000;
  const cache = createReadCache({ schema, documents, freshness, units, maxBytes, observations });
  return {
    cache,
    outcomes,
    write: () => void (writes += 1),
    lose: () => void (isUnreachable = true),
    find: () => void (isUnreachable = false),
    reads: () => waiting.length,
    /** Ends the oldest read, when there is one. */
    async answer(how: () => Result<ReadAnswer> = answerNow): Promise<void> {
      while (waiting.length === 0) await settled();
      waiting.shift()?.(how());
    },
  };
}

const away = failure('STORE.UNAVAILABLE', 'away');
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
const textOf = (answer: Result<ReadAnswer>): string => valueOf(answer).text();

describe('keys of questions', () => {
  const keyOf = createQuestionKeys(schema);
  const key = (more: Partial<Query> = {}): string => keyOf('read', planOf(more)) ?? 'none';

  it('are the same for plans that are equal', () => {
    const asked = { filters: where('stars', '$gt', 3), populate: populate('events', 'cover') };
    expect(key(asked)).to.equal(key(asked)).and.to.be.a('string');
  });

  it('differ with every part of a plan', () => {
    const keys = [
      key(),
      key({ fields: ['name'] }),
      key({ fields: ['name', 'stars'] }),
      key({ layer: 'draft' }),
      key({ count: true }),
      key({ range: { offset: 0, limit: 1 } }),
      key({ filters: where('name', '$eq', 'a') }),
      key({ filters: where('name', '$eqi', 'a') }),
      key({ filters: where('mood', '$eq', 'a') }),
      key({ filters: where('name', '$in', ['a', 'b']) }),
      key({ filters: where('name', '$in', ['as1:b']) }),
      key({ populate: populate('events') }),
      key({ populate: populate({ name: 'events', fields: ['name'] }) }),
      keyOf('aggregate', planOf()),
    ];
    expect(new Set(keys).size).to.equal(keys.length);
  });

  it('do not exist for what is no data', () => {
    expect(keyOf('read', { where: () => true })).to.equal(null);
    expect(keyOf('read', { where: new Date() })).to.equal(null);
    const circle: { itself?: object } = {};
    circle.itself = circle;
    expect(keyOf('read', circle)).to.equal(null);
  });
});

describe('the read cache', () => {
  const plan = planOf();
  async function kept(store: ReturnType<typeof heldStore>): Promise<void> {
    for (let n = 0; n < 2; n++) {
      const reading = store.cache.read(plan);
      await store.answer();
      await reading;
    }
  }

  it('reads once for equal questions at the same time', async () => {
    const store = heldStore();
    await kept(store);
    store.write();
    const all = Array.from({ length: 20 }, () => store.cache.read(plan));
    await store.answer();
    expect((await Promise.all(all)).map(textOf)).to.deep.equal(Array(20).fill('[1]'));
    expect(store.reads()).to.equal(0);
  });

  it('does not give the answer of a read to a question that came after a write which it has not seen', async () => {
    const store = heldStore();
    await kept(store);
    store.write();
    const before = store.cache.read(plan);
    while (store.reads() === 0) await settled();
    store.write();
    const after = store.cache.read(plan);
    await store.answer(() => ok({ size: 1, total: null, text: () => '[1]', documents: () => [] }));
    expect(textOf(await before)).to.equal('[1]');
    await store.answer();
    expect(textOf(await after)).to.equal('[2]');
  });

  it('reads for itself if the read that it waited for failed, or its own client has gone', async () => {
    const store = heldStore();
    await kept(store);
    store.write();
    const [first, second] = [store.cache.read(plan), store.cache.read(plan)];
    await store.answer(() => err(failure('STORE.TIMEOUT', 'its client has gone')));
    await store.answer();
    expect((await first).ok).to.equal(false);
    expect(textOf(await second)).to.equal('[1]');

    store.write();
    const slow = store.cache.read(plan);
    while (store.reads() === 0) await settled();
    const signal = new Canceller();
    const deadline: Deadline = { signal, at: Infinity };
    const gone = store.cache.read(plan, deadline);
    await settled();
    signal.abort();
    while (store.reads() < 2) await settled();
    await store.answer();
    await store.answer();
    expect(textOf(await slow)).to.equal('[2]');
    expect((await gone).ok).to.equal(true);
  });

  it('passes reads by whose total may be an estimate', async () => {
    const store = heldStore();
    for (let n = 0; n < 3; n++) {
      const reading = store.cache.read(planOf({ count: true, estimates: true }));
      await store.answer();
      await reading;
    }
    expect(store.outcomes).to.deep.equal(['passed', 'passed', 'passed']);
  });

  it('leaves what is kept to others if a client goes while it looks', async () => {
    const store = heldStore();
    await kept(store);
    store.lose();
    const failing = store.cache.read(plan);
    await store.answer(() => err(away));
    expect((await failing).ok).to.equal(false);
    store.find();
    expect(textOf(await store.cache.read(plan))).to.equal('[0]');
    expect(store.outcomes.at(-1)).to.equal('hit');
  });

  it('keeps no failure, and asks the store if it cannot find out what was written', async () => {
    const store = heldStore();
    await kept(store);
    store.lose();
    store.write();
    const reading = store.cache.read(plan);
    await store.answer();
    expect(textOf(await reading)).to.equal('[1]');
    const failing = store.cache.read(plan);
    await store.answer(() => err(away));
    expect((await failing).ok).to.equal(false);
  });
});
