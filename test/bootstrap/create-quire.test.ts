import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp, type TestApp } from '../cli/program.js';

const env = { DATABASE_URL: 'memory:', PORT: '0', NODE_ENV: 'production' };

const nothing = (): void => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

describe('a server inside a program', () => {
  let app: TestApp;

  before(async () => (app = await makeApp()));
  after(() => app.remove());

  it('starts, serves what the program writes, stops, and can start again', async () => {
    const quire = createQuire({ app: app.directory, env, log });
    expect(() => quire.app).to.throw('the server does not run');
    for (const round of [1, 2]) {
      const { url } = await quire.start();
      await quire.app.access.grant('public', 'api::chef.chef', ['find']);
      await quire.app.documents('api::chef.chef').create({ data: { Name: `Ada ${round}` } });
      const list = (await (await fetch(`${url}/api/chefs?fields=Name`)).json()) as {
        data: { Name: string }[];
      };
      expect(list.data.map(({ Name }) => Name)).to.deep.equal([`Ada ${round}`]);
      await quire.stop();
      expect(await fetch(url).catch(() => 'refused')).to.equal('refused');
    }
    await quire.stop();
  });

  it('rejects with all faults', async () => {
    const quire = createQuire({
      app: app.directory,
      env: { ...env, PORT: 'x', DATABASE_URL: 'mysql://me:pw@h/d' },
    });
    const message = await quire.start().then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(message).to.include('PORT').and.to.include('DATABASE_URL').and.not.to.include('pw');
  });
});
