import { AsyncLocalStorage } from 'node:async_hooks';
import { mock } from 'node:test';
import { expect } from 'chai';
import { createAppCron, type CronRunner } from '../../src/adapters/app-code/cron/create-app-cron.js';
import { createMemoryRateCounts } from '../../src/adapters/store/memory/create-memory-rate-counts.js';
import { failure } from '../../src/domain/failure.js';
import { err } from '../../src/domain/result.js';

const noon = Date.parse('2026-03-01T12:00:00.000Z');
const minute = 60_000;
const strapi = { name: 'the app' };
const instance = { strapi, quire: strapi };

describe('scheduled tasks', () => {
  let errors: string[];
  let runs: string[];
  const opened: CronRunner[] = [];

  beforeEach(() => {
    [errors, runs] = [[], []];
    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: noon });
  });
  afterEach(async () => {
    mock.timers.reset();
    await Promise.all(opened.splice(0).map((cron) => cron.stop(0)));
  });

  const log = {
    debug: () => {},
    info: () => {},
    warn: (message: string) => void errors.push(message),
    error: (message: string) => void errors.push(message),
  };
  const open = (rates = createMemoryRateCounts()): CronRunner => {
    const cron = createAppCron({ rates, log });
    opened.push(cron);
    return cron;
  };
  const pass = async (ms: number, step = 1000): Promise<void> => {
    for (let passed = 0; passed < ms; passed += step) {
      mock.timers.tick(Math.min(step, ms - passed));
      await new Promise(setImmediate);
    }
  };
  const noting =
    (name: string) =>
    (given: { readonly strapi: unknown }, at: Date): void => {
      expect(given.strapi).to.equal(strapi);
      runs.push(`${name} ${at.toISOString().slice(11, 19)}`);
    };

  it('run at the times of rules with 5 and 6 fields, under names and rules as keys', async () => {
    const cron = open();
    cron.service.add({
      '*/2 * * * *': noting('rule'),
      named: { task: noting('named'), options: '30 * * * * *' },
      object: { task: noting('object'), options: { rule: '1 12 * * *', tz: 'Etc/UTC' } },
    });
    cron.start(instance);
    await pass(2 * minute);
    expect(runs).to.deep.equal(['named 12:00:30', 'object 12:01:00', 'named 12:01:30', 'rule 12:02:00']);
    expect(cron.service.jobs).to.deep.equal([{ name: null }, { name: 'named' }, { name: 'object' }]);
  });

  it('follow their time zone, beginning and end', async () => {
    const cron = open();
    const at = (text: string) => new Date(`2026-03-01T${text}Z`);
    cron.service.add({
      zone: { task: noting('zone'), options: { rule: '1 21 * * *', tz: 'Asia/Tokyo' } },
      between: {
        task: noting('between'),
        options: { rule: '* * * * *', start: at('12:02:00'), end: at('12:04:00').toISOString() },
      },
      once: { task: noting('once'), options: at('12:04:30') },
      past: { task: noting('past'), options: at('11:00:00') },
    });
    cron.start(instance);
    await pass(6 * minute);
    expect(runs).to.deep.equal(['zone 12:01:00', 'between 12:02:00', 'between 12:03:00', 'once 12:04:30']);
  });

  it('run on one of several servers each time', async () => {
    const rates = createMemoryRateCounts();
    const tasks = { same: { task: noting('same'), options: '* * * * *' }, '* * * * *': noting('rule') };
    for (const cron of [open(rates), open(rates), open(rates)]) {
      cron.service.add(tasks);
      cron.start(instance);
    }
    await pass(2 * minute);
    expect(runs.sort()).to.deep.equal(['rule 12:01:00', 'rule 12:02:00', 'same 12:01:00', 'same 12:02:00']);
  });

  it('all run where several have one rule', async () => {
    const cron = open();
    for (const name of ['one', 'two']) cron.service.add({ '* * * * *': noting(name) });
    cron.start(instance);
    await pass(minute);
    expect(runs).to.deep.equal(['one 12:01:00', 'two 12:01:00']);
  });

  it('log what they throw, and run again', async () => {
    const cron = open();
    let times = 0;
    const fail = (): Promise<never> => {
      times += 1;
      return Promise.reject(new Error('no luck'));
    };
    cron.service.add({
      fails: { task: fail, options: '* * * * *' },
    });
    cron.start(instance);
    await pass(2 * minute);
    expect([times, errors]).to.deep.equal([
      2,
      ['the cron task "fails" failed', 'the cron task "fails" failed'],
    ]);
  });

  it('do not run where the database cannot say whose turn it is, and the log says so', async () => {
    const away = err(failure('STORE.UNAVAILABLE', 'The database is away'));
    const cron = open({ ...createMemoryRateCounts(), count: async () => away });
    cron.service.add({ mails: { task: noting('mails'), options: '* * * * *' } });
    cron.start(instance);
    await pass(minute);
    expect([runs, errors]).to.deep.equal([[], ['the cron task "mails" was not run: The database is away']]);
  });

  it('may be added and removed while the server runs, and run outside of the request that adds them', async () => {
    const cron = open();
    const request = new AsyncLocalStorage<string>();
    cron.start(instance);
    request.run('a request', () =>
      cron.service.add({
        late: { task: () => void runs.push(String(request.getStore())), options: '* * * * *' },
      }),
    );
    await pass(2 * minute);
    cron.service.remove('late');
    await pass(2 * minute);
    expect([runs, cron.service.jobs]).to.deep.equal([['undefined', 'undefined'], []]);
    expect(() => cron.service.remove('')).to.throw('You must provide a name to remove a cron job.');
  });

  it('end with the server, which waits for running ones within its grace time', async () => {
    const cron = open();
    const ends: (() => void)[] = [];
    const work = (): Promise<void> => new Promise((resolve) => ends.push(resolve));
    cron.service.add({ long: { task: work, options: '* * * * *' } });
    cron.start(instance);
    await pass(minute);
    let stopped = false;
    const stopping = cron.stop(5000).then(() => (stopped = true));
    await pass(minute / 20);
    expect([stopped, ends.length]).to.deep.equal([false, 1]);
    ends[0]?.();
    await stopping;
    expect(errors).to.deep.equal([]);
    await pass(2 * minute);
    expect(ends).to.have.length(1);
  });

  it('that never end are left behind after the grace time, with a warning', async () => {
    const cron = open();
    cron.service.add({ ever: { task: () => new Promise(() => {}), options: '* * * * *' } });
    cron.start(instance);
    await pass(minute);
    const stopping = cron.stop(5000);
    await pass(5000);
    await stopping;
    expect(errors).to.deep.equal(['1 cron tasks still run and are left behind']);
  });

  const refused: readonly (readonly [string, unknown, RegExp])[] = [
    [
      'an unknown rule',
      { a: { task() {}, options: 'every day' } },
      /The cron task "a" cannot be scheduled: /,
    ],
    [
      'a rule of four fields',
      { '* * * *': () => {} },
      /The cron task "\* \* \* \*" cannot be scheduled: a rule has 5 fields .*, or 6 .*; this one has 4$/,
    ],
    [
      'a rule of seven fields',
      { '* * * * * * 2030': () => {} },
      /cannot be scheduled: a rule has 5 fields .*; this one has 7$/,
    ],
    [
      'a rule of one word',
      { a: { task() {}, options: 'hourly' } },
      /cannot be scheduled: a rule has 5 fields .*; this one has 1$/,
    ],
    [
      'a value out of range',
      { a: { task() {}, options: '61 * * * *' } },
      /The cron task "a" cannot be scheduled/,
    ],
    [
      'an unknown time zone',
      { a: { task() {}, options: { rule: '* * * * *', tz: 'Mars/Base' } } },
      /The cron task "a" cannot be scheduled/,
    ],
    ['no function', { a: { options: '* * * * *' } }, /The cron task "a" must be a function/],
    [
      'an unknown option',
      { a: { task() {}, rule: '* * * * *' } },
      /The cron task "a" has an unknown option rule/,
    ],
    [
      'a rule as an object',
      { a: { task() {}, options: { hour: 3 } } },
      /unknown member hour: there are rule, tz, start, end; write the rule as text/,
    ],
    ['no date', { a: { task() {}, options: { rule: '* * * * *', start: 'soon' } } }, /start must be a date/],
    ['a list', [], /cron tasks must be an object of tasks by name/],
  ];
  for (const [what, tasks, message] of refused)
    it(`refuse ${what}`, () => {
      const cron = open();
      expect(() => cron.service.add(tasks)).to.throw(message);
      expect(cron.service.jobs).to.deep.equal([]);
    });
});
