import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp } from '../cli/program.js';

const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const env = {
  DATABASE_URL: 'memory:',
  PORT: '0',
  RATE_LIMIT: 'false',
  JWT_SECRET: 'a secret of these tests',
};

/** Runs a server of an app with these account settings while `work` runs. */
async function withServer(config: object, work: (url: string) => Promise<void>): Promise<void> {
  const app = await makeApp({ 'config/plugins.json': JSON.stringify({ 'users-permissions': { config } }) });
  const quire = createQuire({ app: app.directory, env, log });
  try {
    await work((await quire.start()).url);
  } finally {
    await quire.stop();
    await app.remove();
  }
}

const register = async (url: string): Promise<string> => {
  const answer = await fetch(`${url}/api/auth/local/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', email: 'ada@example.com', password: 'correct horse' }),
  });
  return ((await answer.json()) as { readonly jwt: string }).jwt;
};

const me = async (url: string, token: string): Promise<number> =>
  (await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${token}` } })).status;

describe('account settings', () => {
  it('stop the start if registration would link documents', async () => {
    const config = { register: { allowedFields: ['role', 'nickname'] } };
    const error = await withServer(config, () => Promise.reject(new Error('it started'))).catch(
      (thrown: Error) => thrown,
    );
    expect(error?.message).to.match(
      /config\/plugins users-permissions\.config\.register\.allowedFields: "role"/,
    );
    expect(error?.message).to.include('"nickname" is no attribute');
  });

  it('are logged if they have no effect', async () => {
    const warnings: string[] = [];
    const app = await makeApp({
      'config/server.json': JSON.stringify({ app: { keys: ['x'] }, transfer: {}, socket: null }),
      'config/plugins.json': JSON.stringify({ email: { config: {} }, seo: { enabled: true }, upload: {} }),
      'config/admin.json': '{"auth":{"secret":"x"}}',
    });
    const told = { ...log, warn: (text: string) => void warnings.push(text) };
    const quire = createQuire({ app: app.directory, env, log: told });
    try {
      await quire.start();
    } finally {
      await quire.stop();
      await app.remove();
    }
    expect(warnings.filter((text) => text.startsWith('of no effect'))).to.deep.equal([
      'of no effect here: config/server.json: transfer',
    ]);
    expect(warnings).to.include('config/plugins.json: seo is left out: it serves the admin panel only');
  });

  it('set the issuer and audience of sessions, and others are refused', async () => {
    let foreign = '';
    await withServer({}, async (url) => void (foreign = await register(url)));
    await withServer({ jwt: { issuer: 'shop', audience: 'web', expiresIn: 60 } }, async (url) => {
      const token = await register(url);
      const { iss, aud, iat = 0, exp = 0 } = jwt.decode(token) as jwt.JwtPayload;
      expect([iss, aud, exp - iat]).to.deep.equal(['shop', 'web', 60]);
      expect([await me(url, token), await me(url, foreign)]).to.deep.equal([200, 401]);
      const claims = jwt.decode(token) as jwt.JwtPayload;
      const forged = jwt.sign({ ...claims, iss: 'quire', aud: 'quire' }, env.JWT_SECRET);
      expect(await me(url, forged)).to.equal(401);
    });
  });
});
