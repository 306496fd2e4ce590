import { expect } from 'chai';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { valueOf } from '../contract/results.js';
import { appFiles, component, contentType, drafts, localized, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const [story, tag, place] = ['api::story.story', 'api::tag.tag', 'api::place.place'];

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string', required: true, ...localized },
        Text: { type: 'blocks', ...localized },
        Summary: { type: 'text', ...localized },
        Rank: { type: 'integer' },
        Tags: relation('manyToMany', 'tag'),
        Parts: { type: 'dynamiczone', components: ['parts.seo'], ...localized },
      },
      { ...drafts, ...localized },
    ),
    contentType('tag', 'tags', { Name: { type: 'string' } }),
    contentType(
      'place',
      'places',
      {
        Name: { type: 'string', required: true, ...localized },
        Code: { type: 'string', required: true },
        Key: { type: 'password' },
        Hours: { type: 'component', component: 'parts.hours', repeatable: true },
        Note: { type: 'string', ...localized, conditions: { visible: { '==': [{ var: 'Code' }, 'HRB'] } } },
      },
      localized,
    ),
  ],
  components: [
    component('parts.seo', { Title: { type: 'string' }, About: relation('oneToMany', 'tag') }),
    component('parts.hours', { Day: { type: 'string' } }),
  ],
});

const block = (text: string) => ({ type: 'paragraph', children: [{ type: 'text', text }] });

