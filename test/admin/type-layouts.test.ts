import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { appFiles, component, contentType, drafts, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const story = 'api::story.story';
const layoutFile = 'src/api/story/content-types/story/layout.json';

const sources = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string', required: true },
        Kind: { type: 'enumeration', enum: ['news', 'essay'] },
        Source: { type: 'string' },
        Rank: { type: 'integer' },
        author: relation('manyToOne', 'person'),
      },
      drafts,
    ),
    contentType('person', 'people', { Name: { type: 'string' } }),
  ],
  components: [component('page.quote', { Text: { type: 'text' }, Who: { type: 'string' } })],
});

const files = Object.fromEntries(
  Object.entries(sources).map(([file, definition]) => [file, `${JSON.stringify(definition, null, 2)}\n`]),
);

describe('layouts in the content-types of the admin page', function () {
  this.timeout(180_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files, { NODE_ENV: 'development' });
    if (screens === undefined) return this.skip();
    on = screens;
    await on.becomes('owner');
  });
  after(async () => {
    await screens?.stop();
    expect(screens?.mistakes ?? []).to.deep.equal([]);
  });

  const stored = (file = layoutFile): Promise<string> =>
    readFile(join(on.world.parts.app.directory, file), 'utf8');
  const open = async (uid = story): Promise<void> => {
    await on.open(`/types?uid=${uid}`, '.shape');
    await on.page.click('.shape [role=tab]:nth-child(2)');
    await on.page.waitForSelector('.layout-row');
  };
  const names = () =>
    on.page.$$eval('.layout-row .label', (heads) => heads.map(({ textContent }) => textContent ?? ''));
  const planned = (text: string) =>
    on.holds(
      `document.querySelector('.types-plan[aria-busy=false]')?.textContent.includes(${JSON.stringify(text)})`,
    );
  const apply = async (): Promise<void> => {
    await on.holds(`document.querySelector('.types-plan .primary')?.disabled === false`);
    await on.clickNamed('Apply');
    await on.holds(`document.body.textContent.includes('the next start serves them')`);
  };
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.down(key as 'Enter');
    for (const key of keys.toReversed()) await on.page.keyboard.up(key as 'Enter');
  };
  const done = () => on.page.click('.types-dialog[open] .primary');

  it('are ordered by keyboard, planned, and written', async () => {
    await open();
    expect(await names()).to.deep.equal(['Title', 'Kind', 'Source', 'Rank', 'author']);
    await on.isAccessible('layout editor');
    await on.page.focus('#layout-row-Source');
    // The row keeps the focus in the step that moves it.
    const moved = await on.page.evaluate(`(async () => {
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowUp', altKey: true, bubbles: true }));
      await new Promise(queueMicrotask);
      return [document.querySelectorAll('.layout-row .label')[1].textContent, document.activeElement.id];
    })()`);
    expect(moved).to.deep.equal(['Source', 'layout-row-Source']);
    await press('Alt', 'Home');
    await on.holds(`document.querySelectorAll('.layout-row .label')[0].textContent === 'Source'`);
    await planned('layout.json');
    await apply();
    expect(await stored()).to.equal('{\n  "attributes": ["Source", "Title", "Kind", "Rank", "author"]\n}\n');
  });

  it('say width, words and conditions of an attribute', async () => {
    await open();
    await on.page.click('#layout-row-Source');
    await on.page.waitForSelector('.types-dialog[open] #layout-width');
    await on.page.select('#layout-width', '6');
    await on.page.type('#layout-label', 'Where it is from');
    await on.page.type('#layout-help', 'A name or an address.');
    await on.clickNamed('Add a condition');
    await on.page.waitForSelector('.question.wide[open] .condition');
    await on.page.select('.condition select[aria-label=Attribute]', 'Kind');
    await on.page.select('.condition select[aria-label=Comparison]', '$eq');
    await on.page.select('.condition select[aria-label=Value]', 'news');
    await on.isAccessible('layout condition');
    await on.page.click('.question.wide[open] .primary');
    await on.holds(`document.querySelector('.chip')?.textContent.includes('Kind is news')`);
    await on.isAccessible('layout row');
    await done();
    await on.holds(
      `document.querySelector('.layout-row .hint').textContent.includes('visible if Kind is news')`,
    );
    await apply();
    expect(JSON.parse(await stored()).attributes[0]).to.deep.equal({
      name: 'Source',
      width: 6,
      label: 'Where it is from',
      help: 'A name or an address.',
      visibleIf: { Kind: { $eq: 'news' } },
    });
  });

  it('have tabs, a title and columns', async () => {
    await open();
    await on.clickNamed('Add a tab');
    await on.page.type('#tab-label', 'More');
    await done();
    await on.holds(`document.querySelectorAll('.layout-editor section').length === 2`);
    await on.page.click('#layout-row-Rank');
    await on.page.waitForSelector('#layout-part');
    await on.page.select('#layout-part', '1');
    await done();
    await on.holds(
      `document.querySelector('.layout-editor section:nth-of-type(2) .label')?.textContent === 'Rank'`,
    );
    await on.page.select('#layout-title', 'Title');
    await on.page.select('[aria-label="Add a column…"]', 'author.Name');
    await on.isAccessible('layout tabs');
    await apply();
    const { title, columns, tabs } = JSON.parse(await stored());
    expect({ title, columns }).to.deep.equal({ title: 'Title', columns: ['author.Name'] });
    expect(tabs.map(({ label }: { label: string }) => label)).to.deep.equal(['Content', 'More']);
    expect(tabs[1].attributes).to.deep.equal(['Rank']);
  });

  it('move by dragging, from one tab to the other', async () => {
    await open();
    await on.page.evaluate(`
      const rows = [...document.querySelectorAll('.layout-row')];
      const [from, to] = ['Title', 'Rank'].map((name) => rows.find((row) => row.querySelector('.label').textContent === name));
      const dataTransfer = new DataTransfer();
      const fire = (row, type) => row.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
      fire(from, 'dragstart');
      setTimeout(() => { fire(to, 'dragover'); setTimeout(() => fire(to, 'drop')); });
    `);
    await on.holds(`document.querySelectorAll('.layout-editor section:nth-of-type(2) .label').length === 2`);
    await apply();
    expect(JSON.parse(await stored()).tabs[1].attributes).to.deep.equal(['Rank', 'Title']);
  });

  it('follow a rename, and say which condition goes with a removed attribute', async () => {
    await open();
    await on.page.click('.shape [role=tab]');
    await on.clickNamed('Remove Kind');
    await on.page.click('.attribute .question[open] .danger');
    await planned('Source is always shown from then on: its condition names api::story.story.Kind.');
    await on.isAccessible('layout mention');
    await on.clickNamed('Discard all');
    await on.page.click('.types-plan .question[open] .danger');
    await on.holds(`document.querySelector('.types-plan') === null`);
  });

  it('fit a narrow window and another direction, and are for components', async () => {
    await on.page.setViewport({ width: 360, height: 800 });
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: `${on.world.url}/admin` });
    await open('page.quote');
    expect(await on.page.$('#layout-columns-field')).to.equal(null);
    await on.isAccessible('layout editor 360');
    await on.page.deleteCookie({ name: 'quire_admin_language', url: `${on.world.url}/admin` });
    await on.page.setViewport({ width: 1440, height: 900 });
  });
});
