import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp, type TestApp } from '../cli/program.js';

const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const shop = 'https://shop.example';

describe('pages of other origins', () => {
  let app: TestApp;
  let warned: string[];
  beforeEach(() => {
    warned = [];
  });
  afterEach(() => app.remove());

  /** The response to a browser's preflight request for a page of `origin`, over REST and GraphQL. */
  async function told(
    cors: object,
    origin: string,
    strapi?: object,
    set: Readonly<Record<string, string>> = {},
  ): Promise<readonly (readonly (string | null)[])[]> {
    const middlewares = strapi === undefined ? [] : [{ name: 'strapi::cors', config: strapi }];
    app = await makeApp({
      'config/server.json': JSON.stringify({ cors }),
      'config/middlewares.json': JSON.stringify(middlewares),
    });
    const warn = (message: string): void => void warned.push(message);
    const quire = createQuire({
      app: app.directory,
      env: { DATABASE_URL: 'memory:', PORT: '0', ...set },
      log: { ...log, warn },
    });
    const { url } = await quire.start();
    try {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-trace',
      };
      const answers = await Promise.all(
        ['/api/chefs', '/graphql'].map((path) => fetch(`${url}${path}`, { method: 'OPTIONS', headers })),
      );
      return answers.map((answer) =>
        ['origin', 'credentials', 'headers'].map((name) =>
          answer.headers.get(`access-control-allow-${name}`),
        ),
      );
    } finally {
      await quire.stop();
    }
  }
  const both = <T>(one: T): readonly T[] => [one, one];

  it('may all use the API without cookies by default', async () => {
    expect(await told({}, shop)).to.deep.equal(both([shop, null, 'authorization,x-trace']));
  });

  it('may use it if the settings name them, with the configured options', async () => {
    const cors = { origins: [shop], credentials: true, headers: ['Authorization', 'Content-Type'] };
    expect(await told(cors, shop)).to.deep.equal(
      both([shop, 'true', 'Authorization,Content-Type,X-Quire-Position,Last-Event-ID']),
    );
    expect(warned.filter((message) => message.includes('cors'))).to.deep.equal([]);
  });

  it('may use it if strapi::cors names them, unless other settings do', async () => {
    const strapi = { origin: [shop], credentials: true, headers: ['Authorization'], maxAge: 9 };
    expect(await told({}, shop, strapi)).to.deep.equal(
      both([shop, 'true', 'Authorization,X-Quire-Position,Last-Event-ID']),
    );
    expect(warned.filter((message) => message.includes('cors'))).to.deep.equal([]);
    await app.remove();
    const other = 'https://other.example';
    expect(await told({ origins: [other] }, other, strapi)).to.deep.equal(
      both([other, 'true', 'Authorization,X-Quire-Position,Last-Event-ID']),
    );
    await app.remove();
    const set = { CORS_ORIGINS: shop, CORS_CREDENTIALS: 'false', CORS_HEADERS: '*' };
    expect(await told({ origins: [other] }, shop, strapi, set)).to.deep.equal(
      both([shop, null, 'authorization,x-trace']),
    );
  });

  it('may all use it without cookies if strapi::cors has credentials and any origin', async () => {
    const strapi = { origin: '*', credentials: true };
    expect(await told({}, shop, strapi)).to.deep.equal(
      both([shop, null, 'Content-Type,Authorization,Origin,Accept,X-Quire-Position,Last-Event-ID']),
    );
  });

  it('may not read the page for administrators, even if the settings name them', async () => {
    app = await makeApp({});
    const env = { DATABASE_URL: 'memory:', PORT: '0', CORS_ORIGINS: shop, CORS_CREDENTIALS: 'true' };
    const quire = createQuire({ app: app.directory, env, log });
    const { url } = await quire.start();
    try {
      for (const path of [
        '/admin',
        '/admin/',
        '/admin/content',
        '/admin/none.js',
        '/admin/sign-in',
        '/admin/api/me',
      ]) {
        for (const method of ['GET', 'OPTIONS']) {
          const { headers } = await fetch(`${url}${path}`, {
            method,
            headers: { origin: shop, 'access-control-request-method': 'POST' },
            redirect: 'manual',
          });
          const names = [...headers.keys()].filter((name) => name.startsWith('access-control-'));
          expect([method, path, names]).to.deep.equal([method, path, []]);
        }
      }
    } finally {
      await quire.stop();
    }
  });

  it('may not use it if the settings name others', async () => {
    const answers = await told({ origins: [shop], credentials: true }, 'https://evil.example');
    expect(answers.map(([origin]) => origin)).to.deep.equal([null, null]);
  });

  for (const [cors, message] of [
    [{ credentials: true }, /CORS_CREDENTIALS.*needs CORS_ORIGINS/],
    [{ origins: [] }, /cors\.origins/],
    [{ origins: ['shop.example'] }, /cors\.origins/],
    [{ origins: ['https://*.example'] }, /cors\.origins/],
    [{ origins: [`${shop}/page`] }, /cors\.origins/],
    [{ headers: 'a b' }, /cors\.headers/],
    [{ origin: [shop] }, /cors\.origin/],
  ] as const)
    it(`stop the start with ${JSON.stringify(cors)}`, async () => {
      const reason = await told(cors, shop).then(
        () => 'it started',
        (error: unknown) => String(error),
      );
      expect(reason).to.match(message);
    });
});
