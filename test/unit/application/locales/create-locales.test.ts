import { localeType } from '../../../../src/domain/schema/built-in-uids.js';
import { expect } from 'chai';

import { systemPrincipal } from '../../../../src/domain/permission/permission.js';
import { createLocaleWorld, refusal, valueOf, type LocaleWorld } from './locale-world.js';

describe('locales', () => {
  let world: LocaleWorld;
  const codes = (): readonly string[] => world.locales.list().map(({ code }) => code);

  beforeEach(async () => {
    world = createLocaleWorld();
    valueOf(await world.locales.load());
  });

  it('begin with English, added once', async () => {
    const { locales, elsewhere } = world;
    valueOf(await elsewhere.load());
    valueOf(await locales.load());
    expect(locales.list()).to.deep.equal([{ code: 'en', name: 'English (en)', isDefault: true }]);
    expect(elsewhere.default).to.equal('en');
  });

  it('begin with one English locale when two servers start at once', async () => {
    const { locales, elsewhere } = createLocaleWorld();
    const loaded = await Promise.all([locales.load(), elsewhere.load()]);
    for (const result of loaded) valueOf(result);
    for (const one of [locales, elsewhere]) expect(one.list().map(({ code }) => code)).to.deep.equal(['en']);
  });

  it('are added in their canonical form, with a display name', async () => {
    const { locales } = world;
    expect(valueOf(await locales.add('zh-hans-cn')).code).to.equal('zh-Hans-CN');
    expect(valueOf(await locales.add('de')).name).to.equal('German (de)');
    const named = valueOf(await locales.add('DE', 'Deutsch'));
    expect(named).to.deep.equal({ code: 'de', name: 'Deutsch', isDefault: false });
    expect(valueOf(await locales.add('de')).name).to.equal('Deutsch');
    expect(codes()).to.deep.equal(['en', 'zh-Hans-CN', 'de']);
  });

  it('are added once when two processes add them at once', async () => {
    const added = await Promise.all([world.locales.add('fr'), world.elsewhere.add('fr')]);
    expect(added.map((one) => valueOf(one).code)).to.deep.equal(['fr', 'fr']);
    valueOf(await world.locales.load());
    expect(codes()).to.deep.equal(['en', 'fr']);
  });

  it('refuse invalid codes and invalid names', async () => {
    expect(refusal(await world.locales.add('fr_FR'))).to.contain('"fr_FR" is not a locale code');
    for (const name of ['', '  ', 'x'.repeat(101), 5, null])
      expect(refusal(await world.locales.add('fr', name))).to.contain('The name of a locale');
    expect(codes()).to.deep.equal(['en']);
  });

  it('have one default: the one made the default last', async () => {
    const { locales, elsewhere } = world;
    valueOf(await locales.add('fr'));
    world.time += 1000;
    expect(valueOf(await locales.setDefault('fr'))).to.include({ code: 'fr', isDefault: true });
    const defaults = locales.list().filter(({ isDefault }) => isDefault);
    expect([locales.default, defaults.length]).to.deep.equal(['fr', 1]);
    valueOf(await elsewhere.load());
    expect(elsewhere.default).to.equal('fr');
    valueOf(await elsewhere.setDefault('en'));
    valueOf(await locales.load());
    expect(locales.default).to.equal('en');
    expect(refusal(await locales.setDefault('it'))).to.equal('There is no locale "it"; there are: en, fr');
  });

  it('change their default even if a clock is behind', async () => {
    valueOf(await world.locales.add('fr'));
    valueOf(await world.locales.setDefault('fr'));
    expect(world.locales.default).to.equal('fr');
    world.time -= 60_000;
    valueOf(await world.locales.setDefault('en'));
    expect(world.locales.default).to.equal('en');
  });

  it('have an existing default, even after app code deletes the default', async () => {
    valueOf(await world.locales.add('fr'));
    const everyLocale = { type: localeType, action: 'find', layer: 'published', count: false } as const;
    const found = await world.documents.find(systemPrincipal, {
      ...everyLocale,
      filters: { kind: 'at', key: 'code', filter: { kind: 'compare', operator: '$eq', value: 'en' } },
      range: { offset: 0, limit: 1 },
    });
    const documentId = valueOf(found).answer.documents()[0]?.['documentId'] as string;
    valueOf(await world.documents.delete(systemPrincipal, { kind: 'delete', type: localeType, documentId }));
    valueOf(await world.locales.load());
    expect([world.locales.default, ...codes()]).to.deep.equal(['fr', 'fr']);
  });

  it('include the default, which requests without a locale get', async () => {
    const { locales } = world;
    valueOf(await locales.add('fr'));
    valueOf(await locales.setDefault('fr'));
    valueOf(await world.create('page'));
    expect(await world.count('page', 'fr', 'published')).to.equal(1);
    expect(await world.count('page', 'en', 'published')).to.equal(0);
  });

  it('can be written once another process has added them', async () => {
    expect(refusal(await world.create('page', 'fr'))).to.equal(
      'Invalid locale: "fr" is not one of the locales',
    );
    valueOf(await world.elsewhere.add('fr'));
    const last = Date.now() + 2000;
    let asked = await world.create('page', 'fr');
    while (!asked.ok && Date.now() < last) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      asked = await world.create('page', 'fr');
    }
    expect(refusal(asked)).to.equal('accepted');
  });

  it('are not reloaded for every unknown code', async () => {
    const before = world.readings;
    const asked = Array.from({ length: 500 }, (_, n) => world.create('page', `x${n}`));
    for (const result of await Promise.all(asked)) expect(result.ok).to.equal(false);
    expect(world.readings - before).to.be.within(1, 3);
  });

  it('are not reloaded for known codes', async () => {
    const before = world.readings;
    for (let n = 0; n < 20; n += 1) valueOf(await world.create('page', 'en'));
    expect(world.readings).to.equal(before);
  });

  it('follow changes by other processes while watching', async () => {
    const { locales, elsewhere } = world;
    locales.watch();
    try {
      valueOf(await elsewhere.add('fr'));
      for (const code of ['fr', 'en']) {
        valueOf(await elsewhere.setDefault(code));
        const last = Date.now() + 4000;
        while (locales.default !== code && Date.now() < last)
          await new Promise((resolve) => setTimeout(resolve, 20));
        expect(locales.default).to.equal(code);
      }
    } finally {
      locales.stop();
    }
  });
});
