import { expect } from 'chai';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const note = 'api::note.note';

const files = appFiles({
  contentTypes: [
    contentType('note', 'notes', { Title: { type: 'string' }, Size: { type: 'integer' } }, drafts),
  ],
});

describe('from entry to entry in the admin page', function () {
  this.timeout(60_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    for (let number = 1; number <= 28; number += 1) {
      const set = { Title: `n${String(number).padStart(2, '0')}`, Size: number };
      await on.client.api('POST', `documents/${note}`, { set });
    }
  });
  after(() => screens?.stop());

  const list = `/content/${note}?size=25&sort=Title:asc&filters=${encodeURIComponent('{"Size":{"$gt":1}}')}`;
  const isAt = async (title: string, place: string): Promise<void> => {
    await on.holds(`document.querySelector('.entry-head h1')?.textContent === '${title}'`);
    await on.holds(`document.querySelector('.neighbours')?.textContent === '${place}'`);
  };
  const openRow = async (title: string): Promise<void> => {
    await on.page.waitForSelector(`::-p-text(${title})`);
    await on.page.$$eval(
      '.rows th a',
      (links, name) =>
        (links.find(({ textContent }) => textContent === name) as unknown as { click(): void }).click(),
      title,
    );
  };

  it('leads by keys through the list, from page to page, and says the place', async () => {
    await on.open(list, '.rows tr');
    await openRow('n25');
    await isAt('n25', '24 of 27');
    await on.isAccessible('neighbours');
    await on.page.keyboard.press(']');
    await isAt('n26', '25 of 27');
    await on.page.keyboard.press(']');
    await isAt('n27', '26 of 27');
    await on.page.keyboard.press(']');
    await isAt('n28', '27 of 27');
    await on.page.keyboard.press(']');
    expect(
      await on.page.$eval('.neighbours button:last-child', (button) => button.hasAttribute('disabled')),
    ).to.equal(true);
    await on.clickNamed('Entry before');
    await isAt('n27', '26 of 27');
    await on.page.keyboard.press('[');
    await isAt('n26', '25 of 27');
  });

  it('leads back to the page of the list, and to the row', async () => {
    await on.page.keyboard.press(']');
    await isAt('n27', '26 of 27');
    await on.page.click('.entry-title a');
    await on.holds(`document.activeElement?.textContent === 'n27'`);
    expect(await on.page.evaluate('location.search'))
      .to.contain('Size')
      .and.contain('sort=Title');
    expect(await on.page.$$eval('.rows tr', (rows) => rows.length)).to.equal(2);
  });

  it('says nothing of an entry that was opened otherwise, and types brackets in fields', async () => {
    const { documentId } = (await on.client.api('POST', `documents/${note}`, { set: { Title: 'alone' } }))
      .body.data;
    await on.open(`/content/${note}/${documentId}`, '#Title');
    expect(await on.page.$('.neighbours')).to.equal(null);
    await on.open(list, '.rows tr');
    await openRow('n02');
    await isAt('n02', '1 of 27');
    await on.page.type('#Title', '[x]');
    expect(await on.page.evaluate(`document.querySelector('#Title').value`)).to.contain('[x]');
  });

  it('fits a small window from right to left', async () => {
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: `${on.world.url}/admin` });
    await on.page.setViewport({ width: 360, height: 740 });
    await on.open(list, '.rows tr');
    await openRow('n03');
    await on.page.waitForSelector('.neighbours');
    await on.isAccessible('neighbours Arabic small');
    expect(on.mistakes).to.deep.equal([]);
  });
});
