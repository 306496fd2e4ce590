import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import sharp from 'sharp';
import type { ScreenWorld } from '../admin/screen-world.js';
import { openExample } from './example-screens.js';
import { steadyPicture } from './steady-picture.js';

const [article, menu] = ['api::article.article', 'api::menu.menu'];
const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const maxBytes = 60_000;

/** `npm run pictures` makes them all; none is a test of the page. */
describe('the pictures of the documentation', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openExample();
    if (screens === undefined) return this.skip();
    on = screens;
    await mkdir(folder, { recursive: true });
  });
  after(() => screens?.stop());

  const keep = async (name: string): Promise<void> => {
    const bytes = await sharp(await steadyPicture(on.page))
      .png({ palette: true, colours: 128, effort: 10, compressionLevel: 9 })
      .toBuffer();
    expect(bytes.length, name).to.be.below(maxBytes);
    await writeFile(`${folder}${name}.png`, bytes);
  };
  /** Opens the first entry of a list in the order of titles, as a person does. */
  const openFirst = async (uid: string, query = ''): Promise<void> => {
    await on.open(`/content/${uid}?sort=title:asc${query}`, '.rows th a');
    await on.page.click('.rows th a');
    await on.page.waitForSelector('#title');
  };

  it('show a list with a filter', async () => {
    const filters = encodeURIComponent('{"restaurants":{"Rating":{"$gte":"3"}}}');
    const query = `sort=title:asc&columns=slug,picture,$state,updatedAt&filters=${filters}`;
    await on.open(`/content/${article}?${query}`, '.rows tr');
    await keep('list');
  });

  it('show an entry that was saved', async () => {
    await openFirst(article, '&state=changed');
    const path = `documents/${article}/${new URL(on.page.url()).pathname.split('/').at(-1)}`;
    const text = 'We came for the bread, and stayed for the soup.\n\nThe oven is lit at four in the morning.';
    await on.client.api('PATCH', path, { set: { text } });
    expect((await on.client.api('POST', `${path}/publish`, {})).status).to.equal(200);
    await on.client.api('PATCH', path, { set: { text: text.replace('stayed', 'came back') } });
    await openFirst(article, '&state=changed');
    await on.page.focus('#title');
    await on.page.keyboard.press('End');
    await on.page.keyboard.type(', and once more');
    await on.holds(`/^Saved/.test(document.querySelector('.save-state [role=status]').textContent)`);
    await keep('entry');
  });

  it('show what publishing changes', async () => {
    await openFirst(article, '&state=changed');
    await on.clickNamed('Differences');
    await on.page.waitForSelector('.sheet .change');
    await keep('differences');
  });

  it('show two locales side by side', async () => {
    await openFirst(menu);
    const { pathname } = new URL(on.page.url());
    await on.open(`${pathname.slice('/admin'.length)}?locale=de&beside=en`, '.beside .source-value');
    await keep('locales');
  });

  it('show the media library', async () => {
    await on.open('/media', '.tile img');
    await keep('media');
  });

  it('show a content-type in the builder', async () => {
    await on.open(`/types?uid=${article}`, '.attribute');
    await keep('content-types');
  });

  it('show the grants of a role', async () => {
    await on.open('/settings/administrator-roles', '.setting-table');
    await on.clickNamed('author');
    await on.page.waitForSelector('.setting-form');
    await keep('roles');
  });
});
