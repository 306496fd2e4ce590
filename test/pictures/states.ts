import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import pixelmatch from 'pixelmatch';
import type { HTTPRequest } from 'puppeteer-core';
import sharp from 'sharp';
import { openScreens, type ScreenWorld } from '../admin/screen-world.js';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { holdSteady, steadyPicture } from './steady-picture.js';

const [story, event] = ['api::story.story', 'api::event.event'];

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string', required: true },
        Text: { type: 'text' },
        Rank: { type: 'integer', max: 10 },
      },
      drafts,
    ),
    contentType('event', 'events', { Name: { type: 'string' } }),
  ],
});

const folderOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const kept = folderOf('kept/');
const differing = folderOf('../../dist.pictures/');

/** What the server says. */
const messages: Readonly<Record<number, string>> = {
  401: 'Sign in first',
  429: 'Too many requests',
  500: 'Internal Server Error',
  503: 'The database cannot be reached',
};

/** How many pixels may differ, besides those at the edges of letters and lines. */
const maxPixels = 10;

/** A picture that is kept is small, and looks the same. */
const reduced = (bytes: Uint8Array): Promise<Buffer> =>
  sharp(bytes).png({ palette: true, colours: 256, effort: 10, compressionLevel: 9 }).toBuffer();

const pixelsOf = (bytes: Uint8Array) =>
  sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/**
 * Compares each state of a list and an entry with the picture that is kept of it: `npm run pictures -- --compare`, and
 * `npm run pictures -- --keep` keeps those of now.
 */
