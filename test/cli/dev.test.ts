import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { subscribeTo } from './live-socket.js';
import { chefFile, chefWith, launch, makeApp, run, type Program, type TestApp } from './program.js';

const name = { type: 'string' };

const files = {
  'package.json': '{"type": "commonjs"}',
  'src/index.js': `module.exports = {
    async bootstrap({ strapi }) { await strapi.access.grant('public', 'api::chef.chef', ['find', 'create']); },
  };`,
  'src/api/probe/routes/probe.js': `module.exports = { routes: ['pid', 'wait', 'die', 'loop'].map((name) => (
    { method: 'GET', path: '/probe/' + name, handler: 'probe.' + name, config: { auth: false } })) };`,
  'src/api/probe/controllers/probe.js': `const { existsSync } = require('node:fs');
    module.exports = {
      pid(ctx) { ctx.body = String(process.pid); },
      die() { process.kill(process.pid, 'SIGKILL'); },
      loop() {
        console.error('probe loops');
        for (;;);
      },
      async wait(ctx) {
        console.error('probe waits');
        while (!existsSync('public/go')) await new Promise((resolve) => setTimeout(resolve, 20));
        ctx.body = String(process.pid);
      },
    };`,
  'public/robots.txt': '',
};

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Asks again until the answer fits; the time limit of the test ends it. */
async function until<T>(ask: () => Promise<T>, fits: (answer: T) => boolean): Promise<T> {
  for (;;) {
    const answer = await ask();
    if (fits(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

describe('quire dev', () => {
  let made: TestApp;
  let program: Program;
  let url: string;

  const start = async (
    env: Readonly<Record<string, string>> = { DATABASE_URL: 'memory:' },
  ): Promise<void> => {
    program = launch(['dev', '--app', made.directory], env);
    url = await program.says(/Serving (http:\S+:\d+)/);
  };
  const end = async (): Promise<void> => {
    program.process.kill('SIGKILL');
    await program.ended;
    await made.remove();
  };
  const put = (file: string, text: string) => writeFile(join(made.directory, file), text);
  const statusOf = async (path: string) => (await fetch(`${url}${path}`)).status;
  const textOf = async (path: string) => (await fetch(`${url}${path}`)).text();
  const page = async () => (await fetch(url, { headers: { Accept: 'text/html' } })).text();

  describe('while it serves', () => {
    before(async () => {
      made = await makeApp(files);
      await start();
    });
    after(end);

    it('serves a change of a schema, and loses no request of connections that stay open', async () => {
      const agent = new http.Agent({ keepAlive: true });
      const request = (path: string): Promise<number | string> =>
        new Promise((resolve) => {
          const sent = http.get(`${url}${path}`, { agent }, (answer) => {
            answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
          });
          sent.on('error', (error) => resolve(error.message));
        });
      const waiting = textOf('/api/probe/wait');
      await program.says(/probe waits/);
      const former = await textOf('/api/probe/pid');
      const answers: (number | string)[] = [];
      const served = new AbortController();
      const asking = Promise.all(
        [1, 2, 3].map(async () => {
          while (!served.signal.aborted) answers.push(await request('/api/chefs'));
        }),
      );
      await put(chefFile, chefWith({ Name: name, born: { type: 'integer' } }));
      await until(
        () => statusOf('/api/chefs?fields=born'),
        (status) => status === 200,
      );
      served.abort();
      await asking;
      agent.destroy();
      expect(new Set(answers)).to.deep.equal(new Set([200]));
      await put('public/go', '');
      // The version from before has finished what it had begun.
      expect(await waiting).to.equal(former);
      expect(await textOf('/api/probe/pid')).not.to.equal(former);
      await until(
        async () => isRunning(Number(former)),
        (running) => !running,
      );
    });

    it('closes WebSockets when files change, and the next version takes them', async () => {
      const { heard, closes, stop } = await subscribeTo(url, 'subscription { chefChanges { action } }');
      await put(chefFile, chefWith({ Name: name, born: { type: 'integer' }, age: { type: 'integer' } }));
      await until(
        () => Promise.resolve(heard.length),
        (count) => count >= 2,
      );
      expect(closes).to.deep.equal([1001]);
      expect(await statusOf('/api/chefs?fields=age')).to.equal(200);
      await stop();
    });

    it('serves a change of code', async () => {
      const controller = 'src/api/probe/controllers/probe.js';
      await put(controller, files[controller].replace('String(process.pid);', '`changed`;'));
      await until(
        () => textOf('/api/probe/pid'),
        (text) => text === 'changed',
      );
      await put(controller, files[controller]);
      await until(
        () => textOf('/api/probe/pid'),
        (text) => text !== 'changed',
      );
    });

    it('shows what is wrong at /, as text, while the version from before is served', async () => {
      const before = await textOf('/api/probe/pid');
      await put(chefFile, chefWith({ Name: name, '<script>alert(1)</script>': { type: 'string' } }));
      const shown = await until(page, (text) => text.includes('has a problem'));
      expect(shown).to.include('&#60;script&#62;').and.not.include('<script');
      expect(await program.says(/(The version from before is served)/)).not.to.equal('');
      expect(await textOf('/api/probe/pid')).to.equal(before);
      expect(await statusOf('/api/chefs')).to.equal(200);
      await put(chefFile, chefWith({ Name: name }));
      await until(page, (text) => text.includes('This project in development'));
    });

    it('waits for a decision where an attribute may be a renamed one', async () => {
      await put(chefFile, chefWith({ FullName: name }));
      const shown = await until(page, (text) => text.includes('Is this a renaming?'));
      expect(shown).to.include('api::chef.chef: Name is gone and FullName is new').and.include('renamedFrom');
      expect(await statusOf('/api/chefs?fields=Name')).to.equal(200);
      await put(chefFile, chefWith({ FullName: { ...name, renamedFrom: 'Nme' } }));
      await until(page, (text) => text.includes('FullName (renamedFrom'));
      // Another file is no answer.
      const said = program.says(/Changed: src\/index\.js(?=[^]*Is this a renaming)/);
      await put('src/index.js', files['src/index.js']);
      await said;
      expect(await statusOf('/api/chefs?fields=Name')).to.equal(200);
      // An answer that comes at once is none: editors may save a file twice.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await put(chefFile, chefWith({ FullName: { ...name, renamedFrom: 'Nme' } }));
      await until(
        () => statusOf('/api/chefs?fields=FullName'),
        (status) => status === 200,
      );
      await put(chefFile, chefWith({ Name: { ...name, renamedFrom: 'FullName' } }));
      await until(
        () => statusOf('/api/chefs?fields=Name'),
        (status) => status === 200,
      );
    });

    it('keeps the answer to its question while another fault is mended', async () => {
      const fault = `module.exports = { bootstrap() { throw new Error('no WholeName'); } };`;
      await put(chefFile, chefWith({ WholeName: name }));
      await until(page, (text) => text.includes('Is this a renaming?'));
      const said = program.says(/Changed: src\/index\.js(?=[^]*WholeName is new[^]*WholeName is new)/);
      await put('src/index.js', fault);
      await said;
      // An answer that comes at once is none.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await put(chefFile, chefWith({ WholeName: name }));
      await until(page, (text) => text.includes('no WholeName'));
      await put('src/index.js', files['src/index.js']);
      const mended = await until(page, (text) => !text.includes('no WholeName'));
      expect(mended).to.include('This project in development');
      expect(await statusOf('/api/chefs?fields=WholeName')).to.equal(200);
      await put(chefFile, chefWith({ Name: { ...name, renamedFrom: 'WholeName' } }));
      await until(
        () => statusOf('/api/chefs?fields=Name'),
        (status) => status === 200,
      );
    });

    it('forgets a problem with the version that mends it, though files have changed again', async () => {
      const openedWith = (file: string) => `const { existsSync } = require('node:fs');
        module.exports = {
          async bootstrap({ strapi }) {
            console.error('opening waits for ${file}');
            while (!existsSync('public/${file}')) await new Promise((resolve) => setTimeout(resolve, 20));
            await strapi.access.grant('public', 'api::chef.chef', ['find', 'create']);
          },
        };`;
      await put(chefFile, '{');
      await until(page, (text) => text.includes('has a problem'));
      await put('src/index.js', openedWith('first'));
      await put(chefFile, chefWith({ Name: name, note: name }));
      await program.says(/(opening waits for first)/);
      await put('src/index.js', openedWith('second'));
      // Longer than a change needs to be noticed.
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      await put('public/first', '');
      await program.says(/(opening waits for second)/);
      expect(await statusOf('/api/chefs?fields=note')).to.equal(200);
      await textOf('/api/probe/die').catch(() => undefined);
      await program.says(/(on SIGKILL; it is started again)/);
      // Nothing is wrong, so it waits for the version that is being opened.
      const asked = textOf('/api/probe/pid');
      await put('public/second', '');
      expect(await asked).to.match(/^\d+$/);
      await put('src/index.js', files['src/index.js']);
      await put(chefFile, chefWith({ Name: name }));
      await until(
        () => statusOf('/api/chefs?fields=note'),
        (status) => status === 400,
      );
    });

    it('replaces a server that dies', async () => {
      const before = await textOf('/api/probe/pid');
      await textOf('/api/probe/die').catch(() => undefined);
      const after = await until(
        () => textOf('/api/probe/pid').catch(() => before),
        (pid) => pid !== before,
      );
      expect(after).to.match(/^\d+$/);
    });

    it('leaves no process behind when it is killed, also none whose code never ends', async () => {
      const pid = Number(await textOf('/api/probe/pid'));
      textOf('/api/probe/loop').catch(() => undefined);
      await program.says(/(probe loops)/);
      program.process.kill('SIGKILL');
      await program.ended;
      await until(
        async () => isRunning(pid),
        (running) => !running,
      );
    });
  });

  describe('with faulty files', () => {
    before(async () => {
      made = await makeApp({ ...files, [chefFile]: '{' });
      program = launch(['dev', '--app', made.directory], { DATABASE_URL: 'memory:' });
      url = await program.says(/What is wrong is at (http:\S+:\d+)/);
    });
    after(end);

    it('says so until they are mended, then serves, and ends with its processes on SIGINT', async () => {
      expect(await page())
        .to.include('Nothing is served now')
        .and.include('chef/schema.json');
      const answer = await fetch(`${url}/api/chefs`);
      const { error } = (await answer.json()) as { error: { name: string; message: string } };
      expect([answer.status, error.name]).to.deep.equal([503, 'ServiceUnavailableError']);
      expect(error.message).to.include('chef/schema.json');
      await put(chefFile, chefWith({ Name: name }));
      await until(
        () => statusOf('/api/chefs'),
        (status) => status === 200,
      );
      const pid = Number(await textOf('/api/probe/pid'));
      program.process.kill('SIGINT');
      expect((await program.ended).code).to.equal(0);
      expect(isRunning(pid)).to.equal(false);
    });
  });

  describe('over PostgreSQL', () => {
    let database: TestDatabase;

    before(async () => {
      database = await openTestDatabase();
      made = await makeApp(files);
      await start({ DATABASE_URL: database.url });
    });
    after(async () => {
      await end();
      await database.close();
    });

    it('tells what is kept of attributes that a change removes', async () => {
      await put(chefFile, chefWith({ Name: name, age: { type: 'integer' } }));
      await until(
        () => statusOf('/api/chefs?fields=age'),
        (status) => status === 200,
      );
      await put(chefFile, chefWith({ Name: name }));
      await program.says(/(Kept, though no content-type has it: chefs\.age) /);
    });

    it('refuses a schema change that needs a decision, and keeps content over others', async () => {
      const body = JSON.stringify({ data: { Name: 'Ada' } });
      const headers = { 'Content-Type': 'application/json' };
      expect((await fetch(`${url}/api/chefs`, { method: 'POST', body, headers })).status).to.equal(201);
      await put(chefFile, chefWith({ Name: { type: 'integer' } }));
      const shown = await until(page, (text) => text.includes('has a problem'));
      expect(shown).to.include('from text to integer');
      expect(await textOf('/api/chefs?fields=Name')).to.include('"Ada"');
      await put(chefFile, chefWith({ Name: { type: 'text' } }));
      await program.says(/(The change is served)/);
      expect(await textOf('/api/chefs?fields=Name')).to.include('"Ada"');
    });
  });

  it('refuses production, other folders and a port that is taken', async () => {
    made = await makeApp(files);
    const memory = { DATABASE_URL: 'memory:' };
    const production = await run(['dev', '--app', made.directory], { ...memory, NODE_ENV: 'production' });
    expect([production.code, production.notes]).to.deep.equal([
      1,
      'quire: NODE_ENV is production: quire dev is for development, quire start serves\n',
    ]);
    expect((await run(['dev', '--app', join(made.directory, 'nowhere')], memory)).notes).to.include(
      'quire init',
    );
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const taken = await run(['dev', '--app', made.directory, '--port', String(port)], memory);
    expect(taken.code).to.equal(1);
    expect(taken.notes).to.match(new RegExp(`^quire: Port ${port} on 127.0.0.1 is taken`, 'm'));
    other.close();
    await rm(made.directory, { recursive: true });
  });
});
