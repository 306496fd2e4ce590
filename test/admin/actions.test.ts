import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import { appFiles, contentType, drafts, localized } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const [story, page] = ['api::story.story', 'api::page.page'];

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      { Title: { type: 'string', ...localized }, Code: { type: 'string' } },
      { ...drafts, ...localized },
    ),
    contentType('page', 'pages', { Title: { type: 'string' }, Rank: { type: 'integer', max: 10 } }, drafts),
  ],
});

describe('what is done with an entry in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const owner = await on.world.signedIn('owner');
    await owner.api('POST', 'locales', { code: 'de', name: 'German' });
  });
  after(() => screens?.stop());

  const published = async (uid: string, set: object): Promise<string> => {
    const { body } = await on.client.api('POST', `documents/${uid}`, { set });
    const path = `${uid}/${body.data.documentId as string}`;
    expect((await on.client.api('POST', `documents/${path}/publish`, {})).status).to.equal(200);
    return path;
  };
  const stateOf = async (path: string): Promise<string> =>
    (await on.client.api('GET', `documents/${path}`)).body.data.state as string;
  const asked = async (): Promise<string> => {
    await on.clickNamed('Unpublish');
    await on.page.waitForSelector('.question[open] .danger');
    return on.textOf('.question[open]');
  };

  /** Somebody else has changed a role or a hook since the page was opened. */
  const unpublishFails = async (status: number, message: string): Promise<void> => {
    const fails = (request: HTTPRequest): void =>
      void (request.url().endsWith('/unpublish')
        ? request.respond({
            status,
            contentType: 'application/json',
            body: JSON.stringify({ error: { status, name: 'Refused', message } }),
          })
        : request.continue());
    await on.page.setRequestInterception(true);
    on.page.on('request', fails);
    await asked();
    await on.page.click('.question[open] .danger');
    await on.holds(`document.querySelector('.banner.bad')?.textContent.includes('Not unpublished')`);
    on.page.off('request', fails);
    await on.page.setRequestInterception(false);
  };

  it('asks before visitors lose it, with the locale that they lose where there are several', async () => {
    const path = await published(page, { Title: 'Public' });
    await on.open(`/content/${path}`, '#Title');
    expect(await asked())
      .to.contain('Visitors will no longer find it.')
      .and.not.contain('locale');
    await on.isAccessible('unpublish asks');
    await on.page.keyboard.press('Escape');
    await on.holds(`document.querySelector('.question[open]') === null`);
    expect(await stateOf(path)).to.equal('published');
    await asked();
    await on.page.click('.question[open] .danger');
    await until(async () => (await stateOf(path)) === 'draft');

    const translated = await published(story, { Title: 'Harbour', Code: 'H' });
    await on.client.api('PATCH', `documents/${translated}`, { set: { Title: 'Hafen' }, locale: 'de' });
    await on.open(`/content/${translated}?locale=de`, '#Title');
    await on.clickNamed('Publish');
    await on.holds(`document.querySelector('.save-state').textContent.includes('Published')`);
    expect(await asked())
      .to.contain('German')
      .and.contain('Other locales stay as they are.');
    await on.page.click('.question[open] .danger');
    await on.holds(`document.querySelector('.save-state').textContent.includes('Draft')`);
    expect(await stateOf(translated)).to.equal('published');
  });

  it('is named where it fails, also while something else is not saved', async () => {
    const path = await published(page, { Title: 'Public', Rank: 1 });
    await on.open(`/content/${path}`, '#Title');
    await on.page.type('#Rank', '234');
    await on.page.keyboard.press('Tab');
    await on.page.waitForSelector('#Rank[aria-invalid]');
    await unpublishFails(409, 'A hook said no');
    const said = await on.page.$$eval('.banner.bad', (all) => all.map((one) => one.textContent).join(' '));
    expect(said).to.contain('Not unpublished: A hook said no').and.not.contain('Not saved: A hook');
    await on.isAccessible('action failed');
    // What is typed meanwhile is saved.
    await on.page.type('#Title', '!');
    await until(
      async () => (await on.client.api('GET', `documents/${path}`)).body.data.values.Title === 'Public!',
    );
  });

  it('stays named as undone when the connection that it failed without is back', async () => {
    const path = await published(page, { Title: 'Away' });
    await on.open(`/content/${path}`, '#Title');
    await asked();
    await on.page.setOfflineMode(true);
    await on.page.click('.question[open] .danger');
    await on.holds(`document.querySelector('.banner.bad')?.textContent.includes('Not unpublished')`);
    await on.page.setOfflineMode(false);
    on.mistakes.splice(0);
    await on.page.type('#Title', '!');
    await until(
      async () => (await on.client.api('GET', `documents/${path}`)).body.data.values.Title === 'Away!',
    );
    expect(await on.textOf('.banner.bad')).to.contain('Not unpublished: the server does not answer');
    await on.clickNamed('Close');
    await on.holds(`document.querySelector('.banner.bad') === null`);
  });

  it('is named where the role may not, which keeps nothing from being saved', async () => {
    const path = await published(page, { Title: 'Mine' });
    await on.open(`/content/${path}`, '#Title');
    await unpublishFails(403, 'Forbidden');
    expect(await on.textOf('.banner.bad')).to.contain('Not unpublished: your role lacks a grant');
    await on.page.type('#Title', '!');
    await until(
      async () => (await on.client.api('GET', `documents/${path}`)).body.data.values.Title === 'Mine!',
    );
  });

  it('says in the history of one locale that values of all locales may have been changed in another', async () => {
    const translated = await published(story, { Title: 'Harbour', Code: 'H' });
    const open = async (path: string): Promise<string> => {
      await on.open(`/content/${path}`, '.entry-head h1');
      await on.clickNamed('History');
      await on.page.waitForSelector('.version-choice');
      return on.textOf('.sheet');
    };
    const words = 'a change of Code made in another locale is in the history of that one';
    expect(await open(translated)).to.not.contain(words);
    await on.client.api('PATCH', `documents/${translated}`, { set: { Title: 'Hafen' }, locale: 'de' });
    expect(await open(translated)).to.contain(words);
    await on.isAccessible('history of a locale');
    const url = `${on.world.url}/admin`;
    await on.page.setCookie({ name: 'quire_admin_language', value: 'de', url });
    await on.page.reload();
    await on.clickNamed('Verlauf');
    await on.page.waitForSelector('.version-choice');
    const heights = await on.page.$$eval('.version-action', (all) =>
      all.map((one) => one.getBoundingClientRect().height),
    );
    expect(Math.max(...heights), 'no word is broken').to.be.below(24);
    await on.page.setCookie({ name: 'quire_admin_language', value: 'en', url });
    expect(await open(await published(page, { Title: 'One' }))).to.not.contain(words);
  });

  it('reports no error', () => expect(on.mistakes).to.deep.equal([]));
});
