import { expect } from 'chai';
import type { Browser, Page } from 'puppeteer-core';
import { launchBrowser, openTab } from '../browser.js';
import { clippedWords } from './screen-world.js';
import { note, openAdmin, password, type AdminWorld } from '../http/admin/admin-world.js';

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

describe('the admin page in a browser', function () {
  this.timeout(120_000);
  let browser: Browser | undefined;
  let world: AdminWorld;
  let page: Page;
  const mistakes: string[] = [];
  const failed: string[] = [];

  before(async function () {
    browser = await launchBrowser();
    if (browser === undefined) return this.skip();
    world = await openAdmin({ ADMIN_ENVIRONMENT: 'Staging', ADMIN_ENVIRONMENT_COLOR: 'orange' });
    const editor = await world.signedIn('editor');
    for (const Title of ['Poke', hostile]) await editor.api('POST', `documents/${note}`, { set: { Title } });
    page = await openTab(browser);
    page.on('pageerror', (error) => void mistakes.push(String(error)));
    page.on('console', (line) => {
      if (line.type() === 'error') mistakes.push(line.text());
    });
    page.on('response', (answer) => {
      if (answer.status() >= 400) failed.push(`${answer.status()} ${answer.url()}`);
    });
  });
  after(async () => {
    await browser?.close();
    await world?.stop();
  });

  it('lists the entries of a type after signing in, with hostile texts as text', async () => {
    await page.goto(`${world.url}/admin/sign-in`);
    await page.type('input[name=email]', 'person1@example.com');
    await page.type('input[name=password]', password);
    await page.click('button');
    await page.waitForSelector('.side a');
    await page.goto(`${world.url}/admin/content/${note}`);
    await page.waitForSelector('.rows tr');
    const titles = await page.$$eval('.rows th', (cells) => cells.map((cell) => cell.textContent));
    expect(titles.map((title) => title?.slice(0, 8)).sort()).to.deep.equal(['<img src', 'Poke']);
    expect(await page.title()).to.match(/ – Quire$/);
  });

  it('finds an entry by typing, and says so when nothing matches', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('poke');
    await page.waitForFunction('document.querySelectorAll(".rows tr").length === 1');
    expect(page.url()).to.contain('search=poke');
    await page.keyboard.type('zzz');
    await page.waitForSelector('.list .notice button');
    await page.click('.list .notice button');
    await page.waitForFunction('document.querySelectorAll(".rows tr").length === 2');
  });

  it('goes to another type by keyboard', async () => {
    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.waitForSelector('[role=dialog] input');
    await page.keyboard.type('dish');
    await page.keyboard.press('Enter');
    await page.waitForFunction('decodeURIComponent(location.pathname).endsWith("api::dish.dish")');
  });

  it('fits a narrow screen and keeps the theme from the cookie in its HTML', async () => {
    await page.setViewport({ width: 360, height: 720 });
    await page.goto(`${world.url}/admin/content/${note}`);
    await page.waitForSelector('.rows tr');
    expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(360);
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/narrow.png` });
    const answer = await fetch(`${world.url}/admin/`, { headers: { Cookie: 'quire_admin_look=dark' } });
    expect(await answer.text()).to.contain('data-theme="dark"');
    await page.setViewport({ width: 1440, height: 900 });
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/wide.png` });
    await page.goto(`${world.url}/admin/profile`);
    await page.waitForSelector('#profile-theme');
    await page.select('#profile-theme', 'dark');
    if (process.env['PICTURES']) await page.screenshot({ path: `${process.env['PICTURES']}/dark.png` });
  });

  it('speaks the language of the cookie, else one that the browser asks for', async () => {
    const htmlFor = async (headers: Readonly<Record<string, string>>): Promise<string> =>
      (await fetch(`${world.url}/admin/`, { headers })).text();
    const arabic = 'quire_admin_look=dark; quire_admin_language=ar';
    expect(await htmlFor({ Cookie: arabic, 'Accept-Language': 'fr' })).to.contain('lang="ar" dir="rtl"');
    expect(await htmlFor({ 'Accept-Language': 'fr-CH, en;q=0.5' })).to.contain('lang="fr" dir="ltr"');
    for (const strange of ['"><script>', 'constructor', 'xx'])
      expect(await htmlFor({ Cookie: `quire_admin_language=${strange}` })).to.contain('lang="en" dir="ltr"');
  });

  it('mirrors the screen where a language is written from right to left', async () => {
    const sideIsRight =
      'document.documentElement.dir === "rtl" && document.querySelector(".side")?.getBoundingClientRect().left > innerWidth / 2';
    await page.select('#profile-language', 'ar');
    await page.waitForFunction(sideIsRight);
    await page.goto(`${world.url}/admin/content/${note}`);
    await page.waitForSelector('.rows tr');
    for (const width of [1440, 360]) {
      await page.setViewport({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
      if (process.env['PICTURES'])
        await page.screenshot({ path: `${process.env['PICTURES']}/arabic-${width}.png` });
    }
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(`${world.url}/admin/profile`);
    await page.waitForSelector('#profile-language');
    await page.select('#profile-language', 'en');
    await page.waitForFunction('document.documentElement.lang === "en"');
  });

  // Content may be cut off, words of the page may not.
  it('clips no text and is never wider than the window at 320 px, with longer words from right to left', async () => {
    await page.setViewport({ width: 320, height: 640 });
    await page.goto(`${world.url}/admin/?language=pseudo`);
    await page.waitForSelector('main h1');
    expect(await page.$eval('main h1', ({ textContent }) => textContent)).to.equal('[Hoomee]');
    expect(await page.$eval('.environment', ({ textContent }) => textContent)).to.equal('Staging');
    const unfit = `[...(document.documentElement.scrollWidth > innerWidth ? ['the window'] : []), ...${clippedWords}]`;
    const screens = [
      ['.side a[href*="note"]', '.rows tr'],
      ['.rows a', '#Title'],
      ['.side a[href$="/media"]', '.media h1'],
      ['.side a[href$="/releases"]', 'main .notice h2'],
      ['.side a[href$="/settings"]', '.setting-table'],
      ['.side a[href$="/profile"]', '#profile-theme'],
    ] as const;
    for (const [link, there] of screens) {
      await page.$eval(link, (element) => (element as unknown as { click(): void }).click());
      await page.waitForSelector(there);
      expect(await page.evaluate(unfit), there).to.deep.equal([]);
    }
    const html = await (await fetch(`${world.url}/admin/?language=pseudo`)).text();
    expect(html).to.contain('lang="ar-XB" dir="rtl"');
    await page.setViewport({ width: 1440, height: 900 });
  });

  it('shows what is chosen with the colours of the system', async () => {
    const session = await page.createCDPSession();
    const isMarked = `getComputedStyle(document.querySelector('.side a.active')).backgroundColor !== getComputedStyle(document.querySelector('.side a[href*=note]')).backgroundColor`;
    const features = [{ name: 'forced-colors', value: 'active' }];
    await session.send('Emulation.setEmulatedMedia', { features });
    await page.goto(`${world.url}/admin/media`);
    await page.waitForSelector('.side a.active');
    expect(await page.evaluate(isMarked)).to.equal(true);
    if (process.env['PICTURES'])
      await page.screenshot({ path: `${process.env['PICTURES']}/forced-colors.png` });
    await session.send('Emulation.setEmulatedMedia', { features: [] });
  });

  it('has an icon that costs no request', async () => {
    const icon = await page.$eval('link[rel=icon]', (link) => link.getAttribute('href'));
    expect(icon).to.match(/^data:image\/svg\+xml,/);
    const drawn = await page.evaluate(`new Promise((resolve) => {
      const image = Object.assign(new Image(), { src: ${JSON.stringify(icon)} });
      image.onload = () => resolve(true);
      image.onerror = () => resolve(false);
    })`);
    expect(drawn).to.equal(true);
  });

  it('reports no error and breaks no rule of its content security policy', () => {
    expect(mistakes).to.deep.equal([]);
    expect(failed).to.deep.equal([]);
  });
});
