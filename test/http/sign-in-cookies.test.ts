import { expect } from 'chai';
import supertest from 'supertest';
import type { PendingSignIn, SealedSignIn } from '../../src/application/ports/identity-providers.js';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import { createSeal } from '../../src/adapters/identity/openid/create-seal.js';
import { sessionKey } from '../../src/adapters/identity/create-session-tokens.js';
import { ok } from '../../src/domain/result.js';
import { createUploadWorld } from './upload-world.js';
import { openAccounts } from './accounts-world.js';

const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
const address = 'https://content.example';

describe('cookies of a sign-in over TLS', () => {
  it('the cookies are bound to the host', async () => {
    const world = await createUploadWorld();
    const accounts = await openAccounts();
    try {
      const pending: PendingSignIn = {
        provider: 'acme',
        callback: `${address}/api/connect/acme/callback`,
        state: 's',
        nonce: 'n',
        codeVerifier: 'v',
      };
      const states = new Set<string>();
      const app = createRestApp({
        schema: world.schema,
        documents: world.documents,
        authenticate: () => ok({ kind: 'public', name: 'public', grants: { kind: 'all' } }),
        log,
        signIn: {
          accounts: accounts.accounts,
          address,
          pages: { acme: `${address}/welcome` },
          useOnce: async (state) => states.size < states.add(state).size,
          seal: createSeal(sessionKey('a secret of these tests, long enough')),
          providers: {
            names: ['acme'],
            begin: async () => ok({ url: 'https://acme.example/', pending }),
            finish: async () =>
              ok({
                provider: 'acme',
                subject: 'ann',
                email: 'ann@example.com',
                username: 'ann',
                authenticatedAt: null,
              }),
          },
        },
      });
      const begun = await supertest(app).get('/api/connect/acme');
      const [sealed = ''] = begun.get('Set-Cookie') ?? [];
      expect(sealed).to.match(
        /^__Host-quire_sign_in=[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
      );
      const back = await supertest(app).get('/api/connect/acme/callback?code=x').set('Cookie', sealed);
      const again = await supertest(app).get('/api/connect/acme/callback?code=x').set('Cookie', sealed);
      const page = new URL(again.headers['location'] as string);
      expect([page.searchParams.get('code'), page.searchParams.get('error')]).to.deep.equal([
        null,
        'This sign-in has been finished already',
      ]);
      const [dropped = '', verifier = ''] = back.get('Set-Cookie') ?? [];
      expect(dropped).to.match(/^__Host-quire_sign_in=; Path=\/; Max-Age=0; /);
      expect(verifier).to.match(
        /^__Host-quire_sign_in_code=[0-9a-f]{64}; Path=\/; Max-Age=60; HttpOnly; SameSite=Strict; Secure$/,
      );
      const code = new URL(back.headers['location'] as string).searchParams.get('code');
      const exchange = (cookie: string) =>
        supertest(app).post('/api/auth/acme/callback').set('Cookie', cookie).send({ code });
      expect((await exchange(verifier.replace('__Host-', ''))).status).to.equal(400);
      expect((await exchange(verifier)).status).to.equal(200);
    } finally {
      await accounts.stop();
      await world.remove();
    }
  });

  it('only the server that sealed a cookie reads it, and only for its purpose', async () => {
    const seal = createSeal(sessionKey('a secret of these tests, long enough'));
    const other = createSeal(sessionKey('another secret of them, as long as it'));
    const signIn = { pending: { provider: 'acme' }, challenge: null } as unknown as SealedSignIn;
    expect(await seal.open(await seal.close(signIn))).to.deep.equal(signIn);
    expect(await other.open(await seal.close(signIn))).to.equal(null);
  });
});
