import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import {
  limitAuthRoutes,
  limitOwnChanges,
} from '../../src/adapters/delivery/rest/accounts/limit-auth-routes.js';
import { createLocalRateCounts } from '../../src/adapters/rate-limit/create-local-rate-counts.js';
import { createMemoryRateCounts } from '../../src/adapters/store/memory/create-memory-rate-counts.js';
import { createRateLimits, type RateLimitsDependencies } from '../../src/application/accounts/rate-limits.js';
import type { RateCounts } from '../../src/application/ports/rate-counts.js';
import type { Store } from '../../src/application/ports/store.js';
import { failure } from '../../src/domain/failure.js';
import { err } from '../../src/domain/result.js';
import { fixtureSchema } from '../contract/fixture-schema.js';
import { postgresStores } from '../contract/postgres-stores.js';

const max = 3;
const login = '/api/auth/local';

interface Told {
  readonly level: 'info' | 'warn';
  readonly message: string;
}

function serve(options: Partial<RateLimitsDependencies> & { readonly trustProxy?: number } = {}) {
  const told: Told[] = [];
  const { trustProxy = false, ...rest } = options;
  const log = {
    debug() {},
    info: (message: string) => void told.push({ level: 'info', message }),
    warn: (message: string) => void told.push({ level: 'warn', message }),
    error() {},
  };
  const limits = createRateLimits({
    enabled: true,
    windowMs: 60_000,
    max,
    shared: createMemoryRateCounts(),
    local: createLocalRateCounts(),
    log,
    ...rest,
  });
  const app = express();
  app.set('trust proxy', trustProxy);
  app.use('/api/auth', limitAuthRoutes(limits));
  app.use('/api/users', limitOwnChanges(limits));
  app.use('/api', (_req, res) => res.status(200).end('in'));
  const statuses = async (count: number, ask: (index: number) => supertest.Test): Promise<number[]> => {
    const all: number[] = [];
    for (let index = 0; index < count; index++) all.push((await ask(index)).status);
    return all;
  };
  return { app, told, statuses, post: (path = login) => supertest(app).post(path) };
}

const limited = [200, 200, 200, 429, 429];