// Job 5 of docs/admin-editors.md: a translator beside the source, by mouse and by keyboard.
describe('locales side by side in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let tags: readonly string[];
  let id: string;
  /** Changes the source: edits of one author within a minute are one entry of the history. */
  let owner: ScreenWorld['client'];

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    owner = await on.becomes('owner');
    for (const [code, name] of [
      ['de', 'German'],
      ['ar', 'Arabic'],
    ])
      await owner.api('POST', 'locales', { code, name });
    tags = await Promise.all(['Sea', 'Land'].map(async (Name) => made(tag, { Name })));
    await on.becomes('editor');
  });
  after(() => screens?.stop());

  const made = async (uid: string, set: object): Promise<string> =>
    (await on.client.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;
  const newStory = async (): Promise<string> => {
    const set = {
      Title: 'The harbour',
      Text: [
        { type: 'heading', level: 2, children: [{ type: 'text', text: 'Dawn' }] },
        block('Boats lie still.'),
      ],
      Summary: 'Boats',
      Rank: 3,
      Parts: [{ __component: 'parts.seo', Title: 'Quay', About: tags }],
    };
    const documentId = await made(story, set);
    const links = tags.map((one) => ({ attribute: 'Tags', kind: 'connect', documentId: one }));
    await on.client.api('PATCH', `documents/${story}/${documentId}`, { links });
    return documentId;
  };
  const stored = async (locale: string) =>
    (await on.client.api('GET', `documents/${story}/${id}?locale=${locale}`)).body.data ?? { values: {} };
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.down(key as 'Enter');
    for (const key of keys.toReversed()) await on.page.keyboard.up(key as 'Enter');
  };
  const beside = `document.querySelector('.beside .pair .source-value')`;

  it('begin a translation by mouse, with what is copied and typed, and publish it', async () => {
    id = await newStory();
    await on.open(`/content/${story}/${id}`, '.entry-head h1');
    await on.clickNamed('Side by side');
    await on.holds(`${beside}?.textContent === 'The harbour'`);
    expect(new URL(on.page.url()).search).to.equal('?locale=de&beside=en');
    expect(await on.page.$$eval('.source-value', (all) => all.map((one) => one.textContent))).to.include(
      '## Dawn\nBoats lie still.',
    );
    expect(await on.textOf('.entry-head h1')).to.equal('The harbour');
    await on.isAccessible('beside missing');
    await on.clickNamed('Copy all from English (en)');
    await on.holds(`document.querySelector('#Title').value === 'The harbour'`);
    expect(await on.textOf('.beside-copy')).to.contain('5 attributes copied from English (en)');
    // A locator waits until the field stands still.
    await on.page.locator('#Title').click({ count: 3 });
    await on.page.keyboard.type('Der Hafen');
    await on.page.keyboard.press('Tab');
    await until(async () => (await stored('de')).values.Title === 'Der Hafen');
    const { values, links } = await stored('de');
    expect(values).to.include({ Summary: 'Boats', Rank: 3 });
    const labels = ({ items }: { items: { label: string }[] }) => items.map(({ label }) => label);
    expect([labels(links.Tags), labels(values.Parts[0].About)]).to.deep.equal([
      ['Sea', 'Land'],
      ['Sea', 'Land'],
    ]);
    await on.isAccessible('beside copied');
    await on.clickNamed('Publish');
    await on.holds(`document.querySelector('.save-state .published') !== null`);
    expect((await stored('en')).state).to.equal('draft');
  });

  it('take back what was copied', async () => {
    await on.open(`/content/${story}/${id}?locale=de&beside=en`, '.beside .source-value');
    await on.clickNamed('Copy Title from English (en) to German');
    await on.holds(`document.querySelector('#Title').value === 'The harbour'`);
    await until(async () => (await stored('de')).values.Title === 'The harbour');
    await on.clickNamed('Undo');
    await until(async () => (await stored('de')).values.Title === 'Der Hafen');
  });

  it('mark what is outdated, and are swapped and closed by keyboard alone', async () => {
    await owner.api('PATCH', `documents/${story}/${id}`, { set: { Summary: 'Ships', Rank: 4 } });
    await on.open(`/content/${story}/${id}?locale=de`, '.entry-head h1');
    await press('Control', 'Shift', 'L');
    await on.holds(`document.querySelectorAll('.pair .source-head .outdated').length === 1`);
    expect(await on.page.$eval('#Rank', (field) => (field as unknown as { value: string }).value)).to.equal(
      '4',
    );
    await on.isAccessible('beside outdated');
    await on.tabTo('[aria-label="Copy Summary from English (en) to German"]');
    await press('Enter');
    await on.tabTo('#Summary');
    await press('Control', 'a');
    await on.page.keyboard.type('Schiffe');
    await press('Control', 's');
    await until(async () => (await stored('de')).values.Summary === 'Schiffe');
    await on.holds(`document.querySelector('.outdated') === null`);
    await press('Control', 'Enter');
    await on.holds(`document.querySelector('.save-state .published') !== null`);
    await on.page.focus('.beside');
    await on.tabTo('[aria-label="Swap the sides"]');
    await press('Enter');
    await on.holds(`location.search === '?locale=en&beside=de' && ${beside}?.textContent === 'Der Hafen'`);
    expect(await on.page.evaluate(`document.activeElement.className`)).to.equal('beside');
    await press('Control', 'Shift', 'L');
    await on.holds(`document.querySelector('.beside') === null && document.querySelector('#Title') !== null`);
  });

  it('are listed with their states, and opened from there', async () => {
    await on.client.api('PATCH', `documents/${story}/${id}`, { set: { Title: 'The old harbour' } });
    await on.open(`/content/${story}/${id}`, '.entry-head h1');
    await on.clickNamed('Locales of this entry');
    await on.page.waitForSelector('.locale-matrix .outdated');
    const rows = await on.page.$$eval('.locale-matrix tbody tr', (all) =>
      all.map((row) => [...row.children].slice(0, 2).map((cell) => (cell.textContent ?? '').trim())),
    );
    expect(rows).to.deep.equal([
      ['English (en)', '○ Draft'],
      ['German', '● Published ↻ Outdated Title'],
      ['Arabic', '◌ Missing'],
    ]);
    await on.isAccessible('locale matrix');
    await on.clickNamed('English (en) and Arabic side by side');
    await on.holds(`location.search === '?locale=ar&beside=en' && ${beside} !== null`);
  });

  it('stand one under the other in narrow windows', async () => {
    await on.page.setViewport({ width: 360, height: 800 });
    await on.open(`/content/${story}/${id}?locale=de&beside=en`, '.beside .source-value');
    await on.isAccessible('beside 360');
    const tops = (await on.page.evaluate(
      `['.pair .source-head', '#Title'].map((one) => document.querySelector(one).getBoundingClientRect().top)`,
    )) as readonly number[];
    expect(tops[0]).to.be.lessThan(tops[1] ?? 0);
    await on.clickNamed('Locales of this entry');
    await on.page.waitForSelector('.locale-matrix .outdated');
    await on.isAccessible('locale matrix 360');
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('show as a source what was typed just before the sides are swapped', async () => {
    await on.open(`/content/${story}/${id}?locale=de&beside=en`, '.beside .source-value');
    // A locator waits until the field stands still.
    await on.page.locator('#Title').click({ count: 3 });
    await on.page.keyboard.type('Der alte Hafen');
    await on.clickNamed('Swap the sides');
    await on.holds(
      `location.search === '?locale=en&beside=de' && ${beside}?.textContent === 'Der alte Hafen'`,
    );
  });

  it('begin in the locale of requests without one, where an entry is only in another one', async () => {
    const german = await on.client.api('POST', `documents/${story}`, {
      set: { Title: 'Nur hier', Rank: 7 },
      locale: 'de',
    });
    id = german.body.data.documentId;
    await on.open(`/content/${story}/${id}`, '#Title');
    expect(await on.textOf('.entry-head h1')).to.equal('Nur hier');
    expect(await on.textOf('#Rank-field')).to.contain('7');
    await on.page.type('#Title', 'Only here');
    await until(async () => (await stored('en')).values.Title === 'Only here');
    expect((await stored('en')).values.Rank).to.equal(7);
  });

  it('publishes all locales at once, and says before what each of them lacks', async () => {
    id = await newStory();
    const path = `documents/${story}/${id}`;
    await on.client.api('PATCH', path, { set: { Summary: 'Boote' }, locale: 'de' });
    await on.open(`/content/${story}/${id}`, '[id="attribute-Title"], #Title, .field');
    const openMenu = async (): Promise<void> => {
      await on.clickNamed('More');
      await on.clickNamed('Publish all locales');
      await on.page.waitForSelector('.publish-locales');
    };
    await openMenu();
    expect(await on.textOf('.publish-locales'))
      .to.contain('cannot be published yet')
      .and.contain('Title');
    await on.isAccessible('publish locales, refused');
    await on.page.keyboard.press('Escape');
    await on.client.api('PATCH', path, { set: { Title: 'Der Hafen' }, locale: 'de' });
    await openMenu();
    await on.page.setViewport({ width: 360, height: 740 });
    await on.isAccessible('publish locales, narrow');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.isAccessible('publish locales');
    await on.clickNamed('Publish 2 locales');
    await until(async () => (await stored('de')).state === 'published');
    expect((await stored('en')).state).to.equal('published');
    await on.holds(`document.querySelector('dialog[open]') === null`);
  });

  it('show what all locales share before a translation is begun, and leave it as it is', async () => {
    const set = {
      Name: 'Harbour',
      Code: 'HRB',
      Key: 'quay side 47',
      Hours: [{ Day: 'mon' }, { Day: 'sun' }],
    };
    const documentId = await made(place, set);
    const germanPath = `/content/${place}/${documentId}?locale=de`;
    const germanNow = async () =>
      (await on.client.api('GET', `documents/${place}/${documentId}?locale=de`)).body.data;
    await on.open(germanPath, '#Name');
    const hours = await on.textOf('#Hours-field');
    expect(hours).to.contain('The same in all locales').and.contain('Day: mon').and.contain('Day: sun');
    expect(await on.textOf('#Code-field'))
      .to.contain('HRB')
      .and.contain('once this locale is saved');
    // No answer holds a password: whether there is one is not known.
    expect(await on.textOf('#Key-field')).to.not.contain('Empty');
    expect(await on.page.$('#Code, #Hours-field button')).to.equal(null);
    expect(await on.page.$eval('#Note', (field) => field.checkVisibility())).to.equal(true);
    await on.isAccessible('translation not begun');
    await on.fitsSmall('translation not begun');
    await on.page.type('#Name', 'Hafen');
    await on.clickNamed('Save');
    await until(async () => (await germanNow())?.values.Code === 'HRB');
    expect((await germanNow()).values.Hours.map(({ Day }: { Day: string }) => Day)).to.deep.equal([
      'mon',
      'sun',
    ]);
    await on.holds(`document.querySelector('#Code')?.value === 'HRB'`);
    expect(await on.textOf('#Code-field .field-note')).to.equal('The same in all locales');
    expect(await on.page.$('#Name-field .field-note')).to.equal(null);
    // Beside the legend, not over what is below it.
    const [note, below] = (await on.page.evaluate(`[
      document.querySelector('#Hours-field > .field-note').getBoundingClientRect().bottom,
      document.querySelector('#Hours-field .items').getBoundingClientRect().top,
    ]`)) as [number, number];
    expect(note).to.be.at.most(below);
  });

  it('report no error and break no rule of the content security policy', () => {
    expect(on.mistakes).to.deep.equal([]);
  });

  it('are named where a value is set in many entries at once', async () => {
    await on.open(`/content/${story}`, '.rows th a');
    await on.page.focus('.rows th a');
    await on.page.keyboard.press('x');
    await on.clickNamed('Set a value');
    await on.page.waitForSelector('dialog[open] .set select');
    const saidOf = async (attribute: string): Promise<string> => {
      await on.page.select('dialog[open] .set select', attribute);
      return on.textOf('dialog[open] .set .hint');
    };
    expect(await saidOf('Title')).to.equal('It changes in the locale of the list.');
    expect(await saidOf('Rank')).to.equal('All locales share it: it changes in each of them.');
    await on.isAccessible('set in all locales');
    await on.fitsSmall('set in all locales');
    await on.clickNamed('Cancel');
  });

  it('say of what all locales share that it can be changed once there is a translation, to who may do that', async () => {
    const documentId = await made(place, { Name: 'Quay', Code: 'QUA' });
    const grants = [
      { uid: place, actions: ['find', 'findOne'] },
      { uid: place, actions: ['update'], fields: ['Name', 'Hours'] },
    ];
    valueOf(await on.world.parts.administration.createRole(systemPrincipal, { name: 'namer', grants }));
    await on.becomes('namer');
    await on.open(`/content/${place}/${documentId}?locale=de`, '#Name');
    expect(await on.textOf('#Hours-field')).to.contain('once this locale is saved');
    expect(await on.textOf('#Code-field'))
      .to.contain('QUA')
      .and.not.contain('once this locale is saved');
  });

  it('begin in the first locale that a role may read', async () => {
    const actions = ['findDrafts', 'create', 'update'];
    const grants = [{ uid: story, actions, filters: { locale: 'de' } }];
    valueOf(await on.world.parts.administration.createRole(systemPrincipal, { name: 'german', grants }));
    await on.becomes('german');
    const chosen = `document.querySelector('select.locale').selectedOptions[0].textContent`;
    await on.open(`/content/${story}`, '.rows a');
    expect(await on.page.evaluate(chosen)).to.equal('German');
    expect(await on.page.$$eval('select.locale option', (all) => all.length)).to.equal(1);
    expect(await on.textOf('.rows a')).to.equal('Der Hafen');
    await on.picture('list in one locale');
    await on.open(`/content/${story}/${id}`, '.entry-head h1');
    await on.holds(`document.querySelector('#Title').value === 'Der Hafen'`);
    await on.picture('entry in one locale');
    await on.open(`/content/${story}/new`, '#Title');
    expect(await on.page.evaluate(chosen)).to.equal('German');
  });
});
