import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import { appFiles, contentType, drafts, localized } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const story = 'api::story.story';

const files = appFiles({
  contentTypes: [contentType('story', 'stories', { Title: { type: 'string' } }, { ...drafts, ...localized })],
});

describe('the first screen of the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let owner: Awaited<ReturnType<ScreenWorld['becomes']>>;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    owner = await on.becomes('owner');
  });
  after(() => screens?.stop());

  const card = (id: string): Promise<string> => on.textOf(`section[aria-labelledby="home-${id}"]`);

  it('shows the next steps of a new project, and goes there by keyboard', async () => {
    await on.open('/', '.home-steps');
    expect(await on.page.title()).to.contain('Home');
    expect(await on.page.$$eval('.home-steps li', (items) => items.length)).to.equal(3);
    expect(await card('drafts')).to.contain('No draft of yours');
    await on.isAccessible('home new project');
    await on.tabTo('.home-steps li:nth-child(2) a');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('.entry input');
    expect(decodeURIComponent(on.page.url())).to.match(/\/content\/api::chef\.chef\/new$/);
  });

  it('is shown without waiting for a timer, and so is what is fetched when it is first opened', async () => {
    const { identifier } = await on.page.evaluateOnNewDocument(
      'const timer = setTimeout; window.setTimeout = (work, ms, ...rest) => (ms > 50 ? 0 : timer(work, ms, ...rest));',
    );
    await on.open('/', '.home-steps');
    await on.page.keyboard.down('Control');
    await on.page.keyboard.press('k');
    await on.page.keyboard.up('Control');
    await on.page.waitForSelector('[role=combobox]');
    await on.page.keyboard.press('Escape');
    await on.page.removeScriptToEvaluateOnNewDocument(identifier);
  });

  it('lists what waits for the administrator, with one request', async () => {
    const made = await owner.api('POST', `documents/${story}`, { set: { Title: '<b>Draft</b>' } });
    const id = made.body.data.documentId as string;
    const plan = { name: 'Spring', at: '2126-03-01T10:00:00.000Z' };
    await owner.api('POST', 'releases', {
      ...plan,
      actions: [{ action: 'publish', type: story, documentId: id, locale: 'en' }],
    });
    await owner.api('POST', 'tokens', { name: 'Shop', access: 'read-only', expiresIn: '7d' });
    await on.open(`/content/${story}/${id}`, '.entry input');
    const asked: string[] = [];
    const note = (request: HTTPRequest): void => {
      if (request.url().includes('/admin/api/')) asked.push(request.url().split('/admin/api/')[1] ?? '');
    };
    on.page.on('request', note);
    await on.open('/', 'section[aria-labelledby="home-tokens"]');
    on.page.off('request', note);
    expect(asked.map((path) => path.split(/[?/]/)[0])).to.deep.equal(['start', 'schema', 'home']);
    expect(await card('drafts'))
      .to.contain('<b>Draft</b>')
      .and.contain('Draft');
    expect(await card('seen')).to.contain('<b>Draft</b>');
    expect(await card('waiting')).to.contain('Spring');
    expect(await card('tokens')).to.contain('Shop');
    expect(await on.page.$('.home-steps')).to.equal(null);
    await on.isAccessible('home');
    await on.page.setViewport({ width: 360, height: 800 });
    await on.isAccessible('home narrow');
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('says what failed, and tries again', async () => {
    let isAway = true;
    const answer = (request: HTTPRequest): void =>
      void (isAway && request.url().includes('/api/home')
        ? request.respond({ status: 500, contentType: 'application/json', body: '{}' })
        : request.continue());
    await on.page.setRequestInterception(true);
    on.page.on('request', answer);
    await on.open('/', 'main [role=alert] .primary');
    await on.isAccessible('home failed');
    isAway = false;
    await on.page.click('main [role=alert] .primary');
    await on.page.waitForSelector('.home-cards');
    on.page.off('request', answer);
    await on.page.setRequestInterception(false);
  });

  it('shows nobody what their role may not see, and stands in other languages', async () => {
    await on.becomes('author');
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: on.world.url });
    await on.open('/', '.home-cards');
    expect(await on.page.$('section[aria-labelledby="home-tokens"]')).to.equal(null);
    await on.isAccessible('home arabic');
    await on.page.deleteCookie({ name: 'quire_admin_language', url: on.world.url });
  });

  it('reports no error of the browser', () => expect(on.mistakes).to.deep.equal([]));
});
