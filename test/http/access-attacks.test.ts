import { expect } from 'chai';
import type { Documents } from '../../src/application/documents/documents.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import {
  codeIn,
  messageOf,
  openAccounts,
  password,
  userType,
  type AccountsWorld,
  type SignedIn,
} from './accounts-world.js';

const articleType = 'api::article.article';
const roleType = 'plugin::users-permissions.role';
const mine = { filters: { documentId: '$me' } };

describe('attacks on access', () => {
  let world: AccountsWorld;
  afterEach(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  describe('by a user whose grant covers some documents', () => {
    let [ada, bob] = [] as unknown as [SignedIn, SignedIn];
    beforeEach(async () => {
      world = await openAccounts();
      [ada, bob] = [await world.register('ada'), await world.register('bob')];
    });
    const grant = (type: string, actions: readonly string[], limits?: object) =>
      world.access.grant('authenticated', type, actions, limits);

    it('reveal nothing about hidden documents by numeric id', async () => {
      await grant(userType, ['find'], mine);
      await grant(articleType, ['create', 'find']);
      const refused = async (author: object) => {
        const response = await world.request('post', '/articles', { data: { author } }, ada.jwt);
        expect(response.status).to.equal(400);
        return String(messageOf(response));
      };
      const { id } = bob.user;
      for (const about of [(ref: number) => ({ connect: [ref] }), (ref: number) => ({ set: [{ id: ref }] })])
        expect(await refused(about(id))).to.equal((await refused(about(999))).replace('999', String(id)));
      const own = { data: { author: ada.user.id } };
      expect((await world.request('post', '/articles', own, ada.jwt)).status).to.equal(201);
    });

    it('cannot set a role or status that the grant does not name', async () => {
      await grant(roleType, ['find']);
      await grant(userType, ['update', 'findOne'], mine);
      const change = (data: object) => world.request('put', `/users/${ada.user.documentId}`, data, ada.jwt);
      expect((await change({ nickname: 'Ada' })).body).to.include({ nickname: 'Ada' });
      for (const [key, value] of Object.entries({
        role: await roleOf('public'),
        confirmed: true,
        blocked: false,
        provider: 'corporate',
      })) {
        const refused = await change({ [key]: value });
        expect([refused.status, messageOf(refused)]).to.deep.equal([400, `Invalid key ${key}`]);
      }
      await grant(userType, ['update'], { ...mine, fields: ['role'] });
      expect((await change({ role: await roleOf('public') })).status).to.equal(200);
    });

    async function roleOf(type: string): Promise<unknown> {
      const found = await world.documents.find(systemPrincipal, {
        type: roleType,
        action: 'find',
        filters: { kind: 'at', key: 'type', filter: { kind: 'compare', operator: '$eq', value: type } },
        range: { offset: 0, limit: 1 },
        count: false,
        layer: 'published',
      });
      return found.ok ? found.value.answer.documents()[0]?.['documentId'] : undefined;
    }
  });

  describe('by a change of address at the right moment', () => {
    /** Runs a function once, between the read and the write of the account service. */
    let meanwhile: (() => Promise<unknown>) | undefined;
    const interrupt = async (): Promise<void> => {
      const act = meanwhile;
      meanwhile = undefined;
      await act?.();
    };
    const interrupted = (documents: Documents): Documents => ({
      ...documents,
      async update(principal, mutation) {
        await interrupt();
        return documents.update(principal, mutation);
      },
    });
    let ada: SignedIn;
    const toAnother = () =>
      world.update(ada.user.documentId, { email: 'victim@example.com', confirmed: false });
    const isConfirmed = async (): Promise<unknown> => {
      const found = await world.documents.findOne(systemPrincipal, {
        type: userType,
        action: 'findOne',
        documentId: ada.user.documentId,
        range: { offset: 0, limit: 1 },
        count: false,
        layer: 'published',
      });
      return found.ok ? found.value.answer.documents()[0]?.['confirmed'] : undefined;
    };

    beforeEach(async () => {
      world = await openAccounts({ emailConfirmation: true }, interrupted);
      await world.request('post', '/auth/local/register', {
        username: 'ada',
        email: 'ada@example.com',
        password,
      });
      await confirm(codeIn(await world.nextMail()));
      ada = (await world.login('ada', password)).body as SignedIn;
      await world.update(ada.user.documentId, { confirmed: false });
    });
    const confirm = (code: string) => world.request('get', `/auth/email-confirmation?confirmation=${code}`);

    it('a code confirms only the address that it was sent to', async () => {
      await world.request('post', '/auth/send-email-confirmation', { email: 'ada@example.com' });
      const code = codeIn(await world.nextMail());
      meanwhile = toAnother;
      expect(messageOf(await confirm(code))).to.equal('Invalid token');
      expect(await isConfirmed()).to.equal(false);
    });

    it('no code works for another address', async () => {
      const changed = new Promise<void>((resolve) => {
        meanwhile = () => toAnother().finally(resolve);
      });
      await world.request('post', '/auth/send-email-confirmation', { email: 'ada@example.com' });
      await changed;
      await world.request('post', '/auth/send-email-confirmation', { email: 'victim@example.com' });
      expect((await world.nextMail()).to).to.equal('victim@example.com');
    });
  });
});
