import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';

const font = readFileSync(
  new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
);

/** One font on every machine, nothing that moves or blinks, and no scrollbar, whose width is the machine's. */
const styles = `
  @font-face {
    font-family: 'Pictures';
    font-weight: 100 900;
    src: url(data:font/woff2;base64,${font.toString('base64')});
  }
  * { font-family: Pictures, sans-serif !important; caret-color: transparent !important; }
  *, ::before, ::after { animation: none !important; transition: none !important; }
  ::-webkit-scrollbar { display: none; }`;

/** Puts the same time, day and id in the place of those that differ from run to run. */
const masks = `(() => {
  const masks = [
    [/\\b\\d{1,2}:\\d{2}(:\\d{2})?(\\s[AP]M)?\\b/g, '10:42\\u202fAM'],
    [/\\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\\w* \\d{1,2}, \\d{4}\\b/g, 'Mar 2, 2026'],
    [/\\b\\d{1,2}\\/\\d{1,2}\\/\\d{2,4}\\b/g, '3/2/26'],
    [/\\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b/g, '00000000-0000-4000-8000-000000000000'],
  ];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode;
    const masked = masks.reduce((value, [pattern, same]) => value.replace(pattern, same), text.data);
    if (masked !== text.data) text.data = masked;
  }
})()`;

/** Has a page look the same in every run. Its security policy would refuse the font, so that is tried elsewhere. */
export async function holdSteady(page: Page): Promise<void> {
  await page.setBypassCSP(true);
  await page.emulateTimezone('UTC');
  await page.setViewport({ width: 1280, height: 800, deviceScaleFactor: 1 });
  await page.emulateMediaFeatures([
    { name: 'prefers-reduced-motion', value: 'reduce' },
    { name: 'prefers-color-scheme', value: 'light' },
  ]);
}

/** A picture of the window as it is, as PNG. */
export async function steadyPicture(page: Page): Promise<Uint8Array> {
  if (!(await page.evaluate(`document.fonts.check('14px Pictures') && [...document.fonts].length > 0`))) {
    await page.addStyleTag({ content: styles });
    await page.evaluate(
      `Promise.all(['400', '600', '700'].map((weight) => document.fonts.load(weight + ' 14px Pictures')))`,
    );
  }
  await page.evaluate(masks);
  await page.waitForFunction(`[...document.images].every((image) => image.complete)`);
  return page.screenshot();
}
