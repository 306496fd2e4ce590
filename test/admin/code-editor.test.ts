import { expect } from 'chai';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const note = 'api::note.note';

const files = appFiles({
  contentTypes: [
    contentType(
      'note',
      'notes',
      { Title: { type: 'string' }, Extra: { type: 'json' }, Body: { type: 'blocks' } },
      drafts,
    ),
  ],
});

describe('the code editor of the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
  });
  after(() => screens?.stop());

  const opened = async (set: object): Promise<string> => {
    const { body } = await on.client.api('POST', `documents/${note}`, { set });
    const id = body.data.documentId as string;
    await on.open(`/content/${note}/${id}`, 'quire-code');
    await shown('Extra', '.cm-content[aria-label=Extra]');
    await on.page.waitForSelector('.blocks-text, quire-code#Body');
    return id;
  };
  const stored = async (id: string) =>
    (await on.client.api('GET', `documents/${note}/${id}`)).body.data.values.Extra;
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.down(key as 'Enter');
    for (const key of keys.toReversed()) await on.page.keyboard.up(key as 'Enter');
  };
  const inside = (expression: string) => `document.getElementById('Extra').shadowRoot${expression}`;
  /** A shadow root tells nobody of its changes. */
  const shown = (id: string, selector: string) =>
    on.holds(`document.getElementById('${id}')?.shadowRoot?.querySelector('${selector}') != null`);
  const lines = async () =>
    (await on.page.evaluate(
      `[...${inside(`.querySelectorAll('.cm-line')`)}].map((line) => line.textContent)`,
    )) as readonly string[];
  const content = (attribute: string) =>
    on.page.evaluate(inside(`.querySelector('.cm-content').getAttribute('${attribute}')`));

  it('edits JSON with the keyboard, and Tab leaves it', async () => {
    const id = await opened({ Title: 'Json', Extra: { a: [1, 2], b: null } });
    expect(await lines()).to.deep.equal(['{', '  "a": [', '    1,', '    2', '  ],', '  "b": null', '}']);
    await on.page.focus('#Title');
    await on.page.keyboard.press('Tab');
    await on.holds(`document.activeElement.id === 'Extra'`);
    await press('Control', 'Home');
    await press('Control', 'a');
    await on.page.keyboard.type('{"c": 3}');
    await on.page.keyboard.press('Tab');
    await on.holds(`document.activeElement.id !== 'Extra'`);
    await until(async () => JSON.stringify(await stored(id)) === '{"c":3}');
    await press('Shift', 'Tab');
    await on.holds(`document.activeElement.id === 'Extra'`);
    await on.page.evaluate(`document.querySelector('#Title').focus()`);
    await on.page.click('label[for=Extra]');
    await on.holds(`document.activeElement.id === 'Extra'`);
    await on.isAccessible('code editor');
  });

  it('marks the line that is wrong, and says why to readers of screens too', async () => {
    await opened({ Title: 'Wrong', Extra: { a: 1 } });
    await on.page.focus('#Extra');
    await press('Control', 'End');
    for (const key of ['ArrowUp', 'End']) await on.page.keyboard.press(key as 'End');
    await on.page.keyboard.type(' x');
    await on.page.waitForSelector('#Extra-typed');
    expect(await on.textOf('#Extra-typed')).to.match(/^Line 2, column 10: a comma/);
    await shown('Extra', '.cm-line.cm-wrong');
    expect(await on.page.evaluate(inside(`.querySelector('.cm-line.cm-wrong').textContent`))).to.contain(
      '1 x',
    );
    expect(await content('aria-invalid')).to.equal('true');
    expect(await content('aria-description')).to.match(/^Line 2/);
    await on.isAccessible('code editor wrong');
    await on.page.keyboard.press('Backspace');
    await on.page.keyboard.press('Backspace');
    await on.holds(`document.getElementById('Extra-typed') === null`);
    expect(await content('aria-invalid')).to.equal(null);
  });

  it('folds what stands between brackets', async () => {
    await opened({ Title: 'Folds', Extra: { a: { b: [1, 2, 3] }, c: 1 } });
    await on.page.focus('#Extra');
    await press('Control', 'Home');
    await on.page.keyboard.press('ArrowDown');
    await press('Control', 'Shift', '{');
    await shown('Extra', '.cm-foldPlaceholder');
    expect(await lines()).to.have.length(4);
    await on.picture('code folded');
    await press('Control', 'Shift', '}');
    await until(async () => (await lines()).length === 10);
  });

  it('leaves undo to the entry, but for a text that is no value yet', async () => {
    const id = await opened({ Title: 'Undo', Extra: { a: 1 } });
    await on.page.type('#Title', '!');
    await on.page.focus('#Extra');
    await press('Control', 'a');
    await on.page.keyboard.type('[7]');
    await until(async () => JSON.stringify(await stored(id)) === '[7]');
    await press('Control', 'a');
    await on.page.keyboard.type('[8');
    await on.page.waitForSelector('#Extra-typed');
    // Only here: the title stays.
    await press('Control', 'z');
    await on.holds(`document.getElementById('Extra-typed') === null`);
    expect(await lines()).to.deep.equal(['[7]']);
    await press('Control', 'z');
    await until(async () => (await lines()).join(' ') === '{   "a": 1 }');
    await press('Control', 'z');
    await on.holds(`document.querySelector('#Title').value === 'Undo'`);
    await press('Control', 'Shift', 'z');
    await press('Control', 'Shift', 'z');
    await until(async () => (await lines()).join(' ') === '[7]');
    await until(async () => JSON.stringify(await stored(id)) === '[7]');
  });

  it('is there for what the blocks editor cannot read, and for readers who may not write', async () => {
    await opened({ Title: 'Blocks', Body: [{ type: 'list', format: 'ordered', children: [] }] });
    await shown('Body', '.cm-content');
    await on.page.setViewport({ width: 360, height: 720 });
    await on.isAccessible('code editor narrow');
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('reports no error and breaks no rule of its content security policy', () => {
    expect(on.mistakes).to.deep.equal([]);
  });
});
