import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const note = 'api::note.note';

const files = appFiles({
  contentTypes: [contentType('note', 'notes', { Title: { type: 'string' }, Text: { type: 'text' } }, drafts)],
});

describe('an answer that is lost when an entry is created in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let losing = true;
  let lost = 0;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    await on.page.setRequestInterception(true);
    on.page.on('request', (asked) => void pass(asked));
  });
  after(() => screens?.stop());

  /** The server gets each creation, and the page gets no answer while answers are lost. */
  async function pass(asked: HTTPRequest): Promise<void> {
    const isCreation = asked.method() === 'POST' && asked.url().endsWith(note);
    if (!isCreation || !losing) return asked.continue();
    const answer = await fetch(asked.url(), {
      method: 'POST',
      headers: asked.headers(),
      body: asked.postData() ?? '',
    });
    expect(answer.status).to.equal(201);
    lost += 1;
    await asked.abort('connectionreset');
  }

  const entries = async () => (await on.client.api('GET', `documents/${note}?columns=Title,Text`)).body.data;
  const begin = async (title: string): Promise<void> => {
    [losing, lost] = [true, 0];
    await on.open(`/content/${note}/new`, '#Title');
    await on.page.type('#Title', title);
    await on.page.keyboard.press('Tab');
    await on.page.waitForSelector('.banner.bad');
    expect(lost).to.be.at.least(1);
  };

  it('makes no second entry, and loses nothing that was typed since', async () => {
    await begin('Once');
    await on.page.type('#Text', 'typed since');
    await on.page.focus('#Title');
    losing = false;
    // Unless it has tried by itself meanwhile.
    await on.page.evaluate(`document.querySelector('.banner.bad button')?.click()`);
    await until(async () => (await entries())[0]?.values.Text === 'typed since');
    expect(await entries()).to.have.length(1);
    await on.holds(`!location.pathname.endsWith('/new')`);
  });

  it('nor does it when the page is loaded again in between', async () => {
    await begin('Reloaded');
    await on.open(`/content/${note}/new`, '#Title');
    losing = false;
    await on.holds(`!location.pathname.endsWith('/new')`);
    const titles = (await entries()).map(({ values }: { values: { Title: string } }) => values.Title).sort();
    expect(titles).to.deep.equal(['Once', 'Reloaded']);
    expect(
      await on.page.evaluate('Object.keys(localStorage).filter((key) => key.includes("::"))'),
    ).to.deep.equal([]);
  });

  it('shows what was saved when the page comes back before the answer', async () => {
    losing = false;
    const { body } = await on.client.api('POST', `documents/${note}`, { set: { Title: 'Before' } });
    await on.open(`/content/${note}/${body.data.documentId}`, '#Title');
    // The server has the text only after it read the entry for the page, which hears of the write first.
    await on.page.evaluate(`{
      const send = window.fetch;
      const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      window.fetch = async (asked, options) => {
        const isOfEntry = String(asked).includes('${body.data.documentId}');
        if (!isOfEntry) return send(asked, options);
        if (options?.method === 'PATCH') await wait(400);
        const answer = await send(asked, options);
        if (options?.method !== 'PATCH') await wait(800);
        return answer;
      };
    }`);
    await on.page.type('#Title', ' and after');
    await on.page.$eval('.entry-title a', (link) => (link as unknown as { click(): void }).click());
    await on.page.waitForSelector('.rows');
    await on.page.goBack();
    await on.page.waitForSelector('#Title');
    expect(await on.page.$eval('#Title', (input) => (input as unknown as { value: string }).value)).to.equal(
      'Before and after',
    );
  });
});
