import { expect } from 'chai';
import { appFiles, component, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const [place, story] = ['api::place.place', 'api::story.story'];

const attributes = {
  Name: { type: 'string' },
  Opened: { type: 'date' },
  Seen: { type: 'date' },
  At: { type: 'datetime' },
  Hour: { type: 'time' },
  Tags: { type: 'json' },
  Parts: { type: 'component', component: 'parts.note', repeatable: true },
};

const files = appFiles({
  contentTypes: [
    contentType('place', 'places', attributes),
    contentType('story', 'stories', attributes, drafts),
  ],
  components: [
    component('parts.note', { Text: { type: 'string' }, On: { type: 'date' }, More: { type: 'json' } }),
  ],
});

interface Values {
  readonly [name: string]: unknown;
}

describe('what is typed and has no value, in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
  });
  after(() => screens?.stop());

  const made = async (uid: string, set: Values): Promise<string> =>
    (await on.client.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;
  const stored = async (uid: string, id: string): Promise<Values> =>
    (await on.client.api('GET', `documents/${uid}/${id}`)).body.data.values as Values;
  const opened = async (uid: string, set: Values): Promise<string> => {
    const id = await made(uid, set);
    await on.open(`/content/${uid}/${id}`, '#Opened');
    return id;
  };
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.down(key as 'Enter');
    for (const key of keys.toReversed()) await on.page.keyboard.up(key as 'Enter');
  };
  const type = async (field: string, text: string): Promise<void> => {
    await on.page.focus(`#${CSS_ID(field)}`);
    await on.page.keyboard.type(text);
  };
  const CSS_ID = (id: string): string => id.replaceAll('.', '\\.');
  const isMarked = (id: string) =>
    on.holds(
      `document.getElementById('${id}').getAttribute('aria-invalid') === 'true' &&
       document.getElementById('${id}-field').querySelectorAll('.fault').length === 1`,
    );
  const says = (words: string) =>
    on.holds(`document.querySelector('.save-state').textContent.includes(${JSON.stringify(words)})`);
  /** The page asks only after it was touched, and the browser of the test says yes. */
  const leaves = async (): Promise<boolean> => {
    let isAsked = false;
    const hears = (): void => void (isAsked = true);
    on.page.on('dialog', hears);
    await on.page.reload();
    await on.page.waitForSelector('#Opened');
    on.page.off('dialog', hears);
    return isAsked;
  };

  for (const uid of [place, story])
    it(`leaves the stored date where a typed one does not exist, in ${uid}`, async () => {
      const id = await opened(uid, { Name: 'Inn', Opened: '2006-12-18' });
      await type('Opened', '02312025');
      await type('Seen', '0231');
      await type('Name', 'x');
      await press('Control', 's');
      await isMarked('Opened');
      await isMarked('Seen');
      await says('2 fields not saved');
      expect(await on.textOf('#Opened-field .fault')).to.contain('not complete, or does not exist');
      const { Name, Opened, Seen } = await stored(uid, id);
      expect([Name, Opened, Seen]).to.deep.equal(['Innx', '2006-12-18', null]);
      await type('Opened', '02282025');
      await type('Seen', '02282025');
      await press('Control', 's');
      await says('Saved');
      const now = await stored(uid, id);
      expect([now['Opened'], now['Seen']]).to.deep.equal(['2025-02-28', '2025-02-28']);
    });

  it('leaves the stored date where a part of it is deleted, and empties it where all are', async () => {
    const id = await opened(place, { Opened: '2006-12-18' });
    await on.page.focus('#Opened');
    await press('Delete');
    await press('Control', 's');
    await isMarked('Opened');
    expect((await stored(place, id))['Opened']).to.equal('2006-12-18');
    await on.page.evaluate('document.activeElement.blur()');
    await on.page.focus('#Opened');
    for (const key of ['Delete', 'ArrowRight', 'Delete', 'ArrowRight', 'Delete']) await press(key);
    await press('Control', 's');
    await says('Saved');
    expect((await stored(place, id))['Opened']).to.equal(null);
  });

  it('takes a time without seconds, and keeps seconds that there are', async () => {
    const At = '2026-03-04T09:30:15.120Z';
    const id = await opened(place, { At, Hour: '08:15:20' });
    await type('Name', 'Inn');
    await press('Control', 's');
    await says('Saved');
    const kept = await stored(place, id);
    expect([kept['At'], String(kept['Hour']).slice(0, 8)]).to.deep.equal([At, '08:15:20']);
    await type('At', '05');
    await press('Control', 's');
    await on.holds(`document.querySelector('.publish-bar .button').disabled`);
    expect((await stored(place, id))['At']).to.equal('2026-05-04T09:30:15.120Z');
    const other = await opened(place, {});
    await type('At', '03042026');
    await press('Tab');
    await on.page.keyboard.type('0930AM');
    await type('Hour', '0815AM');
    await press('Control', 's');
    await says('Saved');
    const { At: at, Hour } = await stored(place, other);
    expect([new Date(String(at)).getMinutes(), String(Hour).slice(0, 5)]).to.deep.equal([30, '08:15']);
  });

  it('says which time is used where one does not exist, or twice', async () => {
    await on.page.emulateTimezone('Europe/Berlin');
    const id = await opened(place, {});
    const noteHas = (words: string) =>
      on.holds(`document.querySelector('#At-field [role=status]').textContent.includes('${words}')`);
    await type('At', '03282027');
    await press('Tab');
    await on.page.keyboard.type('0230AM');
    await noteHas('02:30 does not exist on that day in Europe/Berlin: 03:30 is used');
    await on.isAccessible('a time that does not exist');
    await press('Control', 's');
    await says('Saved');
    expect((await stored(place, id))['At']).to.equal('2027-03-28T01:30:00.000Z');
    await on.page.evaluate('document.activeElement.blur()');
    await type('At', '10312027');
    await noteHas('happens twice');
    await on.open(`/content/${story}/${await made(story, { Name: 'Planned' })}`, '#Name');
    await on.clickNamed('Publish at…');
    await on.page.waitForSelector('#plan-time');
    await on.page.focus('#plan-time');
    await on.page.keyboard.type('03282027');
    await press('Tab');
    await on.page.keyboard.type('0230AM');
    await on.holds(`document.querySelector('dialog[open]').textContent.includes('03:30 is used')`);
    await press('Escape');
    await on.page.emulateTimezone();
  });

  it('counts half a JSON as not saved, asks before it is left, and keeps it', async () => {
    const id = await opened(place, { Name: 'Inn', Tags: [] });
    await on.page.focus('#Tags');
    await on.page.waitForSelector('#Tags');
    await press('Control', 'a');
    await on.page.keyboard.type('{"long": [1,2,,');
    await on.page.focus('#Name');
    await on.page.keyboard.type('x');
    await isMarkedCode();
    await press('Control', 's');
    await says('1 field not saved');
    expect(await stored(place, id)).to.deep.include({ Name: 'Innx', Tags: [] });
    expect(await leaves()).to.equal(true);
    await on.holds(`document.body.textContent.includes('Restored from this browser')`);
    await on.holds(`${codeText} === '{"long": [1,2,,'`);
  });

  const codeText = `(document.querySelector('#Tags').value ?? document.querySelector('#Tags').shadowRoot.querySelector('.cm-content').textContent)`;
  const isMarkedCode = () =>
    on.holds(`document.getElementById('Tags-field').querySelectorAll('.fault').length === 1`);

  it('publishes nothing with half a JSON, and names it', async () => {
    const id = await opened(story, { Name: 'Inn', Tags: [] });
    await on.page.focus('#Tags');
    await press('Control', 'a');
    await on.page.keyboard.type('[1,,');
    await on.clickNamed('Publish');
    await on.page.waitForSelector('.banner.bad li');
    expect(await on.textOf('.banner.bad li')).to.contain('Tags');
    const { state } = (await on.client.api('GET', `documents/${story}/${id}`)).body.data;
    expect(state).to.equal('draft');
  });

  it('goes with its component when that is moved, and ends with it', async () => {
    const note = (Text: string) => ({ Text, On: '2026-01-01' });
    const id = await opened(place, { Parts: [note('one'), note('two')] });
    await on.page.waitForSelector('[aria-expanded=false]');
    for (const card of await on.page.$$('#Parts-field [aria-expanded=false]')) await card.click();
    await on.page.waitForSelector('#Parts\\.0\\.On');
    await type('Parts.0.On', '0231');
    await isMarkedAt('Parts.0.On');
    await on.clickNamed('More for parts.note one');
    await on.clickNamed('Remove');
    await on.holds(`document.getElementById('Parts.1.On') === null`);
    await press('Control', 's');
    await says('Saved');
    expect(((await stored(place, id))['Parts'] as Values[]).map(({ Text }) => Text)).to.deep.equal(['two']);
  });

  const isMarkedAt = (id: string) =>
    on.holds(`document.getElementById('${id}').getAttribute('aria-invalid') === 'true'`);

  it('leaves the date of a cell in a list', async () => {
    const id = await made(place, { Name: 'A cell', Opened: '2006-12-18' });
    await on.open(`/content/${place}?sort=Name:asc&columns=Opened`, '.rows [data-cell=Opened]');
    await on.page.click('.rows [data-cell=Opened]', { count: 2 });
    await on.page.waitForSelector('.cell-editor input');
    await on.page.keyboard.type('0231');
    await press('Enter');
    await on.holds(`document.querySelector('.cell-editor .fault') !== null`);
    await press('Escape');
    await on.holds(`document.querySelector('.cell-editor') === null`);
    expect((await stored(place, id))['Opened']).to.equal('2006-12-18');
    expect(on.mistakes).to.deep.equal([]);
  });
});