describe('rate limits', () => {
  it('allow an address a number of requests for each route, and report the rest in headers', async () => {
    const { post } = serve();
    const now = Math.floor(Date.now() / 1000);
    for (const remaining of ['2', '1', '0']) {
      const response = await post();
      expect(response.status).to.equal(200);
      expect(response.headers).to.include({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': remaining });
      expect(Number(response.headers['x-ratelimit-reset'])).to.be.within(now + 50, now + 70);
    }
    const refused = await post();
    expect(refused.status).to.equal(429);
    expect(refused.headers).to.include({ 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0' });
    expect(Number(refused.headers['retry-after'])).to.be.within(50, 60);
    expect(refused.body).to.deep.equal({
      data: null,
      error: {
        status: 429,
        name: 'RateLimitError',
        message: 'Too many requests, please try again later.',
        details: {},
      },
    });
  });

  it('cannot be evaded by values in the body', async () => {
    const { post, statuses } = serve();
    const asked = statuses(5, (index) => post().send({ identifier: `user${index}`, password: `${index}` }));
    expect(await asked).to.deep.equal(limited);
  });

  it('cannot be evaded by headers that name another sender', async () => {
    const { post, statuses } = serve();
    const asked = statuses(5, (index) =>
      post()
        .set('X-Forwarded-For', `198.51.100.${index}`)
        .set('Forwarded', `for=198.51.100.${index}`)
        .set('X-Real-IP', `198.51.100.${index}`)
        .set('Authorization', `Bearer ${index}`)
        .set('User-Agent', `${index}`)
        .set('Host', `host${index}.example.org`),
    );
    expect(await asked).to.deep.equal(limited);
  });

  it('cannot be evaded by another spelling of the path', async () => {
    const { post, statuses } = serve();
    const paths = [login, '/API/Auth/LOCAL', `${login}/`, '/api/auth//local//', `${login}?a=1`];
    expect(await statuses(5, (index) => post(paths[index]))).to.deep.equal(limited);
  });

  it('apply to changes of the own account, which take a password, and to no other route of users', async () => {
    const { app, statuses } = serve();
    const paths = [
      '/api/users/me',
      '/api/Users/ME',
      '/api/users//me/',
      '/api/users/me?a=1',
      '/api/users/me/',
    ];
    expect(await statuses(5, (index) => supertest(app).put(paths[index] ?? ''))).to.deep.equal(limited);
    expect(await statuses(5, () => supertest(app).get('/api/users/me'))).to.deep.equal(Array(5).fill(200));
    expect(await statuses(5, () => supertest(app).put('/api/users/1'))).to.deep.equal(Array(5).fill(200));
  });

  it('count each route separately, unnamed ones together, and never count a logout', async () => {
    const { post, statuses } = serve();
    expect(await statuses(5, () => post())).to.deep.equal(limited);
    expect(await statuses(5, () => post('/api/auth/forgot-password'))).to.deep.equal(limited);
    expect(await statuses(5, (index) => post(`/api/auth/some-provider-${index}/callback`))).to.deep.equal(
      limited,
    );
    expect(await statuses(5, () => post('/api/auth/logout'))).to.deep.equal(Array(5).fill(200));
  });

  it('use the address that a trusted proxy reports, and no other', async () => {
    const { post, statuses } = serve({ trustProxy: 1 });
    const from = (forwarded: string) => () => post().set('X-Forwarded-For', forwarded);
    expect(await statuses(4, from('203.0.113.1'))).to.deep.equal([200, 200, 200, 429]);
    expect(await statuses(1, from('203.0.113.2'))).to.deep.equal([200]);
    // The client wrote the addresses before this one.
    expect(await statuses(1, from('198.51.100.7, 203.0.113.1'))).to.deep.equal([429]);
    const [some, more] = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'].map(from);
    expect(await statuses(3, some ?? (() => post()))).to.deep.equal([200, 200, 200]);
    expect(await statuses(1, more ?? (() => post()))).to.deep.equal([429]);
    expect(await statuses(1, from('2001:db8:1:3::1'))).to.deep.equal([200]);
  });

  it('count the proxy where it forwards no valid address', async () => {
    const { post, statuses } = serve({ trustProxy: 1 });
    const asked = statuses(5, (index) => post().set('X-Forwarded-For', `unknown-${index}`));
    expect(await asked).to.deep.equal(limited);
  });

  it('can be turned off', async () => {
    const { post, statuses } = serve({ enabled: false });
    expect(await statuses(6, () => post())).to.deep.equal(Array(6).fill(200));
    expect((await post()).headers).not.to.have.property('x-ratelimit-limit');
  });

  it('are enforced without a database query once they are reached', async () => {
    let asked = 0;
    const counts = createMemoryRateCounts();
    const counting: RateCounts = {
      ...counts,
      count: (...given) => {
        asked++;
        return counts.count(...given);
      },
    };
    const { post, statuses } = serve({ shared: counting });
    await statuses(9, () => post());
    expect(asked).to.equal(3);
  });

  it('apply to each server alone while the database is unavailable', async () => {
    const counts = createMemoryRateCounts();
    let away = true;
    const failing: RateCounts = {
      ...counts,
      count: async (...given) => (away ? err(failure('STORE.UNAVAILABLE', 'away')) : counts.count(...given)),
    };
    const { post, statuses, told } = serve({ shared: failing });
    expect(await statuses(5, () => post())).to.deep.equal(limited);
    expect(told).to.deep.equal([
      { level: 'warn', message: 'rate limits are not shared: each server counts for itself' },
    ]);
    away = false;
    await post('/api/auth/refresh');
    expect(told.at(-1)).to.deep.equal({ level: 'info', message: 'rate limits are shared again' });
  });

  describe('of two servers on one PostgreSQL', () => {
    const stores = postgresStores();
    let store: Store;
    before(async () => {
      store = await stores.open(fixtureSchema());
    });
    after(() => stores.close(store));

    it('are counted together', async () => {
      const [one, other] = [serve({ shared: store.rates }), serve({ shared: store.rates })];
      expect(await one.statuses(2, () => one.post())).to.deep.equal([200, 200]);
      expect(await other.statuses(3, () => other.post())).to.deep.equal([200, 429, 429]);
      expect(await one.statuses(1, () => one.post())).to.deep.equal([429]);
    });
  });
});
