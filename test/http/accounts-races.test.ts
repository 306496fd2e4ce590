import { createHash } from 'node:crypto';
import { expect } from 'chai';
import type { Documents } from '../../src/application/documents/documents.js';
import { messageOf, openAccounts, password, type AccountsWorld, type SignedIn } from './accounts-world.js';

const other = 'another horse';

const identity = {
  provider: 'acme',
  subject: 'eve',
  email: 'eve@example.com',
  username: 'eve',
  authenticatedAt: null,
};

describe('accounts that change while they are used', () => {
  let world: AccountsWorld;
  let ada: SignedIn;
  let waiting: { readonly after: 'find' | 'update'; readonly work: () => Promise<void> } | undefined;

  /** Runs once, after the next read or the next change. */
  const meanwhile = (documents: Documents): Documents => {
    const happen = async (after: 'find' | 'update'): Promise<void> => {
      if (waiting?.after !== after) return;
      const { work } = waiting;
      waiting = undefined;
      await work();
    };
    return {
      ...documents,
      find: async (...asked) => {
        const found = await documents.find(...asked);
        await happen('find');
        return found;
      },
      update: async (...asked) => {
        const updated = await documents.update(...asked);
        await happen('update');
        return updated;
      },
    };
  };

  beforeEach(async () => {
    world = await openAccounts({}, meanwhile);
    ada = await world.register('ada');
  });
  afterEach(async () => {
    await world.stop();
    expect(waiting).to.equal(undefined);
    expect(world.errors).to.deep.equal([]);
  });

  const change = (data: object, after: 'find' | 'update' = 'find'): void => {
    waiting = { after, work: () => world.update(ada.user.documentId, data) };
  };
  const post = (path: string, body: object) => world.request('post', `/auth/${path}`, body, ada.jwt);
  const changeTo = (next: string) =>
    post('change-password', { currentPassword: password, password: next, passwordConfirmation: next });
  /** Warms the cache, so that the next request need not read the user. */
  const known = async (): Promise<void> => {
    expect((await world.request('get', '/users/me', undefined, ada.jwt)).status).to.equal(200);
  };

  it('refuse the former password', async () => {
    change({ password: other });
    expect(messageOf(await world.login('ada', password))).to.equal('Invalid identifier or password');
    change({ blocked: true });
    expect(messageOf(await world.login('ada', other))).to.equal(
      'Your account has been blocked by an administrator',
    );
  });

  it('accept the new password', async () => {
    change({ nickname: 'Ada' });
    expect((await world.login('ada', password)).status).to.equal(200);
    change({ password });
    expect((await world.login('ada', password)).status).to.equal(200);
  });

  it('cannot be changed with the former password', async () => {
    await known();
    change({ password: other });
    expect(messageOf(await changeTo('a third horse'))).to.equal('The provided current password is invalid');
    const { jwt } = (await world.login('ada', other)).body as SignedIn;
    expect((await world.request('get', '/users/me', undefined, jwt)).status).to.equal(200);
    change({ password });
    const body = { email: 'eve@example.com', currentPassword: other };
    expect((await world.request('put', '/users/me', body, jwt)).status).to.equal(403);
    expect((await world.login('ada@example.com', password)).status).to.equal(200);
  });

  it('open no session if another request changed the password at the same time', async () => {
    await known();
    change({ password: other }, 'update');
    expect((await changeTo('a third horse')).status).to.equal(400);
    expect((await world.login('ada', other)).status).to.equal(200);
  });

  it('invalidate provider codes that are not redeemed yet', async () => {
    const challenge = createHash('sha256').update('verifier').digest('hex');
    const coded = await world.accounts.signInWith(identity, challenge);
    if (!coded.ok) throw new Error(coded.failure.message);
    const { code } = coded.value;
    const { documentId } = await userNamed('eve');
    waiting = { after: 'update', work: () => world.update(documentId, { blocked: true }) };
    const redeemed = await world.accounts.redeem(code, 'verifier');
    expect(redeemed.ok ? 'a session' : redeemed.failure.message).to.equal('Incorrect code provided');
  });

  const userNamed = async (username: string): Promise<{ readonly documentId: string }> => {
    const { systemPrincipal } = await import('../../src/domain/permission/permission.js');
    const found = await world.documents.find(systemPrincipal, {
      type: 'plugin::users-permissions.user',
      action: 'find',
      filters: { kind: 'at', key: 'username', filter: { kind: 'compare', operator: '$eq', value: username } },
      range: { offset: 0, limit: 1 },
      count: false,
      layer: 'published',
    });
    const user = found.ok ? found.value.answer.documents()[0] : undefined;
    if (typeof user?.['documentId'] !== 'string') throw new Error('no such user');
    return { documentId: user['documentId'] };
  };

  it('are created once if several first sign-ins happen at the same time', async () => {
    const codes = await Promise.all([1, 2, 3].map(() => world.accounts.signInWith(identity, null)));
    expect(codes.map(({ ok }) => ok)).to.deep.equal([true, true, true]);
    const again = await world.accounts.signInWith({ ...identity, subject: 'mal' }, null);
    expect(again.ok || again.failure.message).to.equal('Email or Username are already taken');
  });

  it('accept one of several new passwords that are sent at the same time', async () => {
    await known();
    const nexts = ['first horse', 'second horse', 'third horse'];
    const answers = await Promise.all(nexts.map(changeTo));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    const logins = await Promise.all(nexts.map((next) => world.login('ada', next)));
    const isIn = ({ status }: { readonly status: number }): boolean => status === 200;
    expect(logins.map(isIn)).to.deep.equal(answers.map(isIn));
  });
});
