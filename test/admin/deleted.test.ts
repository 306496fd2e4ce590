import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const note = 'api::note.note';

const files = appFiles({
  contentTypes: [contentType('note', 'notes', { Title: { type: 'string' }, Text: { type: 'text' } }, drafts)],
});

describe('deleted entries in the admin page', function () {
  this.timeout(60_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
  });
  after(() => screens?.stop());

  const made = async (Title: string): Promise<string> =>
    (await on.client.api('POST', `documents/${note}`, { set: { Title } })).body.data.documentId as string;
  const remove = (id: string) => on.client.api('DELETE', `documents/${note}/${id}`);
  const stored = async (id: string) => (await on.client.api('GET', `documents/${note}/${id}`)).body.data;
  const listed = async (count: number): Promise<void> =>
    until(
      async () =>
        (await on.client.api('GET', `documents/${note}/deleted`)).body.data.entries.length === count,
    );

  it('say that there is none', async () => {
    await on.open(`/content/${note}`, '.list-tools, .list-head');
    await on.clickNamed('Deleted entries');
    await on.holds(`document.querySelector('main h1')?.textContent === 'Deleted: note'`);
    await on.holds(`document.querySelector('.deleted')?.textContent.includes('Nothing was deleted')`);
    await on.isAccessible('deleted none');
  });

  it('are restored by keyboard, and open then', async () => {
    const [first, second] = [await made('First'), await made('<b>Second</b>')];
    await remove(first);
    await remove(second);
    await listed(2);
    await on.open(`/content/${note}/deleted`, '.deleted-list li');
    expect(await on.textOf('.deleted-list li')).to.match(/<b>Second<\/b>.*Deleted by person1@example.com, /);
    await on.isAccessible('deleted');
    await on.tabTo('[aria-label="Restore First"]');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('#Title');
    expect(await on.page.evaluate('location.pathname')).to.contain(first);
    expect((await stored(first)).values.Title).to.equal('First');
    await listed(1);
  });

  it('say why they cannot be read again, and stay when only their next page cannot be read', async () => {
    const failWhile = async (work: () => Promise<void>): Promise<void> => {
      const answer = (request: HTTPRequest): void =>
        void (request.url().includes('/deleted?page=')
          ? request.respond({ status: 500, contentType: 'application/json', body: '{}' })
          : request.continue());
      await on.page.setRequestInterception(true);
      on.page.on('request', answer);
      try {
        await work();
      } finally {
        on.page.off('request', answer);
        await on.page.setRequestInterception(false);
      }
    };
    const ids = await Promise.all(Array.from({ length: 25 }, (_, at) => made(`Page ${at}`)));
    for (const id of ids) await remove(id);
    await until(
      async () => (await on.client.api('GET', `documents/${note}/deleted`)).body.data.hasMore as boolean,
    );
    await on.open(`/content/${note}/deleted`, '.deleted-list li');
    await failWhile(async () => {
      await on.clickNamed('Show more');
      await on.holds(`document.querySelector('.deleted > .row [role=alert]')?.textContent !== ''`);
      expect(await on.page.$$('.deleted-list li')).to.have.lengthOf(25);
      await on.page.click('.list-head a');
      await on.page.waitForSelector('.list-tools');
      await on.clickNamed('Deleted entries');
      await on.page.waitForSelector('.notice[role=alert] .primary');
    });
    await on.clickNamed('Try again');
    await on.page.waitForSelector('.deleted-list li');
  });

  it('come back at their address', async () => {
    const id = await made('Address');
    await remove(id);
    await on.open(`/content/${note}/${id}`, '.notice');
    await on.holds(`document.querySelector('.notice')?.textContent.includes('Deleted by')`);
    expect(await on.textOf('.notice')).to.not.contain('Not Found');
    await on.isAccessible('gone');
    await on.clickNamed('Restore');
    await on.page.waitForSelector('#Title');
    await on.open(`/content/${note}/aaaaaaaaaaaaaaaaaaaaaaaa`, '.notice h1');
    expect(await on.textOf('.notice')).to.not.contain('Restore');
  });

  it('come back while they are open, with what was typed since', async () => {
    const id = await made('Open');
    await on.open(`/content/${note}/${id}`, '#Text');
    await remove(id);
    await on.page.type('#Text', 'typed since');
    await on.page.keyboard.press('Tab');
    await on.page.waitForSelector('.banner.bad');
    await on.page.setViewport({ width: 360, height: 740 });
    await on.holds(`document.querySelector('.banner.bad')?.textContent.includes('Deleted by')`);
    await on.isAccessible('gone open small');
    await on.clickNamed('Restore');
    await until(async () => (await stored(id))?.values.Text === 'typed since');
    expect((await stored(id)).values.Title).to.equal('Open');
    await on.holds(`document.querySelector('.banner.bad') === null`);
  });

  it('are listed from right to left in a small window', async () => {
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: `${on.world.url}/admin` });
    await on.open(`/content/${note}/deleted`, '.deleted-list li');
    await on.isAccessible('deleted Arabic small');
    expect(on.mistakes).to.deep.equal([]);
  });
});
