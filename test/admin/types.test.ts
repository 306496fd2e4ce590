import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import { appFiles, component, contentType, drafts, relation } from '../schema-builders.js';
import { isInMemory } from '../http/chosen-store.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const story = 'api::story.story';
const storyFile = 'src/api/story/content-types/story/schema.json';

const sources = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string', required: true, maxLength: 60 },
        Slug: { type: 'uid', targetField: 'Title' },
        Kind: { type: 'enumeration', enum: ['news', 'essay'] },
        author: relation('manyToOne', 'person', { inversedBy: 'stories' }),
        parts: { type: 'dynamiczone', components: ['page.quote'] },
      },
      drafts,
    ),
    contentType('person', 'people', {
      Name: { type: 'string' },
      stories: relation('oneToMany', 'story', { mappedBy: 'author' }),
    }),
    contentType('knot', 'knots', {
      above: relation('manyToOne', 'knot', { inversedBy: 'below' }),
      below: relation('oneToMany', 'knot', { mappedBy: 'above' }),
      seen: relation('oneToOne', 'person'),
      ...Object.fromEntries(
        Array.from({ length: 27 }, (_, at) => [
          `Rindfleischetikettierungsueberwachung${at}`,
          relation('manyToMany', 'person'),
        ]),
      ),
    }),
  ],
  components: [component('page.quote', { Text: { type: 'text' } })],
});

/** As people write them. */
const files = Object.fromEntries(
  Object.entries(sources).map(([file, definition]) => [file, `${JSON.stringify(definition, null, 2)}\n`]),
);

