import { expect } from 'chai';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { valueOf } from '../contract/results.js';
import { category, dish, files } from './list-files.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

interface Values {
  readonly [name: string]: unknown;
}

/** Where the text of an input ends at the right. */
interface Placed {
  readonly at: number;
  readonly width: number;
  readonly textAlign: string;
}

describe('the cells of a list', function () {
  this.timeout(240_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  const ids: string[] = [];

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const made = async (uid: string, set: Values): Promise<string> =>
      (await on.client.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;
    for (const [at, Name] of ['Apple', 'Bread', 'Cake'].entries())
      ids.push(await made(dish, { Name, Rating: at + 1, Price: '2.50', Kind: 'main', Vegan: true }));
    await made(category, { Title: 'Sweet' });
  });
  after(() => screens?.stop());

  const columns = 'Rating,Price,Kind,Vegan,Served,$state,updatedAt';
  const open = async (): Promise<void> => {
    await on.open(`/content/${dish}?sort=Name:asc&columns=${columns}`, '.rows tr');
    await on.holds(`document.querySelectorAll('.rows tr').length === 3`);
  };
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      const parts = key.split('+');
      const last = parts.pop() ?? '';
      for (const part of parts) await on.page.keyboard.down(part as 'Shift');
      await on.page.keyboard.press(last as 'Enter');
      for (const part of parts) await on.page.keyboard.up(part as 'Shift');
    }
  };
  const editing = (name: string, row: number) =>
    on.holds(
      `document.activeElement?.matches('.rows tr:nth-of-type(${row}) [data-cell="${name}"] .cell-editor .input')`,
    );
  const cell = (name: string, row: number): string => `.rows tr:nth-of-type(${row}) [data-cell="${name}"]`;
  const shows = (name: string, row: number, text: string) =>
    on.holds(`document.querySelector('${cell(name, row)}')?.textContent === '${text}'`);
  const stored = async (row: number): Promise<Values> =>
    (await on.client.api('GET', `documents/${dish}/${ids[row - 1]}`)).body.data.values as Values;
  const settled = () => on.holds(`document.querySelector('.rows [aria-busy]') === null`);
  const focused = (): Promise<unknown> => on.page.evaluate('document.activeElement?.textContent.trim()');

  it('are edited by F2: Enter saves and goes down, Escape takes back', async () => {
    await open();
    await on.page.focus('.rows th a');
    await press('F2');
    await editing('Name', 1);
    expect(await on.textOf('.cell-editor .hint')).to.contain('draft');
    await on.page.keyboard.type('Apricot');
    await press('Enter');
    await editing('Name', 2);
    await on.page.keyboard.type('Nothing');
    await press('Escape');
    await on.holds(`document.querySelector('.cell-editor') === null`);
    expect(await focused()).to.equal('Bread');
    await shows('Name', 1, 'Apricot');
    await settled();
    expect((await stored(1))['Name']).to.equal('Apricot');
    expect((await stored(2))['Name']).to.equal('Bread');
  });

  it('are reached by arrows, and Tab saves and goes right through the kinds of values', async () => {
    await open();
    await on.page.focus('.rows th a');
    await press('ArrowRight', 'ArrowDown', 'F2');
    await editing('Rating', 2);
    await on.isAccessible('cell edited');
    await on.page.keyboard.type('5');
    await press('Tab');
    await editing('Price', 2);
    await on.page.keyboard.type('12.75');
    await press('Tab');
    await editing('Kind', 2);
    await on.page.keyboard.type('dessert');
    await press('Tab');
    await editing('Vegan', 2);
    await on.page.keyboard.type('No');
    await press('Shift+Tab');
    await editing('Kind', 2);
    await press('Tab', 'Tab');
    await editing('Served', 2);
    await on.page.keyboard.type('02032026');
    await press('Escape');
    await on.holds(`document.querySelector('.cell-editor') === null`);
    await settled();
    const { Rating, Price, Kind, Vegan, Served } = await stored(2);
    expect([Rating, Price, Kind, Vegan, Served]).to.deep.equal([5, 12.75, 'dessert', false, null]);
    expect(await on.page.$('.happened')).to.equal(null);
  });

  it('leave all rows where they are, so that a double click beside an editor meets what was under it', async () => {
    await open();
    const boxes = (): Promise<unknown> =>
      on.page.$$eval('.rows tr, .rows tr:last-child > *', (all) =>
        all.map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        }),
      );
    const before = await boxes();
    for (const name of ['Name', 'Rating', 'Price', 'Kind', 'Vegan', 'Served'])
      for (const row of [1, 3]) {
        await on.page.click(cell(name, row), { count: 2, offset: { x: 90, y: 8 } });
        await editing(name, row);
        expect(await boxes(), `${name} ${row}`).to.deep.equal(before);
      }
    await on.isAccessible('cell edited in the last row');
    await press('Escape');
  });

  it('show the time that is used where clocks are set, and say which of two it is', async () => {
    await on.page.emulateTimezone('Europe/Berlin');
    await open();
    const types = async (day: string): Promise<void> => {
      await on.page.click(cell('Served', 1), { count: 2 });
      await editing('Served', 1);
      await on.page.keyboard.type(day);
      await press('ArrowRight');
      await on.page.keyboard.type('0230AM');
    };
    await types('03282027');
    await on.holds(`document.querySelector('.cell-editor input').value === '2027-03-28T03:30'`);
    await press('Escape');
    await types('10312027');
    await on.holds(
      `document.querySelector('.cell-editor [role=status]').textContent.includes('happens twice')`,
    );
    await on.isAccessible('a cell with a time that happens twice');
    await press('Escape');
    await on.page.emulateTimezone();
  });

  it('say why a value is refused, and keep it until it is taken back', async () => {
    await open();
    await on.page.click(cell('Rating', 1), { count: 2 });
    await editing('Rating', 1);
    await on.page.keyboard.type('many');
    await press('Enter');
    await on.page.waitForSelector('.cell-note');
    await press('Escape');
    expect(await on.textOf(`${cell('Rating', 1)} .fault`)).to.contain('Rating');
    expect(await on.textOf(`${cell('Rating', 1)} .unsaved`)).to.equal('many');
    await on.isAccessible('cell refused');
    await on.clickNamed('Take it back');
    await shows('Rating', 1, '1');
    expect(await focused()).to.equal('1');
    expect((await stored(1))['Rating']).to.equal(1);
  });

  it('keep what others change in other attributes, and ask about the same one', async () => {
    await open();
    const other = { set: { Price: '7.00', Rating: 3 } };
    await on.page.click(cell('Kind', 1), { count: 2 });
    await editing('Kind', 1);
    expect((await on.client.api('PATCH', `documents/${dish}/${ids[0]}`, other)).status).to.equal(200);
    await on.page.keyboard.type('starter');
    await press('Enter');
    await shows('Price', 1, '7');
    await settled();
    expect((await stored(1))['Kind']).to.equal('starter');
    await press('Escape');
    await on.page.click(cell('Rating', 1), { count: 2 });
    await editing('Rating', 1);
    await on.client.api('PATCH', `documents/${dish}/${ids[0]}`, { set: { Rating: 4 } });
    await on.page.keyboard.type('2');
    await press('Enter');
    await on.page.waitForSelector('.cell-note');
    await press('Escape');
    expect(await on.textOf('.cell-note .fault')).to.contain('“4”');
    await on.isAccessible('cell in conflict');
    await on.clickNamed('Save mine');
    await shows('Rating', 1, '2');
    await settled();
    expect((await stored(1))['Rating']).to.equal(2);
  });

  it('say that values of types without drafts are public at once', async () => {
    await on.open(`/content/${category}`, '.rows tr');
    await on.page.focus('.rows th a');
    await press('F2');
    await on.page.waitForSelector('.cell-editor');
    expect(await on.textOf('.cell-editor .hint')).to.contain('for everybody at once');
    await press('Escape');
  });

  it('keep a number where it stands while it is edited, and its editor narrow, also from right to left', async () => {
    const place = `(() => {
      const input = document.querySelector('.cell-editor input');
      const { right, width } = input.getBoundingClientRect();
      const { paddingRight, borderRightWidth, textAlign } = getComputedStyle(input);
      return { at: right - parseFloat(paddingRight) - parseFloat(borderRightWidth), width, textAlign };
    })()`;
    const number = `(() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector('${cell('Rating', 1)}'));
      return range.getBoundingClientRect().right;
    })()`;
    for (const [direction, arrow] of [
      ['ltr', 'ArrowRight'],
      ['rtl', 'ArrowLeft'],
    ] as const) {
      await open();
      await on.page.evaluate(`document.documentElement.dir = '${direction}'`);
      const stood = (await on.page.evaluate(number)) as number;
      await on.page.focus('.rows th a');
      await press(arrow, 'F2');
      await editing('Rating', 1);
      const edited = (await on.page.evaluate(place)) as Placed;
      expect(edited.at, direction).to.be.closeTo(stood, 1);
      expect(edited.width, direction).to.be.below(180);
      expect(edited.textAlign).to.equal('right');
      await on.picture(`number edited ${direction}`);
      await press('Escape');
    }
  });

  it('are edited on a narrow window, and from right to left', async () => {
    await on.page.setViewport({ width: 360, height: 740 });
    await open();
    await on.page.click(cell('Rating', 2), { count: 2 });
    await editing('Rating', 2);
    await on.isAccessible('cell edited at 360 px');
    await press('Escape');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.page.evaluate(`document.documentElement.dir = 'rtl'`);
    await on.page.focus('.rows th a');
    await press('ArrowLeft', 'F2');
    await editing('Rating', 1);
    await on.isAccessible('cell edited from right to left');
    await press('Escape');
    expect(on.mistakes).to.deep.equal([]);
  });

  it('are only edited where the role may change the attribute', async () => {
    const grants = [
      { uid: dish, actions: ['find', 'findDrafts'] },
      { uid: dish, actions: ['update'], fields: ['Rating', 'Served'] },
    ];
    valueOf(await on.world.parts.administration.createRole(systemPrincipal, { name: 'rater', grants }));
    await on.becomes('rater');
    await open();
    const names = await on.page.$$eval('.rows tr:first-child [data-cell]', (all) =>
      all.map((one) => one.getAttribute('data-cell')),
    );
    expect(names).to.deep.equal(['Rating', 'Served']);
    await on.page.focus('.rows th a');
    await press('F2');
    await editing('Rating', 1);
    await on.page.keyboard.type('1');
    await press('Tab');
    await editing('Served', 1);
    await press('Escape');
    await settled();
    expect((await stored(1))['Rating']).to.equal(1);
    await on.page.click('.rows th a');
    await on.page.waitForSelector('.missing-field');
    const said = await on.page.$$eval('.missing-field', (all) => all.map(({ textContent }) => textContent));
    expect(said[0]).to.contain('lacks the grant “update” for Name');
    expect(said.join()).to.not.contain('Rating');
  });
});
