import { expect } from 'chai';
import type { Page } from 'puppeteer-core';
import { brokenRules, launchBrowser, openTab } from '../browser.js';
import { openAdmin, password, type AdminWorld, type Browser as Client } from '../http/admin/admin-world.js';

/** The admin page in a browser, with an administrator who has signed in. */
export interface ScreenWorld {
  readonly world: AdminWorld;
  readonly page: Page;
  /** The same administrator, outside of the browser. */
  readonly client: Client;
  /** What the browser reported as an error. */
  readonly mistakes: string[];
  open(path: string, selector: string): Promise<void>;
  /** Signs out, and in as an administrator with this role. */
  becomes(role: string): Promise<Client>;
  clickNamed(name: string): Promise<void>;
  /** Presses Tab until an element that matches has the focus. */
  tabTo(selector: string): Promise<void>;
  /** Waits until an expression is true in the page. */
  holds(expression: string): Promise<void>;
  textOf(selector: string): Promise<string>;
  picture(name: string): Promise<void>;
  /**
   * Asserts that no rule of accessibility is broken, light and dark, that the screen is as large as the window, and by touch that
   * fingers hit what can be pressed.
   */
  isAccessible(name: string): Promise<void>;
  /** The same in a window of 360 pixels from right to left, where no word of the page may be cut off either. */
  fitsSmall(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** What is smaller than 44 pixels and can be pressed by a finger, but for links in sentences. A label is a part of its field. */
const smallTargets = `matchMedia('(pointer: coarse)').matches ? [
  ...document.querySelectorAll('a, button, input, select, summary, [role=button], [role=option], [role=tab], [role=treeitem]'),
].filter((one) => {
  if (one.matches(':disabled, [aria-hidden=true] *, .hidden, .hidden *, .skip')) return false;
  if (!one.checkVisibility({ visibilityProperty: true }) || (one.tagName === 'A' && getComputedStyle(one).display === 'inline')) return false;
  const boxes = [one, ...(one.labels ?? [])].map((each) => each.getBoundingClientRect());
  const [wide, high] = ['width', 'height'].map((side) => Math.max(...boxes.map((box) => box[side])));
  return wide > 1 && Math.min(wide, high) < 43.5;
}).map(({ outerHTML }) => outerHTML.slice(0, 160)) : []`;

/** What is cut off of the words of the page. Content, whose direction is its own, may be. */
export const clippedWords = `[...document.querySelectorAll('.top *, main *, dialog[open] *, [role=dialog] *')].filter((one) =>
  one.closest('[dir=auto]') === null && one.textContent.trim() !== '' && one.checkVisibility() &&
  getComputedStyle(one).clipPath === 'none' && /hidden|clip/.test(getComputedStyle(one).overflowX) &&
  one.scrollWidth > one.clientWidth + 1,
).map((one) => one.outerHTML.slice(0, 200))`;

/** Without limits of sign-ins, of which tests make many. Undefined where there is no browser. */
export async function openScreens(
  files: Parameters<typeof openAdmin>[1],
  environment: Parameters<typeof openAdmin>[0] = {},
): Promise<ScreenWorld | undefined> {
  const browser = await launchBrowser();
  if (browser === undefined) return undefined;
  const world = await openAdmin({ SIGN_IN_ATTEMPTS: '1000', RATE_LIMIT: 'false', ...environment }, files);
  const page = await openTab(browser);
  await page.setViewport({ width: 1440, height: 900 });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  const mistakes: string[] = [];
  page.on('dialog', (dialog) => void dialog.accept());
  page.on('pageerror', (error) => void mistakes.push(String(error)));
  page.on('console', (line) => {
    // The browser tells of each answer that is a failure.
    if (line.type() === 'error' && !/status of [45]/.test(line.text())) mistakes.push(line.text());
  });
  let people = 0;
  const becomes = async (role: string): Promise<Client> => {
    const client = await world.signedIn(role);
    people += 1;
    await page.deleteCookie(...(await page.cookies(`${world.url}/admin`)));
    await page.goto(`${world.url}/admin/sign-in`);
    await page.type('input[name=email]', `person${people}@example.com`);
    await page.type('input[name=password]', password);
    await page.click('button');
    await page.waitForSelector('.side');
    return client;
  };
  const picture = async (name: string): Promise<void> => {
    const folder = process.env['PICTURES'];
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
  };
  const isAccessible = async (name: string): Promise<void> => {
    for (const theme of ['light', 'dark']) {
      await page.evaluate(`document.documentElement.dataset.theme = '${theme}'`);
      const broken = await brokenRules(page, theme === 'dark' ? ['color-contrast'] : undefined);
      expect(broken, `${name}, ${theme}`).to.deep.equal([]);
      await picture(`${name} ${theme}`);
    }
    await page.evaluate(`document.documentElement.dataset.theme = 'light'`);
    const [size, window] = (await page.evaluate(
      '[[document.documentElement.scrollWidth, document.documentElement.scrollHeight], [innerWidth, innerHeight]]',
    )) as readonly (readonly number[])[];
    expect(size, `${name} fits`).to.deep.equal(window);
    expect(await page.evaluate(smallTargets), `${name} is for fingers`).to.deep.equal([]);
  };
  const client = await becomes('editor');
  return {
    world,
    page,
    client,
    mistakes,
    becomes,
    async open(path, selector) {
      await page.goto(`${world.url}/admin${path}`);
      await page.waitForSelector(selector);
    },
    async clickNamed(name) {
      // A locator waits until the button is enabled and stands still.
      await page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
    },
    async tabTo(selector) {
      for (let left = 80; left > 0; left -= 1) {
        await page.keyboard.press('Tab');
        if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)})`)) return;
      }
      throw new Error(`Tab does not reach ${selector}`);
    },
    async holds(expression) {
      await page.waitForFunction(expression, { polling: 40 });
    },
    textOf: (selector) => page.$eval(selector, (element) => element.textContent ?? ''),
    picture,
    isAccessible,
    async fitsSmall(name) {
      const before = page.viewport();
      await page.setViewport({ ...before, width: 360, height: 740 });
      await page.evaluate(`document.documentElement.dir = 'rtl'`);
      await isAccessible(`${name} small`);
      expect(await page.evaluate(clippedWords), `${name} is cut off`).to.deep.equal([]);
      // In a cell whose value decides the direction, the label of the column would come after the value.
      expect((await page.$$('.setting-table td[data-label][dir=auto]')).length, `${name} labels`).to.equal(0);
      await page.evaluate(`document.documentElement.dir = 'ltr'`);
      await page.setViewport(before);
    },
    async stop() {
      await browser.close();
      await world.stop();
    },
  };
}
