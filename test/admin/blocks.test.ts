import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import type { Json } from '../../src/domain/schema/schema.js';
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
        Body: { type: 'blocks' },
        Note: { type: 'string' },
        Parts: { type: 'component', component: 'parts.text', repeatable: true },
      },
      drafts,
    ),
  ],
  components: [component('parts.text', { Words: { type: 'blocks' } })],
});

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';
const text = (given: string, more: object = {}) => ({ type: 'text', text: given, ...more });
const paragraph = (...children: readonly object[]) => ({ type: 'paragraph', children });
const item = (given: string) => ({ type: 'list-item', children: [text(given)] });

describe('the blocks editor', function () {
  this.timeout(120_000);
  let screens: ScreenWorld;

  before(async function () {
    const opened = await openScreens(files);
    if (opened === undefined) return this.skip();
    screens = opened;
  });
  after(() => screens?.stop());

  const made = async (Body: unknown): Promise<string> =>
    (await screens.client.api('POST', `documents/${story}`, { set: { Title: 'Story', Body } })).body.data
      .documentId as string;
  const open = (id: string): Promise<void> => screens.open(`/content/${story}/${id}`, '#Body');
  const body = async (id: string): Promise<Json> =>
    (await screens.client.api('GET', `documents/${story}/${id}`)).body.data.values.Body as Json;
  /** Asks again until it holds; the time limit of the test ends it. */
  const becomes = async (id: string, expected: unknown): Promise<void> => {
    const wanted = JSON.stringify(expected);
    for (let tries = 0; tries < 200; tries += 1) {
      if (JSON.stringify(await body(id)) === wanted) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(await body(id)).to.deep.equal(expected);
  };
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await screens.page.keyboard.down(key as 'Enter');
    for (const key of keys.toReversed()) await screens.page.keyboard.up(key as 'Enter');
  };
  const type = (given: string): Promise<void> => screens.page.keyboard.type(given);
  const focusEnd = async (): Promise<void> => {
    await screens.page.focus('#Body');
    await press('Control', 'End');
    // The browser says in a task of its own that the caret has moved.
    await screens.page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
  };
  const pasteHtml = (html: string): Promise<unknown> =>
    screens.page.evaluate(`{
      const data = new DataTransfer();
      data.setData('text/html', ${JSON.stringify(html)});
      document.querySelector('#Body').dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }`);

  it('writes what is typed as in Markdown, by keyboard alone', async () => {
    const id = await made(null);
    await open(id);
    await screens.page.focus('#Body');
    await type('# Title');
    await press('Enter');
    await type('A **bold** and _slanted_ `word`, ~~gone~~.');
    await press('Enter');
    await type('- one');
    await press('Enter');
    await press('Tab');
    await type('deeper');
    await press('Enter');
    await press('Shift', 'Tab');
    await type('two');
    await press('Enter');
    await press('Enter');
    await type('> said');
    await press('Enter');
    await type('1. first');
    await press('Enter');
    await press('Backspace');
    await type('``` select 1;');
    await press('Enter');
    await type('select 2;');
    await press('Enter');
    await press('Enter');
    await type('line');
    await press('Shift', 'Enter');
    await type('break');
    await press('Control', 's');
    await becomes(id, [
      { type: 'heading', level: 1, children: [text('Title')] },
      paragraph(
        text('A '),
        text('bold', { bold: true }),
        text(' and '),
        text('slanted', { italic: true }),
        text(' '),
        text('word', { code: true }),
        text(', '),
        text('gone', { strikethrough: true }),
        text('.'),
      ),
      {
        type: 'list',
        format: 'unordered',
        children: [
          item('one'),
          { type: 'list', indentLevel: 1, format: 'unordered', children: [item('deeper')] },
          item('two'),
        ],
      },
      { type: 'quote', children: [text('said')] },
      { type: 'list', format: 'ordered', children: [item('first')] },
      { type: 'code', children: [text('select 1;\nselect 2;')] },
      paragraph(text('line\nbreak')),
    ]);
    await screens.isAccessible('blocks');
  });

  it('has a menu behind a slash, and tools in one stop of the Tab key', async () => {
    const id = await made(null);
    await open(id);
    await screens.page.focus('#Body');
    await type('/head');
    await screens.page.waitForSelector('[role=listbox] [role=option]');
    await screens.holds(
      `document.getElementById(document.querySelector('#Body').getAttribute('aria-activedescendant'))?.textContent === 'Heading 1'`,
    );
    await screens.isAccessible('blocks menu');
    await press('ArrowDown');
    await press('Enter');
    await type('Second');
    await press('Alt', 'F10');
    await screens.holds(`document.activeElement.closest('[role=toolbar]') !== null`);
    await press('ArrowRight');
    await screens.holds(`document.activeElement.getAttribute('aria-label') === 'Bold'`);
    await press('End');
    await screens.holds(`document.activeElement.getAttribute('aria-label') === 'Image'`);
    expect(await screens.page.$$eval('[role=toolbar] [tabindex="0"]', (stops) => stops.length)).to.equal(1);
    await press('Escape');
    await screens.holds(`document.activeElement.id === 'Body'`);
    await press('Control', 'b');
    await screens.holds(
      `document.querySelector('[aria-label=Bold]').getAttribute('aria-pressed') === 'true'`,
    );
    await type('!');
    await press('Shift', 'Home');
    await screens.clickNamed('Link');
    await screens.page.waitForSelector('.blocks-link input');
    await type('javascript:alert(1)');
    await press('Enter');
    await screens.page.waitForSelector('.blocks-link .fault');
    await screens.picture('blocks link');
    await press('Control', 'a');
    await type('example.com/a');
    await press('Enter');
    await press('Control', 's');
    await becomes(id, [
      {
        type: 'heading',
        level: 2,
        children: [
          {
            type: 'link',
            url: 'https://example.com/a',
            children: [text('Second'), text('!', { bold: true })],
          },
        ],
      },
    ]);
    await press('Control', 'z');
    await press('Control', 'z');
    await screens.holds(`document.querySelector('#Body a') === null`);
  });

  it('keeps what nobody edits as it was, with unknown keys and hostile texts', async () => {
    const before = [
      { type: 'paragraph', id: 'p1', children: [text('', {}), text(hostile, { bold: false, color: 'red' })] },
      {
        type: 'paragraph',
        children: [{ type: 'link', url: 'javascript:alert(1)', rel: 'x', children: [text('press')] }],
      },
      {
        type: 'image',
        image: { url: 'https://elsewhere.example/a.png', name: hostile },
        children: [text('')],
      },
      { type: 'list', format: 'ordered', style: 'a', children: [item('x')] },
    ];
    const id = await made([...before, paragraph(text('end'))]);
    await open(id);
    expect(await screens.textOf('#Body p')).to.equal(hostile);
    expect(await screens.page.$('#Body a[href]')).to.equal(null);
    await focusEnd();
    await type('ed');
    await press('Control', 's');
    await becomes(id, [...before, paragraph(text('ended'))]);
    expect(await screens.page.title()).to.equal('Story – Quire');
  });

  it('cleans what is pasted', async () => {
    const id = await made(null);
    await open(id);
    await screens.page.focus('#Body');
    await pasteHtml(
      `<html><head><style>p { color: red }</style></head><body><!--StartFragment-->
<h2 style="margin:0" onclick="document.title=1">Report</h2>
<p class="MsoNormal" style="color:red"><b>Bold</b> and <span style="font-weight:700">heavy</span><o:p></o:p></p>
<ul><li>one<ul><li>two</li></ul></li></ul>
<p><a href="javascript:alert(1)">bad</a> <a href="https://example.com/">good</a><img src="https://elsewhere.example/x.png" onerror="document.title=2"></p>
<script>document.title=3</script><!--EndFragment--></body></html>`,
    );
    await press('Control', 's');
    await becomes(id, [
      { type: 'heading', level: 2, children: [text('Report')] },
      paragraph(text('Bold', { bold: true }), text(' and '), text('heavy', { bold: true })),
      {
        type: 'list',
        format: 'unordered',
        children: [item('one'), { type: 'list', format: 'unordered', children: [item('two')] }],
      },
      paragraph(text('bad '), { type: 'link', url: 'https://example.com/', children: [text('good')] }),
    ]);
    expect(await screens.page.title()).to.equal('Story – Quire');
  });

  it('pastes each row of a table as a line, and what follows code as it was', async () => {
    const id = await made(null);
    await open(id);
    await screens.page.focus('#Body');
    await pasteHtml(
      `<table>
<tbody>
<tr><th>Town</th><th>People</th></tr>
<tr><td></td></tr>
<tr><td><p><b>Bern</b></p></td>\n<td><p>134 000</p><p>counted</p></td></tr>
</tbody></table>
<pre><code>select 1;\nselect 2;</code></pre><p>after</p>`,
    );
    await press('Control', 's');
    await becomes(id, [
      paragraph(text('Town | People')),
      paragraph(text('')),
      paragraph(text('Bern', { bold: true }), text(' | 134 000 counted')),
      { type: 'code', children: [text('select 1;\nselect 2;')] },
      paragraph(text('after')),
    ]);
  });

  it('shows what it cannot read as JSON, and leaves it alone', async () => {
    const value = [{ type: 'list', format: 'ordered', children: [] }];
    const id = await made(value);
    await screens.open(`/content/${story}/${id}`, 'quire-code#Body');
    await screens.page.type('#Note', 'noted');
    await press('Control', 's');
    await screens.holds(`/^Saved/.test(document.querySelector('.save-state [role=status]').textContent)`);
    expect(await body(id)).to.deep.equal(value);
    await screens.isAccessible('blocks as json');
  });

  it('keeps the caret while others save, and takes their value where it is chosen', async () => {
    const id = await made([paragraph(text('first'))]);
    await open(id);
    await focusEnd();
    await screens.client.api('PATCH', `documents/${story}/${id}`, { set: { Note: 'theirs' } });
    await type(' mine');
    await press('Control', 's');
    await becomes(id, [paragraph(text('first mine'))]);
    await screens.holds(`document.querySelector('#Note').value === 'theirs'`);
    await type(' too');
    await press('Control', 's');
    await becomes(id, [paragraph(text('first mine too'))]);
    await screens.client.api('PATCH', `documents/${story}/${id}`, {
      set: { Body: [paragraph(text('theirs'))] },
    });
    await type('!');
    await press('Control', 's');
    await screens.page.waitForSelector('.conflict');
    await screens.clickNamed('Take the saved Body');
    await screens.holds(`document.querySelector('#Body').textContent === 'theirs'`);
  });

  it('puts images of the library between blocks', async () => {
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const sent = await fetch(`${screens.world.url}/admin/api/media?name=dot.png`, {
      method: 'POST',
      body: new Uint8Array(png),
      headers: {
        'Content-Type': 'application/octet-stream',
        'X-Quire-Csrf': screens.client.csrf,
        Origin: screens.world.url,
        Cookie: Object.entries(screens.client.cookies)
          .map(([name, value]) => `${name}=${value}`)
          .join('; '),
      },
    });
    expect(sent.status).to.equal(201);
    const id = await made([paragraph(text('above'))]);
    await open(id);
    await focusEnd();
    await press('Enter');
    await type('/image');
    await press('Enter');
    await screens.page.waitForSelector('[role=dialog] .option');
    await press('ArrowDown');
    await screens.holds(`document.querySelector('[role=dialog] [data-focused]') !== null`);
    await press('Enter');
    expect(await screens.page.evaluate('document.activeElement.id')).to.equal('Body');
    await type('below');
    await press('Control', 's');
    await screens.holds(`/^Saved/.test(document.querySelector('.save-state [role=status]').textContent)`);
    const [above, image, below] = (await body(id)) as unknown as readonly { readonly image: MediaFile }[];
    expect([above, below]).to.deep.equal([paragraph(text('above')), paragraph(text('below'))]);
    expect(image?.image.name).to.equal('dot.png');
    expect(image?.image.url).to.match(/^\/uploads\//);
    await screens.isAccessible('blocks image');
  });

  it('shows tools together with the text that they are for', async () => {
    const { identifier } = await screens.page.evaluateOnNewDocument(`
      globalThis.toolsOfNothing = 0;
      new MutationObserver(() => {
        for (const tools of document.querySelectorAll('.blocks-tools'))
          if (document.getElementById(tools.getAttribute('aria-controls')) === null) toolsOfNothing += 1;
      }).observe(document, { childList: true, subtree: true });
    `);
    await open(await made([paragraph(text('One'))]));
    expect(await screens.page.$$('.blocks-tools')).to.have.lengthOf(1);
    expect(await screens.page.evaluate('toolsOfNothing')).to.equal(0);
    await screens.page.removeScriptToEvaluateOnNewDocument(identifier);
  });

  it('keeps its text in sight where the entry becomes read-only', async () => {
    const id = await made([paragraph(text('Words'))]);
    await open(id);
    const path = `documents/${story}/${id}`;
    /** The entry came into a state that the role may not change. */
    const closes = async (request: HTTPRequest): Promise<void> => {
      if (request.method() !== 'PATCH') return request.continue();
      const sent: unknown = JSON.parse(request.postData() ?? '{}');
      const { status, body: answer } = await screens.client.api('PATCH', path, sent);
      answer.data.may.update = false;
      await request.respond({ status, contentType: 'application/json', body: JSON.stringify(answer) });
    };
    const listen = (request: HTTPRequest): void => void closes(request);
    await screens.page.setRequestInterception(true);
    screens.page.on('request', listen);
    await focusEnd();
    await type('!');
    await screens.page.waitForSelector('#Body[contenteditable=false]');
    screens.page.off('request', listen);
    await screens.page.setRequestInterception(false);
    expect(await screens.textOf('#Body')).to.equal('Words!');
  });

  it('is there inside of components, and for readers who may not write', async () => {
    const id = await made([paragraph(text('read me'))]);
    await open(id);
    await screens.clickNamed('Add parts.text');
    await screens.page.waitForSelector('#Parts\\.0\\.Words');
    await screens.page.focus('#Parts\\.0\\.Words');
    await type('inside');
    await press('Control', 's');
    await screens.holds(`/^Saved/.test(document.querySelector('.save-state [role=status]').textContent)`);
    const { values } = (await screens.client.api('GET', `documents/${story}/${id}`)).body.data;
    expect(values.Parts[0].Words).to.deep.equal([paragraph(text('inside'))]);
    await screens.page.setViewport({ width: 360, height: 720 });
    await open(id);
    await screens.isAccessible('blocks narrow');
    await screens.page.evaluate(`document.documentElement.dir = 'rtl'`);
    await screens.picture('blocks right to left');
    await screens.page.setViewport({ width: 1440, height: 900 });
    const owner = await screens.becomes('owner');
    const actions = ['find', 'findOne', 'findDrafts'];
    await owner.api('POST', 'administrator-roles', { name: 'reader', grants: [{ type: story, actions }] });
    await screens.becomes('reader');
    await open(id);
    await screens.page.waitForSelector('#Body[aria-readonly=true]');
    expect(await screens.page.$('[role=toolbar]')).to.equal(null);
    await screens.isAccessible('blocks read-only');
  });

  it('reports no error and breaks no rule of its content security policy', () => {
    expect(screens.mistakes).to.deep.equal([]);
  });
});
