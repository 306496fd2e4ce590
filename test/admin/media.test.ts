import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ElementHandle, HTTPRequest } from 'puppeteer-core';
import sharp from 'sharp';
import type { MediaFile } from '../../src/adapters/delivery/admin/contract/media.js';
import { appFiles, component, contentType, drafts } from '../schema-builders.js';
import { fillFiles } from './large-world.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const hostile = '<img src=x onerror="document.title=1">.txt';

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string' },
        Picture: { type: 'media', multiple: true },
        Seo: { type: 'component', component: 'parts.seo' },
        Parts: { type: 'dynamiczone', components: ['parts.seo'] },
      },
      drafts,
    ),
  ],
  components: [component('parts.seo', { Share: { type: 'media', multiple: false } })],
});

describe('the media library', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let folder: string;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    folder = await mkdtemp(join(tmpdir(), 'quire-media-'));
  });
  after(async () => {
    await screens?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  const picture = async (name: string, hue: number): Promise<string> => {
    const background = { r: hue, g: (hue * 7) % 256, b: (hue * 13) % 256 };
    const path = join(folder, name);
    await sharp({ create: { width: 640, height: 400, channels: 3, background } })
      .png()
      .toFile(path);
    return path;
  };
  const text = async (name: string, content = 'words'): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, content);
    return path;
  };
  const choose = async (selector: string, ...paths: readonly string[]): Promise<void> => {
    const input = (await on.page.$(selector)) as ElementHandle<HTMLInputElement> | null;
    await input?.uploadFile(...paths);
  };
  const names = (): Promise<readonly (string | null)[]> =>
    on.page.$$eval('.tile-name', (tiles) => tiles.map((tile) => tile.textContent));
  const stored = async (query = ''): Promise<readonly MediaFile[]> =>
    (await on.client.api('GET', `media?${query}`)).body.data;
  const named = async (search: string): Promise<MediaFile> => {
    const [file] = await stored(`search=${search}`);
    if (file === undefined) throw new Error(`there is no file ${search}`);
    return file;
  };
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    for (let left = 300; !(await holds()); left -= 1) {
      if (left === 0) throw new Error('it never holds');
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };

  it('says what it is for while it is empty', async () => {
    await on.open('/media', '.media .notice');
    expect(await on.textOf('.media .notice')).to.contain('No files yet');
    await on.isAccessible('media empty');
  });

  it('uploads several files, and says of each why it is refused', async () => {
    const given = [
      await picture('hills.png', 90),
      await picture('sea.png', 30),
      await text('notes.txt'),
      await text('empty.txt', ''),
      await text('nothing-at-all-with-a-rather-long-name-that-says-a-lot-about-what-is-in-it.csv', ''),
    ];
    await choose('.media input[type=file]', ...given);
    await on.holds(`document.querySelectorAll('.upload .fault').length === 2`);
    await on.holds(`document.querySelectorAll('.tile button').length === 3`);
    expect(await on.textOf('.uploads h2')).to.equal('3 of 5 uploaded, 2 refused');
    expect((await stored()).length).to.equal(3);
    await on.isAccessible('media uploads');
    await on.clickNamed('Clear');
    await on.holds(`document.querySelector('.uploads') === null`);
  });

  it('takes files that are dropped on it', async () => {
    await on.page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File(['dropped'], ${JSON.stringify(hostile)}, { type: 'text/plain' }));
      const place = document.querySelector('.media-page');
      for (const type of ['dragover', 'drop'])
        place.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
    await on.holds(`document.querySelectorAll('.tile button').length === 4`);
    expect((await names())[0]).to.equal(hostile);
  });

  it('orders files in folders: made, opened, filled by hand and by upload, renamed and removed', async () => {
    const count = (files: number) =>
      on.holds(`document.querySelectorAll('.tile button').length === ${files}`);
    await on.clickNamed('New folder');
    await on.page.waitForSelector('dialog[open] #folder-name');
    await on.page.keyboard.type('Trips');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.folder')?.textContent === 'Trips'`);
    await on.page.evaluate(`{
      const data = new DataTransfer();
      const [tile] = [...document.querySelectorAll('.tile button')].filter((one) => one.textContent.includes('sea.png'));
      tile.dispatchEvent(new DragEvent('dragstart', { dataTransfer: data, bubbles: true }));
      const folder = document.querySelector('.folder');
      for (const type of ['dragover', 'drop'])
        folder.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
    await count(3);
    await on.isAccessible('media folders');
    await on.tabTo('.folder');
    await on.page.keyboard.press('Enter');
    await count(1);
    expect(on.page.url()).to.contain('folder=');
    await choose('.media input[type=file]', await text('plan.txt'));
    await count(2);
    await on.page.click('.tile button');
    await on.page.waitForSelector('#file-folder');
    await on.isAccessible('media in a folder');
    await on.page.select('#file-folder', '');
    await count(1);
    await on.page.setViewport({ width: 360, height: 740 });
    await on.clickNamed('Close');
    await on.isAccessible('media in a folder, narrow');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.clickNamed('Rename or move');
    await on.page.waitForSelector('dialog[open] #folder-name');
    await on.isAccessible('media folder form');
    await on.page.keyboard.type('Journeys');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.folder-step[aria-current]')?.textContent.endsWith('Journeys')`);
    await on.clickNamed('Remove folder');
    await on.page.click('dialog[open] .danger');
    await count(5);
    expect(on.page.url()).not.to.contain('folder=');
    const plan = await named('plan');
    await on.client.api('DELETE', `media/${plan.documentId}`);
    await on.page.reload();
    await count(4);
  });

  it('keeps a folder with a long name in its place', async () => {
    const { documentId } = (await on.client.api('POST', 'folders', { name: 'x'.repeat(90) })).body.data;
    await on.open('/media', '.folder');
    const beyond = await on.page.$$eval('.folder-list > li', (all) =>
      all.map((one) => one.scrollWidth - one.clientWidth),
    );
    expect(beyond).to.deep.equal([0]);
    await on.page.waitForSelector('.folder-tree > li:nth-child(2)');
    const wider = await on.page.$$eval('.folder-tree > li', (all) =>
      all.map((one) => one.clientWidth > Number(one.parentElement?.clientWidth)),
    );
    expect(wider).to.include(false).and.not.include(true);
    await on.client.api('DELETE', `folders/${documentId}`);
  });

  it('has the folders as a tree, by keyboard alone', async () => {
    const made = async (name: string, parent: string | null): Promise<string> =>
      (await on.client.api('POST', 'folders', { name, parent })).body.data.documentId;
    const trips = await made('Trips', null);
    const alps = await made('Alps', trips);
    await made('Sea', trips);
    await made('People', null);
    await on.open('/media', '[role=treeitem]');
    const lines = () =>
      on.page.$$eval('.folder-side [role=treeitem]', (all) => all.map((one) => one.textContent ?? ''));
    expect(await lines()).to.deep.equal(['All media', 'People', 'Trips']);
    await on.tabTo('[role=treeitem]');
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await on.page.keyboard.press(key as 'Enter');
    };
    await press('End', 'ArrowRight');
    expect(await lines()).to.deep.equal(['All media', 'People', 'Trips', 'Alps', 'Sea']);
    await on.isAccessible('media tree');
    await press('ArrowRight', 'Enter');
    await on.holds(`document.querySelector('[role=treeitem][aria-selected=true]').textContent === 'Alps'`);
    expect(on.page.url()).to.contain(alps);
    await press('ArrowLeft', 'ArrowLeft');
    expect(await lines()).to.deep.equal(['All media', 'People', 'Trips']);
    await press('Home', 'ArrowDown', 'ArrowUp', ' ');
    await on.holds(`!location.search.includes('folder')`);
    await on.tabTo('[role=treeitem]');
    await press('End', 'ArrowRight');
    await on.page.evaluate(`{
      const [people, alps] = ['People', 'Alps'].map((name) =>
        [...document.querySelectorAll('[role=treeitem]')].find((one) => one.textContent === name));
      const data = new DataTransfer();
      alps.dispatchEvent(new DragEvent('dragstart', { dataTransfer: data, bubbles: true }));
      for (const type of ['dragover', 'drop'])
        people.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
    }`);
    await on.holds(
      `![...document.querySelectorAll('[role=treeitem]')].some((one) => one.textContent === 'Alps')`,
    );
    expect(await lines()).to.deep.equal(['All media', 'People', 'Trips', 'Sea']);
    await on.client.api('PATCH', `folders/${alps}`, { parent: trips });
    await on.clickNamed('Folders');
    expect(await lines()).to.deep.equal([]);
    await on.page.setViewport({ width: 360, height: 740 });
    await on.open('/media', '.tile button');
    expect(await lines()).to.deep.equal([]);
    await on.isAccessible('media tree folded');
    await on.clickNamed('Folders');
    await on.isAccessible('media tree 360');
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('moves and deletes several files and folders at once', async () => {
    await on.open('/media', '.folder');
    const pick = (name: string) => on.page.click(`::-p-aria([name="Select ${name}"][role="checkbox"])`);
    await pick('People');
    await on.page.focus('.tile button[tabindex="0"]');
    await on.page.keyboard.press('x');
    await on.page.keyboard.press('ArrowRight');
    await on.page.keyboard.press('x');
    await on.holds(`document.querySelector('.picked [role=status]').textContent === '3 selected'`);
    await on.isAccessible('media picked');
    await on.clickNamed('Move to…');
    await on.page.waitForSelector('dialog[open] [role=treeitem]');
    await on.isAccessible('media move');
    const closed = `document.querySelector('dialog[open] [aria-disabled]').textContent`;
    expect(await on.page.evaluate(closed)).to.equal('People');
    await on.tabTo('dialog[open] [role=treeitem]');
    await on.page.keyboard.press('End');
    await on.page.keyboard.press('Enter');
    await on.tabTo('dialog[open] .primary');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('dialog[open]') === null`);
    await on.holds(`document.querySelectorAll('.tile button').length === 2`);
    await on.holds(
      `[...document.querySelectorAll('.folder')].map((one) => one.textContent).join() === 'Trips'`,
    );
    expect(await on.page.evaluate('document.activeElement.dataset.item')).to.equal('true');
    const { data: tree } = (await on.client.api('GET', 'folders')).body;
    const [people, trips] = ['People', 'Trips'].map((name) =>
      tree.find((one: { name: string }) => one.name === name),
    );
    expect(people.parent).to.equal(trips.documentId);
    expect((await stored(`folder=${trips.documentId}`)).length).to.equal(2);
    // A folder of the same name is there already.
    await on.client.api('POST', 'folders', { name: 'People', parent: null });
    await on.open(`/media?folder=${trips.documentId}`, '.folder');
    await pick('People');
    await on.clickNamed('Select all that are shown');
    await on.holds(`document.querySelector('.picked [role=status]').textContent === '5 selected'`);
    await on.clickNamed('Move to…');
    await on.page.waitForSelector('dialog[open] [role=treeitem]');
    await on.clickNamed('Move to All media');
    await on.page.waitForSelector('.picked-refused');
    expect(await on.textOf('.picked-refused'))
      .to.contain('One stays as it was')
      .and.to.contain('People');
    await on.holds(`document.querySelector('.picked [role=status]').textContent === '1 selected'`);
    await on.isAccessible('media refused');
    await on.page.setViewport({ width: 360, height: 740 });
    await on.isAccessible('media refused 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    expect((await stored(`folder=${trips.documentId}`)).length).to.equal(0);
    for (const name of ['one.txt', 'two.txt', 'three.txt'])
      await on.client.api('POST', `media?name=${name}&folder=${trips.documentId}`, name, {
        'Content-Type': 'application/octet-stream',
      });
    // The newest is first.
    for (const view of ['&view=table', ''])
      for (const [from, to] of [
        ['three.txt', 'one.txt'],
        ['one.txt', 'three.txt'],
      ] as const) {
        await on.open(`/media?folder=${trips.documentId}${view}`, '.media [data-item]');
        await pick(from);
        await on.page.keyboard.down('Shift');
        await pick(to);
        await on.page.keyboard.up('Shift');
        await on.holds(`document.querySelector('.picked [role=status]').textContent === '3 selected'`);
      }
    await on.open(`/media?folder=${trips.documentId}`, '.tile button');
    await on.page.focus('.tile button[tabindex="0"]');
    for (const key of ['x', 'ArrowRight', 'ArrowRight'] as const) await on.page.keyboard.press(key);
    await on.page.keyboard.down('Shift');
    await on.page.keyboard.press('X');
    await on.page.keyboard.up('Shift');
    await on.holds(`document.querySelector('.picked [role=status]').textContent === '3 selected'`);
    await on.clickNamed('Delete');
    await on.page.waitForSelector('dialog[open].delete-many');
    await on.page.click('dialog[open] .uses summary');
    await on.page.waitForSelector('dialog[open] .uses-list');
    await on.isAccessible('media delete several');
    await on.page.click('dialog[open] .danger');
    await on.holds(`document.querySelectorAll('.tile button').length === 0`);
    await on.open('/media', '.folder');
    for (let left = (await on.page.$$('.folder')).length; left > 0; left -= 1) {
      const input = await on.page.$('.folder-pick:not(:checked)');
      await input?.click();
    }
    await on.clickNamed('Delete');
    await on.page.waitForSelector('dialog[open].delete-many');
    await on.page.click('dialog[open] .danger');
    await on.page.waitForSelector('.folder');
    for (const { documentId } of (await on.client.api('GET', 'folders')).body.data)
      await on.client.api('DELETE', `folders/${documentId}`);
    expect((await stored('folder=root')).length).to.equal(4);
    await on.page.reload();
    await on.page.waitForSelector('.tile button');
  });

  it('downloads several files under their names, up to 20 at once, by keyboard alone', async () => {
    const place = await mkdtemp(join(tmpdir(), 'quire-downloads-'));
    const session = await on.page.createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: place });
    const { data: made } = (await on.client.api('POST', 'folders', { name: 'Many', parent: null })).body;
    const upload = (name: string) =>
      on.client.api(
        'POST',
        `media?name=${encodeURIComponent(name)}&folder=${made.documentId}`,
        `in ${name}`,
        {
          'Content-Type': 'application/octet-stream',
        },
      );
    const given = ['first.txt', 'zweite Datei.txt', 'الثالث.csv'];
    for (const name of given) await upload(name);
    const select = async (count: number): Promise<void> => {
      await on.open(`/media?folder=${made.documentId}`, '.tile button');
      await on.page.click('.tile input');
      if (count > 1) await on.clickNamed('Select all that are shown');
      await on.holds(`document.querySelector('.picked [role=status]').textContent === '${count} selected'`);
    };
    await select(3);
    await on.tabTo('.picked .button');
    while ((await on.page.evaluate('document.activeElement.textContent')) !== 'Download')
      await on.page.keyboard.press('Tab');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.picked [role=status]').textContent === '3 selected'`);
    await until(async () => (await readdir(place)).filter((name) => given.includes(name)).length === 3);
    for (const name of given) expect(await readFile(join(place, name), 'utf8')).to.equal(`in ${name}`);
    for (let at = 4; at <= 21; at += 1) await upload(`${at}.txt`);
    await select(21);
    expect(await on.textOf('.picked')).to.contain('At most 20 files');
    expect(
      await on.page.$$eval('.picked button:disabled', (all) => all.map((one) => one.textContent)),
    ).to.deep.equal(['Download']);
    await on.isAccessible('media many selected');
    await on.fitsSmall('media many selected');
    await rm(place, { recursive: true });
    for (const { documentId } of await stored(`folder=${made.documentId}&pagination[pageSize]=60`))
      await on.client.api('DELETE', `media/${documentId}`);
    await on.client.api('DELETE', `folders/${made.documentId}`);
    await on.open('/media', '.tile button');
  });

  it('searches names and filters kinds, and says so when nothing matches', async () => {
    await on.page.keyboard.press('/');
    await on.page.keyboard.type('hil');
    await on.holds(`document.querySelectorAll('.tile button').length === 1`);
    expect(on.page.url()).to.contain('search=hil');
    await on.page.keyboard.type('zzz');
    await on.page.waitForSelector('.media .notice button');
    await on.isAccessible('media nothing');
    await on.page.click('.media .notice button');
    await on.holds(`document.querySelectorAll('.tile button').length === 4`);
    await on.page.select('.media-tools select', 'image');
    await on.holds(`document.querySelectorAll('.tile button').length === 2`);
    await on.page.select('.media-tools select', 'document');
    await on.holds(`document.querySelector('.tile-name').textContent.startsWith('<img')`);
    expect(await names()).to.deep.equal([hostile, 'notes.txt']);
    await on.page.select('.media-tools select', '');
    await on.holds(`document.querySelectorAll('.tile button').length === 4`);
  });

  it('opens a file by keyboard, and saves what is said of it when its field is left', async () => {
    await on.open('/media', '.tile button');
    await on.page.focus('.tile button[tabindex="0"]');
    await on.page.keyboard.press('End');
    const last = await on.page.evaluate('document.activeElement.querySelector(".tile-name").textContent');
    await on.page.keyboard.press('ArrowLeft');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('.detail #file-alternativeText');
    const name = await on.textOf('.detail h2');
    expect(name).not.to.equal(last);
    await on.page.focus('#file-alternativeText');
    await on.page.keyboard.type('What it shows');
    await on.page.keyboard.press('Tab');
    await until(async () =>
      (await stored()).some(
        (file: MediaFile) => file.name === name && file.alternativeText === 'What it shows',
      ),
    );
    await on.isAccessible('media detail');
    await on.page.focus('#file-caption');
    await on.page.keyboard.type('Kept on closing');
    await on.page.keyboard.press('Escape');
    await on.holds(`document.querySelector('.detail') === null`);
    await until(async () => (await stored()).some((file: MediaFile) => file.caption === 'Kept on closing'));
    expect(await on.page.evaluate('document.activeElement.dataset.item')).to.equal('true');
  });

  it('replaces a file by another of its kind, and keeps its record', async () => {
    const file = await named('sea');
    await on.open(`/media?file=${file.documentId}`, '.detail .file-facts');
    await choose('.detail input[type=file]', await text('other.txt'));
    await on.page.waitForSelector('.detail .fault');
    await choose('.detail input[type=file]', await picture('replaced.png', 200));
    await until(async () => (await named('sea')).url !== file.url);
    expect((await named('sea')).documentId).to.equal(file.documentId);
    await on.holds(`document.querySelector('.detail .fault') === null`);
  });

  it('says where a file is used before it deletes it', async () => {
    const file = await named('sea');
    for (const set of [
      { Title: 'Shows it', Picture: [file.documentId] },
      { Title: 'Shows it inside', Seo: { Share: file.documentId } },
      { Title: 'Shows it in a zone', Parts: [{ __component: 'parts.seo', Share: file.documentId }] },
      { Title: 'Shows nothing' },
    ])
      expect((await on.client.api('POST', 'documents/api::story.story', { set })).status).to.equal(201);
    await on.open(`/media?file=${file.documentId}`, '.detail .uses');
    await on.page.click('.detail .uses summary');
    await on.page.waitForSelector('.detail .uses a');
    await on.clickNamed('Delete');
    await on.page.waitForSelector('dialog[open] .uses-list a');
    const words = await on.textOf('dialog[open] .uses-list');
    expect(words).to.contain('3 entries use it').and.to.contain('Shows it inside');
    expect(words).to.contain('Shows it in a zone');
    expect(words).to.not.contain('Dynamic zones');
    await on.isAccessible('media delete');
    await on.page.click('dialog[open] .danger');
    await on.holds(`document.querySelector('.detail') === null`);
    expect(await stored('search=sea')).to.deep.equal([]);
    expect(await names()).not.to.include('sea.png');
  });

  it('lists as a table, and fits narrow and wide windows', async () => {
    await on.open('/media?view=table', '.rows tr');
    await on.isAccessible('media table');
    for (const width of [360, 800, 2560]) {
      await on.page.setViewport({ width, height: 800 });
      await on.isAccessible(`media table ${width}`);
      await on.open('/media', '.tile button');
      await on.isAccessible(`media ${width}`);
      await on.page.click('.tile button');
      await on.page.waitForSelector('.detail .file-facts');
      await on.isAccessible(`media detail ${width}`);
      await on.open('/media?view=table', '.rows tr');
    }
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('gives files to an entry, by upload and from its picker', async () => {
    const { body } = await on.client.api('POST', 'documents/api::story.story', {
      set: { Title: 'Pictures' },
    });
    const id = body.data.documentId as string;
    await on.open('/media', '.media');
    const longName = `${'long '.repeat(30)}.png`;
    await choose('.media input[type=file]', await picture(longName, 60));
    await on.holds(
      `[...document.querySelectorAll('.media')].some((one) => one.textContent.includes('long long'))`,
    );
    await on.open(`/content/api::story.story/${id}`, '#Picture-field');
    await choose('#Picture-field input[type=file]', await picture('added.png', 120));
    await on.page.waitForSelector('.file .thumbnail');
    await on.page.click('#Picture');
    await on.page.waitForSelector('[role=dialog] input');
    await on.page.keyboard.type('long');
    await on.holds(`document.querySelectorAll('[role=dialog] .option').length === 1`);
    // A long name stands beside its picture.
    expect(
      await on.page.$eval('[role=dialog] .option .row', (row) => {
        const [thumbnail, name] = [...row.children].map((one) => one.getBoundingClientRect());
        return (name?.left ?? 0) >= (thumbnail?.right ?? 0);
      }),
    ).to.equal(true);
    await on.page.click('[role=dialog] input', { count: 3 });
    await on.page.keyboard.type('hills');
    await on.holds(`document.querySelector('[role=dialog] .option')?.textContent.includes('hills')`);
    await on.page.keyboard.press('ArrowDown');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelectorAll('.file').length === 2`);
    await until(async () => {
      const { data } = (await on.client.api('GET', `documents/api::story.story/${id}`)).body;
      const labels = (data.links.Picture.items as readonly { readonly label: string }[]).map(
        ({ label }) => label,
      );
      return labels.join() === 'added.png,hills.png';
    });
  });

  it('gives files to several entries at once', async () => {
    await on.open('/content/api::story.story', '.rows tr');
    await on.page.focus('.rows th a');
    await on.page.keyboard.press('x');
    await on.clickNamed('Set a value');
    await on.page.waitForSelector('dialog[open] .set select');
    await on.page.select('dialog[open] .set select', 'Picture');
    await on.page.type('dialog[open] .group input[type=search]', 'hills');
    await on.holds(`document.querySelectorAll('dialog[open] .group input[type=checkbox]').length === 1`);
    await on.page.click('dialog[open] .group input[type=checkbox]');
    await on.isAccessible('media in bulk');
    await on.clickNamed('Set it in 1 entry');
    await on.holds(`document.querySelector('dialog[open]')?.textContent.includes('1 entry changed.')`);
    const { data } = (await on.client.api('GET', 'documents/api::story.story')).body;
    const [{ documentId }] = data as readonly [{ documentId: string }];
    const { links } = (await on.client.api('GET', `documents/api::story.story/${documentId}`)).body.data;
    expect(links.Picture.items.map(({ label }: { label: string }) => label)).to.deep.equal(['hills.png']);
  });

  it('shows a frame until it has been read', async () => {
    await on.page.setRequestInterception(true);
    let go = (): void => {};
    const hold = (asked: HTTPRequest): void => {
      if (!asked.url().includes('/api/media')) return void asked.continue();
      go = () => void asked.continue();
    };
    on.page.on('request', hold);
    await on.open('/media', '.tiles[aria-busy=true] .bar');
    await on.isAccessible('media being read');
    on.page.off('request', hold);
    go();
    await on.page.setRequestInterception(false);
    await on.page.waitForSelector('.tile button');
  });

  it('shows an error with a way to try again', async () => {
    await on.page.setRequestInterception(true);
    const fail = (asked: HTTPRequest): void =>
      void (asked.url().includes('/api/media')
        ? asked.respond({ status: 500, body: '{}' })
        : asked.continue());
    on.page.on('request', fail);
    await on.open('/media', '.notice[role=alert]');
    await on.isAccessible('media error');
    on.page.off('request', fail);
    await on.page.setRequestInterception(false);
    await on.clickNamed('Try again');
    await on.page.waitForSelector('.tile button');
  });

  it('offers an author no changes, and somebody without the grant nothing', async () => {
    await on.becomes('author');
    await on.open('/media', '.tile button');
    await on.page.click('.tile button');
    await on.page.waitForSelector('.detail .file-facts');
    expect(await on.page.$('.detail .danger')).to.equal(null);
    expect(await on.page.$eval('#file-name', (input) => input.hasAttribute('readonly'))).to.equal(true);
    await on.isAccessible('media read only');
    await on.page.click('.tile input');
    await on.page.waitForSelector('.picked button');
    expect(await on.textOf('.picked'))
      .to.contain('Download')
      .and.not.contain('Move')
      .and.not.contain('Delete');
    const owner = await on.becomes('owner');
    const grants = ['api::story.story:find', 'api::story.story:findDrafts'];
    await owner.api('POST', 'administrator-roles', { name: 'writer', grants });
    await on.becomes('writer');
    expect(await on.page.$('.side a[href$="/media"]')).to.equal(null);
    await on.open('/media', '.notice[role=alert]');
    await on.holds(`document.querySelector('.notice').textContent.includes('role owner can give it')`);
    expect(await on.textOf('.notice')).to.contain('lacks the grant “find” for Media');
    const id = await on.textOf('.request-id code');
    expect(id).to.match(/^[\w-]{8,}$/);
    await on.clickNamed('Copy the id of the request');
    expect(await on.page.evaluate('getSelection().toString()')).to.equal(id);
    await on.isAccessible('media denied');
  });

  it('reports no error and breaks no rule of its content security policy', () => {
    expect(on.mistakes).to.deep.equal([]);
  });
});

describe('the media library with 100,000 files', function () {
  this.timeout(240_000);
  const count = 100_000;
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  const read: number[] = [];

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    await fillFiles(on.world, count);
    on.page.on('request', (asked) => {
      const { pathname, searchParams } = new URL(asked.url());
      if (pathname.endsWith('/admin/api/media')) read.push(Number(searchParams.get('pagination[start]')));
    });
  });
  after(() => screens?.stop());
  beforeEach(() => void read.splice(0));

  const elements = async () => Number(await on.page.evaluate('document.querySelectorAll("*").length'));
  /** The newest is the first, and has the highest number. */
  const nameAt = (place: number): string => `File ${String(count - 1 - place).padStart(7, '0')}`;
  const shows = (place: number) =>
    on.holds(`document.querySelector('[data-place="${place}"]')?.textContent.includes('${nameAt(place)}')`);
  const hasFocus = (place: number) =>
    on.holds(`document.activeElement.closest('[data-place]')?.textContent.includes('${nameAt(place)}')`);
  const scrollTo = (part: number) =>
    on.page.$eval('main', (main, at) => main.scrollTo(0, main.scrollHeight * at), part);
  const chosen = (words: string) =>
    on.holds(`document.querySelector('.picked').textContent.includes('${words}')`);

  for (const view of ['tiles', 'table'] as const)
    it(`has elements for what is seen only, and reads only that, as ${view}`, async () => {
      const item = view === 'table' ? '.rows tr' : '.tile';
      await on.open(`/media${view === 'table' ? '?view=table' : ''}`, `${item} button`);
      await shows(0);
      expect(await on.textOf('.list-head .hint')).to.equal('100,000 files');
      expect(await elements()).to.be.within(200, 900);
      await scrollTo(0.5);
      await on.holds(`[...document.querySelectorAll('[data-place]')].some((one) =>
        Math.abs(Number(one.dataset.place) - ${count / 2}) < 60 && one.textContent.includes('File 00'))`);
      await on.holds(`document.querySelector('[data-place][aria-busy]') === null`);
      expect(await elements()).to.be.within(200, 900);
      expect(read.length).to.be.within(2, 5);
      await on.isAccessible(`media of many as ${view}`);
    });

  it('says of each file which of how many it is', async () => {
    await on.open('/media', '.tile button');
    expect(
      await on.page.$eval('.tile', (tile) => [
        tile.getAttribute('aria-posinset'),
        tile.getAttribute('aria-setsize'),
      ]),
    ).to.deep.equal(['1', '100000']);
    await on.open('/media?view=table', '.rows tr');
    expect(await on.page.$eval('.files-table', (table) => table.getAttribute('aria-rowcount'))).to.equal(
      '100001',
    );
    expect(await on.page.$eval('.rows tr', (row) => row.getAttribute('aria-rowindex'))).to.equal('2');
  });

  it('is walked by keyboard to the end and back', async () => {
    await on.open('/media', '.tile button');
    await on.page.focus('.tile button[tabindex="0"]');
    await on.page.keyboard.press('End');
    await hasFocus(count - 1);
    await on.page.keyboard.press('ArrowLeft');
    await hasFocus(count - 2);
    expect(read).to.have.lengthOf.within(2, 4);
    await on.page.keyboard.press('Home');
    await hasFocus(0);
    for (let step = 1; step <= 70; step += 1) {
      await on.page.keyboard.press('ArrowRight');
      await hasFocus(step);
    }
  });

  it('chooses a range by Shift, with the files that were not read', async () => {
    await on.open('/media?view=table', '.rows tr button');
    await on.page.click('.rows tr input');
    await chosen('1 selected');
    await scrollTo(0.002);
    await shows(200);
    await on.page.focus('[data-place="200"] button');
    await on.page.keyboard.down('Shift');
    await on.page.keyboard.press('x');
    await on.page.keyboard.up('Shift');
    await chosen('201 selected');
    await scrollTo(0.5);
    await scrollTo(0);
    await shows(0);
    expect(await on.page.$eval('[data-place="0"]', (row) => row.hasAttribute('data-chosen'))).to.equal(true);
    await on.isAccessible('media range');
  });

  it('stays at its place from right to left, on a small screen', async () => {
    await on.page.setViewport({ width: 360, height: 740 });
    await on.page.evaluate(`document.documentElement.dir = 'rtl'`);
    await on.open('/media', '.tile button');
    await scrollTo(0.3);
    await on.holds(`[...document.querySelectorAll('[data-place]')].some((one) =>
      Math.abs(Number(one.dataset.place) - ${count * 0.3}) < 60 && one.textContent.includes('File 00'))`);
    await on.fitsSmall('media of many');
    await on.page.setViewport({ width: 1440, height: 900 });
    expect(on.mistakes).to.deep.equal([]);
  });
});
