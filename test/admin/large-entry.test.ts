import { expect } from 'chai';
import { appFiles, component, contentType, drafts, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const [place, tag] = ['api::place.place', 'api::tag.tag'];

const files = appFiles({
  contentTypes: [
    contentType(
      'place',
      'places',
      {
        Name: { type: 'string' },
        Tags: relation('manyToMany', 'tag', { inversedBy: 'Places' }),
        Parts: { type: 'dynamiczone', components: ['parts.quote', 'parts.links'] },
      },
      drafts,
    ),
    contentType('tag', 'tags', {
      Label: { type: 'string' },
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
    for (let at = 1; at <= 60; at += 1) tags.push(await made(tag, { Label: `Tag ${at}` }));
  });
  after(() => screens?.stop());

  const made = async (uid: string, set: object, linked: readonly string[] = []): Promise<string> => {
    const links = linked.map((documentId) => ({ kind: 'connect', attribute: 'Tags', documentId }));
    const { body } = await on.client.api('POST', `documents/${uid}`, { set, links });
    return body.data.documentId as string;
  };
  const stored = async (id: string) => (await on.client.api('GET', `documents/${place}/${id}`)).body.data;
  /** Asks again until it holds; the time limit of the test ends it. */
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 30));
  };
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

  it('unfolds a component with an error, also when it was folded again', async () => {
    const id = await opened({ Parts: quotes(8) });
    await on.page.focus('#Parts\\.6');
    await on.page.keyboard.press('Enter');
    await on.page.type('#Parts\\.6\\.Rank', '99');
    await on.page.focus('#Parts\\.6');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('#Parts\\.6\\.Rank-fault');
    expect(await count('.item > .fields')).to.equal(1);
    await on.page.focus('#Parts\\.6');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.item > .fields') === null`);
    expect(await on.textOf('#Parts\\.6')).to.contain('1 error');
    await on.isAccessible('folded error');
    await on.page.focus('.banner.bad a');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.activeElement.id === 'Parts.6.Rank'`);
    await press('Control', 'a');
    await on.page.keyboard.type('9');
    await press('Control', 's');
    await until(async () => (await stored(id)).values.Parts[6].Rank === 9);
  });

  it('shows the first links, more when asked, and those that are added', async () => {
    const id = await opened({}, tags.slice(0, 40));
    const links = (expected: number) =>
      on.holds(`document.querySelectorAll('#Tags-field .link').length === ${expected}`);
    await links(10);
    await on.isAccessible('first links');
    await on.clickNamed('Show more of Tags');
    await links(25);
    await on.clickNamed('Show more of Tags');
    await links(40);
    expect(await on.page.$('#Tags-field .links-more')).to.equal(null);
    await on.page.reload();
    await links(10);
    await on.page.click('#Tags');
    await on.page.waitForSelector('[role=dialog] input');
    await on.page.keyboard.type('Tag 55');
    await on.holds(`document.querySelectorAll('[role=dialog] .option').length === 1`);
    await on.page.keyboard.press('ArrowDown');
    await on.page.keyboard.press('Enter');
    await links(11);
    expect(await on.textOf('#Tags-field .link:last-child')).to.contain('Tag 55');
    await on.page.focus('#Tags-field .link:first-child button:last-of-type');
    await press('Alt', 'ArrowDown');
    await press('Control', 's');
    await until(async () => (await stored(id)).links.Tags.items[0].label === 'Tag 2');
    await on.holds(`/^Saved/.test(document.querySelector('.save-state [role=status]').textContent)`);
    expect(await on.page.evaluate(`document.activeElement.closest('.link')?.textContent`)).to.contain(
      'Tag 1',
    );
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
    expect(on.mistakes).to.deep.equal([]);
  });
});
