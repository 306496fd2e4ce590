import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { expect } from 'chai';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { subscribeTo } from './live-socket.js';
import { launch, makeApp, run, type Program, type TestApp } from './program.js';

const files = {
  'package.json': '{"type": "commonjs"}',
  'src/index.js': `module.exports = {
    async bootstrap({ strapi }) { await strapi.access.grant('public', 'api::chef.chef', ['find']); },
  };`,
  'src/api/probe/routes/probe.js': `module.exports = { routes: ['pid', 'wait'].map((name) => (
    { method: 'GET', path: '/probe/' + name, handler: 'probe.' + name, config: { auth: false } })) };`,
  'src/api/probe/controllers/probe.js': `module.exports = {
    pid(ctx) { ctx.body = String(process.pid); },
    async wait(ctx) {
      console.error('probe waits');
      await new Promise((resolve) => setTimeout(resolve, 300));
      ctx.body = 'done';
    },
  };`,
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Asks again until the answer fits; the time limit of the test ends it. */
async function until<T>(ask: () => Promise<T> | T, fits: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describe('quire start --workers', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let made: TestApp;
  let program: Program;
  let url: string;

  before(async () => {
    database = await openTestDatabase();
    made = await makeApp(files);
  });
  after(async () => {
    await made.remove();
    await database.close();
  });
  beforeEach(async () => {
    program = launch(['start', '--app', made.directory, '--workers', '2'], {
      DATABASE_URL: database.url,
      METRICS_TOKEN: 'the-token-of-a-scraper',
    });
    url = await program.says(/Serving (http:\S+:\d+)/);
    await program.says(/(2 workers serve)/);
  });
  afterEach(async () => {
    program.process.kill('SIGKILL');
    await program.ended;
  });

  const pid = async (): Promise<number> => {
    const answer = await fetch(`${url}/api/probe/pid`, { headers: { connection: 'close' } });
    return Number(await answer.text());
  };
  /** Those that answer some requests, which need not be all. */
  const pids = async (): Promise<ReadonlySet<number>> => {
    const answering = new Set<number>();
    for (let asked = 0; asked < 8; asked += 1) answering.add(await pid());
    return answering;
  };
  /** In the order in which they were started. */
  const children = (): readonly number[] => {
    const { pid: parent } = program.process;
    const text = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8');
    return text.trim().split(' ').filter(Boolean).map(Number);
  };
  const count = async (): Promise<number> => {
    const answer = await fetch(`${url}/_metrics`, {
      headers: { authorization: 'Bearer the-token-of-a-scraper' },
    });
    const text = await answer.text();
    const counts = [...text.matchAll(/^quire_requests_total\{.*status="2xx"\} (\d+)$/gm)];
    return counts.reduce((sum, [, value]) => sum + Number(value), 0);
  };

  it('serve on one port, and add up their metrics', async () => {
    await until(pids, ({ size }) => size === 2);
    const before = await count();
    for (let asked = 0; asked < 6; asked += 1)
      expect((await fetch(`${url}/api/chefs`, { headers: { connection: 'close' } })).status).to.equal(200);
    expect(await until(count, (counted) => counted >= before + 6)).to.be.at.least(before + 6);
  });

  it('are replaced when they end, and their counters stay', async () => {
    const [first = 0] = await pids();
    const before = await count();
    process.kill(first, 'SIGKILL');
    await program.says(/(worker \d ended \(SIGKILL\): another takes its place)/);
    expect(await count()).to.be.at.least(before);
    await until(pids, (now) => now.size === 2 && !now.has(first));
  });

  it('are replaced also when they end before they first serve', async function () {
    if (process.platform !== 'linux') return this.skip();
    program.process.kill('SIGKILL');
    await program.ended;
    program = launch(['start', '--app', made.directory, '--workers', '2'], { DATABASE_URL: database.url });
    url = await program.says(/Serving (http:\S+:\d+)/);
    const [, second = 0] = await until(children, ({ length }) => length === 2);
    process.kill(second, 'SIGKILL');
    await program.says(/(1 of 2 workers serve)/);
    await until(pids, (now) => now.size === 2);
    return undefined;
  });

  it('are as many as before when one ends whose successor is starting', async function () {
    if (process.platform !== 'linux') return this.skip();
    const [first = 0] = children();
    program.process.kill('SIGUSR2');
    await until(children, ({ length }) => length === 3);
    process.kill(first, 'SIGKILL');
    await program.says(/(all workers are replaced)/);
    // Longer than the pause before a replacement.
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    expect(children()).to.have.lengthOf(2);
    return undefined;
  });

  it('leave new connections to the others while one does not respond', async function () {
    if (process.platform === 'win32') return this.skip();
    const [frozen = 0] = await pids();
    process.kill(frozen, 'SIGSTOP');
    try {
      const answers = await Promise.all(Array.from({ length: 16 }, () => pid()));
      expect(answers).not.to.include(frozen);
    } finally {
      process.kill(frozen, 'SIGCONT');
    }
    return undefined;
  });

  it('end after their requests', async () => {
    const former = await pids();
    const waiting = fetch(`${url}/api/probe/wait`);
    await program.says(/probe waits/);
    program.process.kill('SIGTERM');
    expect(await (await waiting).text()).to.equal('done');
    expect((await program.ended).code).to.equal(0);
    for (const each of former) expect(isRunning(each)).to.equal(false);
  });

  it('that do not respond are killed when requests have had their time', async function () {
    if (process.platform === 'win32') return this.skip();
    const [frozen = 0] = await pids();
    process.kill(frozen, 'SIGSTOP');
    const began = performance.now();
    program.process.kill('SIGTERM');
    expect((await program.ended).code).to.equal(0);
    expect(performance.now() - began).to.be.within(10_000, 16_000);
    expect(isRunning(frozen)).to.equal(false);
    return undefined;
  });

  it('that are left are killed at a second signal', async function () {
    if (process.platform === 'win32') return this.skip();
    const [frozen = 0] = await pids();
    process.kill(frozen, 'SIGSTOP');
    program.process.kill('SIGTERM');
    // One soon after the first counts as the same.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    program.process.kill('SIGTERM');
    expect((await program.ended).code).to.equal(143);
    await until(
      () => isRunning(frozen),
      (runs) => !runs,
    );
    return undefined;
  });

  it('end also while the first of them starts', async () => {
    const slow = await makeApp({
      'package.json': '{"type": "commonjs"}',
      'src/index.js': `module.exports = {
        bootstrap() { console.error('bootstrap waits'); return new Promise((resolve) => setTimeout(resolve, 1_500)); },
      };`,
    });
    try {
      const starting = launch(['start', '--app', slow.directory, '--workers', '2'], {
        DATABASE_URL: database.url,
      });
      await starting.says(/(bootstrap waits)/);
      starting.process.kill('SIGTERM');
      const { notes } = await starting.ended;
      expect(notes.match(/bootstrap waits/g)).to.have.lengthOf(1);
    } finally {
      await slow.remove();
    }
  });

  it('end with the process that has started them', async () => {
    const former = await pids();
    program.process.kill('SIGKILL');
    for (const each of former)
      await until(
        () => isRunning(each),
        (runs) => !runs,
      );
  });

  it('are replaced one by one at SIGUSR2, and no request is refused', async function () {
    if (process.platform === 'win32') return this.skip();
    const former = await pids();
    const agent = new http.Agent({ keepAlive: true });
    const answers: (number | string)[] = [];
    const over = new AbortController();
    const ask = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const asked = http.get(`${url}/api/chefs`, { agent });
        const [answer] = (await once(asked, 'response').catch((error: Error) => [error])) as [
          http.IncomingMessage | Error,
        ];
        if (answer instanceof Error) answers.push(answer.message);
        else {
          answers.push(answer.statusCode ?? 0);
          await once(answer.resume(), 'end');
        }
      }
    };
    const asking = Promise.all([ask(), ask()]);
    const socket = await subscribeTo(url, 'subscription { chefChanges { action } }');
    program.process.kill('SIGUSR2');
    await program.says(/(all workers are replaced)/);
    expect(
      await until(
        () => socket.closes,
        ({ length }) => length > 0,
      ),
    ).to.include(1001);
    await until(
      () => socket.heard,
      ({ length }) => length > 1,
    );
    await socket.stop();
    over.abort();
    await asking;
    agent.destroy();
    expect(new Set(answers)).to.deep.equal(new Set([200]));
    for (const each of await pids()) expect(former.has(each)).to.equal(false);
    return undefined;
  });

  it('need a database that they share, and a number', async () => {
    // Also one: at SIGUSR2 it has a successor beside it.
    for (const count of ['1', '2']) {
      const memory = await run(['start', '--app', made.directory, '--workers', count], {
        DATABASE_URL: 'memory:',
      });
      expect(memory.code).to.equal(1);
      expect(memory.notes).to.contain('Workers need a database that they share');
    }
    for (const wrong of ['0', '65', 'many', '1.5', ' 2', '1e1'])
      expect((await run(['start', '--workers', wrong])).notes).to.contain('neither auto nor a number');
  });
});

