import { expect } from 'chai';
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
        Title: { type: 'string' },
        Slug: { type: 'uid', targetField: 'Title' },
        Text: { type: 'text' },
        Body: { type: 'blocks' },
        Key: { type: 'password' },
        Tags: relation('manyToMany', 'tag', { inversedBy: 'Stories' }),
        Parts: { type: 'component', component: 'parts.quote', repeatable: true },
      },
      { ...drafts, ...localized },
    ),
    contentType('tag', 'tags', {
      Name: { type: 'string' },
      Stories: relation('manyToMany', 'story', { mappedBy: 'Tags' }),
    }),
  ],
  components: [component('parts.quote', { Text: { type: 'text' }, About: relation('oneToMany', 'tag') })],
});

describe('undo in the editor of the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  const tags: string[] = [];

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    for (let at = 1; at <= 30; at += 1) tags.push(await made(tag, { Name: `Tag ${at}` }));
  });
  after(() => screens?.stop());

  const made = async (uid: string, set: object, linked: readonly string[] = []): Promise<string> => {
    const links = linked.map((documentId) => ({ kind: 'connect', attribute: 'Tags', documentId }));
    return (await on.client.api('POST', `documents/${uid}`, { set, links })).body.data.documentId as string;
  };
  const stored = async (id: string) => (await on.client.api('GET', `documents/${story}/${id}`)).body.data;
  const opened = async (set: object, linked: readonly string[] = []): Promise<string> => {
    const id = await made(story, set, linked);
    await on.open(`/content/${story}/${id}`, '#Body');
    return id;
  };
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.down(key as 'Enter');
    for (const key of keys.toReversed()) await on.page.keyboard.up(key as 'Enter');
  };
  const write = async (field: string, text: string): Promise<void> => {
    await on.page.focus(field);
    await press('Control', 'End');
    await on.page.keyboard.type(text);
  };
  const textOf = (field: string): Promise<string> =>
    on.page.$eval(field, (input) => (input as unknown as { value: string }).value);
  const told = (words: string) =>
    on.holds(`document.querySelector('.undo-tools [role=status]').textContent.includes('${words}')`);
  const choose = async (field: string, name: string): Promise<void> => {
    await on.page.click(`#${field}`);
    await on.page.waitForSelector('[role=dialog] input');
    await on.page.keyboard.type(name);
    await on.holds(`document.querySelectorAll('[role=dialog] .option').length === 1`);
    await press('ArrowDown');
    await press('Enter');
    await on.holds(`document.querySelector('[role=dialog]') === null`);
  };

  it('takes back by keys what was done in any field, in its order, and does it again', async () => {
    const id = await opened({ Title: 'First', Slug: 'first', Text: 'one', Parts: [{ Text: 'part' }] });
    await write('#Title', ' story');
    await on.holds(`document.querySelector('#Slug').value === 'first-story'`);
    await write('#Body', 'Rich');
    await choose('Tags', 'Tag 30');
    await on.clickNamed('Add parts.quote');
    await write('#Parts\\.1\\.Text', 'new');
    await press('Control', 's');
    await until(async () => (await stored(id)).values.Parts.length === 2);
    await on.holds(`/^Saved/.test(document.querySelector('.save-state [role=status]').textContent)`);
    await on.isAccessible('undo');
    await press('Control', 'z');
    expect(await textOf('#Parts\\.1\\.Text')).to.equal('');
    await told('Undone: Parts.');
    await press('Control', 'z');
    await press('Control', 'z');
    await told('Undone: Tags.');
    expect(await on.page.$('.links .link')).to.equal(null);
    await on.page.focus('#Body');
    await press('Control', 'z');
    await on.holds(`document.querySelector('#Body').textContent === ''`);
    await press('Control', 'z');
    expect([await textOf('#Title'), await textOf('#Slug')]).to.deep.equal(['First', 'first']);
    expect(await on.page.$eval('.undo-tools button', (button) => button.title)).to.equal('Nothing to undo');
    await until(async () => (await stored(id)).values.Title === 'First');
    const { values, links } = await stored(id);
    expect([values.Slug, values.Parts.length, links.Tags.items]).to.deep.equal(['first', 1, []]);
    for (let left = 5; left > 0; left -= 1) await press('Control', 'Shift', 'z');
    await told('Done again: Parts.');
    await until(async () => (await stored(id)).values.Parts[1]?.Text === 'new');
    const again = await stored(id);
    expect(again.values).to.deep.include({ Title: 'First story', Slug: 'first-story' });
    expect(again.links.Tags.items).to.have.length(1);
    expect(again.values.Body[0].children[0].text).to.equal('Rich');
  });

  it('has buttons that say what they take back, and forgets it when the page is loaded again', async () => {
    await opened({ Title: 'Buttons' });
    await write('#Text', 'typed');
    await on.clickNamed('Undo: Text');
    await on.holds(`document.querySelector('#Text').value === ''`);
    await on.holds(`document.activeElement.title === 'Redo: Text'`);
    await on.clickNamed('Redo: Text');
    await on.holds(`document.querySelector('#Text').value === 'typed'`);
    await on.picture('undo buttons');
    await press('Control', 'y');
    await press('Control', 'z');
    await press('Control', 'y');
    expect(await textOf('#Text')).to.equal('typed');
    await on.page.setViewport({ width: 360, height: 800 });
    await on.isAccessible('undo narrow');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.page.reload();
    await on.page.waitForSelector('.undo-tools');
    expect(await on.page.$eval('.undo-tools button', (button) => button.title)).to.equal('Nothing to undo');
  });

  it('leaves searches, dialogs, passwords and texts that are no value to the browser', async () => {
    await opened({ Title: 'Others' }, tags);
    await write('#Text', 'typed');
    const undone = async (field: string, text: string): Promise<void> => {
      await on.page.focus(field);
      await on.page.keyboard.type(text);
      await press('Control', 'z');
      expect(await textOf('#Text'), field).to.equal('typed');
    };
    await undone('#Tags-search', 'x');
    await on.page.focus('#Key');
    await on.page.keyboard.type('abc');
    await on.holds(`document.querySelector('#Key-field [role=status]').textContent === '3 characters: weak'`);
    for (const left of ['ab', 'a', '']) {
      await on.page.keyboard.press('Backspace');
      expect(await textOf('#Key')).to.equal(left);
    }
    await undone('#Key', 'secret');
    await press('Tab');
    expect(await on.page.$eval('.undo-tools button', (button) => button.title)).to.equal('Undo: Text');
    await on.page.click('#Tags');
    await on.page.waitForSelector('[role=dialog] input');
    await on.page.keyboard.type('x');
    await press('Control', 'z');
    await press('Escape');
    await on.holds(`document.querySelector('[role=dialog]') === null`);
    expect(await textOf('#Text')).to.equal('typed');
  });

  it('keeps what others have changed since, and says so', async () => {
    const id = await opened({ Title: 'Shared', Text: 'first' });
    await write('#Text', ' mine');
    await press('Tab');
    await until(async () => (await stored(id)).values.Text === 'first mine');
    await on.client.api('PATCH', `documents/${story}/${id}`, { set: { Text: 'theirs' } });
    await write('#Title', '!');
    await press('Tab');
    await on.holds(`document.querySelector('#Text').value === 'theirs'`);
    await press('Control', 'z');
    await press('Control', 'z');
    await told('Somebody else has changed Text since; it stays as it is.');
    expect([await textOf('#Title'), await textOf('#Text')]).to.deep.equal(['Shared', 'theirs']);
    await on.isAccessible('undo kept');
  });

  it('shows a link that was added to many after it was saved too, and takes it back', async () => {
    const About = tags.slice(0, 28);
    const id = await opened({ Title: 'Many', Parts: [{ Text: 'q', About }] }, tags.slice(0, 28));
    await choose('Tags', 'Tag 30');
    await choose('Parts\\.0\\.About', 'Tag 30');
    await press('Control', 's');
    await on.holds(`/^Saved/.test(document.querySelector('.save-state [role=status]').textContent)`);
    expect(await on.textOf('#Tags-field .links')).to.contain('Tag 30');
    await press('Control', 'z');
    await press('Control', 'z');
    await on.holds(`!document.querySelector('#Tags-field .links').textContent.includes('Tag 30')`);
    await press('Control', 's');
    const path = `documents/${story}/${id}/links/Tags?status=draft&pagination[pageSize]=100`;
    await until(async () => (await on.client.api('GET', path)).body.data.length === 28);
  });

  it('says it in Arabic too, with a Latin title where the page begins', async () => {
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: on.world.url });
    await opened({ Title: 'A Latin title', Text: 'one' });
    await write('#Text', ' two');
    await press('Control', 'z');
    await told('تم التراجع: Text.');
    const ends = await on.page.$eval('h1', (title) => [
      title.getBoundingClientRect().right,
      title.parentElement?.getBoundingClientRect().right,
    ]);
    expect(ends[0]).to.equal(ends[1]);
    await on.isAccessible('undo arabic');
    await on.page.deleteCookie({ name: 'quire_admin_language', url: on.world.url });
  });

  it('reports no error', () => {
    expect(on.mistakes).to.deep.equal([]);
  });
});
