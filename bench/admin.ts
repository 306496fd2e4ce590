import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CDPSession, Page } from 'puppeteer-core';
import { addLargePlace, fillPlaces, largeFiles, place } from '../test/admin/large-world.js';
import { openScreens } from '../test/admin/screen-world.js';

/**
 * The main thread's time for steps in the admin page, as a ratio to a page written by hand that fetches and shows the same 50
 * rows in the same browser: `npm run bench:admin`, or with another number of entries in `ENTRIES`. Needs `npm run build` and a
 * Chromium. Mocha runs it, as the worlds of the tests want that.
 */
const count = Number(process.env['ENTRIES'] ?? 100_000);
const rounds = 5;
const opened = await openScreens(largeFiles);
if (opened === undefined) throw new Error('there is no Chromium');
const { world, page, client, holds, open, clickNamed, stop } = opened;
await fillPlaces(world, count);
await addLargePlace(world, { tags: 200, items: 50 });

const list = `/content/${place}?sort=Name:asc`;
const rows = JSON.stringify((await client.api('GET', `documents/${place}?pagination[pageSize]=50`)).body);

/** What a page of the same rows takes at least. */
const byHand = `<!doctype html><title>By hand</title><table><tbody></tbody></table><script type="module">
const { data } = await (await fetch('/rows')).json();
document.querySelector('tbody').append(...data.map((row) => {
  const line = document.createElement('tr');
  for (const text of [row.label, row.state, row.updatedAt, ...Object.values(row.values)]) {
    const cell = document.createElement('td');
    cell.textContent = String(text ?? '');
    line.append(cell);
  }
  return line;
}));
</script>`;
const server = createServer((request, response) => {
  const isRows = request.url === '/rows';
  response.setHeader('Content-Type', isRows ? 'application/json' : 'text/html');
  response.end(isRows ? rows : byHand);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const { port } = server.address() as AddressInfo;

const first = (text: string) => `document.querySelector('.rows th a')?.textContent === '${text}'`;
const name = (at: number) => `Place ${String(at).padStart(7, '0')}`;

/** In this order, as each begins where the one before it ends. */
const steps: Readonly<Record<string, () => Promise<void>>> = {
  'by hand': async () => {
    await page.goto(`http://127.0.0.1:${port}/`);
    await holds(`document.querySelectorAll('tr').length === 50`);
  },
  'list of 50, files kept': async () => {
    await open(list, '.rows tr');
    await holds(first(name(0)));
  },
  'next page': async () => {
    await clickNamed('Next');
    await holds(first(name(50)));
  },
  search: async () => {
    await page.focus('input[type=search]');
    await page.keyboard.sendCharacter('Rich');
    await holds(first('Rich'));
  },
  'entry with 200 links, 50 components': async () => {
    await page.click('.rows th a');
    await holds(`document.querySelectorAll('.item').length === 50`);
  },
  'one key in it': async () => {
    await page.type('textarea', 'x');
    await holds(`document.querySelector('textarea').value.endsWith('x')`);
  },
};

async function threadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? NaN);
}

/** The processor time of the main thread until the page has nothing more to do. */
async function costOf(session: CDPSession, on: Page, step: () => Promise<void>): Promise<number> {
  const before = await threadMs(session);
  await step();
  await on.waitForNetworkIdle({ idleTime: 300, concurrency: 1 });
  const after = await threadMs(session);
  // A new process of the browser begins at zero.
  return after < before ? after : after - before;
}

const session = await page.createCDPSession();
await session.send('Performance.enable', { timeDomain: 'threadTicks' });
const costs = new Map(Object.keys(steps).map((title) => [title, [] as number[]]));
for (let round = 0; round <= rounds; round += 1)
  for (const [title, step] of Object.entries(steps)) {
    const cost = await costOf(session, page, step);
    // The first fills caches.
    if (round > 0) costs.get(title)?.push(cost);
  }
const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? NaN;
const base = median(costs.get('by hand') ?? []);
for (const [title, all] of costs)
  console.log(`${title.padEnd(40)} ${median(all).toFixed(1)} ms  ${(median(all) / base).toFixed(2)}`);
server.close();
await stop();
process.exit(0);
