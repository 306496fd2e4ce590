import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp } from '../cli/program.js';

const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const shop = 'https://shop.example';
const evil = 'https://evil.example';

/** Serves an app with these middlewares, written as JavaScript, while `ask` runs. */
async function serving(
  list: string,
  ask: (get: (path: string, init?: RequestInit) => Promise<Response>) => Promise<void>,
  server = '{}',
): Promise<void> {
  const app = await makeApp({
    'config/middlewares.js': `module.exports = ${list};`,
    'config/server.js': `module.exports = ${server};`,
    'src/index.js': `exports.bootstrap = async ({ strapi }) => {
      await strapi.access.grant('public', 'plugin::users-permissions.role', ['find']);
      const echo = (ctx) => void (ctx.body = ctx.request.body);
      strapi.server.routes([{ method: 'POST', path: '/echo', handler: echo, config: { auth: false } }]);
    };`,
  });
  const env = { DATABASE_URL: 'memory:', PORT: '0', NODE_ENV: 'test' };
  const quire = createQuire({ app: app.directory, env, log });
  try {
    const { url } = await quire.start();
    await ask((path, init) => fetch(`${url}${path}`, init));
  } finally {
    await quire.stop();
    await app.remove();
  }
}

const everywhere = ['/api/users-permissions/roles', '/graphql', '/nowhere'];

