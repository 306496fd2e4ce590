import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { valueOf } from '../contract/results.js';
import { category, dish, files } from './list-files.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

describe('taking the entries of a list away', function () {
  this.timeout(240_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let folder = '';

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const made = async (uid: string, body: object): Promise<string> =>
      (await on.client.api('POST', `documents/${uid}`, body)).body.data.documentId as string;
    const sea = await made(category, { set: { Title: 'Sea' } });
    for (let at = 1; at <= 60; at += 1)
      await made(dish, {
        set: {
          Name: at === 1 ? '=1+1' : `Dish ${String(at).padStart(2, '0')}`,
          Rating: at % 6,
          Story: 'long',
        },
        links: [{ kind: 'connect', attribute: 'category', documentId: sea }],
      });
    folder = await mkdtemp(join(tmpdir(), 'quire-export-'));
    const session = await on.page.createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
  });
  after(async () => {
    await screens?.stop();
    if (folder !== '') await rm(folder, { recursive: true });
  });

  const open = async (query = ''): Promise<void> => {
    await on.open(`/content/${dish}?sort=Name:asc&columns=Rating,category${query}`, '.rows tr');
  };
  /** The bytes of the file that the browser has kept. */
  const kept = async (name: string): Promise<Buffer> => {
    for (;;) {
      if ((await readdir(folder)).includes(name)) {
        const bytes = await readFile(join(folder, name));
        await rm(join(folder, name));
        return bytes;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const choose = (name: string) => on.page.click(`::-p-aria([name="${name}"][role="radio"])`);

  it('gets all that match as CSV, by keyboard', async () => {
    await open();
    await on.holds(`document.querySelectorAll('.rows tr').length === 50`);
    await on.page.focus('input[type=search]');
    await on.tabTo('[aria-label=Export]');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('dialog[open] form');
    await on.isAccessible('export');
    await on.page.keyboard.press('Enter');
    const bytes = await kept('dishes.csv');
    expect([...bytes.subarray(0, 3)]).to.deep.equal([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString('utf8').slice(1).trim().split('\r\n');
    expect(lines[0]).to.equal('documentId,status,Name,Rating,category');
    expect(lines).to.have.length(61);
    expect(lines[1]).to.match(/^\w+,draft,'=1\+1,1,Sea$/);
    await on.holds(`document.querySelector('dialog[open]') === null`);
  });

  it('gets those that are selected with all their attributes as JSON', async () => {
    await open('&search=dish 4');
    await on.holds(`document.querySelectorAll('.rows tr').length === 10`);
    await on.page.click('.rows tr:nth-child(2) .pick input');
    await on.page.click('.rows tr:nth-child(3) .pick input');
    await on.clickNamed('Export');
    await on.page.waitForSelector('dialog[open] form');
    await choose('JSON');
    await choose('All attributes');
    await on.page.click('dialog[open] button[type=submit]');
    const rows = JSON.parse((await kept('dishes.json')).toString('utf8')) as readonly Record<
      string,
      unknown
    >[];
    expect(rows.map(({ Name, Story }) => [Name, Story])).to.deep.equal([
      ['Dish 41', 'long'],
      ['Dish 42', 'long'],
    ]);
  });

  it('says why it is refused', async () => {
    await open();
    await on.page.evaluate(`
      const usual = fetch;
      window.fetch = (address, options) => usual(String(address).replace('sort=', 'filters[Nope]=1&sort='), options)
    `);
    await on.clickNamed('Export');
    await on.page.waitForSelector('dialog[open] form');
    await choose('This page, 50 entries');
    await on.page.click('dialog[open] button[type=submit]');
    await on.page.waitForSelector('dialog[open] .fault');
    expect(await on.textOf('dialog[open] .fault')).to.contain('Nope');
    await on.isAccessible('export refused');
    await on.page.keyboard.press('Escape');
  });

  it('is there for who may only read', async () => {
    const grants = [{ uid: dish, actions: ['find', 'findDrafts'], fields: ['Name'] }];
    valueOf(await on.world.parts.administration.createRole(systemPrincipal, { name: 'names', grants }));
    await on.becomes('names');
    await on.open(`/content/${dish}?sort=Name:asc&search=dish 60`, '.rows tr');
    await on.clickNamed('Export');
    await on.page.waitForSelector('dialog[open] form');
    await on.page.click('dialog[open] button[type=submit]');
    const lines = (await kept('dishes.csv')).toString('utf8').trim().split('\r\n');
    expect(lines[0]).to.equal('documentId,status,Name,updatedAt');
    expect(lines).to.have.length(2);
    await on.becomes('editor');
  });

  it('links entries that are selected to another one', async () => {
    const { body } = await on.client.api('POST', `documents/${category}`, { set: { Title: 'Land' } });
    expect(body.data.label).to.equal('Land');
    await open('&search=dish 3');
    await on.holds(`document.querySelectorAll('.rows tr').length === 10`);
    await on.page.click('.rows tr:nth-child(1) .pick input');
    await on.page.click('.rows tr:nth-child(2) .pick input');
    await on.clickNamed('Set a value');
    await on.page.waitForSelector('dialog[open] select');
    await on.page.select('dialog[open] select', 'category');
    await on.page.type('dialog[open] .group input[type=search]', 'lan');
    await on.page.waitForSelector('::-p-aria([name="Land"][role="radio"])');
    await choose('Land');
    await on.isAccessible('set a link');
    await on.clickNamed('Set it in 2 entries');
    await on.holds(`document.querySelector('dialog[open]')?.textContent.includes('2 entries changed')`);
    await on.clickNamed('Close');
    await on.holds(`document.querySelector('.rows tr [data-label=category]').textContent === 'Land'`);
    expect(
      await on.page.$$eval('.rows [data-label=category]', (all) => all.map((cell) => cell.textContent)),
    ).to.deep.equal(['Land', 'Land', ...Array<string>(8).fill('Sea')]);
  });

  it('duplicates entries that are selected, and says so', async () => {
    await open('&search=dish 5');
    await on.holds(`document.querySelectorAll('.rows tr').length === 10`);
    await on.page.click('.rows tr:nth-child(1) .pick input');
    await on.clickNamed('Duplicate');
    await on.page.waitForSelector('dialog[open] form');
    await on.isAccessible('duplicate');
    await on.clickNamed('Duplicate 1 entry');
    await on.holds(`document.querySelector('dialog[open]')?.textContent.includes('1 entry duplicated')`);
    await on.clickNamed('Close');
    await on.holds(`document.querySelectorAll('.rows tr').length === 11`);
    await on.page.setViewport({ width: 360, height: 740 });
    await on.clickNamed('Export');
    await on.page.waitForSelector('dialog[open] form');
    await on.isAccessible('export at 360 px');
    await on.page.evaluate(`document.documentElement.dir = 'rtl'`);
    await on.isAccessible('export from right to left');
    expect(on.mistakes).to.deep.equal([]);
  });
});
