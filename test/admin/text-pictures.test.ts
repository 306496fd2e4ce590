import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import sharp from 'sharp';
import { appFiles, component, contentType, drafts } from '../schema-builders.js';
import { password } from '../http/admin/admin-world.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const story = 'api::story.story';
const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string' },
        Body: { type: 'blocks' },
        Text: { type: 'richtext' },
        Notes: { type: 'component', component: 'parts.note', repeatable: true },
      },
      drafts,
    ),
  ],
  components: [component('parts.note', { Text: { type: 'richtext' }, Who: { type: 'string' } })],
});

const line = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] });

interface Block {
  readonly type: string;
  readonly image?: { readonly name: string };
  readonly children?: readonly { readonly text: string }[];
}

interface Given {
  readonly name: string;
  readonly type?: string;
}

describe('pictures that are given to a text', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let picture: string;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const made = sharp({ create: { width: 60, height: 40, channels: 3, background: '#268' } });
    picture = (await made.png().toBuffer()).toString('base64');
  });
  after(() => screens?.stop());

  const opened = async (set: object): Promise<string> => {
    const { body } = await on.client.api('POST', `documents/${story}`, { set: { Title: 'Story', ...set } });
    const id = body.data.documentId as string;
    await on.open(`/content/${story}/${id}`, '#Body');
    await on.page.waitForSelector('#Text');
    return id;
  };
  const valuesOf = async (id: string) =>
    (await on.client.api('GET', `documents/${story}/${id}`)).body.data.values;
  const clickIn = async (place: string): Promise<void> => {
    await on.page.click(place);
    // The browser says in a task of its own that the caret has moved.
    await on.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  };
  /** Answers whether the page took it. */
  const give = (
    event: 'paste' | 'drop',
    place: string,
    given: readonly Given[],
    html = '',
  ): Promise<unknown> =>
    on.page.evaluate(`(() => {
      const bytes = Uint8Array.from(atob('${picture}'), (one) => one.charCodeAt(0));
      const data = new DataTransfer();
      for (const { name, type = 'image/png' } of ${JSON.stringify(given)})
        data.items.add(new File([bytes], name, { type }));
      if (${JSON.stringify(html)} !== '') data.setData('text/html', ${JSON.stringify(html)});
      const place = document.querySelector('${place}');
      const { left, top } = place.getBoundingClientRect();
      const init = { bubbles: true, cancelable: true, clientX: left + 20, clientY: top + 20 };
      return !place.dispatchEvent(${
        event === 'paste'
          ? `new ClipboardEvent('paste', { ...init, clipboardData: data })`
          : `new DragEvent('drop', { ...init, dataTransfer: data })`
      });
    })()`);
  /** Holds uploads back until they are let go. */
  const holdUploads = async (): Promise<() => Promise<void>> => {
    const held: HTTPRequest[] = [];
    const hold = (request: HTTPRequest): void => {
      if (request.method() === 'POST' && request.url().includes('/media?')) held.push(request);
      else void request.continue();
    };
    await on.page.setRequestInterception(true);
    on.page.on('request', hold);
    return async () => {
      await until(async () => held.length > 0);
      await Promise.all(held.map((request) => request.continue()));
      on.page.off('request', hold);
      await on.page.setRequestInterception(false);
    };
  };
  /** Holds answers to uploads back until they are let go. */
  const holdAnswers = async (): Promise<() => Promise<void>> => {
    const session = await on.page.createCDPSession();
    const held: string[] = [];
    session.on('Fetch.requestPaused', ({ requestId }) => void held.push(requestId));
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*/media?*', requestStage: 'Response' }] });
    return async () => {
      await until(async () => held.length === 2);
      for (const requestId of held) await session.send('Fetch.continueRequest', { requestId });
      await session.detach();
    };
  };
  const namesIn = (blocks: readonly Block[] | null): readonly (string | undefined)[] =>
    (blocks ?? []).map(({ type, image, children }) => (type === 'image' ? image?.name : children?.[0]?.text));

  it('come into blocks by way of the library, in their order, and take the focus from nobody', async () => {
    const id = await opened({ Body: [line('Before'), line('After')] });
    await clickIn('#Body p');
    await on.page.keyboard.press('End');
    expect(await give('paste', '#Body p', [{ name: 'one.png' }, { name: 'two.png' }])).to.equal(true);
    await on.page.keyboard.type('!');
    await on.page.focus('#Title');
    await until(async () => namesIn((await valuesOf(id)).Body).join() === 'Before!,one.png,two.png,After');
    expect(await on.page.evaluate('document.activeElement.id')).to.equal('Title');
    expect(await on.page.$$eval('#Body img', (images) => images.length)).to.equal(2);
    expect((await on.client.api('GET', 'media')).body.data).to.have.lengthOf(2);
    await on.isAccessible('pictures in blocks');
  });

  it('are dropped where they are let go, and typing goes on below one that was pasted', async () => {
    const id = await opened({ Body: [line('First'), line('Last')] });
    await clickIn('#Body p:last-child');
    await give('drop', '#Body p', [{ name: 'dropped.png' }]);
    await until(async () => namesIn((await valuesOf(id)).Body).join() === 'First,dropped.png,Last');
    await on.page.keyboard.press('End');
    await on.page.keyboard.press('Enter');
    await give('paste', '#Body', [{ name: 'pasted.png' }]);
    await on.page.waitForSelector('#Body figure:last-of-type + p:last-child');
    await until(async () => namesIn((await valuesOf(id)).Body).includes('pasted.png'));
    await on.page.keyboard.type('More');
    await until(
      async () => namesIn((await valuesOf(id)).Body).join() === 'First,dropped.png,Last,pasted.png,More',
    );
  });

  it('leave a line to write in between, and none is chosen that a key would delete', async () => {
    const id = await opened({ Body: [line('Only')] });
    await clickIn('#Body p');
    await give('paste', '#Body p', [{ name: 'below.png' }]);
    await until(async () => namesIn((await valuesOf(id)).Body).includes('below.png'));
    await clickIn('#Body p');
    await give('paste', '#Body p', [{ name: 'above.png' }]);
    await until(async () => namesIn((await valuesOf(id)).Body).includes('above.png'));
    await on.page.keyboard.type('Between');
    await until(
      async () => namesIn((await valuesOf(id)).Body).join() === 'Only,above.png,Between,below.png,',
    );
    await on.page.click('#Body figure');
    await on.holds(`document.querySelector('#Body-field select').selectedOptions[0].textContent === 'Image'`);
  });

  it('come into Markdown where the caret was, and who types on keeps the caret', async () => {
    const id = await opened({ Text: 'Begin end' });
    await on.page.focus('#Text');
    await on.page.evaluate(`document.querySelector('#Text').setSelectionRange(6, 6)`);
    expect(await give('paste', '#Text', [{ name: 'a.png' }, { name: 'b.png' }])).to.equal(true);
    await on.page.keyboard.press('Home');
    await on.page.keyboard.type('We ');
    const shape = /^We Begin !\[a\.png\]\(\S+\)\n!\[b\.png\]\(\S+\)end$/;
    await until(async () => shape.test((await valuesOf(id)).Text as string));
    await on.page.keyboard.type('now ');
    await until(async () => String((await valuesOf(id)).Text).startsWith('We now Begin !['));
  });

  it('come into Markdown inside of a component, with what was typed beside it meanwhile', async () => {
    const id = await opened({ Notes: [{ Text: 'One' }, { Text: 'Two' }] });
    const notes = async (): Promise<string> =>
      ((await valuesOf(id)).Notes as readonly { readonly Text: string; readonly Who: string | null }[])
        .map(({ Text, Who }) => `${Text.replace(/\(.*\)/, '')} ${Who}`)
        .join();
    await on.clickNamed('Unfold all');
    await on.page.waitForSelector('[id="Notes.1.Text"]');
    const letGo = await holdUploads();
    await give('paste', '[id="Notes.1.Text"]', [{ name: 'a.png' }]);
    await on.page.type('[id="Notes.0.Who"]', 'me');
    await on.page.type('[id="Notes.1.Who"]', 'you');
    await until(async () => (await notes()) === 'One me,Two you');
    await letGo();
    await until(async () => (await notes()).includes('a.png'));
    expect(await notes()).to.equal('One me,![a.png]Two you');
  });

  it('are announced when they have come, and their list goes', async () => {
    await opened({ Text: 'Text' });
    const status = '#Text-field .files-place > [role=status]';
    expect(await on.textOf(status)).to.equal('');
    await give('paste', '#Text', [{ name: 'said.png' }]);
    await on.holds(`document.querySelector('${status}').textContent === '1 of 1 uploaded'`);
    await on.holds(`document.querySelector('#Text-field .uploads') === null`);
  });

  it('come into no other text where theirs is gone', async () => {
    const id = await opened({ Notes: [{ Text: 'One' }, { Text: 'Two' }] });
    await on.clickNamed('Unfold all');
    await on.page.waitForSelector('[id="Notes.1.Text"]');
    const letGo = await holdUploads();
    await give('paste', '[id="Notes.0.Text"]', [{ name: 'gone.png' }]);
    await on.page.click('[aria-label="More for parts.note One"]');
    await on.page.waitForSelector('.menu-items');
    await on.clickNamed('Remove');
    await until(async () => (await valuesOf(id)).Notes.length === 1);
    await letGo();
    await until(async () => (await on.client.api('GET', 'media?search=gone')).body.data.length === 1);
    await on.page.type('#Title', '!');
    await until(async () => (await valuesOf(id)).Title === 'Story!');
    expect((await valuesOf(id)).Notes[0].Text).to.equal('Two');
  });

  it('stay out where a text is copied that has a picture of itself', async () => {
    const id = await opened({ Text: 'Text' });
    await on.page.focus('#Body');
    await give('paste', '#Body', [{ name: 'cells.png' }], '<p style="color: red">Cell</p><img src="x">');
    expect(await give('paste', '#Text', [{ name: 'cells.png' }], '<p>Cell</p>')).to.equal(false);
    await until(async () => namesIn((await valuesOf(id)).Body).join() === 'Cell');
    expect((await on.client.api('GET', 'media?search=cells')).body.data).to.deep.equal([]);
  });

  it('are refused in words where they are no pictures, or the role may not upload', async () => {
    await opened({});
    await give('drop', '#Text', [{ name: 'words.pdf', type: 'application/pdf' }]);
    await on.holds(`document.querySelector('#Text-field .fault')?.textContent.includes('words.pdf')`);
    await on.page.type('#Text', 'x');
    await on.holds(`document.querySelector('#Text-field .fault') === null`);
    const owner = await on.becomes('owner');
    const actions = ['find', 'findOne', 'findDrafts', 'create', 'update'];
    const made = await owner.api('POST', 'administrator-roles', {
      name: 'writer',
      grants: [{ type: story, actions }],
    });
    expect(made.status, JSON.stringify(made.body)).to.equal(201);
    await on.becomes('writer');
    await on.open(`/content/${story}/new`, '#Body');
    await on.page.focus('#Body');
    await give('paste', '#Body', [{ name: 'mine.png' }]);
    await on.page.waitForSelector('#Body-field .upload .fault');
    expect(await on.textOf('#Body-field .upload')).to.match(/mine\.png.*Your role lacks the grant “create”/);
    await on.isAccessible('no upload');
  });

  it('stay in the library where the text is not to be changed any more when they come', async () => {
    const owner = await on.becomes('owner');
    const reading = { type: story, actions: ['find', 'findOne', 'findDrafts'] };
    const writing = { type: story, actions: ['create', 'update'] };
    const library = { type: 'plugin::upload.file', actions: ['find', 'create'] };
    const writer = { name: 'losing', grants: [reading, writing, library] };
    expect((await owner.api('POST', 'administrator-roles', writer)).status).to.equal(201);
    await on.becomes('losing');
    const id = await opened({ Body: [line('Words')], Text: 'Words' });
    const before = await valuesOf(id);
    const letCome = await holdAnswers();
    for (const name of ['Body', 'Text']) await give('paste', `#${name}`, [{ name: `late ${name}.png` }]);
    const narrowed = [reading, { ...writing, fields: ['Title'] }, library];
    const changed = await owner.api('PATCH', 'administrator-roles/losing', { grants: narrowed });
    expect(changed.status).to.equal(204);
    // The page asks for its rights anew when somebody signs in again.
    await on.page.deleteCookie(...(await on.page.cookies(`${on.world.url}/admin`)));
    await on.page.type('#Title', '!');
    await on.page.keyboard.press('Tab');
    await on.page.waitForSelector('dialog[open] #again-password');
    await on.page.type('#again-password', password);
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('#Text').readOnly`);
    await letCome();
    for (const name of ['Body', 'Text'])
      await on.holds(
        `document.querySelector('#${name}-field [role=alert]')?.textContent.includes('late ${name}.png')`,
      );
    await until(async () => (await valuesOf(id)).Title === 'Story!');
    const { Body, Text } = await valuesOf(id);
    expect({ Body, Text }).to.deep.equal({ Body: before.Body, Text: before.Text });
    expect(await on.page.$('#Body img')).to.equal(null);
    expect((await on.client.api('GET', 'media?search=late')).body.data).to.have.lengthOf(2);
    await on.isAccessible('late pictures');
  });

  it('report no error', () => expect(on.mistakes).to.deep.equal([]));
});
