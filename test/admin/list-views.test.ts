import { expect } from 'chai';
import { dish, files } from './list-files.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

describe('views of lists in the admin page', function () {
  this.timeout(240_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    for (const Rating of [1, 2, 3, 4, 5])
      await on.client.api('POST', `documents/${dish}`, { set: { Name: `Dish ${Rating}`, Rating } });
  });
  after(() => screens?.stop());

  const open = (query = '') => on.open(`/content/${dish}${query}`, '.rows tr, .list .notice');
  const rows = (count: number) => on.holds(`document.querySelectorAll('.rows tr').length === ${count}`);
  const tabs = () =>
    on.page.$$eval('.views a', (all) => all.map((tab) => [tab.firstChild?.textContent, tab.ariaCurrent]));
  const best = `?filters=${encodeURIComponent('{"Rating":{"$gte":"4"}}')}&sort=Rating:desc`;

  it('are shared with roles, as the default, and with the density of their rows', async () => {
    await open(best);
    await rows(2);
    await on.clickNamed('Columns');
    await on.page.waitForSelector('#list-density');
    await on.page.select('#list-density', 'compact');
    await on.isAccessible('columns with density');
    await on.clickNamed('Show these');
    await on.holds(`document.querySelector('.rows tr').offsetHeight < 42`);
    await on.clickNamed('Save this view');
    await on.page.waitForSelector('dialog[open] .sharing input');
    await on.page.type('#view-name', 'Best');
    await on.page.click('dialog[open] .sharing label:last-of-type input');
    await on.page.click('dialog[open] form > .choice input');
    await on.isAccessible('share a view');
    await on.page.focus('#view-name');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.activeElement.matches('.views a[aria-current=page]')`);
    await on.isAccessible('list with a shared view');
    expect(await tabs()).to.deep.equal([
      ['All', null],
      ['Best', 'page'],
    ]);
  });

  it('are what a list begins with, and cannot be changed by those they are shared with', async () => {
    await on.becomes('author');
    await open();
    await rows(2);
    expect(await tabs()).to.deep.equal([
      ['All', null],
      ['Best', 'page'],
    ]);
    expect(new URL(on.page.url()).search).to.equal('');
    expect(await on.page.$$eval('.views button', (all) => all.length)).to.equal(0);
    await on.page.click('.views a');
    await rows(5);
    await on.page.reload();
    await rows(5);
    await on.page.click('.views a:last-of-type');
    await rows(2);
    await on.clickNamed('Remove the filter “Rating is at least 4”');
    await rows(5);
    await on.clickNamed('Save this view');
    await on.page.waitForSelector('dialog[open] #view-name');
    expect(await on.page.$('dialog[open] .sharing')).to.equal(null);
    await on.page.type('#view-name', 'Mine');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('.views a[aria-current=page]');
    await on.page.setViewport({ width: 360, height: 800 });
    await on.isAccessible('views 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.clickNamed('Forget “Mine”');
    await on.holds(`!document.querySelector('.views').textContent.includes('Mine')`);
  });

  it('stand in Arabic from right to left', async () => {
    await on.becomes('author');
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: on.world.url });
    await open();
    await rows(2);
    await on.holds(`document.documentElement.dir === 'rtl'`);
    await on.isAccessible('list with views from right to left');
    await on.page.deleteCookie({ name: 'quire_admin_language', url: on.world.url });
  });

  it('say that roles cannot be read, and are taken back and forgotten by whoever shared them', async () => {
    await on.becomes('owner');
    await on.page.setRequestInterception(true);
    let isBroken = true;
    on.page.on('request', (asked) => {
      const isRefused = isBroken && asked.url().endsWith('/view-roles');
      void (isRefused ? asked.respond({ status: 500, body: '{}' }) : asked.continue());
    });
    await open();
    await rows(5);
    await on.page.click('.views a:last-of-type');
    await on.clickNamed('Change this view');
    await on.page.waitForSelector('dialog[open] .sharing [role=alert]');
    await on.isAccessible('share a view without roles');
    isBroken = false;
    await on.clickNamed('Cancel');
    await on.holds(`document.querySelector('dialog[open]') === null`);
    await on.clickNamed('Forget “Best”');
    await on.holds(`!document.querySelector('.views').textContent.includes('Best')`);
    await open();
    await rows(5);
  });

  it('report no error and break no rule of their content security policy', () => {
    expect(on.mistakes).to.deep.equal([]);
  });
});
