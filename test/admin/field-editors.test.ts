import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import {
  begun,
  fenced,
  linked,
  marked,
  withImage,
  type MarkdownCommand,
} from '../../src/adapters/delivery/admin/page/entry/fields/markdown/edit-markdown.js';
import { strengthOf } from '../../src/adapters/delivery/admin/page/entry/fields/strength-of.js';
import { formOf } from '../../src/adapters/delivery/admin/page/entry/fields/text-forms.js';
import { exactNumber } from '../../src/adapters/delivery/admin/page/entry/fields/typed-number.js';
import { appFiles, component, contentType, drafts, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const [post, tag] = ['api::post.post', 'api::tag.tag'];

const quote = component('parts.quote', {
  Text: { type: 'text' },
  Who: { type: 'string' },
  Key: { type: 'password' },
});

const files = appFiles({
  contentTypes: [
    contentType(
      'post',
      'posts',
      {
        Title: { type: 'string' },
        Text: { type: 'richtext' },
        Words: { type: 'array' },
        Price: { type: 'decimal', min: 0, max: 1_000_000 },
        Views: { type: 'biginteger' },
        Parts: { type: 'dynamiczone', components: ['parts.quote', 'parts.links'] },
      },
      drafts,
    ),
    contentType('tag', 'tags', { Label: { type: 'string' } }),
  ],
  components: [
    {
      ...quote,
      definition: {
        ...quote.definition,
        info: { displayName: 'parts.quote', description: 'What somebody has said', icon: 'quote' },
      },
    },
    component('parts.links', { Tags: relation('oneToMany', 'tag') }),
  ],
});

describe('a command for Markdown', () => {
  /** `[` and `]` are where the selection begins and ends. */
  const ran = (command: MarkdownCommand, given: string): string => {
    const [before = '', inside = '', after = ''] = given.split('|');
    const from = before.length;
    const {
      text,
      from: start,
      to,
    } = command({
      text: before + inside + after,
      from,
      to: from + inside.length,
    });
    return `${text.slice(0, start)}|${text.slice(start, to)}|${text.slice(to)}`;
  };

  it('marks what is selected, and takes the mark away', () => {
    expect(ran(marked('**'), 'a |bold| word')).to.equal('a **|bold|** word');
    expect(ran(marked('**'), 'a **|bold|** word')).to.equal('a |bold| word');
    expect(ran(marked('_'), '||')).to.equal('_||_');
  });

  it('begins the lines that are selected', () => {
    expect(
      ran(
        begun(() => '- '),
        'x\n|a\nb|\ny',
      ),
    ).to.equal('x\n|- a\n- b|\ny');
    expect(
      ran(
        begun(() => '- '),
        '|- a\n- b|',
      ),
    ).to.equal('|a\nb|');
    expect(
      ran(
        begun((line) => `${line + 1}. `),
        '|- a\n- b|',
      ),
    ).to.equal('|1. a\n2. b|');
    expect(
      ran(
        begun(() => '## '),
        'a tit||le',
      ),
    ).to.equal('## a tit||le');
    expect(
      ran(
        begun(() => '## '),
        '## ||',
      ),
    ).to.equal('||');
  });

  it('makes links, code and images', () => {
    expect(ran(linked, 'see |this| page')).to.equal('see [this](|https://|) page');
    expect(ran(linked, 'see || page')).to.equal('see [||](https://) page');
    expect(ran(fenced, 'a\n|b|\nc')).to.equal('a\n```\n|b|\n```\nc');
    expect(ran(withImage('a [b]', '/uploads/a (1).png'), '||')).to.equal(
      '![a  b ](/uploads/a%20(1%29.png)||',
    );
  });
});

describe('a number as it is typed', () => {
  const german = { group: '.', decimal: ',' };
  const [english, french] = [
    { group: ',', decimal: '.' },
    { group: '\u202F', decimal: ',' },
  ];

  it('is exact in the separators of each language, and one point is that of JSON', () => {
    expect(exactNumber(' 1.234,50 ', german)).to.equal('1234.50');
    expect(exactNumber('1.234.567', german)).to.equal('1234567');
    expect(exactNumber('1.234', german)).to.equal('1.234');
    expect(exactNumber('0,1', german)).to.equal('0.1');
    expect(exactNumber('1,234.5', english)).to.equal('1234.5');
    expect(exactNumber('1,5', english)).to.equal('1,5');
    expect(exactNumber('1\u202F234\u202F567,8', french)).to.equal('1234567.8');
    expect(exactNumber('١٬٢٣٤٫٥', { group: '٬', decimal: '٫' })).to.equal('1234.5');
    expect(exactNumber('12345678901234567890.123', english)).to.equal('12345678901234567890.123');
    expect(exactNumber('1.2.3', german)).to.equal('1.2.3');
    expect(exactNumber('abc', german)).to.equal('abc');
  });

  it('has two digits after the point as a decimal, and no more in all than a number can have', () => {
    const { parse, faultIn } = formOf({ type: 'decimal', required: false });
    const typed = ['19.990', '10e-3', '1234567890123456.78', '19.999', '1.00000000000000000001', '1e-3'];
    const places = 'At most 2 digits after the decimal point can be saved';
    expect(typed.map((text) => parse(text) ?? faultIn?.(text))).to.deep.equal([
      '19.990',
      '10e-3',
      'This number has more digits than can be saved',
      places,
      places,
      places,
    ]);
  });

  it('is left to the server where it is none', () => {
    const typed = ['0x10', '0b11', 'abc', 'Infinity', '1e999'];
    for (const type of ['decimal', 'float', 'integer'] as const)
      expect(typed.map(formOf({ type, required: false }).parse)).to.deep.equal(typed);
  });
});

describe('the strength of a password', () => {
  it('grows with its length and with what it is made of, and not by rows', () => {
    expect(
      ['secret', 'aaaaaaaaaaaaaaaaaaaaaaaa', 'abcdefghijklmnop', '123456789012'].map(strengthOf),
    ).to.deep.equal(['weak', 'weak', 'weak', 'weak']);
    expect(
      ['qeoxuwbga', 'qeoxuwbgatiw', 'qE4x!wBg7tiW', 'kailua kitchen opens at dawn'].map(strengthOf),
    ).to.deep.equal(['fair', 'fair', 'good', 'strong']);
  });
});

describe('the editors of attributes in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
  });
  after(() => screens?.stop());

  const made = async (set: object, uid = post): Promise<string> =>
    (await on.client.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;
  const opened = async (set: object): Promise<string> => {
    const id = await made({ Title: 'Post', ...set });
    await on.open(`/content/${post}/${id}`, '#Title');
    for (const fetched of ['#Text', '#Words-field']) await on.page.waitForSelector(fetched);
    return id;
  };
  const stored = async (id: string) =>
    (await on.client.api('GET', `documents/${post}/${id}`)).body.data.values;
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.down(key as 'Enter');
    for (const key of keys.toReversed()) await on.page.keyboard.up(key as 'Enter');
  };
  const choose = async (menu: string, goal: string): Promise<void> => {
    await on.clickNamed(`More for ${menu}`);
    await on.page.waitForSelector('.menu-items');
    await on.clickNamed(goal);
  };

  it('write Markdown with tools and keys, and show it as elements', async () => {
    const id = await opened({});
    await on.page.type('#Text', 'bold');
    await press('Control', 'a');
    // The caret has its place in the same step, for who types on at once.
    const marked = await on.page.evaluate(`(() => {
      const field = document.activeElement;
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'b', ctrlKey: true, bubbles: true }));
      return [field.value, field.selectionStart, field.selectionEnd];
    })()`);
    expect(marked).to.deep.equal(['**bold**', 2, 6]);
    await on.page.keyboard.press('ArrowRight');
    await press('Control', 'End');
    await on.page.keyboard.type(
      '\n<b>html</b> [evil](javascript:alert(1)) ![far](https://example.com/x.png)\n',
    );
    await press('Alt', 'F10');
    await on.holds(`document.activeElement.getAttribute('aria-label') === 'Heading'`);
    await on.page.keyboard.press('End');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('.markdown-preview strong');
    expect(await on.page.$('.markdown-preview :is(b, img, a)')).to.equal(null);
    expect(await on.textOf('.markdown-preview')).to.contain('<b>html</b> evil [Image: far]');
    await on.isAccessible('markdown');
    await on.page.keyboard.press('Escape');
    await on.holds(`document.activeElement.id === 'Text'`);
    await press('Control', 'z');
    await until(async () => (await stored(id)).Text === '**bold**');
    await on.page.setViewport({ width: 360, height: 800 });
    await on.isAccessible('markdown narrow');
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('edit lists of texts value by value, and other lists as JSON', async () => {
    const id = await opened({ Words: ['one', 'two'] });
    const words = async () => JSON.stringify((await stored(id)).Words);
    await on.page.focus('#Words-field li:nth-child(2) input');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.activeElement.getAttribute('aria-label') === 'Words, value 3'`);
    await on.page.keyboard.type('three');
    await press('Alt', 'Home');
    await until(async () => (await words()) === '["three","one","two"]');
    await on.isAccessible('array');
    await on.clickNamed('Remove one');
    await until(async () => (await words()) === '["three","two"]');
    await on.clickNamed('Edit as JSON');
    await on.page.waitForSelector('quire-code#Words');
    await on.page.focus('#Words');
    await press('Control', 'a');
    await on.page.keyboard.type('[1, "a"]');
    await until(async () => (await words()) === '[1,"a"]');
    await on.page.reload();
    await on.page.waitForSelector('quire-code#Words');
  });

  it('take numbers as they are written, and lose no digit', async () => {
    const id = await opened({});
    await on.page.type('#Price', '1,234.50');
    await on.page.type('#Views', '1,234,567,890,123,456,789');
    expect(await on.textOf('#Price-hint')).to.equal('1,234.5 · 0 to 1,000,000');
    expect(await on.textOf('#Views-hint')).to.equal('1,234,567,890,123,456,789');
    await press('Control', 's');
    await until(async () => (await stored(id)).Views === '1234567890123456789');
    expect(String((await stored(id)).Price)).to.match(/^1234\.50?$/);
  });

  it('add, duplicate, copy and paste components, also into another entry', async () => {
    const label = await made({ Label: 'Red' }, tag);
    const id = await opened({
      Parts: [
        { __component: 'parts.quote', Text: 'first', Who: 'me' },
        { __component: 'parts.links', Tags: [label] },
      ],
    });
    const parts = async (of = id) =>
      (await stored(of)).Parts.map((one: { Text?: string; Tags?: { items: { label: string }[] } }) =>
        one.Tags === undefined ? one.Text : one.Tags.items.map((link) => link.label).join(),
      ).join(' ');
    await choose('parts.quote first', 'Duplicate');
    await until(async () => (await parts()) === 'first first Red');
    await choose('parts.links Red', 'Duplicate');
    await until(async () => (await parts()) === 'first first Red Red');
    await choose('parts.links Red', 'Add one above');
    await on.page.waitForSelector('[role=dialog] .palette-option');
    await on.isAccessible('palette');
    expect(await on.textOf('[role=dialog] .options')).to.contain('What somebody has said');
    expect(await on.page.$$eval('.palette-icon', (all) => all.length)).to.equal(2);
    await on.page.keyboard.type('somebody');
    await on.holds(`document.querySelectorAll('[role=dialog] .palette-option').length === 1`);
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('#Parts\\.2\\.Text');
    await on.page.type('#Parts\\.2\\.Text', 'between');
    await until(async () => (await parts()) === 'first first between Red Red');
    await choose('parts.quote between', 'Copy');
    const other = await opened({});
    await on.clickNamed('Paste parts.quote');
    await until(async () => (await parts(other)) === 'between');
    expect(await on.page.evaluate('document.activeElement.id')).to.equal('Parts.0');
    await on.isAccessible('pasted');
    expect(await on.page.evaluate('JSON.stringify(localStorage)')).to.not.contain('Key');
  });

  it('set passwords inside of components, and keep those that nobody types', async () => {
    const id = await opened({ Parts: [{ __component: 'parts.quote', Text: 'door' }] });
    const sent: string[] = [];
    const note = (request: HTTPRequest): void =>
      void (request.method() === 'PATCH' && sent.push(request.postData() ?? ''));
    on.page.on('request', note);
    await on.page.type('[id="Parts.0.Key"]', 'open sesame');
    expect(await on.page.evaluate('JSON.stringify(localStorage)')).to.not.contain('sesame');
    await on.page.focus('[id="Parts.0.Who"]');
    await on.holds(`document.querySelector('[id="Parts.0.Key"]').value === ''`);
    await until(async () => sent.some((body) => body.includes('"Key":"open sesame"')));
    expect(await on.page.evaluate('JSON.stringify(localStorage)')).to.not.contain('sesame');
    sent.length = 0;
    await on.page.type('[id="Parts.0.Who"]', 'me');
    await until(async () => (await stored(id)).Parts[0].Who === 'me');
    await press('Control', 'z');
    await until(async () => (await stored(id)).Parts[0].Who === null);
    expect(sent.join()).to.not.contain('"Key"');
    await on.isAccessible('password in a component');
    on.page.off('request', note);
  });

  it('put the component that was copied into other entries, from their list', async () => {
    const id = await made({ Title: 'Many' });
    await on.open(`/content/${post}?search=Many`, '.rows tr');
    await on.holds(`document.querySelectorAll('.rows tr').length === 1`);
    await on.page.focus('.rows th a');
    await on.page.keyboard.press('x');
    await on.clickNamed('Set a value');
    await on.page.waitForSelector('dialog[open] .set select');
    await on.page.select('dialog[open] .set select', 'Parts');
    await on.page.click('dialog[open] .set .choice input');
    await on.isAccessible('component in bulk');
    await on.clickNamed('Set it in 1 entry');
    await on.holds(`document.querySelector('dialog[open]')?.textContent.includes('1 entry changed.')`);
    const [part, ...others] = (await stored(id)).Parts as readonly object[];
    expect(part).to.include({ __component: 'parts.quote', Text: 'between' });
    expect(others).to.deep.equal([]);
  });

  it('speak the language of the page, from right to left', async () => {
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: on.world.url });
    await opened({ Text: '- واحد', Words: ['أ'], Price: '123456.25' });
    expect(await on.textOf('#Text-hint')).to.equal('Markdown. Alt F10 ينقل إلى الأدوات.');
    await on.page.click('.markdown [aria-pressed=false]');
    await on.page.waitForSelector('.markdown-preview li');
    expect(await on.page.$eval('.markdown-preview ul', (list) => getComputedStyle(list).direction)).to.equal(
      'rtl',
    );
    await on.isAccessible('editors right to left');
    await on.page.deleteCookie({ name: 'quire_admin_language', url: on.world.url });
  });

  it('report no error and break no rule of the content security policy', () => {
    expect(on.mistakes).to.deep.equal([]);
  });
});
