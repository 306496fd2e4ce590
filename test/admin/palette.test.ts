import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const [note, tag] = ['api::note.note', 'api::tag.tag'];

const files = appFiles({
  contentTypes: [
    contentType('note', 'notes', { Title: { type: 'string' } }, drafts),
    contentType('tag', 'tags', { Name: { type: 'string' } }),
  ],
});

/** The keys in a cell of the table of keys, or in a key that is shown. Arrow keys have words there, and signs here. */
function keysIn(cell: string): readonly string[] {
  const named = cell.includes('`') ? Array.from(cell.matchAll(/`(.+?)`/g), ([, key]) => key ?? '') : [cell];
  return named
    .flatMap((key) => (key.endsWith(' ↑ ↓') ? [key.slice(0, -2), key.replace('↑ ↓', '↓')] : [key]))
    .filter((key) => !/^([↑↓←→]|arrow keys.*|Key|-+)$/.test(key));
}

describe('the palette and the keys of the admin page', function () {
  this.timeout(60_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let id: string;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const set = { Title: 'About <b>boats</b>' };
    id = (await on.client.api('POST', `documents/${note}`, { set })).body.data.documentId;
    await on.client.api('POST', `documents/${tag}`, { set: { Name: 'Boats' } });
  });
  after(() => screens?.stop());

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.down(key as 'Enter');
    for (const key of keys.toReversed()) await on.page.keyboard.up(key as 'Enter');
  };
  const choices = () =>
    on.page.$$eval('[role=option]', (options) => options.map(({ textContent }) => textContent ?? ''));
  const open = async (text: string): Promise<void> => {
    await press('Control', 'k');
    await on.page.waitForSelector('[role=option]');
    await on.page.keyboard.type(text);
  };
  const openEntry = () => on.open(`/content/${note}/${id}`, '#Title');

  it('find entries of all types by their title, those that begin with it first', async () => {
    await on.open('/profile', 'main h1');
    await open('BOATS');
    await on.holds(`document.querySelectorAll('[role=option]').length === 2`);
    expect(await choices()).to.deep.equal(['Boatstag', 'About <b>boats</b>note']);
    await on.isAccessible('palette');
    await on.page.keyboard.press('ArrowDown');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('#Title');
    expect(await on.page.evaluate('location.pathname')).to.contain(id);
  });

  it('are for screen readers also where the list scrolls', async () => {
    await on.page.setViewport({ width: 1440, height: 400 });
    await on.open('/profile', 'main h1');
    await open('e');
    expect(await on.page.$eval('.options', (list) => list.scrollHeight > list.clientHeight)).to.equal(true);
    await on.isAccessible('palette that scrolls');
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('go to the screens of the settings, and begin entries', async () => {
    await on.open('/profile', 'main h1');
    await open('Local');
    await on.holds(`document.querySelectorAll('[role=option]').length === 1`);
    expect((await choices()).join()).to.equal('LocalesThe languages that content can be in.Settings');
    expect(await on.page.$('[role=option] svg')).to.not.equal(null);
    await on.page.keyboard.press('Enter');
    await on.holds(`location.pathname === '/admin/settings/locales'`);
    await open('New entry of tag');
    await on.holds(`document.querySelectorAll('[role=option]').length === 1`);
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('#Name');
  });

  it('do what the screen offers, with its key beside it', async () => {
    await openEntry();
    await open('');
    const all = (await choices()).join('|');
    for (const one of ['SaveCtrl S', 'PublishCtrl Enter', 'DifferencesCtrl Shift D', 'HistoryCtrl Shift H'])
      expect(all).to.contain(one);
    await on.page.keyboard.type('Histo');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('dialog[open] #history-title');
  });

  it('open differences, history and a plan by one key each, and publish behind none of them', async () => {
    await openEntry();
    for (const [key, words] of [
      ['d', 'publishing'],
      ['h', 'History'],
      ['s', 'Publish'],
    ] as const) {
      await press('Control', 'Shift', key);
      await on.holds(`document.querySelector('dialog[open]')?.textContent.includes('${words}')`);
      await press('Control', 'Enter');
      await on.page.keyboard.press('Escape');
      await on.holds(`document.querySelector('dialog[open]') === null`);
    }
    expect((await on.client.api('GET', `documents/${note}/${id}`)).body.data.state).to.equal('draft');
    await press('Control', 'Enter');
    await on.holds(`document.querySelector('.save-state').textContent.includes('Published')`);
  });

  it('restore a version by a key, after a question', async () => {
    await on.client.api('PATCH', `documents/${note}/${id}`, { set: { Title: 'Changed' } });
    await openEntry();
    await press('Control', 'Shift', 'h');
    await on.page.waitForSelector('.sheet li:nth-child(2) button, .versions button');
    await on.page.$$eval('.sheet-body button', ([, second]) =>
      (second as unknown as { click(): void }).click(),
    );
    await on.page.waitForSelector('.version-head .primary');
    await press('Control', 'Enter');
    await on.page.waitForSelector('dialog dialog[open] .primary');
    await on.page.click('dialog dialog[open] .primary');
    await on.holds(`document.querySelector('#Title').value.startsWith('About')`);
    expect(on.mistakes).to.deep.equal([]);
  });

  it('skip to the content, the filters, and what is saved', async () => {
    await on.open(`/content/${tag}`, '.rows tr');
    const skipTo = async (words: string): Promise<void> => {
      for (let left = 4; left > 0; left -= 1) {
        await on.page.keyboard.press('Tab');
        if (await on.page.evaluate(`document.activeElement?.textContent === '${words}'`)) break;
      }
      await on.page.keyboard.press('Enter');
    };
    await skipTo('Skip to the filters');
    await on.holds(`document.activeElement?.type === 'search'`);
    await openEntry();
    await on.page.evaluate('document.activeElement?.blur()');
    await skipTo('Skip to what is saved');
    await on.holds(`document.activeElement?.className === 'save-state'`);
  });

  it('arrange the side, which stays so in other browsers', async () => {
    await on.open('/profile', 'main h1');
    const side = () =>
      on.page.$$eval('.side ul:not(.side-tools) a, .side-title', (all) => all.map((one) => one.textContent));
    expect(await side()).to.deep.equal(['Content', 'Chef', 'note', 'tag']);
    await on.clickNamed('Arrange the side');
    await on.clickNamed('Move tag up');
    await on.page.type('[aria-label="Group of tag"]', 'Labels');
    await on.clickNamed('Pin note');
    await on.isAccessible('side arranged');
    await on.clickNamed('Save');
    await on.holds(`document.querySelector('dialog[open]') === null`);
    expect(await side()).to.deep.equal(['Pinned', 'note', 'Content', 'Chef', 'Labels', 'tag']);
    const kept = (await on.client.api('GET', 'preferences')).body.data.side as unknown;
    expect(kept)
      .to.have.length(3)
      .and.deep.include({ uid: tag, group: 'Labels', isPinned: false, isHidden: false });
    await on.client.api('PATCH', 'preferences', {
      side: [{ uid: tag, group: '', isPinned: true, isHidden: true }],
    });
    await on.open('/profile', 'main h1');
    expect(await side()).to.deep.equal(['Content', 'Chef', 'note', 'tag']);
    expect(await on.textOf('.side-hidden')).to.contain('1 hidden type');
    await on.clickNamed('Arrange the side');
    await on.clickNamed('The usual order');
    await on.holds(`document.querySelector('.side-hidden') === null`);
  });

  it('show the keys, and fit a small window from right to left', async () => {
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: `${on.world.url}/admin` });
    await on.page.setViewport({ width: 360, height: 740 });
    await openEntry();
    await open('b');
    await on.holds(`document.querySelector('[role=option]') !== null`);
    await on.isAccessible('palette Arabic small');
    await on.page.keyboard.press('Escape');
    await on.page.keyboard.press('Escape');
    await on.page.evaluate('document.activeElement.blur()');
    await on.page.keyboard.press('?');
    await on.holds(`document.querySelector('[role=dialog]')?.textContent.includes('Ctrl Shift D')`);
    await on.isAccessible('keys Arabic small');
    // The table of the documentation has the same keys.
    const page = readFileSync('docs/admin-editors.md', 'utf8').split('## Keys')[1] ?? '';
    const told = new Set(
      Array.from(page.matchAll(/^\| (.+?) +\|/gm), ([, keys]) => keysIn(keys ?? '')).flat(),
    );
    await on.page.setCookie({ name: 'quire_admin_language', value: 'en', url: `${on.world.url}/admin` });
    await openEntry();
    await on.page.evaluate('document.activeElement.blur()');
    await on.page.keyboard.press('?');
    await on.holds(`document.querySelector('[role=dialog] kbd') !== null`);
    const shown = await on.page.$$eval('[role=dialog] kbd', (keys) =>
      keys.map((key) => key.textContent ?? ''),
    );
    expect(new Set(shown.flatMap(keysIn))).to.deep.equal(told);
  });
});
