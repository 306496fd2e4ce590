import { expect } from 'chai';
import sharp from 'sharp';
import { appFiles, component, contentType, drafts, localized, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const [story, tag] = ['api::story.story', 'api::tag.tag'];

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string', ...localized },
        Text: { type: 'text', ...localized },
        Kind: { type: 'enumeration', enum: ['news', 'tale'] },
        Tags: relation('manyToMany', 'tag', { inversedBy: 'Stories' }),
        Parts: { type: 'dynamiczone', components: ['parts.quote', 'parts.seo'] },
      },
      { ...drafts, ...localized },
    ),
    contentType('tag', 'tags', {
      Label: { type: 'string' },
      Stories: relation('manyToMany', 'story', { mappedBy: 'Tags' }),
    }),
  ],
  components: [
    component('parts.quote', { Words: { type: 'string' } }),
    component('parts.seo', { About: { type: 'string' } }),
  ],
});

/** As people write them. */
const texts = Object.fromEntries(
  Object.entries(files).map(([file, definition]) => [file, `${JSON.stringify(definition, null, 2)}\n`]),
);

// The jobs of section 1 of docs/admin-editors.md, with fingers alone on a screen of 360 px.
describe('the admin page by touch, at 360 px', function () {
  this.timeout(30_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let id: string;

  before(async function () {
    screens = await openScreens(texts, { NODE_ENV: 'development' });
    if (screens === undefined) return this.skip();
    on = screens;
    const owner = await on.becomes('owner');
    await owner.api('POST', 'locales', { code: 'de', name: 'German' });
    for (const Label of ['Ant', 'Bee', 'Cat'])
      await on.client.api('POST', `documents/${tag}`, { set: { Label } });
    for (const Title of ['Harbour', 'Island', 'Lagoon'])
      await on.client.api('POST', `documents/${story}`, { set: { Title } });
    await on.page.setViewport({ width: 360, height: 740, hasTouch: true, isMobile: true });
  });
  after(() => screens?.stop());

  /** Taps what is there, in sight, and not covered by anything else. */
  const tap = async (selector: string): Promise<void> => {
    const found = await on.page.waitForSelector(selector, { visible: true });
    if (found === null) throw new Error(selector);
    await found.scrollIntoView();
    // Where a bar covers it, one scrolls on.
    await on.page.evaluate(`globalThis.isFree = (element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      if (element.contains(top) || [...(element.labels ?? [])].some((label) => label.contains(top))) return true;
      element.scrollIntoView({ block: 'center' });
      return false;
    }`);
    await until(() =>
      found.evaluate((element) =>
        (globalThis as unknown as { isFree(one: unknown): boolean }).isFree(element),
      ),
    );
    await found.tap();
  };
  const tapNamed = (name: string): Promise<void> => tap(`::-p-aria([name="${name}"][role="button"])`);
  const type = async (selector: string, text: string): Promise<void> => {
    await tap(selector);
    await on.page.keyboard.type(text);
  };
  const stored = async (locale = 'en') =>
    (await on.client.api('GET', `documents/${story}/${id}?locale=${locale}`)).body.data ?? { values: {} };

  it('finds an entry, and opens it', async () => {
    await on.open(`/content/${story}`, '.rows tr');
    await type('.list input[type=search]', 'lag');
    await on.holds(`document.querySelectorAll('.rows tr').length === 1`);
    await tap('.rows a');
    await on.page.waitForSelector('#Title');
    id = decodeURIComponent(new URL(on.page.url()).pathname).split('/').at(-1) ?? '';
    expect((await stored()).values.Title).to.equal('Lagoon');
  });

  it('writes, and it saves itself', async () => {
    await type('#Text', 'Still water');
    await tap('#Kind-field .choices label');
    await until(async () => (await stored()).values.Kind === 'news');
    expect((await stored()).values.Text).to.equal('Still water');
  });

  it('links entries, and puts them in order', async () => {
    for (const label of ['Ant', 'Bee']) {
      await tap('#Tags');
      await on.page.waitForSelector('.modal input');
      await on.page.keyboard.type(label);
      await on.holds(`document.querySelectorAll('.modal .option').length === 1`);
      await tap('.modal .option');
      await on.holds(`document.querySelector('.modal') === null`);
    }
    await tapNamed('More for Bee');
    await tapNamed('Move up');
    const labels = async () =>
      (await stored()).links.Tags.items.map(({ label }: { label: string }) => label).join();
    await until(async () => (await labels()) === 'Bee,Ant');
  });

  it('builds of components, and moves one', async () => {
    for (const [name, field] of [
      ['parts.quote', 'Parts.0.Words'],
      ['parts.seo', 'Parts.1.About'],
    ] as const) {
      await tap('#Parts-field .add');
      await on.page.waitForSelector('.modal input');
      await on.page.keyboard.type(name);
      await on.holds(`document.querySelectorAll('.modal .option').length === 1`);
      await tap('.modal .option');
      await on.holds(`document.querySelector('.modal') === null`);
      await type(`[id="${field}"]`, name);
    }
    await tapNamed('More for parts.seo parts.seo');
    await tapNamed('Move up');
    const first = async () => (await stored()).values.Parts?.[0]?.['__component'] as string;
    await until(async () => (await first()) === 'parts.seo' && (await stored()).values.Parts.length === 2);
  });

  it('translates beside the source', async () => {
    await tapNamed('Side by side');
    await on.holds(`document.querySelector('.beside .pair .source-value')?.textContent === 'Lagoon'`);
    await type('#Title', 'Lagune');
    await tap('#Text');
    await until(async () => (await stored('de')).values.Title === 'Lagune');
  });

  it('shows what will change, publishes it, and takes back', async () => {
    await on.open(`/content/${story}/${id}?locale=en`, '#Title');
    await tapNamed('Publish');
    await on.holds(`document.querySelector('.save-state .published') !== null`);
    await type('#Text', ' again');
    await tapNamed('Differences');
    await on.holds(
      `document.querySelector('[role=dialog], dialog[open]')?.textContent.includes('again') === true`,
    );
    await on.isAccessible('touch differences');
    await tapNamed('Close');
    await tapNamed('History');
    await on.page.waitForSelector('dialog[open] .versions button');
    await on.isAccessible('touch history');
    await tap('.versions li:last-child button');
    await on.page.waitForSelector('.change ins, .change del');
    await on.isAccessible('touch version');
    await tapNamed('Restore this version');
    await tap('.question[open] .primary');
    await until(async () => (await stored()).values.Text === null);
  });

  it('changes many at once', async () => {
    await on.open(`/content/${story}`, '.rows tr');
    for (const name of ['Harbour', 'Island']) await tap(`::-p-aria([name="Select ${name}"])`);
    await tapNamed('Publish');
    await tapNamed('Publish 2 entries');
    const states = async () =>
      (await on.client.api('GET', `documents/${story}`)).body.data.filter(
        ({ state }: { state: string }) => state === 'draft',
      ).length as number;
    await until(async () => (await states()) === 0);
    await tapNamed('Close');
    await on.isAccessible('touch list');
  });

  it('filters with a group of conditions', async () => {
    await on.open(`/content/${story}`, '.rows tr');
    await tapNamed('Filter');
    await tapNamed('Group…');
    await on.isAccessible('touch filter');
    await on.fitsSmall('touch filter');
    await tapNamed('Cancel');
  });

  it('crops a picture around what a finger touches', async () => {
    const bytes = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#486' } })
      .png()
      .toBuffer();
    const type = { 'Content-Type': 'application/octet-stream' };
    const { documentId } = (await on.client.api('POST', 'media?name=hill.png', bytes, type)).body.data[0];
    const point = async () => (await on.client.api('GET', `media/${documentId}`)).body.data.focalPoint;
    await on.open('/media', '.tile button');
    await on.isAccessible('touch media');
    await tap('.tile > button, .tile-frame');
    await tapNamed('Focal point');
    await on.page.waitForSelector('.focal-handle');
    await on.isAccessible('touch focal point');
    const box = await (await on.page.$('.focal-frame img'))?.boundingBox();
    if (!box) throw new Error('the picture is not there');
    await on.page.touchscreen.tap(box.x + box.width / 4, box.y + box.height / 2);
    await until(async () => Math.abs(((await point())?.x ?? 0) - 25) < 2);
    // And drags it on.
    const touch = await on.page.touchscreen.touchStart(box.x + box.width / 4, box.y + box.height / 2);
    await touch.move(box.x + box.width / 2, box.y + box.height / 2);
    await touch.move(box.x + (box.width * 3) / 4, box.y + box.height / 2);
    await touch.end();
    await until(async () => Math.abs(((await point())?.x ?? 0) - 75) < 2);
  });

  it('adds an attribute to a content-type', async () => {
    await on.becomes('owner');
    await on.open(`/types?uid=${tag}`, '.attribute');
    await on.isAccessible('touch types');
    await tapNamed('Add an attribute');
    await type('#attribute-name', 'Colour');
    await on.isAccessible('touch attribute');
    await tap('.types-dialog .primary');
    await on.holds(`document.querySelector('.types-plan[aria-busy=false]') !== null`);
    await on.isAccessible('touch plan');
    await tapNamed('Discard all');
    await tap('.types-plan .question[open] .danger');
    await on.holds(`document.querySelector('.types-plan') === null`);
  });

  it('lets a program in, and takes that back', async () => {
    await on.open('/settings/tokens', '.setting .notice');
    await tap('.setting .notice button');
    await type('#token-name', 'Shop');
    await tap('[name="token-access"]:not(:checked)');
    await tap('.grants [data-at="0 0"]');
    await on.isAccessible('touch token');
    await tap('.setting-form .primary');
    await on.page.waitForSelector('.once input');
    await on.isAccessible('touch token once');
    await tapNamed('I have kept it');
    await tap('.acts > .danger');
    await tap('.question[open] .danger');
    await on.page.waitForSelector('.setting .notice');
    expect(on.mistakes).to.deep.equal([]);
  });
});
