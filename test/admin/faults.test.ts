import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { valueOf } from '../contract/results.js';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const [story, part] = ['api::story.story', 'api::part.part'];

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string', required: true },
        Rank: { type: 'integer', max: 10 },
        Slug: { type: 'string', required: true },
        Code: { type: 'string', unique: true },
      },
      drafts,
    ),
    contentType(
      'part',
      'parts',
      { Name: { type: 'string' }, Code: { type: 'string', unique: true } },
      { options: { history: true } },
    ),
  ],
});

describe('what the server refuses of an entry, in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
  });
  after(() => screens?.stop());

  /** What is said of a draft that lacks two values, and of a value that is too large. */
  const saidIn = async (language: string, publish: string): Promise<string> => {
    await on.page.setCookie({ name: 'quire_admin_language', value: language, url: `${on.world.url}/admin` });
    const made = await on.client.api('POST', `documents/${story}`, { set: {} });
    await on.open(`/content/${story}/${made.body.data.documentId}`, '#Rank');
    await on.clickNamed(publish);
    await on.holds(`document.querySelectorAll('.banner.bad li').length === 2`);
    await on.page.type('#Rank', '20');
    await on.holds(`document.querySelectorAll('.banner.bad li').length === 3`);
    return on.textOf('.banner.bad');
  };

  it('is said in German, with limits', async () => {
    const said = await saidIn('de', 'Veröffentlichen');
    expect(said).to.contain('Muss ausgefüllt sein').and.contain('Darf höchstens 10 sein');
    expect(said).to.not.contain('must');
    await on.isAccessible('faults German');
  });

  it('is said in Arabic, from right to left', async () => {
    const said = await saidIn('ar', 'نشر');
    expect(said).to.contain('يجب ملؤه').and.contain('يجب ألا يزيد على 10');
    expect(await on.page.evaluate('document.documentElement.dir')).to.equal('rtl');
    await on.isAccessible('faults Arabic');
  });

  for (const [language, words] of [
    ['de', 'Versuchen Sie es in 30 Sekunden erneut'],
    ['fr', 'Réessayez dans 30 secondes'],
    ['ar', 'حاول مجددًا بعد 30 ثانية'],
    ['en', 'too many requests. Try again in 30 seconds'],
  ] as const)
    it(`says when to try again after too many requests, in ${language}`, async () => {
      const made = await on.client.api('POST', `documents/${story}`, { set: {} });
      await on.page.setCookie({
        name: 'quire_admin_language',
        value: language,
        url: `${on.world.url}/admin`,
      });
      await on.open(`/content/${story}/${made.body.data.documentId}`, '#Title');
      const tooMany = (asked: HTTPRequest): void =>
        void (asked.method() === 'PATCH'
          ? asked.respond({
              status: 429,
              headers: { 'Retry-After': '30' },
              contentType: 'application/json',
              body: '{"error":{"status":429,"name":"RateLimitError","message":"Too many requests"}}',
            })
          : asked.continue());
      await on.page.setRequestInterception(true);
      on.page.on('request', tooMany);
      await on.page.type('#Title', 'Kept');
      await on.page.keyboard.press('Tab');
      await on.page.waitForSelector('.banner.bad');
      expect(await on.textOf('.banner.bad')).to.contain(words);
      await on.isAccessible(`too many requests ${language}`);
      on.page.off('request', tooMany);
      await on.page.setRequestInterception(false);
      await on.page.click('.banner.bad .button');
      await on.holds(`document.querySelector('.banner.bad') === null`);
    });

  it('is not said to be unsaved where only publishing is refused, which can be tried again as it is', async () => {
    await on.page.setCookie({ name: 'quire_admin_language', value: 'en', url: `${on.world.url}/admin` });
    const [first, second] = await Promise.all(
      ['one', 'two'].map(async (Title) => {
        const set = { Title, Slug: 'slug', Code: 'taken' };
        const { body } = await on.client.api('POST', `documents/${story}`, { set });
        return `documents/${story}/${body.data.documentId as string}`;
      }),
    );
    expect((await on.client.api('POST', `${first}/publish`)).status).to.equal(200);
    await on.open(`/content/${second?.slice('documents/'.length)}`, '#Code');
    await on.clickNamed('Publish');
    await on.page.waitForSelector('.banner.bad');
    const said = await on.textOf('.banner.bad');
    expect(said).to.contain('All is saved, but cannot be published like this.').and.contain('is taken');
    expect(await on.textOf('.save-state')).to.not.contain('not saved');
    await on.client.api('POST', `${first}/unpublish`);
    await on.clickNamed('Publish');
    await on.holds(`document.querySelector('.save-state').textContent.includes('Published')`);
    expect(await on.page.$('.banner.bad')).to.equal(null);
  });

  it('is said of a restore with the attribute, as not done, and marks no field; another one can be restored', async () => {
    const made = async (Code: string): Promise<string> => {
      const { body } = await on.client.api('POST', `documents/${part}`, { set: { Name: 'first', Code } });
      return `documents/${part}/${body.data.documentId as string}`;
    };
    const one = await made('x');
    await on.client.api('PATCH', one, { set: { Name: 'second', Code: 'y' } });
    await on.client.api('PATCH', one, { set: { Name: 'third' } });
    await made('x');
    await on.open(`/content/${one.slice('documents/'.length)}`, '#Code');
    const restores = async (at: number, button: string): Promise<void> => {
      await on.clickNamed('History');
      await on.page.waitForSelector('.version-choice');
      await (await on.page.$$('.version-choice')).at(at)?.click();
      await on.page.waitForSelector('.version-head .primary');
      await on.clickNamed(button);
      await on.page.click('.question[open] .primary');
      await on.holds(`document.querySelector('.sheet') === null`);
    };
    for (const button of ['Restore this version', 'Restore Code']) {
      await restores(-1, button);
      await on.page.waitForSelector('.banner.bad');
      const said = await on.textOf('.banner.bad');
      expect(said)
        .to.match(/^Not restored: Code.*is taken\.?/i)
        .and.not.contain('published')
        .and.not.contain('typed');
      expect(await on.textOf('.save-state')).to.not.contain('Not saved');
      expect(await on.page.$('#Code[aria-invalid], #Code-field .fault')).to.equal(null);
    }
    await restores(-2, 'Restore this version');
    await on.holds(`document.querySelector('#Name').value === 'second'`);
    expect(await on.page.$('.banner.bad')).to.equal(null);
  });

  it('is led to from the words about saving, although there is nothing to press', async () => {
    const made = await on.client.api('POST', `documents/${story}`, { set: { Title: 'gone' } });
    const path = `${story}/${made.body.data.documentId}`;
    await on.open(`/content/${path}`, '#Title');
    await on.client.api('DELETE', `documents/${path}`);
    await on.page.type('#Title', 'Kept');
    await on.page.keyboard.press('Tab');
    await on.page.waitForSelector('.banner.bad');
    await on.clickNamed('Not saved: see why');
    await on.holds(`document.activeElement?.textContent.includes('has deleted this entry')`);
  });

  it('is said in plain English, with the name of each field once', async () => {
    const said = await saidIn('en', 'Publish');
    expect(said).to.contain('Must have a value').and.contain('Rank: Must be at most 10');
    expect(said).to.not.contain('must');
    expect(on.mistakes).to.deep.equal([]);
  });

  it('names the type and the grant whose condition is not met', async () => {
    const grants = [
      { uid: story, actions: ['find', 'findDrafts'] },
      { uid: story, actions: ['update'], filters: { Title: { $startsWith: 'Mine' } } },
    ];
    valueOf(await on.world.parts.administration.createRole(systemPrincipal, { name: 'own', grants }));
    const made = await on.client.api('POST', `documents/${story}`, { set: { Title: 'Mine' } });
    await on.becomes('own');
    await on.open(`/content/${story}/${made.body.data.documentId}`, '#Title');
    await on.page.focus('#Title');
    await on.page.keyboard.press('Home');
    await on.page.keyboard.type('Not ');
    await on.page.keyboard.press('Tab');
    await on.page.waitForSelector('.banner.bad');
    const said = await on.textOf('.banner.bad');
    expect(said)
      .to.contain('the grant “update” of your role for story has a condition')
      .and.not.contain('api::');
  });
});
