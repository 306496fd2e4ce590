import axe from 'axe-core';
import { expect } from 'chai';
import { launch, type Browser } from 'puppeteer-core';
import { findChromium } from '../find-chromium.js';
import { openAdmin, type AdminWorld } from '../http/admin/admin-world.js';

describe('the forms for signing in, in a browser without scripts', function () {
  this.timeout(60_000);
  let browser: Browser | undefined;
  let world: AdminWorld;

  before(async function () {
    const executablePath = findChromium();
    if (executablePath === undefined) {
      process.emitWarning('CHROMIUM is not set, and there is no chromium on the path', 'SkippedSuite');
      return this.skip();
    }
    world = await openAdmin();
    browser = await launch({
      executablePath,
      headless: true,
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--single-process', '--no-zygote'],
    });
  });
  after(async () => {
    await browser?.close();
    await world?.stop();
  });

  it('break no rule of accessibility, fit, and stay small, in each language', async () => {
    if (browser === undefined) return;
    const page = await browser.newPage();
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
          await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
          await page.evaluate(axe.source);
          const broken = await page.evaluate(
            `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id }) => id))`,
          );
          expect(broken, `${language} ${width} ${value}`).to.deep.equal([]);
          const folder = process.env['PICTURES'];
          if (folder) await page.screenshot({ path: `${folder}/sign-in ${language} ${width} ${value}.png` });
        }
      }
    }
  });
});
