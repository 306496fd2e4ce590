import { expect } from 'chai';
import { appFiles, component, contentType, drafts, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const [story, tag] = ['api::story.story', 'api::tag.tag'];

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string' },
        Tags: relation('manyToMany', 'tag'),
        Seo: { type: 'component', component: 'parts.seo' },
      },
      drafts,
    ),
    contentType('tag', 'tags', { Name: { type: 'string' } }),
  ],
  components: [component('parts.seo', { About: relation('oneToMany', 'tag') })],
});

describe('the menu of an entry in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let sea: string;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const made = async (uid: string, body: object): Promise<string> =>
      (await on.client.api('POST', `documents/${uid}`, body)).body.data.documentId as string;
    sea = await made(tag, { set: { Name: 'Sea' } });
    const links = [{ attribute: 'Tags', kind: 'connect', documentId: sea }];
    await made(story, { set: { Title: 'Linked' }, links });
    await made(story, { set: { Title: 'Inside', Seo: { About: [sea] } } });
    await made(story, { set: { Title: 'Other' } });
  });
  after(() => screens?.stop());

  it('says where the entry is used, by keyboard', async () => {
    await on.open(`/content/${tag}/${sea}`, '.entry-head h1');
    await on.tabTo('[aria-label=More]');
    await on.page.keyboard.press('Enter');
    await on.isAccessible('menu');
    await on.page.keyboard.press('Escape');
    await on.holds(`document.querySelector('.menu-items') === null`);
    expect(await on.page.evaluate(`document.activeElement.ariaLabel`)).to.equal('More');
    await on.page.keyboard.press('Enter');
    await on.page.keyboard.press('Tab');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('.uses-list li');
    const uses = await on.page.$$eval('.uses-list a', (all) => all.map((one) => one.textContent));
    expect(uses).to.have.members(['Linked', 'Inside']);
    await on.isAccessible('used by');
    await on.page.keyboard.press('Escape');
    await on.holds(`document.querySelector('dialog[open]') === null`);
    expect(await on.page.evaluate(`document.activeElement.ariaLabel`)).to.equal('More');
  });

  it('closes by a press beside it, and leads the arrow keys through what it shows', async () => {
    await on.open(`/content/${tag}/${sea}`, '.entry-head h1');
    await on.clickNamed('More');
    // Some browsers give a pressed button no focus, which could leave it then.
    await on.page.evaluate('document.activeElement.blur()');
    await on.page.click('.top');
    await on.holds(`document.querySelector('.menu-items') === null`);
    await on.page.focus('button[aria-label=More]');
    await on.page.keyboard.press('Enter');
    const item = (at: string) => `document.activeElement.matches('.menu-items > :${at}-child')`;
    await on.page.keyboard.press('ArrowDown');
    expect(await on.page.evaluate(item('first'))).to.equal(true);
    await on.page.keyboard.press('End');
    expect(await on.page.evaluate(item('last'))).to.equal(true);
    await on.page.keyboard.press('ArrowUp');
    await on.page.keyboard.press('Home');
    expect(await on.page.evaluate(item('first'))).to.equal(true);
    await on.page.keyboard.press('Escape');
    await on.holds(`document.querySelector('.menu-items') === null`);
  });

  it('leads to what an entry links, by mouse and by keyboard', async () => {
    await on.open(`/content/${story}`, '.rows th a');
    await on.page.click('::-p-text(Linked)');
    await on.page.waitForSelector('#Tags-field .link a');
    await on.isAccessible('links that can be opened');
    await on.page.click('#Tags-field .link a');
    await on.holds(`document.querySelector('h1')?.textContent === 'Sea'`);
    await on.page.goBack();
    await on.page.waitForSelector('#Tags-field .link a');
    await on.page.focus('#Tags-field .link a');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('h1')?.textContent === 'Sea'`);
  });

  it('gives the id and the address of the content API, and makes a copy', async () => {
    const choose = async (name: string): Promise<void> => {
      await on.clickNamed('More');
      await on.clickNamed(name);
    };
    await on.page.setViewport({ width: 360, height: 800 });
    await on.open(`/content/${tag}/${sea}`, '.entry-head h1');
    await on.clickNamed('More');
    await on.isAccessible('menu 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.clickNamed('Copy the id');
    await on.holds(`document.querySelector('dialog[open] textarea')?.value === '${sea}'`);
    await on.page.keyboard.press('Escape');
    await on.holds(`document.querySelector('dialog[open]') === null`);
    await choose('Open as REST');
    await on.holds(`document.querySelector('dialog[open] textarea')?.value.endsWith('/api/tags/${sea}')`);
    await on.isAccessible('open as rest');
    await on.page.keyboard.press('Escape');
    await on.holds(`document.querySelector('dialog[open]') === null`);
    await choose('Duplicate');
    await on.holds(`!location.pathname.endsWith('${sea}')`);
  });

  it('shows what is published, to be read, beside a draft that stays as it is', async () => {
    const { body } = await on.client.api('POST', `documents/${story}`, { set: { Title: 'As published' } });
    const path = `documents/${story}/${body.data.documentId as string}`;
    await on.open(`/content/${story}/${body.data.documentId as string}`, '.entry-head h1');
    await on.clickNamed('More');
    expect(await on.textOf('.menu-items')).to.not.contain('Published version');
    await on.client.api('POST', `${path}/publish`, {});
    await on.client.api('PATCH', path, { set: { Title: 'As drafted' } });
    await on.page.reload();
    await on.page.waitForSelector('.entry-head h1');
    await on.clickNamed('More');
    await on.clickNamed('Published version');
    await on.page.waitForSelector('.read-values');
    expect(await on.textOf('.read-values'))
      .to.contain('As published')
      .and.not.contain('As drafted');
    await on.isAccessible('published version');
    await on.page.keyboard.press('Escape');
    expect(await on.page.$eval('#Title', (input) => (input as HTMLInputElement).value)).to.equal(
      'As drafted',
    );
  });

  it('reports no error and breaks no rule of its content security policy', () => {
    expect(on.mistakes).to.deep.equal([]);
  });
});
