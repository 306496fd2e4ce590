import { expect } from 'chai';
import { category, dish, files } from './list-files.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

describe('pages of lists in the admin page', function () {
  this.timeout(240_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  const ids: string[] = [];

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    for (let at = 1; at <= 60; at += 1) {
      const set = { Name: `Dish ${String(at).padStart(2, '0')}` };
      ids.push((await on.client.api('POST', `documents/${dish}`, { set })).body.data.documentId as string);
    }
  });
  after(() => screens?.stop());

  const open = (query: string) => on.open(`/content/${dish}${query}`, '.rows tr, .list .notice');
  const begins = (name: string) =>
    on.holds(`document.querySelector('.rows th a')?.textContent === '${name}'
      && document.querySelector('.table').ariaBusy === 'false'`);
  const place = (text: string) =>
    on.holds(`document.querySelector('.paging [role=status]').textContent === '${text}'`);
  const parameter = (name: string) => new URL(on.page.url()).searchParams.get(name);

  it('are turned by cursor, from either end, and kept in the address', async () => {
    await open('?sort=Name:asc&size=25');
    await place('Rows 1–25');
    await on.clickNamed('Next');
    await begins('Dish 26');
    await place('Rows 26–50');
    expect(parameter('after')).to.be.a('string');
    await on.page.reload();
    await begins('Dish 26');
    // The number of entries is asked for by itself, as the address leads into the middle.
    await on.holds(`document.querySelector('.list-head .hint').textContent === '60 entries'`);
    await on.isAccessible('page in the middle');
    await on.clickNamed('Last page');
    await begins('Dish 36');
    await place('Rows 36–60');
    expect(parameter('after')).to.equal(null);
    await on.clickNamed('Previous');
    await begins('Dish 11');
    await place('Rows 11–35');
    await on.clickNamed('Previous');
    // Fewer rows than a page come before: it is the first page, filled up.
    await begins('Dish 01');
    await place('Rows 1–25');
    await on.holds(`!location.search.includes('before')`);
    expect(await on.page.$eval('[aria-label="First page"]', (button) => button.ariaDisabled)).to.equal(null);
    expect(await on.page.$('[aria-label="First page"]:disabled')).not.to.equal(null);
  });

  it('of another list become the first page', async () => {
    await open('?sort=Name:asc&size=25');
    await on.clickNamed('Next');
    await begins('Dish 26');
    await open(`?sort=Name:desc&size=25&after=${parameter('after')}`);
    await begins('Dish 60');
    await on.holds(`!location.search.includes('after')`);
  });

  it('mark what others change, and move nothing until they are asked', async () => {
    await open('?size=25');
    await begins('Dish 60');
    const [changed = '', gone = ''] = [ids[57], ids[55]];
    await on.client.api('PATCH', `documents/${dish}/${changed}`, { set: { Name: 'Dish anew' } });
    await on.page.waitForSelector('[data-happened=changed]');
    await on.client.api('DELETE', `documents/${dish}/${gone}`);
    await on.page.waitForSelector('[data-happened=gone]');
    expect(await on.textOf('[data-happened=changed] th a')).to.equal('Dish 58');
    expect(await on.textOf('.changed-rows [role=status]')).to.equal('2 entries here have changed since.');
    await on.isAccessible('list with changed rows');
    await on.page.setViewport({ width: 360, height: 800 });
    await on.isAccessible('list with changed rows 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.clickNamed('Show the newest');
    await begins('Dish anew');
    await on.holds(`document.querySelector('[data-happened]') === null`);
    expect(await on.page.evaluate('document.activeElement.closest(".rows") !== null')).to.equal(true);
  });

  it('say how many there are about, and count when they are asked', async () => {
    await on.page.setRequestInterception(true);
    const estimate = { pageSize: 50, startCursor: 'a', endCursor: 'b', hasPreviousPage: false };
    on.page.on('request', (asked) => {
      const { pathname, searchParams } = new URL(asked.url());
      if (!pathname.endsWith(`/documents/${category}`)) return void asked.continue();
      const isExact = searchParams.get('pagination[count]') === 'exact';
      const total = isExact ? { total: 1_000_123 } : { total: 1_000_000, isEstimate: true };
      const row = { label: 'Sea', state: 'published', locale: null, revision: '1', updatedAt: null };
      const data = [{ documentId: 'a', ...row, values: {}, links: {} }];
      const pagination = { ...estimate, hasNextPage: true, ...total };
      const body = JSON.stringify({ data, meta: { pagination } });
      void asked.respond({ status: 200, contentType: 'application/json', body });
    });
    await on.open(`/content/${category}`, '.rows tr');
    expect(await on.textOf('.list-head .hint')).to.equal('about 1,000,000 entries');
    await on.isAccessible('list with an estimate');
    await on.page.click('.rows .pick input');
    await on.clickNamed('Select all that match, about 1,000,000');
    await on.holds(
      `document.querySelector('.bulk [role=status]').textContent === '1,000,123 entries selected'`,
    );
    expect(await on.textOf('.list-head .hint')).to.equal('1,000,123 entries');
  });

  it('report no error and break no rule of their content security policy', () => {
    expect(on.mistakes).to.deep.equal([]);
  });
});