describe('the standard middlewares over HTTP', () => {
  describe('strapi::cors', () => {
    const preflight = (origin: string) => ({
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'x-a' },
    });
    const entry = (config: string) => `[{ name: 'strapi::cors', config: ${config} }]`;

    it('answers preflight requests of named origins, and no others', () =>
      serving(entry(`{ origin: ['${shop}'], expose: 'X-A', maxAge: 60 }`), async (get) => {
        for (const path of everywhere) {
          const answer = await get(path, preflight(shop));
          expect(answer.status, path).to.equal(204);
          expect(Object.fromEntries(answer.headers)).to.include({
            'access-control-allow-origin': shop,
            'access-control-allow-credentials': 'true',
            'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE,HEAD,OPTIONS',
            'access-control-allow-headers':
              'Content-Type,Authorization,Origin,Accept,X-Quire-Position,Last-Event-ID',
            'access-control-max-age': '60',
          });
          const foreign = await get(path, preflight(evil));
          expect(foreign.status, path).to.be.oneOf([400, 404, 405]);
          const named = [...foreign.headers.keys()].filter((name) => name.startsWith('access-control'));
          expect([named, foreign.headers.get('vary')?.includes('Origin')]).to.deep.equal([[], true]);
        }
      }));

    it('answers foreign pages without the headers, and named ones with them, errors too', () =>
      serving(entry(`{ origin: '${shop}, http://localhost:3000', expose: ['X-A'] }`), async (get) => {
        for (const path of everywhere) {
          const named = await get(path, { headers: { origin: 'http://localhost:3000' } });
          expect(named.headers.get('access-control-allow-origin')).to.equal('http://localhost:3000');
          expect(named.headers.get('access-control-expose-headers')).to.equal(
            'X-A,X-Quire-Position,ETag,Location,Retry-After,' +
              'X-RateLimit-Limit,X-RateLimit-Remaining,X-RateLimit-Reset,X-Request-Id',
          );
          const foreign = await get(path, { headers: { origin: evil } });
          expect(foreign.status).to.equal(named.status);
          expect(foreign.headers.get('access-control-allow-origin')).to.equal(null);
        }
      }));

    it('asks a function with the request, each time', () =>
      serving(
        entry(
          `{ origin: async (ctx) => (ctx.request.header.origin.endsWith('.shop.example') ? ctx.get('Origin') : ['${shop}']) }`,
        ),
        async (get) => {
          const allowed = async (origin: string) =>
            (await get('/nowhere', { headers: { origin } })).headers.get('access-control-allow-origin');
          expect(await allowed('https://a.shop.example')).to.equal('https://a.shop.example');
          expect(await allowed(shop)).to.equal(shop);
          expect(await allowed(evil)).to.equal(null);
          expect((await get('/nowhere')).status).to.equal(404);
        },
      ));

    it('gives no credentials where a function allows any origin', () =>
      serving(entry(`{ origin: () => '*' }`), async (get) => {
        const { headers } = await get('/nowhere', { headers: { origin: evil } });
        expect(headers.get('access-control-allow-origin')).to.equal(evil);
        expect(headers.get('access-control-allow-credentials')).to.equal(null);
      }));

    it('answers 500 where a function throws', () =>
      serving(entry(`{ origin: () => { throw new Error('no'); } }`), async (get) => {
        const answer = await get('/nowhere', { headers: { origin: shop } });
        expect([answer.status, answer.headers.get('access-control-allow-origin')]).to.deep.equal([500, null]);
      }));
  });

  it('strapi::ip refuses addresses that are not listed, everywhere', async () => {
    const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
    const list = `[{ name: 'strapi::ip', config: { whitelist: ['10.0.0.0/8', '192.168.0.*', '8.8.8.[0-3]'], blacklist: ['10.0.0.9'] } }]`;
    await serving(
      list,
      async (get) => {
        for (const path of [...everywhere, '/_health']) {
          for (const address of ['10.1.2.3', '192.168.0.77', '8.8.8.3', '::ffff:10.0.0.1'])
            expect((await get(path, from(address))).status, `${path} ${address}`).not.to.equal(403);
          for (const address of [
            '10.0.0.9',
            '192.168.10.7',
            '8.8.8.4',
            '9.9.9.9',
            '::1',
            '110.0.0.1',
            '8.8.8.33',
          ]) {
            const answer = await get(path, from(address));
            expect(answer.status, `${path} ${address}`).to.equal(403);
            expect(await answer.json()).to.have.nested.property('error.message', 'Forbidden');
          }
        }
      },
      '{ proxy: true }',
    );
  });

  it('strapi::ip does not believe clients without a proxy', () =>
    serving(`[{ name: 'strapi::ip', config: { whitelist: ['10.0.0.1'] } }]`, async (get) => {
      expect((await get('/nowhere', { headers: { 'x-forwarded-for': '10.0.0.1' } })).status).to.equal(403);
    }));

  it('strapi::compression compresses answers for clients that take it', () =>
    serving(`[{ name: 'strapi::compression', config: { threshold: 1 } }]`, async (get) => {
      for (const path of everywhere) {
        const packed = await get(path, { headers: { 'accept-encoding': 'gzip' } });
        expect(packed.headers.get('content-encoding'), path).to.equal('gzip');
        const plain = await get(path, { headers: { 'accept-encoding': 'identity' } });
        expect(plain.headers.get('content-encoding'), path).to.equal(null);
        expect(await packed.text(), path).to.equal(await plain.text());
      }
    }));

  it('strapi::responseTime and strapi::poweredBy add their headers', () =>
    serving(
      `['strapi::responseTime', { name: 'strapi::poweredBy', config: { poweredBy: 'us' } }]`,
      async (get) => {
        for (const path of everywhere) {
          const { headers } = await get(path);
          expect(headers.get('x-response-time'), path).to.match(/^\d+ms$/);
          expect(headers.get('x-powered-by'), path).to.equal('us');
        }
      },
    ));

  it('strapi::security sets its headers everywhere', () =>
    serving(
      `[{ name: 'strapi::security', config: { frameguard: false, contentSecurityPolicy: { directives: { 'img-src': ["'self'"] } } } }]`,
      async (get) => {
        for (const path of everywhere) {
          const { headers } = await get(path);
          expect(headers.get('x-frame-options'), path).to.equal(null);
          expect(headers.get('content-security-policy'), path).to.match(
            /img-src 'self' data: blob: https:\/\/market-assets.strapi.io;.*connect-src 'self' https:|connect-src 'self' https:;img-src 'self' data:/,
          );
        }
      },
    ));

  it('strapi::body limits forms for themselves', () =>
    serving(`[{ name: 'strapi::body', config: { formLimit: '1kb' } }]`, async (get) => {
      const send = async (bytes: number): Promise<number> => {
        const body = new URLSearchParams({ identifier: 'x'.repeat(bytes), password: 'x' });
        return (await get('/api/auth/local', { method: 'POST', body })).status;
      };
      expect([await send(500), await send(2000)]).to.deep.equal([400, 413]);
    }));

  it('strapi::body limits forms and texts that code of the app reads', () =>
    serving(`[{ name: 'strapi::body', config: { formLimit: '1kb', textLimit: '2kb' } }]`, async (get) => {
      const send = async (type: string, bytes: number): Promise<number> => {
        const headers = { 'content-type': type };
        return (await get('/echo', { method: 'POST', headers, body: `a=${'x'.repeat(bytes)}` })).status;
      };
      const form = 'application/x-www-form-urlencoded';
      expect([await send(form, 900), await send(form, 1500)]).to.deep.equal([200, 413]);
      expect([await send('text/plain', 1500), await send('text/plain', 2500)]).to.deep.equal([200, 413]);
    }));

  it('strapi::body limits bodies', () =>
    serving(`[{ name: 'strapi::body', config: { jsonLimit: '3mb' } }]`, async (get) => {
      const send = (path: string, bytes: number) =>
        get(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ identifier: 'x'.repeat(bytes), password: 'x', query: '{ __typename }' }),
        });
      for (const path of ['/api/auth/local', '/graphql']) {
        expect((await send(path, 2 * 1024 * 1024)).status, path).not.to.equal(413);
        expect((await send(path, 4 * 1024 * 1024)).status, path).to.equal(413);
      }
    }));
});
