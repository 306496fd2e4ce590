import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { serveApp, toUser, typeFile, type ServedApp } from './served-app.js';

const i18n = { pluginOptions: { i18n: { localized: true } } };
const names = ['check', 'entry', 'change', 'capture', 'missing'];

describe('tables with names that statements might use', () => {
  let world: ServedApp;
  before(async () => {
    const attributes = {
      title: { type: 'string', ...i18n },
      note: { type: 'string' },
      owner: toUser('manyToOne'),
    };
    const rest = { options: { draftAndPublish: true }, ...i18n };
    world = await serveApp(
      Object.assign(
        {},
        ...names.map((name) =>
          typeFile(name, attributes, { ...rest, collectionName: name === 'check' ? 'checks' : name }),
        ),
      ) as Record<string, unknown>,
    );
    await world.app.locales.add('fr');
  });
  after(() => world.stop());

  for (const name of names)
    it(`hold documents, translations and links: ${name}`, async () => {
      const documents = world.app.documents(`api::${name}.${name}`);
      const { documentId: owner } = await world.signUp(`user-${name}`);
      const made = await documents.create({
        data: { title: 'one', note: 'shared', owner },
        status: 'published',
      });
      const documentId = textOf(made['documentId']);
      const translated = { documentId, locale: 'fr', data: { title: 'un', owner } };
      await documents.update({ ...translated, status: 'published' });
      const found = await documents.findOne({ documentId, locale: 'fr', populate: ['owner'] });
      expect(found).to.deep.include({ title: 'un', note: 'shared' });
      expect(world.errors).to.deep.equal([]);
    });
});