describe('SIGUSR2', function () {
  this.timeout(60_000);
  let database: TestDatabase;
  let made: TestApp;
  let program: Program | undefined;

  before(async function () {
    if (process.platform === 'win32') return this.skip();
    database = await openTestDatabase();
    made = await makeApp(files);
    return undefined;
  });
  after(async () => {
    await made?.remove();
    await database?.close();
  });
  afterEach(async () => {
    program?.process.kill('SIGKILL');
    await program?.ended;
  });

  const start = async (...options: string[]): Promise<() => Promise<string>> => {
    program = launch(['start', '--app', made.directory, ...options], { DATABASE_URL: database.url });
    const url = await program.says(/Serving (http:\S+:\d+)/);
    return async () => (await fetch(`${url}/api/probe/pid`, { headers: { connection: 'close' } })).text();
  };

  it('replaces a single worker', async () => {
    const pid = await start('--workers', '1');
    const former = await pid();
    program?.process.kill('SIGUSR2');
    await program?.says(/(all workers are replaced)/);
    expect(await pid()).not.to.equal(former);
  });

  it('does not end a server without workers, nor a worker that gets it too', async () => {
    const alone = await start();
    program?.process.kill('SIGUSR2');
    await program?.says(/(no workers to replace)/);
    const pid = await alone();
    expect(pid).to.equal(String(program?.process.pid));
    program?.process.kill('SIGKILL');
    await program?.ended;
    const ofWorker = await start('--workers', '1');
    const worker = await ofWorker();
    process.kill(Number(worker), 'SIGUSR2');
    expect(await ofWorker()).to.equal(worker);
  });
});
