import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import { failure } from '../../src/domain/failure.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { err } from '../../src/domain/result.js';
import { valueOf } from '../contract/results.js';
import { category, dish, files } from './list-files.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const rows = (count: number): string => `document.querySelectorAll('.rows tr').length === ${count}`;

describe('lists in the admin page', function () {
  this.timeout(240_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const made = async (uid: string, body: object): Promise<string> =>
      (await on.client.api('POST', `documents/${uid}`, body)).body.data.documentId as string;
    const [sea, land] = [
      await made(category, { set: { Title: 'From the sea' } }),
      await made(category, { set: { Title: 'From the land' } }),
    ];
    for (let at = 1; at <= 60; at += 1) {
      await made(dish, {
        set: {
          Name: `Dish ${String(at).padStart(2, '0')}`,
          Rating: at % 6,
          Price: `${at}.50`,
          Kind: ['starter', 'main', 'dessert'][at % 3],
          Vegan: at % 2 === 0,
          Served: new Date(Date.UTC(2026, 0, at)).toISOString(),
        },
        links: [{ kind: 'connect', attribute: 'category', documentId: at % 2 === 0 ? sea : land }],
      });
    }
  });
  after(() => screens?.stop());

  const open = (query = '') => on.open(`/content/${dish}${query}`, '.rows tr, .list .notice');
  const chips = () => on.page.$$eval('.chip > :first-child', (all) => all.map((chip) => chip.textContent));
  const total = async (count: number): Promise<void> =>
    on.holds(`document.querySelector('.list-head .hint')?.textContent.startsWith('${count} ')`);
  const focused = (): Promise<unknown> => on.page.evaluate('document.activeElement?.textContent.trim()');
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) {
      const parts = key.split('+');
      const last = parts.pop() ?? '';
      for (const part of parts) await on.page.keyboard.down(part as 'Shift');
      await on.page.keyboard.press(last as 'Enter');
      for (const part of parts) await on.page.keyboard.up(part as 'Shift');
    }
  };
  /** Presses Tab until the element that has the focus has this name or text. */
  const tabTo = async (name: string, key = 'Tab'): Promise<void> => {
    for (let at = 0; at < 60; at += 1) {
      await press(key);
      const now = await on.page.evaluate(
        `[document.activeElement.getAttribute('aria-label'), document.activeElement.textContent.trim(), document.activeElement.labels?.[0]?.textContent.trim()]`,
      );
      if ((now as readonly unknown[]).includes(name)) return;
    }
    throw new Error(`Tab does not reach ${name}`);
  };
  const filtersInAddress = () =>
    JSON.parse(new URL(on.page.url()).searchParams.get('filters') ?? 'null') as unknown;

  describe('finding one entry', () => {
    it('takes a slash, the words, an arrow and Enter, and one request for each pause', async () => {
      await open();
      await total(60);
      const asked: string[] = [];
      const listen = (request: HTTPRequest): void => {
        if (request.url().includes(`/api/documents/`)) asked.push(new URL(request.url()).search);
      };
      on.page.on('request', listen);
      // Without a pause, however busy the machine is.
      await on.page.evaluate(`
        const field = document.querySelector('input[type=search]');
        const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
        for (const at of [...'dish 5'].keys()) {
          set.call(field, 'dish 5'.slice(0, at + 1));
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }
      `);
      await on.holds(rows(10));
      on.page.off('request', listen);
      expect(asked.map((query) => new URLSearchParams(query).get('search'))).to.deep.equal(['dish 5']);
      await press('Escape', '/');
      await on.page.keyboard.down('Control');
      await press('a');
      await on.page.keyboard.up('Control');
      await on.page.keyboard.type('dish 42');
      await on.holds(rows(1));
      await press('ArrowDown');
      expect(await focused()).to.equal('Dish 42');
      await press('Enter');
      await on.page.waitForSelector('.entry-head h1');
      expect(await on.textOf('.entry-head h1')).to.contain('Dish 42');
    });

    it('marks what is searched for, and says where', async () => {
      await open('?search=SH 4&sort=Name:asc');
      await on.holds(rows(10));
      expect(await on.page.$$eval('.rows mark', (all) => all.map((one) => one.textContent))).to.deep.equal(
        Array(10).fill('sh 4'),
      );
      expect(await on.textOf('.searched')).to.equal('Searches for it in Name, Kind, Story, and documentId');
      await on.isAccessible('list searched');
    });

    it('moves among rows by arrows and letters, with one stop of Tab for all', async () => {
      await open('?sort=Name:asc');
      await on.holds(rows(50));
      await on.page.focus('.rows th a');
      await press('ArrowDown', 'j', 'k', 'j');
      expect(await focused()).to.equal('Dish 03');
      await press('End');
      expect(await focused()).to.equal('Dish 50');
      await press('Home', 'ArrowUp');
      expect(await focused()).to.equal('Dish 01');
      expect(await on.page.$$eval('.rows [tabindex="0"]', (all) => all.length)).to.equal(2);
    });
  });

  describe('the side panel', () => {
    const shows = (name: string) => on.holds(`document.querySelector('.peek h2')?.textContent === '${name}'`);

    it('shows the entry of the row with the focus by Space, until Escape', async () => {
      await open('?sort=Name:asc');
      await on.holds(rows(50));
      await on.page.focus('.rows th a');
      await press('Space');
      await shows('Dish 01');
      await on.holds(`document.querySelector('.peek dl') !== null`);
      expect(await on.textOf('.peek dl'))
        .to.contain('From the land')
        .and.to.contain('Story');
      expect(await on.textOf('.peek dl')).not.to.contain('Secret');
      await press('ArrowDown');
      await shows('Dish 02');
      await on.holds(`document.querySelector('.peek[aria-busy=false]') !== null`);
      await on.isAccessible('side panel');
      await press('Escape');
      expect(await on.page.$('.peek')).to.equal(null);
      expect(await focused()).to.equal('Dish 02');
      expect(new URL(on.page.url()).pathname).to.contain(`/content/${dish}`);
    });

    it('is opened and closed by mouse, also on a narrow window and from right to left', async () => {
      await on.page.setViewport({ width: 360, height: 740 });
      await on.clickNamed('Side panel');
      await on.page.waitForSelector('.peek dl');
      await on.isAccessible('side panel at 360 px');
      await on.page.click('.peek button');
      expect(await on.page.$('.peek')).to.equal(null);
      await on.page.setViewport({ width: 1440, height: 900 });
      await on.page.evaluate(`document.documentElement.dir = 'rtl'`);
      await on.clickNamed('Side panel');
      await on.page.waitForSelector('.peek dl');
      await on.isAccessible('side panel from right to left');
      await on.clickNamed('Side panel');
      await on.page.evaluate(`document.documentElement.dir = 'ltr'`);
    });
  });

  describe('filters', () => {
    it('are built by keyboard, kept in the address, and shown in words', async () => {
      await open('?sort=Name:asc');
      await on.holds(rows(50));
      await on.page.focus('input[type=search]');
      await tabTo('Filter');
      await press('Enter');
      await on.page.waitForSelector('dialog[open] select');
      await on.isAccessible('filter');
      await on.page.keyboard.type('Rat');
      await press('Tab');
      await on.page.keyboard.type('is at least');
      await press('Tab');
      await on.page.keyboard.type('5');
      await press('Enter');
      await total(10);
      expect(filtersInAddress()).to.deep.equal({ Rating: { $gte: '5' } });
      expect(await chips()).to.deep.equal(['Rating is at least 5']);
      expect(await focused()).to.equal('Filter');
      await on.isAccessible('list filtered');
    });

    it('reach through a relation, and hold together', async () => {
      await on.clickNamed('Filter');
      await on.page.waitForSelector('dialog[open] select');
      await on.page.select('dialog[open] .condition select', 'category.Title');
      await on.page.type('dialog[open] .condition input', 'SEA');
      await on.clickNamed('Apply');
      await total(0);
      expect(await on.textOf('.list .notice')).to.contain('Nothing matches the filters');
      await on.isAccessible('list without a result');
      await on.clickNamed('Remove the filter “Rating is at least 5”');
      await total(30);
      expect(filtersInAddress()).to.deep.equal({ category: { Title: { $containsi: 'SEA' } } });
      expect(await chips()).to.deep.equal(['category › Title contains SEA']);
    });

    it('take several conditions with or, and can be changed', async () => {
      await open('?sort=Name:asc');
      await on.clickNamed('Filter');
      await on.page.waitForSelector('dialog[open] select');
      await on.page.select('dialog[open] .condition select', 'Kind');
      await on.page.select('dialog[open] .condition select[aria-label="Value"]', 'main');
      await on.clickNamed('Or…');
      await on.page.waitForFunction(`document.querySelectorAll('.condition').length === 2`);
      await on.page.select('.condition:nth-of-type(2) select', 'Price');
      await on.page.select('.condition:nth-of-type(2) select[aria-label="Comparison"]', '$between');
      await on.page.type('.condition:nth-of-type(2) input[aria-label="From"]', '2');
      await on.page.type('.condition:nth-of-type(2) input[aria-label="To"]', '3.50');
      await on.isAccessible('filter with or');
      await on.clickNamed('Apply');
      await total(22);
      expect(await chips()).to.deep.equal(['Kind is main or Price is between 2 and 3.50']);
      await on.page.click('.chip > button');
      await on.page.waitForSelector('dialog[open] .condition');
      await on.page.click('.condition:nth-of-type(2) button');
      await on.page.select('.condition select[aria-label="Comparison"]', '$in');
      await on.page.waitForSelector('.condition .choices');
      await on.page.click('.condition .choices label:last-child');
      await on.clickNamed('Apply');
      await total(40);
      expect(filtersInAddress()).to.deep.equal({ Kind: { $in: ['main', 'dessert'] } });
    });

    it('have groups and what must not hold, through several relations, by keyboard', async () => {
      await open('?sort=Name:asc');
      await on.page.focus('input[type=search]');
      await tabTo('Filter');
      await press('Enter');
      await on.page.waitForSelector('dialog[open] select');
      await on.page.keyboard.type('Rat');
      await press('Tab', 'Tab');
      await on.page.keyboard.type('1');
      await tabTo('Which have to hold');
      await on.page.keyboard.type('none');
      await tabTo('Group…', 'Shift+Tab');
      await press('Enter');
      await on.holds(`document.activeElement.closest('.condition-group') !== null`);
      await on.page.select('.condition-group select', 'category.dishes.');
      await on.page.select('.condition-group select', 'category.dishes.Price');
      await on.page.select('.condition-group select[aria-label="Comparison"]', '$gt');
      await tabTo('Value');
      await on.page.keyboard.type('59.50');
      await tabTo('And…');
      await press('Enter');
      await on.holds(`document.querySelectorAll('.condition-group .condition').length === 2`);
      await on.page.keyboard.type('Veg');
      // The category links published dishes only, of which there are none.
      await on.page.select('.condition-group select[aria-label="Which have to hold"]', 'any');
      await on.isAccessible('filter with groups');
      await on.page.setViewport({ width: 360, height: 740 });
      await on.isAccessible('filter with groups 360');
      await on.page.evaluate(`document.documentElement.dir = 'rtl'`);
      await on.isAccessible('filter with groups 360 rtl');
      await on.page.evaluate(`document.documentElement.dir = 'ltr'`);
      await on.page.setViewport({ width: 1440, height: 900 });
      await on.clickNamed('Apply');
      await total(20);
      const filters = {
        $not: {
          $or: [
            { Rating: { $eq: '1' } },
            { $or: [{ category: { dishes: { Price: { $gt: '59.50' } } } }, { Vegan: { $eq: 'true' } }] },
          ],
        },
      };
      expect(filtersInAddress()).to.deep.equal(filters);
      expect(await chips()).to.deep.equal([
        'not (Rating is 1 or (category › dishes › Price is more than 59.50 or Vegan is Yes))',
      ]);
      await on.page.click('.chip > button');
      await on.page.waitForSelector('dialog[open] .condition-group');
      await on.clickNamed('Remove this group');
      await on.clickNamed('Apply');
      await total(50);
      expect(filtersInAddress()).to.deep.equal({ $not: { Rating: { $eq: '1' } } });
    });

    it('compare moments, emptiness, links and states', async () => {
      await open(`?filters=${encodeURIComponent('{"Served":{"$gte":"2026-02-20T00:00:00.000Z"}}')}`);
      await total(10);
      await open(`?filters=${encodeURIComponent('{"Story":{"$null":true}}')}`);
      await total(60);
      expect(await chips()).to.deep.equal(['Story is empty']);
      await open(`?filters=${encodeURIComponent('{"category":{"$notNull":true}}')}`);
      await total(60);
      expect(await chips()).to.deep.equal(['category has a link']);
      await on.page.select('.list-bar select.state', 'published');
      await total(0);
      await on.clickNamed('Clear the filters');
      await total(60);
      expect(new URL(on.page.url()).search).to.equal('');
    });

    it('of a list that was sent are refused if they name what nobody may read', async () => {
      await open(`?filters=${encodeURIComponent('{"Secret":{"$eq":"x"}}')}`);
      await on.page.waitForSelector('.notice[role=alert]');
      expect(await on.textOf('.notice')).to.contain('Secret');
      await on.isAccessible('list that cannot be shown');
      await on.clickNamed('Show the whole list');
      await total(60);
      await open(`?filters=${encodeURIComponent('{"$not":{"Rating":{"$eq":"1"}}}')}`);
      await total(50);
      expect(await chips()).to.deep.equal(['not (Rating is 1)']);
      await open(`?filters=${encodeURIComponent('{"Vegan":{"$in":["true"]}}')}`);
      await total(30);
      expect(await chips()).to.deep.equal(['Vegan is one of Yes']);
      expect(await on.page.$$eval('.chip button', (all) => all.length)).to.equal(2);
    });
  });

  describe('columns', () => {
    const heads = () =>
      on.page.$$eval('thead th:not(.pick)', (cells) => cells.map((cell) => cell.textContent?.trim()));

    it('are chosen and ordered by keyboard, and stay', async () => {
      await open();
      expect(await heads()).to.deep.equal(['Name', 'Rating', 'Price', 'Kind', 'Vegan', 'Status', 'Updated']);
      await on.page.focus('input[type=search]');
      await tabTo('Columns');
      await press('Enter');
      await on.page.waitForSelector('dialog[open] .columns');
      await on.isAccessible('columns');
      await tabTo('Price');
      await press('Space');
      await tabTo('category');
      await press('Space');
      for (let at = 0; at < 12; at += 1) {
        await tabTo('Move category up');
        await press('Enter', 'Shift+Tab');
      }
      await tabTo('Show these');
      await press('Enter');
      await on.holds(`document.querySelector('thead').textContent.includes('category')`);
      expect(await heads()).to.deep.equal([
        'Name',
        'category',
        'Rating',
        'Kind',
        'Vegan',
        'Status',
        'Updated',
      ]);
      expect(decodeURIComponent(on.page.url())).to.contain(
        'columns=category,Rating,Kind,Vegan,$state,updatedAt',
      );
      await open();
      expect((await heads())[1]).to.equal('category');
      await on.clickNamed('Columns');
      await on.clickNamed('The usual ones');
      await on.holds(`document.querySelector('thead').textContent.includes('Price')`);
      expect(on.page.url()).not.to.contain('columns');
    });

    it('show attributes of related entries, by which lists are sorted', async () => {
      await open('?sort=Name:asc&columns=Rating');
      await on.clickNamed('Columns');
      await on.page.waitForSelector('dialog[open] #related-column');
      await on.page.select('#related-column', 'category.Title');
      await on.clickNamed('Add');
      await on.holds(`document.querySelector('.columns li input').checked`);
      await on.isAccessible('columns of related entries');
      await on.clickNamed('Show these');
      await on.holds(`document.querySelector('.rows td[data-label]')?.textContent === 'From the land'`);
      expect(await heads()).to.deep.equal(['Name', 'category › Title', 'Rating']);
      await on.clickNamed('category › Title');
      await on.clickNamed('category › Title');
      await on.holds(`document.querySelector('.rows td[data-label]').textContent === 'From the sea'`);
      await on.isAccessible('list with related columns');
      await open('?columns=updatedAt');
      await on.clickNamed('Columns');
      await on.clickNamed('The usual ones');
      await on.holds(`document.querySelector('thead').textContent.includes('Price')`);
    });

    it('are sorted by several, with Shift, by keyboard and mouse', async () => {
      await open('?sort=Kind:asc');
      await on.holds(rows(50));
      const sort = async (text: string): Promise<void> =>
        on.holds(`new URL(location).searchParams.get('sort') === '${text}'`);
      await on.page.focus('thead th:nth-of-type(3) .sort');
      await press('Shift+Enter');
      await sort('Kind:asc,Rating:asc');
      await press('Shift+Enter');
      await sort('Kind:asc,Rating:desc');
      // Rows of before are shown pale.
      await on.holds(`!document.querySelector('.table[aria-busy=true]')`);
      await on.isAccessible('list sorted by two');
      expect(await heads()).to.include.members(['Kind 1', 'Rating 2']);
      const shown = await on.page.$$eval('.rows tr', (all) =>
        all.map((row) =>
          ['Kind', 'Rating'].map((name) => row.querySelector(`[data-label=${name}]`)?.textContent),
        ),
      );
      const wanted = shown.toSorted(([kind = '', rating], [other = '', than]) =>
        kind === other ? Number(than) - Number(rating) : kind < other ? -1 : 1,
      );
      expect(shown).to.deep.equal(wanted);
      await on.clickNamed('Next');
      await on.holds(rows(10));
      await on.page.keyboard.down('Shift');
      await on.page.click('thead th:nth-of-type(3) .sort');
      await on.page.keyboard.up('Shift');
      await sort('Kind:asc');
    });

    it('are made wider and narrower, by mouse and by keys, and stay so', async () => {
      await open();
      await on.holds(rows(50));
      const edge = `[role=separator][aria-label="Width of Kind"]`;
      const width = async (selector: string): Promise<number> =>
        Math.round(await on.page.$eval(selector, (cell) => cell.getBoundingClientRect().width));
      const head = 'thead th:has([aria-label="Width of Kind"])';
      const before = await width(head);
      const place = (await (await on.page.$(edge))!.boundingBox())!;
      await on.page.mouse.move(place.x + 2, place.y + 8);
      await on.page.mouse.down();
      await on.page.mouse.move(place.x + 52, place.y + 8, { steps: 5 });
      await on.page.mouse.up();
      const headWidth = `Math.round(document.querySelector('${head}').getBoundingClientRect().width)`;
      await on.holds(`${headWidth} === ${before + 50}`);
      expect(await width('.rows [data-label=Kind]')).to.equal(before + 50);
      await on.isAccessible('list with a wide column');
      await on.page.focus(edge);
      await press('ArrowLeft', 'ArrowLeft');
      expect(await width(head)).to.equal(before + 18);
      await open();
      await on.holds(rows(50));
      expect(await width(head)).to.equal(before + 18);
      await on.page.evaluate(`document.documentElement.dir = 'rtl'`);
      await on.page.focus(edge);
      await press('ArrowLeft');
      expect(await width(head)).to.equal(before + 34);
      await on.page.evaluate(`document.documentElement.dir = 'ltr'`);
      await press('Home');
      expect(await width(head)).to.equal(before);
      expect(await width('thead th.pick')).to.equal(40);
    });

    it('are sorted where they have no heads, on a narrow window', async () => {
      await on.page.setViewport({ width: 360, height: 740 });
      await open();
      await on.clickNamed('Columns');
      await on.page.waitForSelector('dialog[open] .group');
      await on.page.select('select[aria-label="Sorted by, 1"]', 'Rating');
      await on.page.select('select[aria-label="Direction, 1"]', 'desc');
      await on.clickNamed('Then by…');
      await on.page.select('select[aria-label="Sorted by, 2"]', 'category.Title');
      await on.isAccessible('order at 360 px');
      await on.clickNamed('Show these');
      await on.holds(`new URL(location).searchParams.get('sort') === 'Rating:desc,category.Title:asc'`);
      await on.page.setViewport({ width: 1440, height: 900 });
      await on.clickNamed('Columns');
      await on.clickNamed('The usual ones');
    });

    it('are sorted by their heads, with numbers at the end of their cells', async () => {
      await open();
      expect(await on.page.$eval('thead th:last-child', (head) => head.getAttribute('aria-sort'))).to.equal(
        'descending',
      );
      await on.clickNamed('Price');
      await on.holds(`document.querySelector('.rows th').textContent === 'Dish 01'`);
      await on.clickNamed('Price');
      await on.holds(`document.querySelector('.rows th').textContent === 'Dish 60'`);
      const cells = (await on.page.evaluate(`
        [...document.querySelectorAll('.rows tr:first-child .number, thead .number')].map((cell) => {
          const { textAlign, fontVariantNumeric, direction } = getComputedStyle(cell);
          return [cell.tagName, textAlign, fontVariantNumeric, direction].join(' ');
        })
      `)) as readonly string[];
      expect(cells).to.deep.equal([
        'TH end tabular-nums ltr',
        'TH end tabular-nums ltr',
        'TD end tabular-nums ltr',
        'TD end tabular-nums ltr',
      ]);
      const sideOf = (direction: string) =>
        on.page.evaluate(`
          document.documentElement.dir = '${direction}';
          [...new Set([...document.querySelectorAll('.list :is(th, td):not(.number, .pick)')].map((cell) => getComputedStyle(cell).textAlign))]
        `);
      // Also where the text of a cell has the other direction.
      expect(await sideOf('rtl')).to.deep.equal(['right']);
      expect(await sideOf('ltr')).to.deep.equal(['left']);
    });
  });

  describe('views', () => {
    it('keep filters, columns and order under a name, and are forgotten', async () => {
      await open(`?sort=Price:desc&columns=Price&filters=${encodeURIComponent('{"Rating":{"$gte":"4"}}')}`);
      await total(20);
      await on.clickNamed('Save this view');
      await on.page.waitForSelector('dialog[open] #view-name');
      await on.isAccessible('save a view');
      await on.page.type('#view-name', 'Best');
      await press('Enter');
      await on.page.waitForSelector('.views a[aria-current=page][dir=auto]');
      await on.holds(`document.activeElement.textContent === 'Best'`);
      await on.isAccessible('list with views');
      await open();
      await total(60);
      await on.page.click('.views a[dir=auto]');
      await total(20);
      expect(new URL(on.page.url()).searchParams.get('sort')).to.equal('Price:desc');
      await on.page.reload();
      await on.page.waitForSelector('.views a[aria-current=page][dir=auto]');
      await on.clickNamed('Forget “Best”');
      await on.holds(`!document.querySelector('.views')?.textContent.includes('Best')`);
      await open();
      expect(await on.page.$('.views')).to.equal(null);
    });
  });

  describe('changes of many entries', () => {
    const chosen = (text: string): Promise<void> =>
      on.holds(`document.querySelector('.bulk [role=status]')?.textContent === '${text}'`);
    const valueOf = async (filter: string): Promise<number> =>
      (await on.client.api('GET', `documents/${dish}?filters${filter}&pagination[pageSize]=1`)).body.meta
        .pagination.total as number;

    it('are chosen by keys, with Shift, by page and by all that match', async () => {
      await open('?sort=Name:asc');
      await on.holds(rows(50));
      await on.page.focus('.rows th a');
      await press('x');
      await chosen('1 entry selected');
      await press('ArrowDown', 'ArrowDown', 'Shift+x');
      await chosen('3 entries selected');
      await press('Shift+ArrowDown');
      await chosen('4 entries selected');
      await on.isAccessible('list with a selection');
      await on.page.click('.rows tr:nth-child(6) .pick input');
      await on.page.keyboard.down('Shift');
      await on.page.click('.rows tr:nth-child(8) .pick input');
      await on.page.keyboard.up('Shift');
      await chosen('7 entries selected');
      await on.page.click('thead .pick input');
      await chosen('50 entries selected');
      await on.clickNamed('Next');
      await on.holds(rows(10));
      await chosen('50 entries selected');
      await on.clickNamed('Select all 60 that match');
      await chosen('60 entries selected');
      await on.clickNamed('Clear the selection');
      await chosen('');
      expect(await focused()).to.equal('Dish 51');
    });

    it('set a value in all that match, by keyboard alone, and say which were refused', async () => {
      await open('?sort=Name:asc');
      await on.holds(rows(50));
      await on.page.focus('input[type=search]');
      await tabTo('Filter');
      await press('Enter');
      await on.page.waitForSelector('dialog[open] select');
      await on.page.keyboard.type('Veg');
      await tabTo('Apply');
      await press('Enter');
      await total(30);
      await on.page.focus('.rows th a');
      await press('x');
      await chosen('1 entry selected');
      await tabTo('Select all 30 that match');
      await press('Enter');
      await chosen('30 entries selected');
      await tabTo('Set a value');
      await press('Enter');
      await on.page.waitForSelector('dialog[open] .set select');
      await on.page.focus('dialog[open] .set select');
      await on.page.keyboard.type('Kind');
      await press('Tab');
      await on.page.keyboard.type('dessert');
      await on.isAccessible('set a value');
      await press('Tab', 'Tab', 'Tab', 'Enter');
      await on.holds(`document.querySelector('.bulk-job')?.textContent.includes('30 entries changed.')`);
      expect(await on.page.$('dialog[open]')).to.equal(null);
      await on.isAccessible('value set');
      await tabTo('Close');
      await press('Enter');
      await on.holds(`document.querySelector('.bulk-job') === null`);
      expect(await valueOf('[Vegan]=true&filters[Kind]=dessert')).to.equal(30);
      expect(await valueOf('[Kind]=dessert')).to.equal(40);
    });

    it('replace all links of a relation, and take them away', async () => {
      const linked = async () => {
        const found = await on.client.api('GET', `documents/${dish}?filters[Name]=Dish 01`);
        const { documentId } = found.body.data[0] as { documentId: string };
        const { links } = (await on.client.api('GET', `documents/${dish}/${documentId}`)).body.data;
        const { items } = links.category as { items: readonly { label: string }[] };
        return items.map(({ label }) => label);
      };
      const set = async (how: string): Promise<void> => {
        await on.page.focus('.rows th a');
        await press('x');
        await chosen('1 entry selected');
        await on.clickNamed('Set a value');
        await on.page.waitForSelector('dialog[open] .set select');
        await on.page.select('dialog[open] .set select', 'category');
        await on.page.select('dialog[open] .field:nth-of-type(2) select', how);
      };
      const done = async (): Promise<void> => {
        await on.clickNamed('Set it in 1 entry');
        await on.holds(`document.querySelector('dialog[open]')?.textContent.includes('1 entry changed.')`);
        await on.clickNamed('Close');
        await on.holds(`document.querySelector('dialog[open]') === null`);
      };
      await open('?sort=Name:asc');
      await on.holds(rows(50));
      await set('empty');
      await done();
      expect(await linked()).to.deep.equal([]);
      await set('put');
      await tabTo('Search');
      await on.page.keyboard.type('land');
      await on.holds(`document.querySelectorAll('dialog[open] .group input[type=radio]').length === 1`);
      await tabTo('From the land');
      await press('Space');
      await on.isAccessible('bulk links');
      await on.page.setViewport({ width: 360, height: 740 });
      await on.page.evaluate(`document.documentElement.dir = 'rtl'`);
      await on.isAccessible('bulk links 360 rtl');
      await on.page.evaluate(`document.documentElement.dir = 'ltr'`);
      await on.page.setViewport({ width: 1440, height: 900 });
      await done();
      expect(await linked()).to.deep.equal(['From the land']);
    });

    it('publish what is complete, list what is not, and keep it selected', async () => {
      const { body } = await on.client.api('POST', `documents/${dish}`, { set: { Rating: 5 } });
      const id = body.data.documentId as string;
      await open(`?filters=${encodeURIComponent('{"Rating":{"$eq":"5"}}')}`);
      await total(11);
      await on.page.click('thead .pick input');
      await on.clickNamed('Publish');
      await on.page.waitForSelector('dialog[open] form');
      expect(await on.textOf('dialog[open] h2')).to.equal('Publish 11 entries?');
      // Dishes have no locales.
      expect(await on.textOf('dialog[open] .hint')).to.contain('Their drafts become public at once.');
      await on.isAccessible('publish many');
      await on.clickNamed('Publish 11 entries');
      await on.page.waitForSelector('dialog[open] .refusals');
      expect(await on.textOf('dialog[open]'))
        .to.contain('10 entries published.')
        .and.contain('Name');
      await on.isAccessible('published with a refusal');
      await on.clickNamed('Close');
      await chosen('1 entry selected');
      await on.holds(`document.querySelectorAll('.rows .status.published').length === 10`);
      await on.clickNamed('Delete');
      await on.page.waitForSelector('dialog[open] form');
      await on.clickNamed('Delete 1 entry');
      await on.holds(`document.querySelector('dialog[open]')?.textContent.includes('1 entry deleted.')`);
      await on.clickNamed('Close');
      await total(10);
      expect((await on.client.api('GET', `documents/${dish}/${id}`)).status).to.equal(404);
    });

    it('are sent again after a failure', async () => {
      await open('?sort=Name:asc');
      await on.holds(rows(50));
      await on.page.setRequestInterception(true);
      let isBroken = true;
      const fail = (asked: HTTPRequest): void => {
        if (isBroken && asked.url().includes('/bulk?'))
          return void asked.respond({ status: 500, body: '{}' });
        void asked.continue();
      };
      on.page.on('request', fail);
      await on.page.click('.rows .pick input');
      await on.clickNamed('Delete');
      await on.page.waitForSelector('dialog[open] form');
      await on.clickNamed('Delete 1 entry');
      await on.page.waitForSelector('dialog[open] .fault');
      await on.isAccessible('bulk that failed');
      isBroken = false;
      await on.clickNamed('Delete 1 entry');
      await on.holds(`document.querySelector('dialog[open]')?.textContent.includes('1 entry deleted.')`);
      on.page.off('request', fail);
      await on.page.setRequestInterception(false);
      await on.clickNamed('Close');
      await total(59);
      await on.client.api('POST', `documents/${dish}`, { set: { Name: 'Dish 01', Rating: 1 } });
    });

    it('of all that match go on without the page, are seen after a reload, and can be stopped', async () => {
      await open();
      await total(60);
      // A batch of a job begins only when this is let go.
      const { bulk } = on.world.parts;
      const { run } = bulk;
      let letGo = (): void => {};
      const gate = new Promise<void>((resolve) => (letGo = resolve));
      const held: typeof run = async (...given) => gate.then(() => run(...given));
      Object.assign(bulk, { run: held });
      await on.page.click('thead .pick input');
      await on.clickNamed('Select all 60 that match');
      await on.clickNamed('Set a value');
      await on.page.waitForSelector('dialog[open] .set select');
      await on.page.select('dialog[open] .set select', 'Rating');
      await on.page.type('dialog[open] .set input:not([type=checkbox])', '3');
      await on.clickNamed('Set it in 60 entries');
      await on.page.waitForSelector('.bulk-job progress');
      expect(await on.page.$('dialog[open]')).to.equal(null);
      await chosen('');
      expect(await on.textOf('.bulk-job [role=status]')).to.equal('0 of 60');
      await on.page.reload();
      await on.page.waitForSelector('.bulk-job progress');
      await on.isAccessible('bulk under way');
      await on.open(`/content/${category}`, '.rows tr');
      expect(await on.page.$('.bulk-job')).to.equal(null);
      await open();
      await on.page.waitForSelector('.bulk-job progress');
      letGo();
      await on.holds(`document.querySelector('.bulk-job')?.textContent.includes('60 entries changed.')`);
      await on.isAccessible('bulk that is done');
      expect(await valueOf('[Rating]=3')).to.equal(60);
      await on.clickNamed('Close');
      await on.holds(`document.querySelector('.bulk-job') === null`);
      await on.page.reload();
      await on.holds(rows(50));
      expect(await on.page.$('.bulk-job')).to.equal(null);
      Object.assign(bulk, { run: async () => err(failure('STORE.UNAVAILABLE', 'down')) });
      await on.page.click('thead .pick input');
      await on.clickNamed('Select all 60 that match');
      await on.clickNamed('Delete');
      await on.clickNamed('Delete 60 entries');
      await on.page.waitForSelector('.bulk-job progress');
      await on.clickNamed('Stop here');
      await on.holds(`document.querySelector('.bulk-job')?.textContent.includes('Stopped, as you asked')`);
      await on.isAccessible('bulk that is stopped');
      expect(await valueOf('[Rating]=3')).to.equal(60);
      Object.assign(bulk, { run });
    });
  });

  describe('on every screen', () => {
    it('fit narrow and wide windows', async () => {
      const filters = encodeURIComponent(
        '{"$and":[{"category":{"Title":{"$containsi":"from"}}},{"Price":{"$gte":"4"}}]}',
      );
      for (const width of [360, 1440]) {
        await on.page.setViewport({ width, height: 800 });
        await open(`?sort=Name:asc&filters=${filters}`);
        await on.page.click('.rows tr .pick input');
        await on.isAccessible(`list ${width}`);
        await on.clickNamed('Filter');
        await on.page.waitForSelector('dialog[open] select');
        await on.isAccessible(`filter ${width}`);
        await press('Escape');
      }
      await on.page.setViewport({ width: 1440, height: 900 });
    });

    it('lead to the form and back for who is not signed in', async () => {
      await on.page.deleteCookie(...(await on.page.cookies(`${on.world.url}/admin`)));
      const wanted = `/content/${dish}?sort=Name%3Aasc`;
      await on.page.goto(`${on.world.url}/admin${wanted}`);
      await on.page.waitForSelector('input[name=email]');
      await on.page.type('input[name=email]', 'person1@example.com');
      await on.page.type('input[name=password]', 'a long enough password');
      await on.page.click('button');
      await on.page.waitForSelector('.rows tr');
      expect(decodeURIComponent(on.page.url())).to.contain('sort=Name:asc');
    });

    it('offer nothing to choose to who may only read', async () => {
      const reader = { name: 'reader', grants: [`${dish}:find,findDrafts`] };
      valueOf(await on.world.parts.administration.createRole(systemPrincipal, reader));
      await on.becomes('reader');
      await open();
      await on.holds(rows(50));
      expect(await on.page.$('.pick')).to.equal(null);
      await on.clickNamed('Filter');
      await on.page.waitForSelector('dialog[open] select');
      expect(await on.page.$('dialog[open] optgroup')).to.equal(null);
      await on.isAccessible('filter of a reader');
    });

    it('report no error and break no rule of their content security policy', () => {
      expect(on.mistakes).to.deep.equal([]);
    });
  });
});