describe('content-types in the admin page', function () {
  this.timeout(180_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files, { NODE_ENV: 'development' });
    if (screens === undefined) return this.skip();
    on = screens;
    await on.becomes('owner');
  });
  after(() => screens?.stop());

  const path = (): string => join(on.world.parts.app.directory, storyFile);
  const stored = async () => JSON.parse(await readFile(path(), 'utf8')).attributes;
  const open = () => on.open(`/types?uid=${story}`, '.attribute');
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.press(key as 'Enter');
  };
  /** The plan is that of the edits, and can be applied or says why not. */
  const planned = (text: string) =>
    on.holds(
      `document.querySelector('.types-plan[aria-busy=false]')?.textContent.includes(${JSON.stringify(text)})`,
    );
  const discard = async (): Promise<void> => {
    await on.clickNamed('Discard all');
    await on.page.click('.types-plan .question[open] .danger');
    await on.holds(`document.querySelector('.types-plan') === null`);
  };

  it('are listed with their attributes, and relations in a sentence for each end', async () => {
    await open();
    const text = await on.textOf('.shape');
    expect(text).to.contain('Each story has one person.');
    expect(text).to.contain('Each person has story entries, in an order, as “stories”.');
    expect(text).to.contain('Collection, drafts, 5 attributes');
    await on.isAccessible('types');
  });

  it('have their relations drawn with the marks of both ends, however many there are', async () => {
    await on.open('/types?uid=api::knot.knot', '.relation');
    const drawings = await on.page.$$eval('.relation', (all) =>
      all.map((one) => ({
        ends: [...one.querySelectorAll('.relation-end')].map(({ children }) =>
          [...children].map(({ textContent }) => textContent),
        ),
        marks: one.querySelectorAll('path').length - 1,
        isOneWay: one.querySelector('[stroke-dasharray]') !== null,
        isHidden: one.getAttribute('aria-hidden'),
      })),
    );
    expect(drawings).to.have.lengthOf(30);
    const [above, , seen] = drawings;
    expect(above).to.deep.equal({
      ends: [['knot', 'above', 'below']],
      marks: 2,
      isOneWay: false,
      isHidden: 'true',
    });
    expect(seen).to.deep.equal({
      ends: [['knot', 'seen'], ['person']],
      marks: 1,
      isOneWay: true,
      isHidden: 'true',
    });
    await on.isAccessible('types relations');
    await on.fitsSmall('types relations');
  });

  it('are renamed by keyboard alone: planned first, then applied', async () => {
    await open();
    await on.page.focus('[aria-label="Edit Title"]');
    await press('Enter');
    await on.page.waitForSelector('.types-dialog[open] #attribute-name');
    await on.isAccessible('types attribute');
    await on.page.focus('#attribute-name');
    await press('End');
    await on.page.keyboard.type('Now');
    await press('Enter');
    await planned(isInMemory ? 'The database is in memory' : 'TitleNow');
    expect(Object.keys(await stored())).to.include('Title');
    await on.page.$eval('.types-file', (file) => file.setAttribute('open', ''));
    expect(await on.textOf('.types-file')).to.contain('"renamedFrom"');
    await on.isAccessible('types plan');
    await on.page.focus('.types-plan .primary');
    await press('Enter');
    await on.holds(`document.body.textContent.includes('the next start serves them')`);
    expect((await stored()).TitleNow).to.include({ renamedFrom: 'Title', required: true, maxLength: 60 });
    expect((await stored()).Slug.targetField).to.equal('TitleNow');
    await on.isAccessible('types applied');
  });

  it('are put in another order by keyboard, as their file has it', async () => {
    await open();
    const before = Object.keys(await stored());
    const [first = '', second = '', ...others] = before;
    const up = `[aria-label="Move ${second} up"]`;
    await on.page.focus(up);
    await press('Enter');
    await on.holds(`document.querySelector('.attribute')?.textContent.startsWith('${second}')`);
    // The button keeps the focus, to be pressed again.
    expect(await on.page.evaluate(`document.activeElement.matches('${up}[aria-disabled=true]')`)).to.equal(
      true,
    );
    await on.isAccessible('types order');
    await on.page.setViewport({ width: 360, height: 740 });
    await on.page.evaluate(`document.documentElement.dir = 'rtl'`);
    await on.isAccessible('types order 360 rtl');
    await on.page.evaluate(`document.documentElement.dir = 'ltr'`);
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.holds(`document.querySelector('.types-plan .primary')?.disabled === false`);
    await on.clickNamed('Apply');
    await on.holds(`document.body.textContent.includes('the next start serves them')`);
    expect(Object.keys(await stored())).to.deep.equal([second, first, ...others]);
  });

  it('get attributes and relations with both ends', async () => {
    await open();
    await on.clickNamed('Add an attribute');
    await on.page.waitForSelector('#attribute-name');
    await on.page.type('#attribute-name', 'editors');
    await on.page.select('#attribute-type', 'relation');
    await on.page.select('#option-relation', 'manyToMany');
    await on.page.select('#option-target', 'api::person.person');
    await on.page.type('#option-inversedBy', 'edits');
    expect(await on.textOf('.types-dialog [role=status]')).to.contain('Each person has story entries');
    await on.isAccessible('types relation');
    await on.page.click('.types-dialog .primary');
    await on.holds(`document.querySelectorAll('.types-file').length === 2`);
    await on.clickNamed('Apply');
    await on.holds(`document.body.textContent.includes('the next start serves them')`);
    expect((await stored()).editors).to.include({ relation: 'manyToMany', inversedBy: 'edits' });
  });

  it('say what is wrong as it is made, and are not applied then', async () => {
    await open();
    await on.clickNamed('Add an attribute');
    await on.page.waitForSelector('#attribute-name');
    await on.page.type('#attribute-name', 'documentId');
    await on.page.click('.types-dialog .primary');
    await on.page.waitForSelector('#attribute-name-fault');
    await on.isAccessible('types name');
    await on.page.$eval('#attribute-name', (input) => (input as HTMLInputElement).select());
    await on.page.type('#attribute-name', 'Level');
    await on.page.select('#attribute-type', 'integer');
    await on.page.type('#option-min', '9');
    await on.page.type('#option-max', '3');
    await on.page.click('.types-dialog .primary');
    await planned('is above max');
    expect(
      await on.page.$eval('.types-plan .primary', (button) => (button as HTMLButtonElement).disabled),
    ).to.equal(true);
    await on.isAccessible('types fault');
    await on.page.reload();
    await planned('is above max');
    await discard();
  });

  it('are made and removed, with components', async () => {
    await open();
    await on.clickNamed('New content-type');
    await on.page.waitForSelector('#shape-displayName');
    await on.page.type('#shape-displayName', 'Menü Größe');
    expect(await on.page.$eval('#shape-singularName', (input) => (input as HTMLInputElement).value)).to.equal(
      'menu-grosse',
    );
    await on.page.$eval('#shape-displayName', (input) => (input as HTMLInputElement).select());
    await on.page.type('#shape-displayName', 'Blog post');
    expect(await on.page.$eval('#shape-pluralName', (input) => (input as HTMLInputElement).value)).to.equal(
      'blog-posts',
    );
    await on.isAccessible('types new');
    await on.page.click('.types-dialog .primary');
    await on.holds(`document.querySelector('#shape-name').textContent === 'Blog post'`);
    await on.clickNamed('New component');
    await on.page.waitForSelector('#shape-category');
    await on.page.type('#shape-displayName', 'Call to action');
    await on.page.type('#shape-category', 'page');
    await on.page.click('.types-dialog .primary');
    await on.holds(`document.querySelector('#shape-name').textContent === 'Call to action'`);
    await on.isAccessible('types made');
    await on.clickNamed('Undo the last');
    await on.holds(`!document.body.textContent.includes('Call to action')`);
    await discard();
    await on.page.click(`a[href*="page.quote"]`);
    await on.holds(`document.querySelector('#shape-name').textContent === 'page.quote'`);
    await on.clickNamed('Remove page.quote');
    await on.page.waitForSelector('.shape .question[open]');
    await on.isAccessible('types remove');
    await on.page.click('.shape .question[open] .danger');
    await planned('there is no component "page.quote"');
    await discard();
  });

  it('keep the focus on the screen when what had it goes', async () => {
    await open();
    await on.clickNamed('Remove Kind');
    await on.page.waitForSelector('.attribute .question[open]');
    await on.page.click('.attribute .question[open] .danger');
    await on.holds(`document.activeElement?.id === 'plan-title'`);
    await discard();
    await on.holds(`document.activeElement?.id === 'content'`);
  });

  it('are not written over files that have changed meanwhile', async () => {
    await open();
    await on.clickNamed('Edit Kind');
    await on.page.waitForSelector('#option-enum');
    await on.page.focus('#option-enum');
    await on.page.keyboard.down('Control');
    await press('End');
    await on.page.keyboard.up('Control');
    await on.page.keyboard.type('\nletter');
    await on.page.click('.types-dialog .primary');
    await planned('changed');
    const text = await readFile(path(), 'utf8');
    await writeFile(path(), text.replace('"Slug"', '"Path"'));
    await on.clickNamed('Apply');
    await on.holds(`document.body.textContent.includes('The files have changed since this plan was made')`);
    await on.isAccessible('types conflict');
    await planned('changed');
    await on.clickNamed('Apply');
    await on.holds(`document.body.textContent.includes('the next start serves them')`);
    expect((await stored()).Kind.enum).to.deep.equal(['news', 'essay', 'letter']);
    expect(await stored()).to.have.property('Path');
  });

  it('fit narrow and wide windows', async () => {
    for (const width of [360, 2560]) {
      await on.page.setViewport({ width, height: 800 });
      await open();
      await on.isAccessible(`types ${width}`);
      await on.clickNamed('Edit author');
      await on.page.waitForSelector('#attribute-name');
      await on.isAccessible(`types attribute ${width}`);
      await on.page.type('#attribute-name', 'X');
      await on.page.click('.types-dialog .primary');
      await planned('changed');
      await on.isAccessible(`types plan ${width}`);
      await discard();
    }
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('keep names and code in their order from right to left', async () => {
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: `${on.world.url}/admin` });
    for (const width of [390, 1280]) {
      await on.page.setViewport({ width, height: 844 });
      await open();
      await on.holds(`document.documentElement.dir === 'rtl'`);
      await on.isAccessible(`types ar ${width}`);
    }
    const ends = await on.page.$$eval('.shape .types-head code', (all) =>
      all.map((one) => one.getBoundingClientRect().right),
    );
    // The uid comes first, at the right.
    expect(ends[0]).to.be.above(Number(ends[1]));
    const isolated = await on.page.$$eval('.attribute .hint bdi', (all) => all.map((one) => one.textContent));
    expect(isolated).to.include('enumeration');
    expect(isolated.some((text) => text?.startsWith('targetField "Title'))).to.equal(true);
    await on.page.deleteCookie({ name: 'quire_admin_language', url: `${on.world.url}/admin` });
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('show an error with a way to try again', async () => {
    await on.page.setRequestInterception(true);
    const fail = (asked: HTTPRequest): void =>
      void (asked.url().includes('/api/types')
        ? asked.respond({ status: 500, body: '{}' })
        : asked.continue());
    on.page.on('request', fail);
    await on.open('/types', '.notice[role=alert]');
    await on.isAccessible('types error');
    on.page.off('request', fail);
    await on.page.setRequestInterception(false);
    await on.clickNamed('Try again');
    await on.page.waitForSelector('.shape');
  });

  it('leave what they had in the database until its name is typed', async () => {
    const gone = 'api::gone.gone';
    const grant = [{ role: 'public', type: gone, actions: ['find'] }] as const;
    await on.world.parts.store.access.change({ grant });
    await open();
    await on.clickNamed('Count what is left');
    await on.page.waitForSelector('.types-leftover');
    expect(await on.textOf('.types-leftover')).to.contain('no content · made for api::gone.gone');
    await on.isAccessible('types left');
    await on.clickNamed(`Drop ${gone}`);
    await on.page.waitForSelector('#left-name');
    await on.page.type('#left-name', 'api::gone');
    await press('Enter');
    await on.page.waitForSelector('#left-name-fault');
    await on.isAccessible('types drop');
    await on.page.setViewport({ width: 360, height: 800 });
    await on.isAccessible('types drop 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.page.type('#left-name', '.gone');
    await press('Enter');
    await on.holds(`document.querySelector('.types-left').textContent.includes('${gone} is dropped.')`);
    await on.holds(`document.querySelector('.types-leftover') === null`);
    expect(await on.page.evaluate('document.activeElement?.id')).to.equal('left-title');
  });

  it('are not for editors', async () => {
    await on.becomes('editor');
    expect(await on.page.$('.side a[href$="/types"]')).to.equal(null);
    await on.open('/types', '.notice[role=alert]');
    expect(await on.textOf('.notice')).to.contain('lacks the grant “find” for');
    await on.isAccessible('types of an editor');
  });

  it('report no error and break no rule of the content security policy', () => {
    expect(on.mistakes).to.deep.equal([]);
  });
});

describe('content-types in the admin page of a server in production', function () {
  this.timeout(60_000);
  let screens: ScreenWorld | undefined;

  after(() => screens?.stop());

  it('are read only, and it says why', async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    await screens.becomes('owner');
    await screens.open('/types', '.attribute');
    expect(await screens.textOf('.banner')).to.contain('quire dev');
    const buttons = await screens.page.$$eval('.types button:not([role=tab])', (all) =>
      all.map((one) => one.textContent),
    );
    expect(buttons).to.deep.equal(['Count what is left']);
    await screens.isAccessible('types production');
  });
});
