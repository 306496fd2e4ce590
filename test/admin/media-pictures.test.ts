import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ElementHandle } from 'puppeteer-core';
import sharp from 'sharp';
import type { MediaFile } from '../../src/adapters/delivery/admin/contract/media.js';
import { appFiles, component, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const story = 'api::story.story';

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string' },
        Pictures: { type: 'media', multiple: true, allowedTypes: ['images'] },
        Seo: { type: 'component', component: 'parts.seo' },
      },
      drafts,
    ),
  ],
  components: [component('parts.seo', { Share: { type: 'media', multiple: false } })],
});

describe('pictures of the media library', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let folder: string;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    folder = await mkdtemp(join(tmpdir(), 'quire-pictures-'));
  });
  after(async () => {
    await screens?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true });
  });

  const bytesOf = (width: number, height: number, hue: number): Promise<Buffer> => {
    const stripe = { r: 250, g: 180, b: 40 };
    const background = { r: hue, g: (hue * 7) % 256, b: (hue * 13) % 256 };
    const top = Math.round(height / 5);
    return sharp({ create: { width, height, channels: 3, background } })
      .composite([
        {
          input: { create: { width: top, height: top, channels: 3, background: stripe } },
          left: width - 2 * top,
          top,
        },
      ])
      .png()
      .toBuffer();
  };
  const upload = async (name: string, hue: number, [width, height] = [900, 600]): Promise<MediaFile> =>
    (
      await on.client.api('POST', `media?name=${name}`, await bytesOf(width ?? 0, height ?? 0, hue), {
        'Content-Type': 'application/octet-stream',
      })
    ).body.data[0];
  const known = async ({ documentId }: MediaFile): Promise<MediaFile> =>
    (await on.client.api('GET', `media/${documentId}`)).body.data;
  const named = async (search: string): Promise<MediaFile> =>
    (await on.client.api('GET', `media?search=${search}`)).body.data[0];
  const until = async (holds: () => Promise<boolean>): Promise<void> => {
    for (let left = 300; !(await holds()); left -= 1) {
      if (left === 0) throw new Error('it never holds');
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
  };
  const names = (): Promise<readonly (string | null)[]> =>
    on.page.$$eval('.tile-name', (tiles) => tiles.map((tile) => tile.textContent));

  it('have a focal point, by mouse, by keyboard and by touch', async () => {
    const file = await upload('harbour.png', 60);
    const isAt = async (x: number, y: number): Promise<void> =>
      until(async () => {
        const { focalPoint } = await known(file);
        return focalPoint !== null && Math.abs(focalPoint.x - x) < 1 && Math.abs(focalPoint.y - y) < 1;
      });
    const pointOn = async (x: number, y: number): Promise<[number, number]> => {
      const box = await (await on.page.$('.focal-frame img'))?.boundingBox();
      if (!box) throw new Error('there is no picture');
      return [box.x + (box.width * x) / 100, box.y + (box.height * y) / 100];
    };
    await on.open(`/media?file=${file.documentId}`, '.detail .file-facts');
    await on.clickNamed('Focal point');
    await on.page.waitForSelector('.focal-handle');
    await on.holds(`document.activeElement.className === 'focal-handle'`);
    expect(await on.textOf('.focal-value')).to.contain('Not set');
    await on.isAccessible('focal point not set');
    await on.page.mouse.click(...(await pointOn(80, 30)));
    await isAt(80, 30);
    await on.page.mouse.move(...(await pointOn(80, 30)));
    await on.page.mouse.down();
    await on.page.mouse.move(...(await pointOn(50, 50)));
    await on.page.mouse.move(...(await pointOn(20, 70)));
    await on.page.mouse.up();
    await isAt(20, 70);
    expect(await on.page.$eval('.crops img', (image) => image.style.objectPosition)).to.match(
      /^20.*% 70.*%$/,
    );
    await on.isAccessible('focal point');
    await on.page.focus('.focal-handle');
    await on.page.keyboard.press('ArrowRight');
    await on.page.keyboard.down('Shift');
    await on.page.keyboard.press('ArrowUp');
    await on.page.keyboard.up('Shift');
    for (let left = 3; left > 0; left -= 1) await on.page.keyboard.press('ArrowLeft');
    expect(await on.page.$eval('.focal-handle', (handle) => handle.getAttribute('aria-valuetext'))).to.match(
      /^18.* % from the left, 60.* % from the top$/,
    );
    await on.page.keyboard.press('Tab');
    await isAt(18, 60);
    await on.page.keyboard.press('Enter');
    await until(async () => (await known(file)).focalPoint === null);
    await on.page.setViewport({ width: 360, height: 740, hasTouch: true });
    await on.open(`/media?file=${file.documentId}`, '.detail .file-facts');
    await on.clickNamed('Focal point');
    await on.page.waitForSelector('.focal-handle');
    await on.page.touchscreen.tap(...(await pointOn(30, 40)));
    await isAt(30, 40);
    await on.page.touchscreen.touchStart(...(await pointOn(30, 40)));
    await on.page.touchscreen.touchMove(...(await pointOn(60, 80)));
    await on.page.touchscreen.touchEnd();
    await isAt(60, 80);
    await on.isAccessible('focal point 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.open(`/media?file=${file.documentId}`, '.detail .file-facts');
    await on.clickNamed('Focal point');
    await on.page.waitForSelector('.focal-handle');
    await on.page.evaluate(`document.documentElement.dir = 'rtl'`);
    await on.isAccessible('focal point right to left');
    await on.page.evaluate(`document.documentElement.dir = 'ltr'`);
    expect(await on.page.$$eval('.formats a', (all) => all.map((one) => one.textContent))).to.deep.equal([
      'thumbnail',
      'small',
      'medium',
    ]);
    expect(await on.page.$eval('a[download]', (link) => link.getAttribute('download'))).to.equal(
      'harbour.png',
    );
  });

  it('lose the focal point to a picture of other proportions, also while it is set', async () => {
    const file = await named('harbour');
    await on.client.api('PATCH', `media/${file.documentId}`, { focalPoint: { x: 10, y: 10 } });
    await on.open(`/media?file=${file.documentId}`, '.detail .file-facts');
    await on.clickNamed('Focal point');
    await on.page.waitForSelector('.focal-handle');
    const path = join(folder, 'portrait.png');
    await sharp(await bytesOf(600, 900, 40)).toFile(path);
    const input = (await on.page.$('.detail input[type=file]')) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(path);
    await on.holds(`document.querySelector('.focal-value')?.textContent.includes('Not set')`);
    await on.clickNamed('Close');
    await on.holds(`document.querySelector('.detail') === null`);
    expect((await known(file)).focalPoint).to.equal(null);
  });

  it('keep their name where spaces are typed for one', async () => {
    const file = await named('harbour');
    await on.open(`/media?file=${file.documentId}`, '#file-name');
    await on.page.$eval('#file-name', (field) => (field as HTMLInputElement).select());
    await on.page.focus('#file-name');
    await on.page.keyboard.type('   ');
    await on.page.keyboard.press('Tab');
    await on.holds(`document.querySelector('#file-name').value.startsWith('harbour')`);
    expect(await on.page.$('.detail .fault:not(:empty)')).to.equal(null);
  });

  it('are decoration where somebody says so, which is not the same as no text', async () => {
    const file = await named('harbour');
    await on.open(`/media?file=${file.documentId}`, '#file-alternativeText');
    await on.page.type('#file-alternativeText', 'A harbour');
    await on.page.click('.alternative-text input[type=checkbox]');
    await until(async () => (await known(file)).alternativeText === '');
    await on.holds(`document.querySelector('#file-alternativeText').readOnly`);
    await on.isAccessible('decorative');
    await on.page.reload();
    await on.page.waitForSelector('.alternative-text input:checked');
    await on.page.click('.alternative-text input[type=checkbox]');
    await until(async () => (await known(file)).alternativeText === null);
    await on.holds(`document.activeElement.id === 'file-alternativeText'`);
    await on.page.keyboard.type('A harbour');
    await on.page.keyboard.press('Tab');
    await until(async () => (await known(file)).alternativeText === 'A harbour');
    await on.page.$eval('#file-alternativeText', (field) => (field as HTMLTextAreaElement).select());
    await on.page.focus('#file-alternativeText');
    await on.page.keyboard.press('Backspace');
    await on.page.keyboard.press('Tab');
    await until(async () => (await known(file)).alternativeText === null);
  });

  it('are found by alternative text, size and age', async () => {
    const decorative = await upload('border.png', 5, [40, 30]);
    await on.client.api('PATCH', `media/${decorative.documentId}`, { alternativeText: '' });
    await on.client.api('POST', 'media?name=notes.txt', 'words', {
      'Content-Type': 'application/octet-stream',
    });
    await on.open('/media', '.tile button');
    expect((await names()).length).to.equal(3);
    await on.clickNamed('More filters');
    const choose = async (label: string, value: string, found: readonly string[]): Promise<void> => {
      await on.page.select(`select[aria-label="${label}"]`, value);
      const shown = `[...document.querySelectorAll('.tile-name')].map((one) => one.textContent).join()`;
      await on.holds(`${shown} === ${JSON.stringify(found.join())}`);
    };
    const all = ['notes.txt', 'border.png', 'harbour.png'];
    await choose('Alternative text', 'missing', ['harbour.png']);
    expect(on.page.url()).to.contain('text=missing');
    await on.isAccessible('media filters');
    await choose('Alternative text', 'decorative', ['border.png']);
    await choose('Alternative text', '', all);
    await choose('Size', 'huge', []);
    await choose('Size', 'small', all);
    await choose('Uploaded', 'older', []);
    await choose('Uploaded', 'day', all);
    await on.page.setViewport({ width: 360, height: 740 });
    await on.isAccessible('media filters 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.open('/media?text=missing', '.tile button');
    expect(await names()).to.deep.equal(['harbour.png']);
  });

  it('get their alternative texts in a list, also after an upload', async () => {
    await upload('lake.png', 150);
    await on.open('/media?text=missing', '.tile button');
    await on.page.focus('.tile button[tabindex="0"]');
    for (const key of ['x', 'ArrowRight', 'x'] as const) await on.page.keyboard.press(key);
    await on.clickNamed('Alternative texts');
    await on.page.waitForSelector('.texts-dialog[open] textarea');
    expect(await on.textOf('.texts-dialog .hint')).to.equal('2 pictures have no answer yet.');
    await on.isAccessible('alternative texts');
    await on.page.focus('.texts-dialog textarea');
    await on.page.keyboard.type('A lake');
    for (const key of ['Tab', 'Tab', 'Tab', 'Space'] as const) await on.page.keyboard.press(key);
    await on.holds(`document.querySelector('.texts-dialog .hint').textContent.startsWith('Every')`);
    expect([await named('lake'), await named('harbour')].map((one) => one.alternativeText)).to.have.members([
      'A lake',
      '',
    ]);
    await on.page.setViewport({ width: 360, height: 740 });
    await on.isAccessible('alternative texts 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.page.keyboard.press('Escape');
    await on.holds(`document.querySelectorAll('.tile').length === 0`);
    await on.open('/media', '.tile button');
    const pasted = (await bytesOf(300, 200, 70)).toString('base64');
    await on.page.evaluate(`{
      const bytes = Uint8Array.from(atob('${pasted}'), (one) => one.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }));
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }`);
    await on.clickNamed('Say what the picture shows');
    await on.page.waitForSelector('.texts-dialog[open] textarea');
    await on.page.keyboard.type('Something pasted');
    await on.clickNamed('Close');
    await until(async () => (await named('pasted')).alternativeText === 'Something pasted');
    await on.holds(`document.querySelector('.uploads button[aria-haspopup]') === null`);
  });

  it('are pasted and dropped into an entry, which asks at once what they show', async () => {
    const { body } = await on.client.api('POST', `documents/${story}`, { set: { Title: 'Pictures' } });
    const id = body.data.documentId as string;
    const give = async (event: 'paste' | 'drop', name: string, type: string, hue: number): Promise<void> => {
      const bytes = (await bytesOf(300, 200, hue)).toString('base64');
      await on.page.evaluate(`{
        const bytes = Uint8Array.from(atob('${bytes}'), (one) => one.charCodeAt(0));
        const data = new DataTransfer();
        data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: '${type}' }));
        const init = { bubbles: true, cancelable: true };
        const place = document.querySelector('#Pictures');
        place.dispatchEvent(${
          event === 'paste'
            ? `new ClipboardEvent('paste', { ...init, clipboardData: data })`
            : `new DragEvent('drop', { ...init, dataTransfer: data })`
        });
      }`);
    };
    const shown = async (): Promise<readonly string[]> => {
      const { data } = (await on.client.api('GET', `documents/${story}/${id}`)).body;
      return data.links.Pictures.items.map(({ label }: { readonly label: string }) => label);
    };
    await on.open(`/content/${story}/${id}`, '#Pictures');
    await on.page.focus('#Pictures');
    await give('paste', 'bridge.png', 'image/png', 33);
    await on.holds(`document.activeElement.matches('.file-question textarea')`);
    await on.isAccessible('entry asks');
    await on.page.keyboard.type('A bridge');
    await on.page.keyboard.press('Tab');
    await until(async () => (await named('bridge')).alternativeText === 'A bridge');
    await on.tabTo('.file-question .button');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.file-question') === null`);
    await give('drop', 'ornament.png', 'image/png', 90);
    await on.page.waitForSelector('.file-question input[type=checkbox]');
    await on.page.setViewport({ width: 360, height: 740 });
    await on.isAccessible('entry asks 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.page.click('.file-question input[type=checkbox]');
    await until(async () => (await named('ornament')).alternativeText === '');
    await on.page.focus('#Title');
    await on.holds(`document.querySelector('.file-question') === null`);
    await give('drop', 'words.txt', 'text/plain', 1);
    expect(await on.textOf('#Pictures-field .fault')).to.contain('words.txt');
    await until(async () => (await shown()).join() === 'bridge.png,ornament.png');
    const input = (await on.page.$('#Pictures-field input[type=file]')) as ElementHandle<HTMLInputElement>;
    expect(await input.evaluate(({ accept }) => accept)).to.equal('image/*');
    const path = join(folder, 'later.png');
    await sharp(await bytesOf(300, 200, 10)).toFile(path);
    await input.uploadFile(path);
    await on.page.waitForSelector('.file-question');
    await on.clickNamed('Later');
    await on.page.waitForSelector('.unsaid');
    await until(async () => (await shown()).length === 3);
  });

  it('are chosen from the library, several at once', async () => {
    const { body } = await on.client.api('POST', `documents/${story}`, { set: { Title: 'Chosen' } });
    await on.open(`/content/${story}/${body.data.documentId}`, '#Pictures');
    await on.page.focus('#Pictures');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('[role=dialog] .option');
    // Of this attribute's kinds alone.
    expect(await on.textOf('[role=dialog] [role=listbox]')).not.to.contain('notes.txt');
    const toggle = async (name: string): Promise<void> => {
      await on.page.keyboard.type(name);
      const shown = `[...document.querySelectorAll('[role=dialog] .option')].map((one) => one.textContent).join()`;
      await on.holds(`${shown} === '${name}.png'`);
      await on.page.keyboard.press('ArrowDown');
      await on.page.waitForSelector('[role=dialog] input[aria-activedescendant]');
      await on.page.keyboard.press('Enter');
    };
    for (const name of ['bridge', 'lake', 'border']) {
      await toggle(name);
      await on.page.waitForSelector('[role=dialog] .option[aria-selected=true]');
      for (const _ of name) await on.page.keyboard.press('Backspace');
    }
    await on.holds(`document.querySelector('[role=dialog] [role=status]').textContent === '3 files chosen'`);
    await on.isAccessible('picker of several');
    await toggle('lake');
    await on.page.waitForSelector('[role=dialog] .option[aria-selected=false]');
    await on.clickNamed('Done');
    await on.holds(`document.querySelector('[role=dialog]') === null`);
    const labels = `[...document.querySelectorAll('#Pictures-field .link-label')].map((one) => one.textContent).join()`;
    await on.holds(`${labels} === 'bridge.png,border.png'`);
  });

  it('are described in the entry, which says before publishing of which it is missing', async () => {
    const [first] = (await on.client.api('GET', `documents/${story}?filters[Title]=Pictures`)).body.data;
    const file = await named('later');
    await on.client.api('PATCH', `documents/${story}/${first.documentId}`, {
      set: { Seo: { Share: file.documentId } },
    });
    await on.open(`/content/${story}/${first.documentId}`, '.unsaid');
    await on.clickNamed('Differences');
    await on.page.waitForSelector('[aria-labelledby=diff-unsaid] li');
    expect(
      await on.page.$$eval('[aria-labelledby=diff-unsaid] li', (all) => all.map((one) => one.textContent)),
    ).to.deep.equal(['Pictures later.png', 'Seo.Share later.png']);
    await on.isAccessible('entry lacks texts');
    await on.page.click('[aria-labelledby=diff-unsaid] button');
    await on.holds(`document.activeElement.id === 'Pictures'`);
    await on.clickNamed('Describe later.png');
    await on.page.waitForSelector('.file-dialog[open] #file-alternativeText');
    await on.isAccessible('entry describes');
    await on.page.type('#file-alternativeText', 'Said later');
    await on.clickNamed('Focal point');
    await on.page.waitForSelector('.file-dialog .focal-handle');
    await on.page.keyboard.press('ArrowDown');
    await on.isAccessible('entry focal point');
    await on.page.keyboard.press('Escape');
    await until(async () => {
      const { alternativeText, focalPoint } = await known(file);
      return alternativeText === 'Said later' && focalPoint?.y === 51;
    });
    await on.holds(`document.querySelector('.unsaid') === null`);
    await on.clickNamed('Differences');
    await on.page.waitForSelector('dialog[open] .change');
    expect(await on.page.$('[aria-labelledby=diff-unsaid]')).to.equal(null);
  });

  it('are sifted for those that no entry uses', async () => {
    await on.open('/media', '.tile button');
    await on.page.focus('.tile button[tabindex="0"]');
    await on.page.keyboard.press('x');
    await on.clickNamed('Select all that are shown');
    await on.clickNamed('Keep only unused');
    await on.page.waitForSelector('.picked-note');
    expect(await on.textOf('.picked-note')).to.contain('4 of 8 are used by no entry');
    expect(
      await on.page.$$eval('.tile[data-chosen] .tile-name', (all) => all.map((one) => one.textContent)),
    ).to.deep.equal(['pasted.png', 'lake.png', 'notes.txt', 'harbour.png']);
    expect(await on.page.evaluate('document.activeElement.dataset.item')).to.equal('true');
    await on.isAccessible('media unused');
    await on.page.setViewport({ width: 360, height: 740 });
    await on.isAccessible('media unused 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    // And found without choosing any.
    await on.open('/media?use=unused', '.tile button');
    expect(
      await on.page.$$eval('.tile .tile-name', (all) => all.map((one) => one.textContent)),
    ).to.deep.equal(['pasted.png', 'lake.png', 'notes.txt', 'harbour.png']);
    expect(await on.page.$eval('select[aria-label="Whether it is used"]', (select) => select.value)).to.equal(
      'unused',
    );
    await on.isAccessible('media filtered by use');
    await on.page.select('[aria-label="Whether it is used"]', '');
    await on.holds(`document.querySelectorAll('.tile').length === 8`);
  });

  it('are described by an author who has uploaded them', async () => {
    const others = await named('bridge');
    await on.becomes('author');
    await on.open(`/media?file=${others.documentId}`, '#file-alternativeText');
    expect(await on.page.$eval('#file-alternativeText', (field) => field.hasAttribute('readonly'))).to.equal(
      true,
    );
    await on.isAccessible('picture read only');
    const path = join(folder, 'mine.png');
    await sharp(await bytesOf(300, 200, 200)).toFile(path);
    await on.open('/media', '.tile button');
    const input = (await on.page.$('.media input[type=file]')) as ElementHandle<HTMLInputElement>;
    await input.uploadFile(path);
    await on.clickNamed('Say what the picture shows');
    await on.page.waitForSelector('.texts-dialog[open] textarea');
    await on.page.keyboard.type('Mine');
    await on.clickNamed('Close');
    await until(async () => (await named('mine')).alternativeText === 'Mine');
  });

  it('report no error and break no rule of the content security policy', () => {
    expect(on.mistakes).to.deep.equal([]);
  });
});
