import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import { appFiles, contentType, drafts, localized } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const story = 'api::story.story';
const other = 'api::other.other';
const page = 'api::page.page';

/** A site that reads a draft from the content API with the token of the address. */
function openSite(api: () => string): Server {
  return createServer((req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://site');
    if (pathname.startsWith('/at/')) return void res.end(`<h1>${pathname}</h1>`);
    const [locale, token] = [searchParams.get('locale'), searchParams.get('token')];
    const headers = { Authorization: `Bearer ${token}` };
    fetch(`${api()}/api/stories${pathname}?status=draft&locale=${locale}`, { headers })
      .then(async (answer) => (await answer.json()) as { readonly data: { readonly Title: string } | null })
      .then(({ data }) => {
        const lang = locale ?? 'en';
        res.setHeader('Content-Type', 'text/html; charset=utf-8');
        res.end(
          `<!doctype html><html lang="${lang}"><meta name="viewport" content="width=device-width"><title>Site</title><body style="font: 20px sans-serif; margin: 0"><header style="padding: 24px; background: #234; color: #fff">The site</header><main style="padding: 24px"><h1>${data?.Title ?? 'Nothing'}</h1></main>`,
        );
      })
      .catch(() => res.destroy());
  });
}

describe('the preview in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  const site = openSite(() => on.world.url);
  let id: string;

  before(async function () {
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    const types = appFiles({
      contentTypes: [
        contentType('story', 'stories', { Title: { type: 'string' } }, { ...drafts, ...localized }),
        contentType('page', 'pages', { Title: { type: 'string' }, slug: { type: 'string' } }, drafts),
        contentType('other', 'others', { Title: { type: 'string' } }, drafts),
      ],
    });
    const templates = {
      [story]: `${origin}/{documentId}?locale={locale}&token={token}`,
      [page]: `${origin}/at/{slug}?token={token}`,
    };
    const handler = `(uid, { documentId }) => strapi.documents(uid).findOne({ documentId }).then(({ Title }) =>
      Title === 'None' ? undefined : 'https://elsewhere.example/')`;
    screens = await openScreens({
      ...types,
      'config/admin.js': `module.exports = { preview: { config: { templates: ${JSON.stringify(templates)}, handler: ${handler} } } };`,
    });
    if (screens === undefined) return this.skip();
    on = screens;
    id = await made(story, { Title: 'Low tide' });
  });
  after(async () => {
    site.close();
    await screens?.stop();
  });

  const made = async (uid: string, set: object): Promise<string> =>
    (await on.client.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;
  const open = (uid: string, entry: string, query = '') =>
    on.open(`/content/${uid}/${entry}${query}`, '.entry-head h1');
  /** Waits until the site shows a title. */
  const shows = async (title: string): Promise<void> => {
    await on.page.waitForFrame(
      async (frame) =>
        frame !== on.page.mainFrame() &&
        (await frame.$eval('h1', (head) => head.textContent).catch(() => '')) === title,
    );
  };

  it('shows the draft on the site, and again after each save', async () => {
    await open(story, id);
    await on.clickNamed('Preview');
    await on.page.waitForSelector('.preview iframe');
    await shows('Low tide');
    expect(on.page.url()).to.include('preview=desk');
    await on.isAccessible('preview desk');
    await on.page.focus('#Title');
    await on.page.keyboard.press('End');
    await on.page.keyboard.type(' at noon');
    await shows('Low tide at noon');
  });

  it('has widths, a link to open and to copy, and closes with Escape', async () => {
    await on.clickNamed('Phone width');
    await on.page.waitForSelector('[aria-label="Phone width"][aria-pressed=true]');
    await shows('Low tide at noon');
    await on.holds(`document.querySelector('.preview iframe').offsetWidth === 390`);
    await on.isAccessible('preview phone');
    const link = await on.page.$eval('.preview-head a', (tab) => tab.href);
    expect(link).to.include(`/${id}?locale=en&token=preview_`);
    expect(await (await fetch(link)).text()).to.include('Low tide at noon');
    await on.page.focus('[aria-label="Copy the link"]');
    await on.page.keyboard.press('Escape');
    await on.holds(`document.querySelector('.preview') === null`);
    expect(on.page.url()).to.not.include('preview=');
  });

  it('follows an entry to another address, and says which value the address lacks', async () => {
    const linked = (): Promise<string> =>
      on.page.$eval('.preview-head a', (tab) => new URL(tab.href).pathname);
    const types = async (text: string): Promise<void> => {
      await on.page.click('#slug', { count: 3 });
      await on.page.keyboard.press('Backspace');
      await on.page.keyboard.type(text);
    };
    await open(page, await made(page, { Title: 'A page' }), '?preview=desk');
    await on.page.waitForSelector('.preview .notice[role=status]');
    expect(await on.textOf('.preview .notice')).to.contain('needs a value of slug');
    expect(await on.textOf('.preview')).to.not.contain('Something went wrong');
    await on.isAccessible('preview lacks a value');
    await types('first');
    await shows('/at/first');
    await types('second');
    await shows('/at/second');
    expect(await linked()).to.equal('/at/second');
    await on.clickNamed('Load the preview again');
    await shows('/at/second');
  });

  it('fits a narrow window, and other directions', async () => {
    await on.page.setViewport({ width: 360, height: 740 });
    await open(story, id, '?preview=phone');
    await shows('Low tide at noon');
    await on.isAccessible('preview 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: on.world.url });
    await open(story, id, '?preview=tablet');
    await shows('Low tide at noon');
    await on.isAccessible('preview right to left');
    await on.page.deleteCookie({ name: 'quire_admin_language', url: on.world.url });
  });

  it('says why there is nothing to see', async () => {
    await open(other, await made(other, { Title: 'Elsewhere' }), '?preview=desk');
    await on.page.waitForSelector('.preview .notice a');
    expect(await on.textOf('.preview .notice')).to.contain('cannot be shown here');
    await on.isAccessible('preview unframed');
    await open(other, await made(other, { Title: 'None' }), '?preview=desk');
    await on.page.waitForSelector('.preview .notice');
    expect(await on.textOf('.preview .notice')).to.contain('No preview for this entry');
    await on.isAccessible('preview none');
    await on.page.setRequestInterception(true);
    const fail = (asked: HTTPRequest): void =>
      void (asked.url().endsWith('/preview') ? asked.respond({ status: 500, body: '{}' }) : asked.continue());
    on.page.on('request', fail);
    await open(story, id, '?preview=desk');
    await on.page.waitForSelector('.preview .notice[role=alert]');
    await on.isAccessible('preview error');
    on.page.off('request', fail);
    await on.page.setRequestInterception(false);
    await on.clickNamed('Try again');
    await shows('Low tide at noon');
    expect(on.mistakes).to.deep.equal([]);
  });
});
