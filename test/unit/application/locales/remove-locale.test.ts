import { expect } from 'chai';
import { systemQuery } from '../../../../src/application/documents/system-query.js';
import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { textOf } from '../../../contract/results.js';
import { createLocaleWorld, refusal, valueOf, type LocaleWorld } from './locale-world.js';

describe('removing a locale', () => {
  let world: LocaleWorld;
  const codes = (): readonly string[] => world.locales.list().map(({ code }) => code);
  const fill = async (name: 'page' | 'menu', locale: string, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) valueOf(await world.create(name, locale));
  };

  beforeEach(async () => {
    world = createLocaleWorld();
    valueOf(await world.locales.load());
    valueOf(await world.locales.add('fr'));
  });

  it('removes an empty locale', async () => {
    await fill('page', 'en', 1);
    expect(valueOf(await world.locales.remove('FR', { withDocuments: false }))).to.deep.equal({
      code: 'fr',
      name: 'French (fr)',
      isDefault: false,
    });
    expect(codes()).to.deep.equal(['en']);
    expect(refusal(await world.create('page', 'fr'))).to.contain('Invalid locale');
  });

  it('refuses the default locale and unknown locales', async () => {
    for (const withDocuments of [false, true]) {
      const refused = refusal(await world.locales.remove('en', { withDocuments }));
      expect(refused).to.equal('"en" is the default locale: make another one the default first');
    }
    expect(refusal(await world.locales.remove('it', { withDocuments: true }))).to.contain('no locale "it"');
    expect(codes()).to.deep.equal(['en', 'fr']);
  });

  it('refuses a locale with documents, and counts them by type', async () => {
    await fill('page', 'fr', 3);
    await fill('menu', 'fr', 1);
    await fill('page', 'en', 2);
    const refused = await world.locales.remove('fr', { withDocuments: false });
    expect(refusal(refused)).to.equal(
      'There are documents in "fr": 1 of api::menu.menu, 3 of api::page.page',
    );
    expect(refused).to.have.nested.property('failure.code', 'INPUT.MISMATCH');
    expect(refused)
      .to.have.nested.property('failure.details.documents')
      .that.deep.equals({ 'api::page.page': 3, 'api::menu.menu': 1 });
    expect(await world.count('page', 'fr', 'draft')).to.equal(3);
  });

  it('counts and removes published versions that have no draft', async () => {
    await fill('page', 'fr', 1);
    const [page] = valueOf(
      await world.documents.find(systemPrincipal, systemQuery('api::page.page', { locale: 'fr' })),
    ).answer.documents();
    const draft = { kind: 'delete', type: 'api::page.page', locale: 'fr', layer: 'draft' } as const;
    valueOf(
      await world.documents.delete(systemPrincipal, { ...draft, documentId: textOf(page?.['documentId']) }),
    );
    expect([
      await world.count('page', 'fr', 'draft'),
      await world.count('page', 'fr', 'published'),
    ]).to.deep.equal([0, 1]);
    expect(refusal(await world.locales.remove('fr', { withDocuments: false }))).to.include(
      '1 of api::page.page',
    );
    valueOf(await world.locales.remove('fr', { withDocuments: true }));
    expect(await world.count('page', 'fr', 'published')).to.equal(0);
  });

  it('removes both versions of every document on request, and nothing in other locales', async () => {
    await fill('page', 'fr', 230);
    await fill('menu', 'fr', 100);
    await fill('page', 'en', 2);
    valueOf(await world.locales.remove('fr', { withDocuments: true }));
    const left = async (locale: string) => [
      await world.count('page', locale, 'draft'),
      await world.count('page', locale, 'published'),
      await world.count('menu', locale, 'published'),
    ];
    expect(await left('fr')).to.deep.equal([0, 0, 0]);
    expect(await left('en')).to.deep.equal([2, 2, 0]);
    expect(codes()).to.deep.equal(['en']);
  });

  it('succeeds if another process removes the locale at the same time', async () => {
    await fill('page', 'fr', 20);
    const removing = [world.locales, world.elsewhere].map((one) => one.remove('fr', { withDocuments: true }));
    for (const removed of await Promise.all(removing)) valueOf(removed);
    valueOf(await world.locales.load());
    expect(codes()).to.deep.equal(['en']);
  });
});
