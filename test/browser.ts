import { accessSync, constants, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { launch, type Browser, type Page } from 'puppeteer-core';

/**
 * Undefined where there is no browser; the reporter tells why. A browser in one process is quicker, but ends with a page
 * that crashes, and has no second context.
 */
export async function launchBrowser({ isOneProcess = true } = {}): Promise<Browser | undefined> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    process.emitWarning('CHROMIUM is not set, and there is no chromium on the path', 'SkippedSuite');
    return undefined;
  }
  return launch({
    executablePath,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      ...(isOneProcess ? ['--single-process', '--no-zygote'] : []),
    ],
  });
}

/** `CHROMIUM`, or the first common name in PATH, first that of the smaller program without windows. */
function findChromium(): string | undefined {
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'chrome'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const named = process.env['CHROMIUM'];
  const places = named ? [named] : names.flatMap((name) => folders.map((folder) => join(folder, name)));
  return places.find((place) => {
    try {
      accessSync(place, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** A tab that waits 20 seconds for what is asked of it, and clicks on an element once that stands still, also where much goes on. */
export async function openTab(browser: Browser): Promise<Page> {
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  page.click = (selector, options) => page.locator(selector).click(options);
  return page;
}

const require = createRequire(import.meta.url);
const axeSource = (): string => readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** The rules of accessibility that a page breaks and where, in the theme of its page: all rules, or only these. */
export async function brokenRules(page: Page, only?: readonly string[]): Promise<readonly string[]> {
  if (!(await page.evaluate(`'axe' in globalThis`))) await page.evaluate(axeSource());
  const options = {
    resultTypes: ['violations'],
    selectors: false,
    preload: false,
    ...(only !== undefined && { runOnly: only }),
  };
  return (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes.map(({ html }) => html).join(' ')))`,
  )) as readonly string[];
}
