import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { serveApp, toUser, typeFile, type Person, type ServedApp } from './served-app.js';

const i18n = { pluginOptions: { i18n: { localized: true } } };

const attributes = {
  title: { type: 'string', ...i18n },
  secret: { type: 'string' },
  owner: toUser('manyToOne'),
};

const statuses = ['published', 'draft'] as const;
type Status = (typeof statuses)[number];

const page = 'api::page.page';
const home = 'api::home.home';
const mine = { owner: { documentId: '$me' } };

describe('a translation of a document', () => {
  let world: ServedApp;
  let [ada, bob] = [] as unknown as [Person, Person];

  before(async () => {
    world = await serveApp({
      ...typeFile('page', attributes, { options: { draftAndPublish: true }, ...i18n }),
      ...typeFile('home', attributes, { kind: 'singleType', options: { draftAndPublish: true }, ...i18n }),
    });
    await world.app.locales.add('fr');
    await world.app.locales.add('de');
    [ada, bob] = [await world.signUp('ada'), await world.signUp('bob')];
    await world.app.access.grant(ada.role, 'plugin::users-permissions.user', ['find']);
  });
  after(async () => {
    await world.stop();
    expect(world.errors).to.deep.equal([]);
  });

  const grant = async (uid: string, granted: Readonly<Record<string, object | null>>): Promise<void> => {
    await world.app.access.revoke(ada.role, uid, ['create', 'update', 'find', 'findOne']);
    for (const [action, limits] of Object.entries(granted))
      if (limits !== null) await world.app.access.grant(ada.role, uid, [action], limits);
  };

  const make = async (uid: string, owner: string, status: Status = 'published'): Promise<string> => {
    for (const { documentId } of await world.app.documents(uid).findMany({ locale: '*', status: 'draft' }))
      await world.app.documents(uid).delete({ documentId: textOf(documentId), locale: '*' });
    const data = { title: 'first', secret: 'shared', owner };
    return textOf((await world.app.documents(uid).create({ data, status }))['documentId']);
  };

  const versions = async (uid: string): Promise<readonly unknown[]> => {
    const found = [];
    for (const status of statuses)
      for (const locale of ['en', 'fr', 'de'])
        for (const one of await world.app.documents(uid).findMany({ status, locale }))
          found.push(`${status} ${locale} ${textOf(one['title'])}`);
    return found;
  };

  type Outcome = { readonly name: string; readonly text: string };

  /** `name` is that of the error, or `ok`. */
  async function put(path: string, data: object): Promise<Outcome> {
    const { body } = await world.rest(ada, 'PUT', path, { data });
    return { name: body.error?.name ?? 'ok', text: JSON.stringify(body) };
  }

  async function mutate(field: string, input: string, data: object): Promise<Outcome> {
    const query = `mutation ($data: ${input}!) { it: ${field} { data { id attributes { title } } } }`;
    const { errors, ...answer } = await world.graphql(ada, query, { data });
    return { name: errors?.[0]?.extensions.error.name ?? 'ok', text: JSON.stringify([errors, answer]) };
  }

  const ways = [
    {
      name: 'by PUT',
      translate: (id: string, data: object) => put(`/pages/${id}?locale=fr`, data),
      single: (data: object) => put('/home?locale=fr', data),
    },
    {
      name: 'by a GraphQL mutation',
      translate: (id: string, data: object) =>
        mutate(`updatePage(id: "${id}", locale: "fr", data: $data)`, 'PageInput', data),
      single: (data: object) => mutate('updateHome(locale: "fr", data: $data)', 'HomeInput', data),
    },
  ];

  for (const way of ways) {
    describe(way.name, () => {
      const refusals: readonly (readonly [string, object | null, object | null])[] = [
        ['who may update what is theirs', { filters: mine }, null],
        ['who may update what is theirs, and create', { filters: mine }, {}],
        ['who may update everything', {}, null],
        ['who may update a field', { fields: ['title', 'owner'] }, null],
      ];
      for (const status of statuses)
        for (const [who, update, create] of refusals)
          it(`is not created from the ${status} of another user by ${who}`, async () => {
            await grant(page, { update, create, find: {} });
            const id = await make(page, bob.documentId, status);
            const before = await versions(page);
            const { name, text } = await way.translate(id, { title: 'à moi', owner: ada.documentId });
            expect(name, text).to.equal('NotFoundError');
            expect(text).not.to.contain('shared');
            const none = await way.translate('a'.repeat(24), { title: 'à moi', owner: ada.documentId });
            expect(text).to.equal(none.text);
            expect(await versions(page)).to.deep.equal(before);
          });

      it('is created for an own document by a user who may also create', async () => {
        const id = await make(page, ada.documentId);
        const data = { title: 'à moi', owner: ada.documentId };
        await grant(page, { update: { filters: mine }, find: {} });
        expect((await way.translate(id, data)).name).to.equal('NotFoundError');
        await grant(page, { update: { filters: mine }, create: { filters: mine }, find: {} });
        expect((await way.translate(id, data)).name).to.equal('ok');
        expect(await versions(page)).to.include.members(['draft fr à moi', 'published fr à moi']);
        // The version exists now, so it is updated like any other.
        await grant(page, { update: { filters: mine }, find: {} });
        expect((await way.translate(id, { title: 'encore' })).name).to.equal('ok');
      });

      it('follows the limits of the grant to create', async () => {
        const id = await make(page, ada.documentId);
        const allowed = { title: { $startsWith: 'bon' } };
        await grant(page, { update: {}, create: { filters: allowed }, find: {} });
        const before = await versions(page);
        expect((await way.translate(id, { title: 'mauvais' })).name).to.equal('ForbiddenError');
        await grant(page, { update: {}, create: { fields: ['secret'] }, find: {} });
        const { name, text } = await way.translate(id, { title: 'bonjour' });
        expect(name).to.equal('ValidationError');
        expect(text).to.contain('Invalid key title');
        expect(await versions(page)).to.deep.equal(before);
        await grant(page, { update: {}, create: { filters: allowed, fields: ['title'] }, find: {} });
        expect((await way.translate(id, { title: 'bonjour' })).name).to.equal('ok');
      });

      it('is not created if a version in any locale or layer belongs to another user', async () => {
        const id = await make(page, ada.documentId);
        await world.app.documents(page).update({
          documentId: id,
          locale: 'de',
          data: { title: 'fremd', owner: bob.documentId },
        });
        await grant(page, { update: { filters: mine }, create: {}, find: {} });
        const before = await versions(page);
        const data = { title: 'à moi', owner: ada.documentId };
        expect((await way.translate(id, data)).name).to.equal('NotFoundError');
        expect(await versions(page)).to.deep.equal(before);
        const draft = await make(page, bob.documentId);
        await world.app.documents(page).update({ documentId: draft, data: { owner: ada.documentId } });
        expect((await way.translate(draft, data)).name).to.equal('NotFoundError');
      });

      it('of a single type follows the same rules, and its first version requires update', async () => {
        await make(home, bob.documentId);
        const before = await versions(home);
        const data = { title: 'à moi', owner: ada.documentId };
        for (const granted of [
          { update: { filters: mine } },
          { update: {} },
          { update: { filters: mine }, create: {} },
        ]) {
          await grant(home, { ...granted, find: {} });
          const { name, text } = await way.single(data);
          expect(name, text).to.equal('NotFoundError');
        }
        expect(await versions(home)).to.deep.equal(before);
        await grant(home, { update: {}, create: {}, find: {} });
        expect((await way.single(data)).name).to.equal('ok');
        for (const { documentId } of await world.app
          .documents(home)
          .findMany({ locale: '*', status: 'draft' }))
          await world.app.documents(home).delete({ documentId: textOf(documentId), locale: '*' });
        await grant(home, { update: {}, find: {} });
        expect((await way.single(data)).name).to.equal('ok');
      });
    });
  }
});
