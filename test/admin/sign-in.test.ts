import { expect } from 'chai';
import type { Browser } from 'puppeteer-core';
import { brokenRules, launchBrowser, openTab } from '../browser.js';
import { openAdmin, type AdminWorld } from '../http/admin/admin-world.js';

describe('the forms for signing in, in a browser without scripts', function () {
  this.timeout(60_000);
  let browser: Browser | undefined;
  let world: AdminWorld;

  before(async function () {
    browser = await launchBrowser();
    if (browser === undefined) return this.skip();
    world = await openAdmin();
  });
  after(async () => {
    await browser?.close();
    await world?.stop();
  });

  it('break no rule of accessibility, fit, and stay small, in each language', async () => {
    if (browser === undefined) return;
    const page = await openTab(browser);
    for (const language of ['en', 'ar'] as const) {
      await page.setCookie({ name: 'quire_admin_language', value: language, url: world.url });
      for (const width of [360, 1440]) {
        let [requests, bytes] = [0, 0];
        page.on('response', (answer) => {
          requests += 1;
          void answer.buffer().then(
            ({ length }) => (bytes += length),
            () => {},
          );
        });
        await page.setViewport({ width, height: 720 });
        await page.goto(`${world.url}/admin/sign-in`, { waitUntil: 'networkidle0' });
        page.removeAllListeners('response');
        expect(requests).to.be.at.most(3);
        expect(bytes).to.be.within(500, 15_000);
        expect(await page.$$('script')).to.deep.equal([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).to.equal(width);
        for (const value of ['light', 'dark']) {
          await page.setCookie({
            name: 'quire_admin_look',
            value: value === 'dark' ? 'light' : 'dark',
            url: world.url,
          });
          await page.reload();
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
          expect(await brokenRules(page), `${language} ${width} ${value}`).to.deep.equal([]);
          const folder = process.env['PICTURES'];
          if (folder) await page.screenshot({ path: `${folder}/sign-in ${language} ${width} ${value}.png` });
        }
      }
    }
  });
});
