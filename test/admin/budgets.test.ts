import { expect } from 'chai';
import type { HTTPResponse } from 'puppeteer-core';
import { addLargePlace, addTagOfMany, fillPlaces, largeFiles, place, tag } from './large-world.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

interface Taken {
  readonly requests: readonly string[];
  /** Those of them to the API, events aside, which last as long as the screen does. */
  readonly api: readonly string[];
  /** As they come over the network, with headers. */
  readonly bytes: number;
}

/** No time is measured here, as it would be the machine's (`npm run bench:admin`). */
describe('the budget of the admin page, with 100,000 entries', function () {
  this.timeout(240_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let rich: string;
  const strangers: string[] = [];

  before(async function () {
    screens = await openScreens(largeFiles);
    if (screens === undefined) return this.skip();
    on = screens;
    await fillPlaces(on.world, 100_000);
    on.page.on('request', (asked) => {
      if (!/^(data|blob|about):/.test(asked.url()) && !asked.url().startsWith(on.world.url))
        strangers.push(asked.url());
    });
    rich = await addLargePlace(on.world, { tags: 200, items: 50 });
  });
  after(() => screens?.stop());

  /** What the browser fetches for a step until `end` holds. What it has kept counts nothing. */
  async function taken(step: () => Promise<unknown>, end: string): Promise<Taken> {
    const session = await on.page.createCDPSession();
    await session.send('Network.enable');
    const requests: string[] = [];
    let bytes = 0;
    const heard = (answer: HTTPResponse): void => {
      if (!answer.fromCache()) requests.push(new URL(answer.url()).pathname);
    };
    session.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength));
    on.page.on('response', heard);
    await step();
    await on.holds(end);
    // What follows by itself counts too; events do not end.
    await on.page.waitForNetworkIdle({ idleTime: 300, concurrency: 1 });
    on.page.off('response', heard);
    await session.detach();
    const api = requests.filter((path) => path.includes('/admin/api/') && !path.endsWith('/events'));
    return { requests, api, bytes };
  }
  const elements = async () => Number(await on.page.evaluate('document.querySelectorAll("*").length'));
  const list = `/content/${place}?sort=Name:asc`;
  const rows = `document.querySelectorAll('.rows tr').length === 50`;
  const first = (name: string) => `document.querySelector('.rows th a')?.textContent === '${name}'`;

  it('lets a list take 224 kB and ten requests at first, and 12 kB and five from then on', async () => {
    // The page before it may still fetch something.
    await on.page.goto('about:blank');
    await on.page.setCacheEnabled(false);
    const cold = await taken(() => on.open(list, '.rows tr'), rows);
    expect(cold.bytes).to.be.within(100_000, 224_000);
    expect(cold.requests.length, cold.requests.join(' ')).to.be.within(5, 10);
    await on.page.setCacheEnabled(true);
    await on.open(list, '.rows tr');
    const warm = await taken(() => on.open(list, '.rows tr'), rows);
    expect(warm.bytes).to.be.within(1_000, 12_000);
    expect(warm.requests.length, warm.requests.join(' ')).to.be.within(1, 5);
    expect(warm.api.length, warm.api.join(' ')).to.equal(2);
    expect(await elements()).to.be.within(500, 900);
  });

  it('is one request for the next page, and for a search that is typed without a pause', async () => {
    const next = await taken(() => on.clickNamed('Next'), first('Place 0000050'));
    expect(next.requests).to.deep.equal([`/admin/api/documents/${place}`]);
    await on.page.keyboard.press('/');
    // One event for all letters, so that no machine is too slow to type without a pause.
    const found = await taken(() => on.page.keyboard.sendCharacter('Rich'), first('Rich'));
    expect(found.requests).to.deep.equal([`/admin/api/documents/${place}`]);
  });

  it('is one request for an entry with 200 links and 50 components, of which 13 links have elements and all components folded', async () => {
    const shown = `document.querySelectorAll('.item').length === 50`;
    const opened = await taken(() => on.page.click('.rows th a'), shown);
    expect(opened.api).to.deep.equal([`/admin/api/documents/${place}/${rich}`]);
    // With the scripts of an entry, which a list does not fetch.
    expect(opened.bytes).to.be.within(1_000, 39_300);
    expect(await on.page.$$eval('.links .link', (links) => links.length)).to.equal(13);
    expect(await on.page.$('.item > .fields')).to.equal(null);
    expect(await elements()).to.be.within(500, 800);
    const typed = await taken(
      () => on.page.type('textarea', 'x'),
      `document.querySelector('textarea').value === 'x'`,
    );
    expect(typed.requests).to.deep.equal([]);
    // The rules of the domain, when a field is first left.
    const left = await taken(
      () => on.page.keyboard.press('Tab'),
      `document.activeElement.tagName !== 'TEXTAREA'`,
    );
    const scripts = left.requests.filter((path) => path.includes('/assets/'));
    expect(scripts).to.have.lengthOf(1);
    expect(left.bytes).to.be.within(1_000, 15_000);
    await on.picture('large entry');
  });

  it('reads what is seen of 100,000 links, and moves one to any place by one more request', async () => {
    const many = await addTagOfMany(on.world, 100_000);
    const links = `documents/${tag}/${many}/links/Places`;
    const opened = await taken(
      () => on.open(`/content/${tag}/${many}`, '.links .link'),
      `document.querySelectorAll('.links .link').length === 13`,
    );
    expect(opened.api.filter((path) => path.includes('/documents/'))).to.deep.equal([
      `/admin/api/documents/${tag}/${many}`,
    ]);
    expect(await elements()).to.be.within(200, 400);
    const scroll = (row: number) => on.page.$eval('.links', (box, top) => box.scrollTo(0, top), row * 44);
    const counted = await taken(
      () => scroll(25),
      `document.querySelector('.links-tools .hint').textContent === '100,000 links'`,
    );
    expect(counted.api.every((path) => path.endsWith(links))).to.equal(true);
    const far = await taken(
      () => scroll(70_010),
      `document.querySelector('[data-place="70012"]')?.textContent.includes('Place 0070012')`,
    );
    expect(far.api).to.deep.equal([`/admin/api/${links}`]);
    expect(await elements()).to.be.within(200, 400);
    await scroll(0);
    const moved = await taken(async () => {
      await on.clickNamed('More for Place 0000003');
      await on.clickNamed('To position…');
      await on.page.waitForSelector('#link-place');
      await on.page.type('#link-place', '50021');
      await on.page.keyboard.press('Enter');
    }, `document.querySelector('[data-place="50020"]')?.textContent.includes('Place 0000003')`);
    expect(moved.api).to.deep.equal([`/admin/api/${links}`]);
    await on.picture('100,000 links');
  });

  it('asks nobody else, and reports no error', () => {
    expect(strangers).to.deep.equal([]);
    expect(on.mistakes).to.deep.equal([]);
  });
});
