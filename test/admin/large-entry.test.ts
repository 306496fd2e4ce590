import { expect } from 'chai';
import { appFiles, component, contentType, drafts, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const [place, tag] = ['api::place.place', 'api::tag.tag'];

const files = appFiles({
  contentTypes: [
    contentType(
      'place',
      'places',
      {
        Name: { type: 'string' },
        Tags: relation('manyToMany', 'tag', { inversedBy: 'Places' }),
        Main: relation('oneToOne', 'tag', { inversedBy: 'MainOf' }),
        Parts: { type: 'dynamiczone', components: ['parts.quote', 'parts.links'] },
      },
      drafts,
    ),
    contentType('tag', 'tags', {
      Label: { type: 'string' },
      Note: { type: 'string' },
      MainOf: relation('oneToOne', 'place', { mappedBy: 'Main' }),
      Places: relation('manyToMany', 'place', { mappedBy: 'Tags' }),
    }),
  ],
  components: [
    component('parts.quote', { Text: { type: 'text', required: true }, Rank: { type: 'integer', max: 10 } }),
    component('parts.links', { Tags: relation('oneToMany', 'tag') }),
  ],
});

describe('a large entry in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  const tags: string[] = [];

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    for (let at = 1; at <= 60; at += 1)
      tags.push(await made(tag, { Label: `Tag ${at}`, Note: `noted ${at}` }));
  });
  after(() => screens?.stop());

  const made = async (uid: string, set: object, linked: readonly string[] = []): Promise<string> => {
    const links = linked.map((documentId) => ({ kind: 'connect', attribute: 'Tags', documentId }));
    const { body } = await on.client.api('POST', `documents/${uid}`, { set, links });
    return body.data.documentId as string;
  };
  const stored = async (id: string) => (await on.client.api('GET', `documents/${place}/${id}`)).body.data;
  const quotes = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ __component: 'parts.quote', Text: `Quote ${at + 1}` }));
  const opened = async (set: object, linked: readonly string[] = []): Promise<string> => {
    const id = await made(place, { Name: 'Large', ...set }, linked);
    await on.open(`/content/${place}/${id}`, '#Name');
    return id;
  };
  const count = (selector: string): Promise<number> => on.page.$$eval(selector, (all) => all.length);
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.down(key as 'Enter');
    for (const key of keys.toReversed()) await on.page.keyboard.up(key as 'Enter');
  };
  const titles = (): Promise<readonly string[]> =>
    on.page.$$eval('.item-title', (all) => all.map((one) => one.textContent ?? ''));
  const focused = () => on.page.evaluate('document.activeElement.textContent');

  it('unfolds a few components, and folds many, with a line of each', async () => {
    await opened({ Parts: [...quotes(2), { __component: 'parts.links', Tags: [tags[0]] }] });
    expect(await count('.item > .fields')).to.equal(3);
    expect(await titles()).to.deep.equal(['Quote 1', 'Quote 2', 'Tag 1']);
    await opened({ Parts: quotes(12) });
    expect([await count('.item'), await count('.item > .fields')]).to.deep.equal([12, 0]);
    await on.isAccessible('folded');
    // The outline is one stop of the Tab key.
    await on.page.focus('.outline [tabindex="0"]');
    await on.page.keyboard.press('ArrowDown');
    await on.page.keyboard.press('End');
    await on.page.keyboard.press('ArrowUp');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('#Parts\\.10\\.Text');
    expect(await on.page.evaluate('document.activeElement.id')).to.equal('Parts.10');
    expect(await count('.outline [tabindex="0"]')).to.equal(1);
    await on.clickNamed('Unfold all');
    expect(await count('.item > .fields')).to.equal(12);
    await on.clickNamed('Fold all');
    expect(await count('.item > .fields')).to.equal(0);
    await on.page.focus('#Parts\\.4');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('#Parts\\.4\\.Text');
    expect(await count('.item > .fields')).to.equal(1);
    for (const width of [360, 2560]) {
      await on.page.setViewport({ width, height: 800 });
      await on.isAccessible(`unfolded ${width}`);
    }
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('moves components by keyboard, menu and mouse, and says where they are', async () => {
    const id = await opened({ Parts: quotes(6) });
    const order = async () => (await titles()).map((one) => one.slice(-1)).join('');
    await on.page.focus('#Parts\\.1');
    await press('Alt', 'ArrowDown');
    expect(await order()).to.equal('132456');
    expect(await focused()).to.contain('Quote 2');
    expect(await on.textOf('#Parts-field [role=status]')).to.contain('3 of 6');
    await on.page.keyboard.press('Enter');
    await press('Alt', 'ArrowUp');
    await press('Alt', 'ArrowUp');
    expect(await order()).to.equal('213456');
    await on.page.waitForSelector('#Parts\\.0\\.Text');
    // Keys inside of a field are the field's.
    await on.page.focus('#Parts\\.0\\.Text');
    await press('Alt', 'ArrowDown');
    expect(await order()).to.equal('213456');
    await on.clickNamed('More for parts.quote Quote 3');
    await on.page.waitForSelector('.menu-items');
    await on.isAccessible('item menu');
    await on.clickNamed('To the end');
    expect(await order()).to.equal('214563');
    await on.page.evaluate(`(async () => {
      const dataTransfer = new DataTransfer();
      const [from, to] = [2, 1].map((at) => document.querySelectorAll('.item')[at]);
      for (const [place, type] of [[from, 'dragstart'], [to, 'dragover'], [to, 'drop'], [from, 'dragend']]) {
        place.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        await new Promise(requestAnimationFrame);
      }
    })()`);
    await on.holds(`document.querySelectorAll('.item-title')[1].textContent === 'Quote 4'`);
    await until(async () => {
      const { Parts } = (await stored(id)).values;
      return Parts.map(({ Text }: { Text: string }) => Text.slice(-1)).join('') === '241563';
    });
    // What is unfolded stays so when the items get other ids.
    expect(await count('.item > .fields')).to.equal(1);
    await on.clickNamed('More for parts.quote Quote 3');
    await on.clickNamed('Remove');
    await on.holds(`document.querySelectorAll('.item').length === 5`);
    expect(await focused()).to.contain('Quote 6');
  });

  it('says that a folded component has an error, and unfolds it from the summary', async () => {
    const id = await opened({ Parts: quotes(8) });
    await on.page.focus('#Parts\\.6');
    await on.page.keyboard.press('Enter');
    await on.page.type('#Parts\\.6\\.Rank', '99');
    await on.page.focus('#Parts\\.6');
    await on.page.waitForSelector('#Parts\\.6\\.Rank-fault');
    expect(await count('.item > .fields')).to.equal(1);
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.item > .fields') === null`);
    expect(await on.textOf('#Parts\\.6')).to.contain('1 error');
    await on.isAccessible('folded error');
    expect(await on.textOf('.banner.bad a')).to.equal('Parts › 7 › Rank');
    await on.page.focus('.banner.bad a');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.activeElement.id === 'Parts.6.Rank'`);
    await press('Control', 'a');
    await on.page.keyboard.type('9');
    await press('Control', 's');
    await until(async () => (await stored(id)).values.Parts[6].Rank === 9);
  });

  const links = (expected: number) =>
    on.holds(`document.querySelectorAll('#Tags-field .link').length === ${expected}`);
  const at = (place: number, control?: string) =>
    `#Tags-field [data-place="${place}"]${control === undefined ? '' : ` [data-control=${control}]`}`;
  const labelAt = (place: number, label: string) =>
    on.holds(`document.querySelector('${at(place)}')?.textContent.includes('${label}')`);
  const order = async (id: string): Promise<readonly string[]> => {
    const path = `documents/${place}/${id}/links/Tags?pagination[pageSize]=100&status=draft`;
    const { data } = (await on.client.api('GET', path)).body;
    return data.map(({ label }: { label: string }) => label);
  };
  const isStored = (id: string, expected: readonly string[]) =>
    until(async () => (await order(id)).join() === expected.join());
  const named = (...numbers: readonly number[]) => numbers.map((one) => `Tag ${one}`);

  it('has elements of the links that are seen only, and reads those only', async () => {
    const asked: string[] = [];
    on.page.on('request', (request) => void asked.push(decodeURIComponent(request.url())));
    const pages = () => asked.filter((url) => url.includes('/links/Tags'));
    await opened({}, tags);
    await links(13);
    expect(pages()).to.deep.equal([]);
    expect(await on.textOf('#Tags-field .links-tools')).to.equal('The first 25 of more');
    await on.isAccessible('first links');
    await on.page.$eval('#Tags-field .links', (box) => box.scrollTo(0, 1e6));
    await on.holds(`document.querySelector('#Tags-field .links-tools .hint').textContent === '60 links'`);
    await on.page.$eval('#Tags-field .links', (box) => box.scrollTo(0, 1e6));
    await labelAt(59, 'Tag 60');
    expect(await count('#Tags-field .link')).to.be.within(11, 16);
    expect(pages()).to.have.length(2);
    expect(await on.page.$eval(at(59), (row) => row.ariaSetSize)).to.equal('60');
    await on.isAccessible('last links');
  });

  it('shows a link that is added, at the end', async () => {
    const id = await opened({}, tags.slice(0, 40));
    await on.page.click('#Tags');
    await on.page.waitForSelector('[role=dialog] input');
    await on.page.keyboard.type('Tag 55');
    await on.holds(`document.querySelectorAll('[role=dialog] .option').length === 1`);
    await on.page.keyboard.press('ArrowDown');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('#Tags-field .links').textContent.includes('Tag 55')`);
    await isStored(id, named(...Array.from({ length: 40 }, (_, one) => one + 1), 55));
  });

  it('moves links by keyboard: with Alt, and by taking them', async () => {
    const id = await opened({}, tags.slice(0, 5));
    await on.tabTo('[data-control=move]');
    await press('Alt', 'ArrowDown');
    await labelAt(1, 'Tag 1');
    const focusedRow = () => on.page.evaluate(`document.activeElement.closest('.link')?.textContent`);
    await on.holds(`document.activeElement.closest('[data-place="1"]') !== null`);
    await isStored(id, named(2, 1, 3, 4, 5));
    expect(await focusedRow()).to.contain('Tag 1');
    // One stop of the Tab key for all rows; arrow keys go from row to row.
    await press('ArrowDown');
    await on.holds(`document.activeElement.closest('[data-place="2"]') !== null`);
    expect(await count('#Tags-field .link [tabindex="0"]')).to.equal(5);
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('.link[data-grabbed]');
    await on.isAccessible('grabbed link');
    await on.page.keyboard.press('ArrowDown');
    await labelAt(3, 'Tag 3');
    await on.page.keyboard.press('ArrowDown');
    await labelAt(4, 'Tag 3');
    expect(await on.textOf('#Tags-field [role=status]')).to.equal('Tag 3 is 5 of 5 now');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.link[data-grabbed]') === null`);
    await isStored(id, named(2, 1, 4, 5, 3));
    await on.page.keyboard.press('Enter');
    await on.page.keyboard.press('ArrowUp');
    await labelAt(3, 'Tag 3');
    await on.page.keyboard.press('Escape');
    await labelAt(4, 'Tag 3');
    await isStored(id, named(2, 1, 4, 5, 3));
  });

  it('moves a link to a place of the whole list, which is read alone', async () => {
    const id = await opened({}, tags);
    const go = async (name: string, goal: string): Promise<void> => {
      await on.clickNamed(`More for ${name}`);
      await on.page.waitForSelector('.menu-items');
      await on.clickNamed(goal);
    };
    await go('Tag 1', 'To position…');
    await on.page.waitForSelector('#link-place');
    await on.isAccessible('place of a link');
    await on.page.type('#link-place', '55');
    await on.page.keyboard.press('Enter');
    await labelAt(54, 'Tag 1');
    await labelAt(53, 'Tag 55');
    const numbers = Array.from({ length: 60 }, (_, one) => one + 1);
    const moved = numbers.toSpliced(0, 1).toSpliced(54, 0, 1);
    await isStored(id, named(...moved));
    await on.holds(`document.activeElement.closest('[data-place="54"]') !== null`);
    await go('Tag 1', 'To the beginning');
    await labelAt(0, 'Tag 1');
    await isStored(id, named(...numbers));
    await press('Control', 'z');
    await isStored(id, named(...moved));
  });

  it('moves and removes several links together', async () => {
    const id = await opened({}, tags.slice(0, 8));
    await on.page.focus(at(1, 'select'));
    await on.page.keyboard.press('Space');
    await press('Shift', 'ArrowDown');
    await on.holds(`document.querySelector('.links-chosen')?.textContent.includes('2 links selected')`);
    await on.isAccessible('selected links');
    await on.holds(`document.activeElement.closest('[data-place="2"]') !== null`);
    await press('Alt', 'ArrowDown');
    await isStored(id, named(1, 4, 2, 3, 5, 6, 7, 8));
    await on.clickNamed('Move the selected links');
    await on.clickNamed('To the end');
    await isStored(id, named(1, 4, 5, 6, 7, 8, 2, 3));
    await on.page.evaluate(`(async () => {
      const dataTransfer = new DataTransfer();
      const [from, to] = [6, 0].map((at) => document.querySelector('#Tags-field [data-place="' + at + '"]'));
      for (const [place, type] of [[from, 'dragstart'], [to, 'dragover'], [to, 'drop'], [from, 'dragend']]) {
        place.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        await new Promise(requestAnimationFrame);
      }
    })()`);
    await isStored(id, named(2, 3, 1, 4, 5, 6, 7, 8));
    await on.page.click('.links-chosen .danger');
    await isStored(id, named(1, 4, 5, 6, 7, 8));
    await on.page.setViewport({ width: 360, height: 800 });
    await on.isAccessible('links narrow');
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('says before that a document is taken from another holder', async () => {
    const links = [{ kind: 'connect', attribute: 'Main', documentId: tags[0] }];
    await on.client.api('POST', `documents/${place}`, { set: { Name: 'Holder' }, links });
    const id = await opened({});
    await on.page.click('#Main');
    await on.page.waitForSelector('[role=dialog] .option .hint');
    expect(await on.textOf('[role=dialog] .option')).to.equal(
      'Tag 1Linked by Holder now; choosing it takes it from there',
    );
    expect(await count('[role=dialog] .option .hint')).to.equal(1);
    await on.page.keyboard.type('Tag 1');
    await on.holds(`document.querySelectorAll('[role=dialog] .option').length === 11`);
    await on.isAccessible('holder of a candidate');
    await on.page.click('[role=dialog] .option');
    await until(async () => (await stored(id)).links.Main.items.length === 1);
    // Its own holder is no news.
    await on.page.reload();
    await on.page.waitForSelector('#Main');
    await on.page.click('#Main');
    await on.page.waitForSelector('[role=dialog] .option');
    expect(await on.page.$('[role=dialog] .option .hint')).to.equal(null);
    await on.page.keyboard.press('Escape');
  });

  it('finds a link among many, and takes it away', async () => {
    const id = await opened({}, tags.slice(0, 50));
    await on.page.type('#Tags-search', 'Tag 47');
    await on.holds(`document.querySelectorAll('#Tags-field .link').length === 1`);
    await on.isAccessible('found link');
    await on.clickNamed('Remove Tag 47');
    await on.holds(`document.querySelector('#Tags-field .link') === null`);
    await press('Control', 's');
    await until(async () => {
      const path = `documents/${place}/${id}/links/Tags?pagination[pageSize]=100&status=draft`;
      const { data } = (await on.client.api('GET', path)).body;
      return data.length === 49 && data.every(({ label }: { label: string }) => label !== 'Tag 47');
    });
    await on.page.$eval('#Tags-search', (field) => (field as HTMLInputElement).select());
    await on.page.type('#Tags-search', 'noted 46');
    await on.holds(`document.querySelector('#Tags-field .link')?.textContent.includes('Tag 46')`);
    expect(on.mistakes).to.deep.equal([]);
  });
});
