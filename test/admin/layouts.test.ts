import { expect } from 'chai';
import { appFiles, component, contentType, drafts, localized, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const [story, plain] = ['api::story.story', 'api::plain.plain'];

const attributes = {
  Name: { type: 'string', required: true },
  Heading: { type: 'string', pluginOptions: { i18n: { localized: true } } },
  Kind: { type: 'enumeration', enum: ['news', 'tale', 'report', 'essay', 'letter', 'list'] },
  Source: { type: 'string', required: true, conditions: { visible: { '==': [{ var: 'Kind' }, 'news'] } } },
  Rank: { type: 'integer', max: 10 },
  Hidden: { type: 'string', required: true },
  Slug: { type: 'uid', targetField: 'Name' },
  Machine: { type: 'string' },
  Words: { type: 'text' },
  tags: relation('manyToMany', 'plain'),
  parts: { type: 'dynamiczone', components: ['page.part'] },
};

const files = {
  ...appFiles({
    contentTypes: [
      contentType('story', 'stories', attributes, { ...drafts, ...localized }),
      contentType('plain', 'plains', { Label: { type: 'string' }, Colour: { type: 'string' } }),
    ],
    components: [
      component('page.part', { Text: { type: 'text' }, Link: { type: 'boolean' }, Url: { type: 'string' } }),
    ],
  }),
  'src/api/story/content-types/story/layout.json': {
    title: 'Heading',
    columns: ['Kind', 'tags.Colour', 'Rank'],
    tabs: [
      {
        label: 'Content',
        help: 'What people read first.',
        attributes: [
          { name: 'Heading', width: 8, label: 'Title of the story', placeholder: 'A few words' },
          { name: 'Kind', width: 4, help: 'Decides what else is asked.' },
          'Name',
          { name: 'Words', visibleIf: { $or: [{ Kind: 'tale' }, { Rank: { $gte: 5 } }] } },
          { name: 'Hidden', hidden: true },
        ],
      },
      {
        label: 'Parts & links',
        attributes: ['parts', { name: 'tags', width: 6, help: 'What it is about.' }],
      },
      {
        label: 'Numbers',
        attributes: [
          { name: 'Rank', width: 3 },
          { name: 'Machine', width: 9, readOnly: true },
          { name: 'Slug', width: 6 },
        ],
      },
    ],
  },
  'src/components/page/part.layout.json': {
    title: 'Url',
    attributes: [
      { name: 'Link', width: 6 },
      { name: 'Url', width: 6, label: 'Address', visibleIf: { Link: true } },
    ],
  },
};

describe('layouts in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let id: string;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const parts = [{ __component: 'page.part', Text: 'Once', Link: false, Url: 'https://kept.example' }];
    id = await made(story, {
      Name: 'First',
      Heading: 'Hello',
      Source: 'Ana',
      Machine: 'by a program',
      parts,
    });
  });
  after(async () => {
    await screens?.stop();
    expect(screens?.mistakes ?? []).to.deep.equal([]);
  });

  const made = async (uid: string, set: object): Promise<string> =>
    (await on.client.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;
  const valuesOf = async (uid = story, document = id) =>
    (await on.client.api('GET', `documents/${uid}/${document}`)).body.data.values;
  const open = (uid = story, document = id): Promise<void> =>
    on.open(`/content/${uid}/${document}`, '.entry-head h1');
  const saved = () =>
    on.holds(`/^Saved/.test(document.querySelector('.save-state [role=status]').textContent)`);
  /** The fields that are seen, in order. */
  const seen = (within = '.entry') =>
    on.page.$$eval(`${within} .field`, (fields) =>
      fields.filter((field) => (field as HTMLElement).offsetParent !== null).map(({ id }) => id),
    );
  const isSeen = (field: string) =>
    on.holds(`document.querySelector('#${field}-field')?.checkVisibility() === true`);
  const isHidden = (field: string) =>
    on.holds(`document.querySelector('#${field}-field').offsetParent === null`);
  const tab = (): Promise<string> => on.textOf('[role=tab][aria-selected=true]');
  const topOf = (selector: string): Promise<number> =>
    on.page.$eval(selector, (element) => element.getBoundingClientRect().top);

  it('order fields in rows and tabs, with words for people', async () => {
    await open();
    expect(await on.textOf('.entry-head h1')).to.equal('Hello');
    expect(await on.textOf('[role=tablist]')).to.equal('Content Parts & links Numbers ');
    expect(await seen()).to.deep.equal(['Heading-field', 'Kind-field', 'Name-field']);
    expect(await topOf('#Heading-field')).to.equal(await topOf('#Kind-field'));
    expect(await topOf('#Name-field')).to.be.greaterThan(await topOf('#Kind-field'));
    expect(await on.textOf('[for=Heading]')).to.contain('Title of the story');
    expect(await on.page.$eval('#Heading', (input) => input.getAttribute('placeholder'))).to.equal(
      'A few words',
    );
    const described = await on.page.$eval('#Kind', (input) => input.getAttribute('aria-describedby'));
    expect(described).to.equal('Kind-help');
    expect(await on.textOf('#Kind-help')).to.equal('Decides what else is asked.');
    expect(await on.textOf('.tab-help')).to.equal('What people read first.');
    await on.isAccessible('layout');
  });

  it('show and hide as one types, and keep what is hidden', async () => {
    await open();
    await on.page.select('#Kind', 'tale');
    await isSeen('Words');
    await on.page.type('#Words', 'A long tale');
    await saved();
    await on.page.select('#Kind', 'news');
    await isSeen('Source');
    await isHidden('Words');
    expect(await on.page.$eval('#Source', (input) => (input as HTMLInputElement).value)).to.equal('Ana');
    await saved();
    await on.page.select('#Kind', 'letter');
    await isHidden('Source');
    await saved();
    expect(await valuesOf()).to.include({ Words: 'A long tale', Source: 'Ana', Kind: 'letter' });
  });

  it('open tabs by arrow keys, and remember the open one in the address', async () => {
    await open();
    await on.tabTo('[role=tab]');
    await on.page.keyboard.press('ArrowRight');
    expect(await tab()).to.equal('Parts & links ');
    await on.page.keyboard.press('End');
    expect(await tab()).to.equal('Numbers ');
    expect(await seen()).to.deep.equal(['Rank-field', 'Machine-field', 'Slug-field']);
    expect(await on.page.$eval('#Machine', (input) => (input as HTMLInputElement).readOnly)).to.equal(true);
    await on.isAccessible('layout tab');
    await on.holds(`new URL(location).searchParams.get('tab') === 'Numbers'`);
    await on.page.reload();
    await isSeen('Rank');
    expect(await tab()).to.equal('Numbers ');
  });

  it('lead from the summary to what is wrong, in another tab and hidden', async () => {
    await open();
    await on.page.click('[role=tab]:nth-child(3)');
    await on.page.type('#Rank', '11');
    await on.page.keyboard.press('Tab');
    await on.page.waitForSelector('#Rank-fault');
    await on.page.click('[role=tab]');
    expect(await on.textOf('[role=tab]:nth-child(3)')).to.equal('Numbers 1 error');
    await on.isAccessible('layout fault');
    await on.page.click('.banner a[href="#Rank-field"]');
    expect(await tab()).to.equal('Numbers 1 error');
    expect(await on.page.evaluate('document.activeElement.id')).to.equal('Rank');
    await on.page.keyboard.press('Backspace');
    await on.page.keyboard.press('Tab');
    await on.holds(`document.querySelector('.banner.bad') === null`);
    await saved();
    await on.clickNamed('Publish');
    await on.page.waitForSelector('.banner a[href="#Hidden-field"]');
    await on.page.click('.banner a[href="#Hidden-field"]');
    expect(await tab()).to.equal('Content 1 error');
    expect(await on.page.evaluate('document.activeElement.id')).to.equal('Hidden');
    expect(await on.textOf('.laid:has(> #Hidden-field)')).to.contain('Usually hidden.');
    await on.isAccessible('layout revealed');
    await on.page.keyboard.type('here');
    await saved();
    expect(await on.page.$eval('#Hidden', (input) => (input as HTMLInputElement).value)).to.equal('here');
    await on.clickNamed('Publish');
    await on.page.waitForSelector('.save-state .status.published');
  });

  it('hold inside of components', async () => {
    await open();
    await on.page.click('[role=tab]:nth-child(2)');
    expect(await on.textOf('.item-title')).to.equal('https://kept.example');
    if ((await on.page.$('#parts\\.0-inside')) === null) await on.page.click('.item-head');
    await on.page.waitForSelector('#parts\\.0-inside');
    expect(await seen('#parts\\.0-inside')).to.deep.equal(['parts.0.Link-field', 'parts.0.Text-field']);
    await on.page.click('[id="parts.0.Link-field"] .choice');
    await on.holds(`document.getElementById('parts.0.Url-field').offsetParent !== null`);
    expect(await on.textOf('[for="parts.0.Url"]')).to.contain('Address');
    await on.isAccessible('layout component');
    await on.page.click('[id="parts.0.Link-field"] .choice:nth-child(2)');
    await on.holds(`document.getElementById('parts.0.Url-field').offsetParent === null`);
    await saved();
    expect((await valuesOf()).parts[0]).to.include({ Link: false, Url: 'https://kept.example' });
  });

  it('stand in one column in a narrow window, and from the right', async () => {
    await on.page.setViewport({ width: 360, height: 800 });
    await open();
    expect(await topOf('#Kind-field')).to.be.greaterThan(await topOf('#Heading-field'));
    await on.isAccessible('layout 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: `${on.world.url}/admin` });
    await open();
    expect(await on.page.evaluate('document.documentElement.dir')).to.equal('rtl');
    await on.tabTo('[role=tab]');
    await on.page.keyboard.press('ArrowLeft');
    expect(await tab()).to.equal('Parts & links ');
    await on.isAccessible('layout ar');
    await on.page.deleteCookie({ name: 'quire_admin_language', url: `${on.world.url}/admin` });
  });

  it('stand side by side too', async () => {
    const owner = await on.world.signedIn('owner');
    await owner.api('POST', 'locales', { code: 'de', name: 'German' });
    await on.open(`/content/${story}/${id}?locale=en&beside=de`, '.beside .pairs .pair');
    expect(await on.page.$$eval('.beside [role=tab]', (tabs) => tabs.length)).to.equal(3);
    expect(await on.textOf('.beside')).to.contain('Title of the story');
    await on.isAccessible('layout beside');
    await on.open(`/content/${story}/${id}?locale=de`, '#Rank-field');
    expect(await on.textOf('#Rank-field')).to.contain('once this locale is saved');
    expect(await on.textOf('#Machine-field')).to.not.contain('once this locale is saved');
  });

  it('choose the columns of lists', async () => {
    await on.open(`/content/${story}`, '.table th');
    const heads = await on.page.$$eval('.table thead th', (cells) =>
      cells.map(({ textContent }) => textContent),
    );
    expect(heads.map((one) => one?.trim()).filter(Boolean)).to.deep.equal([
      'Title of the story',
      'Kind',
      'tags › Colour',
      'Rank',
      'Status',
    ]);
  });

  it('that are absent leave an entry as it is', async () => {
    const other = await made(plain, { Label: 'Red', Colour: 'red' });
    await open(plain, other);
    expect(await seen()).to.deep.equal(['Label-field', 'Colour-field']);
    expect(await on.page.$('.laid, .in-rows, [role=tab]')).to.equal(null);
  });
});
