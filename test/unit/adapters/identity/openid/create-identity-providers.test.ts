import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { createIdentityProviders } from '../../../../../src/adapters/identity/openid/create-identity-providers.js';
import type {
  IdentityProviders,
  SignInStart,
} from '../../../../../src/application/ports/identity-providers.js';
import { failureOf, valueOf } from '../../../../contract/results.js';
import { client, openLocalProvider, type LocalProvider } from './local-provider.js';

const callback = 'http://127.0.0.1:9/api/connect/local/callback';
const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };

describe('sign-in with OpenID Connect', () => {
  let provider: LocalProvider;
  let providers: IdentityProviders;

  before(async () => {
    provider = await openLocalProvider(
      {
        ann: { email: 'Ann@Example.com', email_verified: true, preferred_username: 'ann' },
        bob: { email: 'ann@example.com', email_verified: false },
      },
      callback,
    );
    const local = { issuer: provider.issuer, clientId: client.id, clientSecret: client.secret };
    const wrong = { ...local, clientSecret: 'another secret than that one is' };
    const gone = { ...local, issuer: 'http://127.0.0.1:9' };
    providers = createIdentityProviders({ providers: { local, wrong, gone }, allowHttp: true, log });
  });
  after(() => provider.close());

  const begin = async (name = 'local'): Promise<SignInStart> =>
    valueOf(await providers.begin(name, callback));
  const refusal = async (
    { pending }: SignInStart,
    address: string,
    asked: IdentityProviders = providers,
  ): Promise<string> => {
    const { code, message } = failureOf(await asked.finish(pending, address));
    expect(code).to.equal('IDENTITY.REFUSED');
    expect(message).not.to.match(/secret|[?&]code=/);
    return message;
  };

  it('tells who has signed in', async () => {
    const started = await begin();
    const address = await provider.signIn(started.url, 'ann');
    expect(valueOf(await providers.finish(started.pending, address))).to.deep.equal({
      provider: 'local',
      subject: 'ann',
      email: 'ann@example.com',
      username: 'ann',
      authenticatedAt: null,
    });
  });

  it('tells when the provider asked who it is, if it was to ask again', async () => {
    const started = valueOf(await providers.begin('local', callback, true));
    const address = await provider.signIn(started.url, 'ann');
    const { authenticatedAt } = valueOf(await providers.finish(started.pending, address));
    expect(authenticatedAt).to.match(/^\d{4}-\d\d-\d\dT/);
  });

  it('does not take an e-mail address that the provider does not vouch for', async () => {
    const started = await begin();
    const identity = valueOf(
      await providers.finish(started.pending, await provider.signIn(started.url, 'bob')),
    );
    expect(identity).to.deep.equal({
      provider: 'local',
      subject: 'bob',
      email: null,
      username: null,
      authenticatedAt: null,
    });
  });

  it('sends state, nonce and a challenge that are new each time, and no secret', async () => {
    const urls = [new URL((await begin()).url), new URL((await begin()).url)];
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const [one, other] = urls.map((url) => url.searchParams.get(name));
      expect(one).to.be.a('string').with.length.greaterThan(20).and.not.equal(other);
    }
    expect(urls[0]?.searchParams.get('code_challenge_method')).to.equal('S256');
    expect(urls[0]?.href).not.to.include('secret');
  });

  it('refuses an answer to what somebody else has begun', async () => {
    const [mine, theirs] = [await begin(), await begin()];
    await refusal(mine, await provider.signIn(theirs.url, 'ann'));
  });

  it('refuses a code that was used, is made up, or comes with another verifier or nonce', async () => {
    const started = await begin();
    const address = await provider.signIn(started.url, 'ann');
    valueOf(await providers.finish(started.pending, address));
    await refusal(started, address);
    const again = await begin();
    const made = new URL(await provider.signIn(again.url, 'ann'));
    const { searchParams } = new URL(made);
    made.searchParams.set('code', 'made-up');
    await refusal(again, made.href);
    for (const wrong of [{ codeVerifier: 'x'.repeat(43) }, { nonce: 'another nonce' }]) {
      const next = await begin();
      const came = await provider.signIn(next.url, 'ann');
      await refusal({ ...next, pending: { ...next.pending, ...wrong } }, came);
    }
    expect(searchParams.get('code')).not.to.equal(null);
  });

  it('refuses an ID token whose signature is not that of the provider', async () => {
    provider.forgeSignatures(true);
    try {
      const started = await begin();
      await refusal(started, await provider.signIn(started.url, 'ann'));
    } finally {
      provider.forgeSignatures(false);
    }
  });

  it('refuses an answer that came to another address', async () => {
    const started = await begin();
    const address = await provider.signIn(started.url, 'ann');
    for (const [from, to] of [
      ['127.0.0.1:9', 'evil.example'],
      ['/api/connect/local/callback', '/api/connect/other/callback'],
    ] as const)
      expect(await refusal(started, address.replace(from, to))).to.include('came back elsewhere');
    expect(await refusal(started, 'no address')).to.include('came back elsewhere');
  });

  it('refuses what the provider refuses', async () => {
    const started = await begin();
    const address = `${callback}?error=access_denied&state=${started.pending.state}&iss=${encodeURIComponent(provider.issuer)}`;
    expect(await refusal(started, address)).to.include('access_denied');
    const wrong = await begin('wrong');
    await refusal(wrong, await provider.signIn(wrong.url, 'ann'));
  });

  it('says that a provider cannot be reached, and that there is none', async () => {
    expect(failureOf(await providers.begin('gone', callback)).code).to.equal('IDENTITY.UNAVAILABLE');
    for (const name of ['nobody', '__proto__', 'constructor'])
      expect(failureOf(await providers.begin(name, callback)).code).to.equal('DOCUMENT.NOT_FOUND');
  });

  it('reads no more than 1 MB of an answer of the provider', async () => {
    let sentBytes = 0;
    let metadata: object | undefined;
    const piece = Buffer.alloc(256 * 1024, ' ');
    const server = createServer((request, response) => {
      response.setHeader('Content-Type', 'application/json');
      if (metadata !== undefined && request.url !== '/token') return response.end(JSON.stringify(metadata));
      const send = (): void => {
        while (!response.destroyed && sentBytes < 64 * 1024 * 1024) {
          sentBytes += piece.length;
          if (!response.write(piece)) return void response.once('drain', send);
        }
        response.end('{}');
      };
      return send();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const endless = { issuer, clientId: client.id, clientSecret: client.secret };
    const open = createIdentityProviders({ providers: { endless }, allowHttp: true, log });
    try {
      expect(failureOf(await open.begin('endless', callback)).code).to.equal('IDENTITY.UNAVAILABLE');
      metadata = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
      };
      const { pending } = valueOf(await open.begin('endless', callback));
      await refusal({ url: '', pending }, `${callback}?code=1&state=${pending.state}`, open);
      // What the sockets buffer is beyond this limit.
      expect(sentBytes).to.be.below(24 * 1024 * 1024);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
