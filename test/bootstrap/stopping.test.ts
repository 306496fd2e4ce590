import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp, type TestApp } from '../cli/program.js';
import { openMailServer, type MailServer } from '../mail-server.js';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

describe('stopping a server', () => {
  let app: TestApp;
  let mails: MailServer;
  beforeEach(async () => {
    app = await makeApp();
    mails = await openMailServer(300);
  });
  afterEach(async () => {
    await app.remove();
    await mails.close();
  });

  it('sends pending mails first', async () => {
    const env = {
      DATABASE_URL: 'memory:',
      PORT: '0',
      RATE_LIMIT: 'false',
      JWT_SECRET: 'a secret of these tests',
      MAIL_URL: mails.url,
    };
    const quire = createQuire({ app: app.directory, env, log: silent });
    const { url } = await quire.start();
    const post = async (path: string, body: object): Promise<number> => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch(`${url}/api/auth/${path}`, { method: 'POST', headers, body: JSON.stringify(body) }))
        .status;
    };
    const account = { username: 'ada', email: 'ada@example.com', password: 'correct horse' };
    expect(await post('local/register', account)).to.equal(200);
    expect(await post('forgot-password', { email: 'ada@example.com' })).to.equal(200);
    await quire.stop();
    expect(mails.received.map(({ to }) => to)).to.deep.equal([['ada@example.com']]);
  });
});
