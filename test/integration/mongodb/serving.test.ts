import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'chai';
import { chefFile, chefWith, launch, makeApp, run, type Program, type TestApp } from '../../cli/program.js';
import { openTestMongo, skipWithoutMongo, type TestMongo } from '../../mongo.js';
import { openMongoProxy, type MongoProxy } from './mongo-proxy.js';

describe('quire start on MongoDB', () => {
  let app: TestApp | undefined;
  before(async () => void (app = await makeApp({ [chefFile]: chefWith({ Name: { type: 'string' } }) })));
  after(() => app?.remove());

  const startOn = (url: string) => run(['start', '--app', app?.directory ?? ''], { DATABASE_URL: url });

  it('exits if the database is missing', async () => {
    const { code, notes } = await startOn('mongodb://nobody:secret@127.0.0.1:1/none');
    expect(code).to.equal(1);
    expect(notes)
      .to.match(/^quire: The database at 127\.0\.0\.1:1\/none cannot be reached/m)
      .and.not.to.include('secret')
      .and.not.to.include('    at ');
  });

  it('exits if the database does not answer', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { code, notes } = await startOn(
      `mongodb://nobody@127.0.0.1:${(silent.address() as AddressInfo).port}/none`,
    );
    silent.close();
    expect(code).to.equal(1);
    expect(notes).to.match(/^quire: .*database/m);
  });

  describe('with a server', () => {
    let database: TestMongo | undefined;
    let proxy: MongoProxy;
    let program: Program;
    let chefs: string;
    let headers: Record<string, string>;

    before(async function () {
      await skipWithoutMongo(this);
      database = await openTestMongo();
      proxy = await openMongoProxy(database.url);
      const argv = ['--app', app?.directory ?? ''];
      const token = await run(['token', 'create', '--name', 'a', '--access', 'full-access', ...argv], {
        DATABASE_URL: database.url,
      });
      headers = { authorization: `Bearer ${token.out.trim()}`, 'content-type': 'application/json' };
      program = launch(['start', ...argv], { DATABASE_URL: proxy.url });
      chefs = `${await program.says(/Serving (http:\S+)/)}/chefs`;
    });
    after(async () => {
      if (database === undefined) return;
      program.process.kill('SIGKILL');
      await program.ended;
      await proxy.close();
      await database.close();
    });

    const create = (Name: string) =>
      fetch(chefs, { method: 'POST', headers, body: JSON.stringify({ data: { Name } }) });

    it('answers 503 while the database is down, and continues when it is back', async () => {
      expect((await create('before')).status).to.equal(201);
      await proxy.down();
      const answers = await Promise.all([fetch(chefs, { headers }), create('away')]);
      for (const answer of answers) {
        expect(answer.status).to.equal(503);
        expect(answer.headers.get('retry-after')).to.equal('1');
        const { data, error } = (await answer.json()) as { data: null; error: { message: string } };
        expect(data).to.equal(null);
        expect(error).to.include({ status: 503, name: 'ServiceUnavailableError' });
        // A read may time out before the driver notices.
        expect(error.message).to.be.oneOf(['The database cannot be reached', 'The database took too long']);
      }
      await proxy.up();
      expect((await create('after')).status).to.equal(201);
      const { data } = (await (await fetch(chefs, { headers })).json()) as { data: { Name: string }[] };
      expect(data.map(({ Name }) => Name)).to.deep.equal(['before', 'after']);
    });

    it('learns of changes that were made while it was disconnected', async () => {
      await proxy.down();
      expect((await fetch(chefs)).status).to.be.oneOf([403, 503]);
      const grant = ['grant', 'public', 'api::chef.chef', 'find', '--app', app?.directory ?? ''];
      expect((await run(grant, { DATABASE_URL: database?.url })).code).to.equal(0);
      await proxy.up();
      let status = 0;
      while (status !== 200) {
        ({ status } = await fetch(chefs));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });

    it('exits on SIGTERM while the database is down', async () => {
      await proxy.down();
      program.process.kill('SIGTERM');
      expect((await program.ended).code).to.equal(0);
    });
  });
});
