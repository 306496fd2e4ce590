import { expect } from 'chai';
import type { Browser } from 'puppeteer-core';
import { launchBrowser } from '../../browser.js';
import { valueOf } from '../../contract/results.js';
import { openAdmin, password, type AdminWorld } from './admin-world.js';

describe('the forms of the admin page in a browser', () => {
  let world: AdminWorld;
  let chromium: Browser;

  before(async function () {
    const launched = await launchBrowser();
    if (launched === undefined) return this.skip();
    chromium = launched;
    world = await openAdmin();
  });
  after(async () => {
    await chromium?.close();
    await world?.stop();
  });

  it('work without script and without a mouse', async () => {
    const page = await chromium.newPage();
    await page.setJavaScriptEnabled(false);
    const complaints: string[] = [];
    page.on('console', (message) => void complaints.push(message.text()));
    const { code } = valueOf(await world.parts.administration.makeFirstLink()) ?? { code: '' };
    await page.goto(`${world.url}/admin/welcome?code=${code}`);
    await page.focus('#name');
    await page.keyboard.type('Ann');
    await page.keyboard.press('Tab');
    await page.keyboard.type('ann@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(new URL(page.url()).pathname).to.equal('/admin/set-up');
    await page.$eval('main > p:last-of-type a', (link) => link.focus());
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await page.content()).to.include('needs JavaScript');
    await page.goto(`${world.url}/admin/sign-out`);
    expect(await page.content()).to.include('signed in as Ann');
    await page.focus('button');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(new URL(page.url()).pathname).to.equal('/admin/sign-in');
    await page.focus('#email');
    await page.keyboard.type('ann@example.com');
    await page.keyboard.press('Tab');
    await page.keyboard.type('wrong');
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await page.content())
      .to.include('Wrong address or password')
      .and.include('value="ann@example.com"');
    await page.focus('#password');
    await page.keyboard.type(password);
    await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
    expect(await page.content()).to.include('needs JavaScript');
    // Autofocus comes too late where this test has focused a field before.
    const expected =
      /status of 400|^Clear-Site-Data header on '[^']*\/sign-out'|^Autofocus processing was blocked/;
    expect(complaints.filter((text) => !expected.test(text))).to.deep.equal([]);
  });
});
