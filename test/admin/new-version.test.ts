import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const note = 'api::note.note';

const files = appFiles({
  contentTypes: [
    contentType('note', 'notes', { Title: { type: 'string' }, Size: { type: 'integer' } }, drafts),
  ],
});

describe('a new version of the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let id: string;
  /** What the browser gets in place of what the server has. */
  let instead: (asked: HTTPRequest) => Promise<boolean> | boolean;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    await on.page.setRequestInterception(true);
    on.page.on('request', (asked) => void answer(asked));
    id = (await on.client.api('POST', `documents/${note}`, { set: { Title: 'One' } })).body.data.documentId;
  });
  after(() => screens?.stop());
  beforeEach(async () => {
    instead = () => false;
    await on.page.evaluate('sessionStorage.clear()');
  });

  const answer = async (asked: HTTPRequest): Promise<void> => {
    if (!(await instead(asked))) await asked.continue();
  };
  /** The page as an older server gave it. */
  const old = async (asked: HTTPRequest): Promise<boolean> => {
    if (!asked.isNavigationRequest()) return false;
    const { body, headers } = await on.client.open(new URL(asked.url()).pathname.slice('/admin'.length));
    const html = String(body).replace(
      /name="quire-version" content="[^"]+"/,
      'name="quire-version" content="0.0.1"',
    );
    expect(html).to.contain('0.0.1');
    await asked.respond({
      body: html,
      headers: { 'Content-Security-Policy': headers.get('Content-Security-Policy') ?? '' },
      contentType: 'text/html',
    });
    return true;
  };
  const missing =
    (name: string) =>
    async (asked: HTTPRequest): Promise<boolean> => {
      if (!asked.url().includes(`/assets/${name}`)) return false;
      await asked.respond({ status: 404 });
      return true;
    };
  /** How often the page was loaded as a whole from now on. */
  const loads = (): { readonly count: number } => {
    const counted = { count: 0 };
    on.page.on('load', () => void (counted.count += 1));
    return counted;
  };
  /** Waits for one, because the words of a page may be there before its load has ended. */
  const someOf = async (counted: { readonly count: number }): Promise<number> => {
    while (counted.count === 0) await new Promise((resolve) => setTimeout(resolve, 30));
    return counted.count;
  };
  /** As `holds`, also while the page is loaded again. */
  const until = async (expression: string): Promise<void> => {
    while (!(await on.page.evaluate(expression).catch(() => false)))
      await new Promise((resolve) => setTimeout(resolve, 30));
  };
  const versionOf = () => on.page.$eval('meta[name=quire-version]', (meta) => meta.getAttribute('content'));
  const go = async (path: string, selector: string): Promise<void> => {
    await on.page.click(`.side a[href*="${path}"]`);
    await on.page.waitForSelector(selector);
  };

  it('is announced, and comes with the next screen', async () => {
    instead = old;
    await on.open(`/content/${note}`, '.banner');
    expect(await on.textOf('.banner')).to.contain('new version');
    await on.isAccessible('new version');
    instead = () => false;
    const counted = loads();
    await go('/profile', '.banner + *, h1');
    await until(`document.querySelector('meta[name=quire-version]').content !== '0.0.1'`);
    await on.page.waitForSelector('h1');
    expect(await someOf(counted)).to.equal(1);
    expect(await on.page.$('.banner')).to.equal(null);
    expect(await on.page.evaluate('location.pathname')).to.equal('/admin/profile');
  });

  it('waits while something is not saved', async () => {
    instead = old;
    await on.open(`/content/${note}/${id}`, '.banner');
    instead = () => false;
    await on.page.waitForSelector('#Size');
    await on.page.type('#Size', 'x');
    await on.page.keyboard.press('Tab');
    await on.page.waitForSelector('.banner.bad');
    await go('/profile', '.profile, h1');
    expect(await versionOf()).to.equal('0.0.1');
    await go('note.note', '.rows tr');
    expect(await versionOf()).to.not.equal('0.0.1');
    await on.page.evaluate('localStorage.clear()');
  });

  // A screen that was open before comes from the browser's memory.
  it('leads from a screen that the server has no more to the same screen of the new page', async () => {
    await on.open('/profile', 'h1');
    instead = missing('releases-page');
    const counted = loads();
    await on.page.click(`.side a[href*="releases"]`);
    await until(`document.querySelector('main h1')?.textContent.includes('new version')`);
    expect(await someOf(counted), 'loaded once by itself').to.equal(1);
    await on.isAccessible('missing screen');
    instead = () => false;
    await on.page.click('.notice .primary');
    await on.page.waitForSelector('.releases');
  });

  it('says that there is no connection where a screen is missing for that', async () => {
    await on.open('/profile', 'h1');
    instead = async (asked) => {
      await asked.abort();
      return true;
    };
    const counted = loads();
    await on.page.click(`.side a[href*="media"]`);
    await until(`document.querySelector('main h1')?.textContent === 'No connection'`);
    expect(counted.count).to.equal(0);
    instead = () => false;
    await on.page.click('.notice .primary');
    await until(`document.querySelector('main h1')?.textContent === 'Media'`);
  });

  it('leaves the entry as it is where a part over it is missing', async () => {
    await on.open(`/content/${note}/${id}`, '#Title');
    await on.page.type('#Size', 'x');
    instead = missing('draft-difference-panel');
    await on.clickNamed('Differences');
    await until(`document.querySelector('dialog[open]')?.textContent.includes('new version')`);
    await on.isAccessible('missing part');
    await on.clickNamed('Close');
    expect(
      await on.page.$eval('#Size', (field) => (field as unknown as { readonly value: string }).value),
    ).to.equal('x');
    expect(await on.page.$('dialog[open]')).to.equal(null);
    await on.clickNamed('Differences');
    await on.page.waitForSelector('dialog[open]');
    on.mistakes.splice(0);
  });
});
