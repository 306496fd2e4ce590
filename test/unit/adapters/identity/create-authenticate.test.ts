import { expect } from 'chai';
import { createAuthenticate } from '../../../../src/adapters/identity/create-authenticate.js';
import { createTokenSecrets } from '../../../../src/adapters/identity/create-token-secrets.js';
import { createSessionTokens, sessionKey } from '../../../../src/adapters/identity/create-session-tokens.js';
import { failure } from '../../../../src/domain/failure.js';
import type { Principal } from '../../../../src/domain/permission/permission.js';
import { err, ok } from '../../../../src/domain/result.js';

const everyone: Principal = { kind: 'public', name: 'public', grants: { kind: 'listed', listed: new Map() } };
const holder: Principal = { kind: 'token', name: 'ci', grants: { kind: 'read' } };

describe('authentication', () => {
  const authenticate = createAuthenticate({
    publicPrincipal: () => everyone,
    principalOfToken: (token) => (token === 'right' ? holder : null),
    recheck: async () => false,
  });

  it('asks again for a token that has become known', async () => {
    let known = false;
    const late = createAuthenticate({
      publicPrincipal: () => everyone,
      principalOfToken: () => (known ? holder : null),
      recheck: async () => (known = true),
    });
    expect(await late('Bearer new')).to.deep.equal({ ok: true, value: holder });
  });

  for (const header of [
    undefined,
    '',
    'Bearer',
    'bearer   ',
    'Basic cmlnaHQ=',
    'Token right',
    'right',
    'Bearerright',
  ]) {
    it(`takes ${JSON.stringify(header)} for the public`, async () => {
      expect(await authenticate(header)).to.deep.equal({ ok: true, value: everyone });
    });
  }

  for (const header of ['Bearer right', 'bearer right', 'BEARER   right ']) {
    it(`knows the holder of ${JSON.stringify(header)}`, async () => {
      expect(await authenticate(header)).to.deep.equal({ ok: true, value: holder });
    });
  }

  for (const header of ['Bearer wrong', 'Bearer right wrong', 'Bearer Right', 'Bearer right,']) {
    it(`refuses ${JSON.stringify(header)}`, async () => {
      const failure = { code: 'POLICY.UNAUTHENTICATED', message: 'Missing or invalid credentials' };
      expect(await authenticate(header)).to.deep.equal({ ok: false, failure });
    });
  }
});

describe('authentication of users', () => {
  const key = sessionKey('the secret of this test');
  const claims = { id: 1, documentId: 'a'.repeat(24), epoch: 'first' };
  const signed = `Bearer ${createSessionTokens(key).sign(claims, 86_400)}`;
  const access = {
    publicPrincipal: () => everyone,
    principalOfToken: () => null,
    recheck: async () => false,
  };

  it('asks whose session it is, each time', async () => {
    const asked: object[] = [];
    const answers = [ok(holder), ok(null)];
    const accounts = {
      principalOf: async (said: object) => {
        asked.push(said);
        return answers.shift() ?? ok(null);
      },
    };
    const authenticate = createAuthenticate(access, { key, accounts });
    expect(await authenticate(signed)).to.deep.equal(ok(holder));
    expect(await authenticate(`  ${signed}   `)).to.have.nested.property(
      'failure.code',
      'POLICY.UNAUTHENTICATED',
    );
    expect(asked).to.deep.equal([claims, claims]);
  });

  it('says that the database does not answer, and not that the session has ended', async () => {
    const away = err(failure('STORE.UNAVAILABLE', 'away'));
    const authenticate = createAuthenticate(access, { key, accounts: { principalOf: async () => away } });
    expect(await authenticate(signed)).to.deep.equal(away);
  });

  it('takes signed tokens for none where there are no accounts', async () => {
    expect(await createAuthenticate(access)(signed)).to.have.property('ok', false);
  });
});

describe('the secrets of tokens', () => {
  const secrets = createTokenSecrets();

  it('are 256 random bits, kept as their SHA-256', () => {
    expect(secrets.create())
      .to.match(/^[0-9a-f]{64}$/)
      .and.not.to.equal(secrets.create());
    expect(secrets.hash('abc')).to.equal('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('compare as equal only where they are', () => {
    const hash = secrets.hash('a');
    expect([
      secrets.same(hash, hash),
      secrets.same(hash, secrets.hash('b')),
      secrets.same(hash, ''),
    ]).to.deep.equal([true, false, false]);
  });
});