describe('the states of the admin page, beside their pictures', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let id: string;
  /** What the browser gets in place of what the server answers; true if it got something. */
  let instead: (asked: HTTPRequest) => Promise<boolean> | boolean = () => false;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    for (const [Rank, Title] of ['The harbour', 'The market', 'The station'].entries())
      id = (await on.client.api('POST', `documents/${story}`, { set: { Title, Rank } })).body.data.documentId;
    await holdSteady(on.page);
    await on.page.setViewport({ width: 1024, height: 640 });
    await on.page.setRequestInterception(true);
    on.page.on('request', (asked) => void answer(asked));
    await rm(differing, { recursive: true, force: true });
  });
  after(() => screens?.stop());
  afterEach(async () => {
    // Nothing of a state is saved, or kept for the next one.
    answers('PATCH', 500);
    await on.page.setOfflineMode(false);
    await on.page.goto(`${on.world.url}/nowhere`);
    await on.page.evaluate('localStorage.clear()');
    instead = () => false;
  });

  const answer = async (asked: HTTPRequest): Promise<void> => {
    if (!(await instead(asked))) await asked.continue();
  };
  /** Has requests with a method to documents get this answer. */
  const answers = (method: string, status: number, headers: Readonly<Record<string, string>> = {}): void => {
    const error = { status, name: 'Error', message: messages[status], details: {} };
    instead = async (asked) => {
      if (asked.method() !== method || !asked.url().includes('/admin/api/documents/')) return false;
      const body = JSON.stringify({ data: null, error });
      await asked.respond({ status, headers, contentType: 'application/json', body });
      return true;
    };
  };
  const looksAsKept = async (name: string): Promise<void> => {
    const now = await reduced(await steadyPicture(on.page));
    const file = `${kept}${name}.png`;
    if (process.env['KEPT_PICTURES'] === 'write') {
      await mkdir(kept, { recursive: true });
      return writeFile(file, now);
    }
    expect(existsSync(file), `${file} is there`).to.equal(true);
    const [before, after] = await Promise.all([pixelsOf(await readFile(file)), pixelsOf(now)]);
    const { width, height } = after.info;
    expect([before.info.width, before.info.height], `the size of ${name}`).to.deep.equal([width, height]);
    const difference = Buffer.alloc(after.data.length);
    const count = pixelmatch(before.data, after.data, difference, width, height, { threshold: 0.1 });
    if (count <= maxPixels) return;
    await mkdir(differing, { recursive: true });
    const raw = { raw: { width, height, channels: 4 as const } };
    await sharp(difference, raw).png().toFile(`${differing}${name} difference.png`);
    await writeFile(`${differing}${name}.png`, now);
    expect.fail(`${count} pixels of ${name} differ: see ${differing}${name} difference.png`);
  };
  const openList = (selector: string, query = '', uid = story): Promise<void> =>
    on.open(`/content/${uid}${query}`, selector);
  const openEntry = (selector = '#Title'): Promise<void> => on.open(`/content/${story}/${id}`, selector);
  const write = async (selector: string): Promise<void> => {
    await on.page.type('#Text', 'Rain until noon.');
    await on.page.keyboard.press('Tab');
    await on.page.waitForSelector(selector);
  };
  /** The page as an older server gave it. */
  const isOld = (): void => {
    instead = async (asked) => {
      if (!asked.isNavigationRequest()) return false;
      const { body } = await on.client.open(new URL(asked.url()).pathname.slice('/admin'.length));
      const html = String(body).replace(
        /name="quire-version" content="[^"]+"/,
        'name="quire-version" content="0"',
      );
      await asked.respond({ body: html, contentType: 'text/html' });
      return true;
    };
  };
  /** Ends the requests that it held. */
  const held = async (then: () => Promise<void>): Promise<void> => {
    const waiting: HTTPRequest[] = [];
    instead = (asked) => asked.url().includes('/admin/api/documents/') && waiting.push(asked) > 0;
    await then();
    instead = () => false;
    await Promise.all(waiting.map((asked) => asked.abort()));
  };
  const state = (name: string, reach: () => Promise<unknown>): void =>
    void it(name, async () => {
      await reach();
      await looksAsKept(name);
    });
  const failure = '.notice[role=alert]';

  describe('a list', () => {
    state('list', () => openList('.rows th a'));
    state('list empty', () => openList('.list .notice', '', event));
    state('list no result', () => openList('.list .notice', '?search=nowhere'));
    it('list loading', () =>
      held(async () => {
        await openList('.list .bar');
        await looksAsKept('list loading');
      }));
    state('list error', () => {
      answers('GET', 500, { 'X-Request-Id': 'abc-1' });
      return openList(failure);
    });
    state('list too many', () => {
      answers('GET', 429, { 'Retry-After': '30' });
      return openList(failure);
    });
    state('list away', () => {
      answers('GET', 503);
      return openList('.list .bar');
    });
    state('list signed out', () => {
      answers('GET', 401);
      return openList('dialog[open] #again-password');
    });
    state('list new version', () => {
      isOld();
      return openList('.banner').then(() => on.page.waitForSelector('.rows th a'));
    });
    state('list offline', async () => {
      await openList('.rows th a');
      await on.page.setOfflineMode(true);
      await on.page.waitForSelector('.banner');
    });
    state('no permission', () => on.open('/settings/tokens', '.settings .notice'));
  });

  describe('an entry', () => {
    // An entry of its own, so that a late request of the state before changes nothing.
    beforeEach(async () => {
      await on.client.api('DELETE', `documents/${story}/${id}`);
      const set = { Title: 'The station', Rank: 2 };
      id = (await on.client.api('POST', `documents/${story}`, { set })).body.data.documentId;
    });
    state('entry', () => openEntry());
    it('entry loading', () =>
      held(async () => {
        await openEntry('.entry .bar');
        await looksAsKept('entry loading');
      }));
    state('entry error', () => {
      answers('GET', 500, { 'X-Request-Id': 'abc-1' });
      return openEntry(failure);
    });
    for (const [name, status, headers] of [
      ['too many', 429, { 'Retry-After': '30' }],
      ['not saved', 500, { 'X-Request-Id': 'abc-1' }],
      ['away', 503, {}],
    ] as const)
      state(`entry ${name}`, async () => {
        await openEntry();
        answers('PATCH', status, headers);
        await write('.banner');
      });
    state('entry signed out', async () => {
      await openEntry();
      answers('PATCH', 401);
      await write('dialog[open] #again-password');
    });
    state('entry refused', async () => {
      await openEntry();
      await on.page.type('#Rank', '99');
      await on.page.keyboard.press('Tab');
      await on.page.waitForSelector('.banner.bad');
    });
    state('entry offline', async () => {
      await openEntry();
      await on.page.setOfflineMode(true);
      await write('.banner.bad');
    });
    state('entry new version', () => {
      isOld();
      return openEntry().then(() => on.page.waitForSelector('.banner'));
    });
    state('entry gone', async () => {
      await openEntry();
      await on.client.api('DELETE', `documents/${story}/${id}`);
      await write('.banner.bad');
      await on.holds(`document.querySelector('.banner.bad').textContent.includes('Deleted by')`);
    });
  });
});
