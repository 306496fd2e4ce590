import { expect } from 'chai';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const story = 'api::story.story';
const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      { Title: { type: 'string' }, Body: { type: 'blocks' }, Text: { type: 'richtext' } },
      drafts,
    ),
  ],
});

describe('Ctrl K in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let id: string;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const { body } = await on.client.api('POST', `documents/${story}`, { set: { Title: 'Story' } });
    id = body.data.documentId as string;
    await on.open(`/content/${story}/${id}`, '#Body');
    await on.page.waitForSelector('#Text');
  });
  after(() => screens?.stop());

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.down(key as 'Enter');
    for (const key of keys.toReversed()) await on.page.keyboard.up(key as 'Enter');
  };
  const valuesOf = async () => (await on.client.api('GET', `documents/${story}/${id}`)).body.data.values;
  const isPalette = () => on.page.$('[role=dialog]');

  it('makes a link of what is chosen in blocks', async () => {
    await on.page.focus('#Body');
    await on.page.keyboard.type('word');
    await press('Control', 'a');
    await press('Control', 'k');
    await on.page.waitForSelector('.blocks-link input, [role=dialog]');
    expect(await isPalette()).to.equal(null);
    await on.holds(`document.activeElement.matches('.blocks-link input')`);
    await on.page.keyboard.type('https://example.com/');
    await on.page.keyboard.press('Enter');
    await until(async () => JSON.stringify((await valuesOf()).Body).includes('"url":"https://example.com/"'));
    const title = await on.page.$eval('#Body-field [aria-label=Link]', (one) => one.getAttribute('title'));
    expect(title).to.equal('Link (Ctrl K)');
  });

  it('makes a link of what is chosen in Markdown', async () => {
    await on.page.type('#Text', 'word');
    await press('Control', 'a');
    await press('Control', 'k');
    expect(await isPalette()).to.equal(null);
    await on.page.keyboard.type('/about');
    await until(async () => (await valuesOf()).Text === '[word](/about)');
  });

  it('opens the palette elsewhere', async () => {
    await on.page.focus('#Title');
    await press('Control', 'k');
    await on.page.waitForSelector('[role=dialog] [role=combobox], [role=dialog] input');
    expect(on.mistakes).to.deep.equal([]);
  });
});
