import { expect } from 'chai';
import { listenTo, type LiveListener } from '../http/live-listener.js';
import type { Browser } from '../http/admin/admin-world.js';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const [story, plain] = ['api::story.story', 'api::plain.plain'];
const attributes = { Title: { type: 'string' }, Text: { type: 'text' } };

const files = appFiles({
  contentTypes: [
    contentType('story', 'stories', attributes, drafts),
    contentType('plain', 'plains', attributes),
  ],
});

describe('presence in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let other: Browser;
  const open: LiveListener[] = [];

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    other = await on.world.signedIn('editor');
  });
  afterEach(() => open.splice(0).forEach((one) => one.close()));
  after(() => screens?.stop());

  const made = async (uid: string, set: object): Promise<string> =>
    (await other.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;
  const enter = async (by: Browser, uid: string, id: string, query = ''): Promise<LiveListener> => {
    const cookie = Object.entries(by.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    const listener = await listenTo(`${on.world.url}/admin/api/documents/${uid}/${id}/events${query}`, {
      Cookie: cookie,
    });
    open.push(listener);
    return listener;
  };

  it('shows who else is in the entry, and until when', async () => {
    const id = await made(story, { Title: 'Shared' });
    await on.open(`/content/${story}/${id}`, '.entry-head h1');
    const visit = await enter(other, story, id);
    await on.holds(`document.querySelector('.here').textContent === 'Person is here too'`);
    await on.holds(`document.querySelector('.top .initial').textContent === 'P'`);
    const seen = await visit.until((events) =>
      events.some(({ event, data }) => event === 'people' && data.length === 1),
    );
    expect(seen.at(-1)?.data[0].name).to.equal('Person');
    await on.isAccessible('presence');
    visit.close();
    await on.holds(`document.querySelector('.here').textContent === ''`);
    await on.holds(`document.querySelector('.top .initial') === null`);
  });

  it('shows in which field somebody is, and says so to who is there too', async () => {
    const id = await made(story, { Title: 'Where' });
    await on.open(`/content/${story}/${id}`, '#Text');
    const visit = await enter(other, story, id, '?field=Text');
    const note = (field: string) => `document.querySelector('#${field}-field > .field-note')?.textContent`;
    await on.holds(`${note('Text')} === 'Person is in this field'`);
    expect(await on.page.$$eval('.field-note', (all) => all.length)).to.equal(1);
    const announced = `[...document.querySelectorAll('.entry > .hidden[role=status]')].map((one) => one.textContent).join()`;
    expect(await on.page.evaluate(announced)).to.equal('');
    await on.page.focus('#Text');
    await on.holds(`${announced} === 'Person is in Text too'`);
    const mine = async (field: string | null): Promise<void> =>
      void (await visit.until((events) => {
        const { data } = events.findLast(({ event }) => event === 'people') ?? {};
        return data?.[0]?.field === field;
      }));
    await mine('Text');
    await on.page.focus('#Title');
    await mine('Title');
    await on.holds(`${announced} === ''`);
    await on.isAccessible('presence in a field');
    await on.page.setViewport({ width: 360, height: 740 });
    await on.isAccessible('presence in a field 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    await enter(other, story, id);
    visit.close();
    await on.holds(`${note('Text')} === undefined`);
  });

  it('says that somebody saved, shows what changed, and keeps what is typed', async () => {
    const id = await made(plain, { Title: 'Low tide', Text: 'Boats lie still' });
    await on.open(`/content/${plain}/${id}`, '#Text');
    await enter(other, plain, id);
    await on.holds(`document.querySelector('.here').textContent !== ''`);
    await on.page.focus('#Text');
    await on.page.keyboard.press('End');
    await on.page.keyboard.type(', and wait');
    await other.api('PATCH', `documents/${plain}/${id}`, { set: { Title: 'High tide' } });
    await on.page.waitForSelector('.news');
    expect(await on.textOf('.news')).to.contain('Person saved this entry meanwhile');
    await on.holds(
      `document.querySelector('#Title-field > .field-note')?.textContent === 'Person saved another value'`,
    );
    expect(await on.page.$$eval('.field-note', (all) => all.length)).to.equal(1);
    await on.clickNamed('Show what changed');
    await on.page.waitForSelector('.news ins');
    expect(await on.textOf('.news-changes'))
      .to.contain('Title')
      .and.not.contain('Boats');
    await on.isAccessible('news');
    await on.page.setViewport({ width: 360, height: 740 });
    await on.isAccessible('news 360');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.page.focus('.news button:last-of-type');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.news') === null`);
    await on.holds(`document.querySelector('.field-note') === null`);
    await on.holds(`document.querySelector('#Title').value === 'High tide'`);
    expect(await on.page.$eval('#Text', (text) => (text as HTMLTextAreaElement).value)).to.equal(
      'Boats lie still, and wait',
    );
  });

  it('asks where both changed the same, and says that somebody published', async () => {
    const id = await made(plain, { Title: 'Mine' });
    await on.open(`/content/${plain}/${id}`, '#Title');
    await on.page.focus('#Title');
    await on.page.keyboard.press('End');
    await on.page.keyboard.type(' own');
    await other.api('PATCH', `documents/${plain}/${id}`, { set: { Title: 'Theirs' } });
    await on.clickNamed('Load it, keep my edits');
    await on.page.waitForSelector('.conflict');
    const drafted = await made(story, { Title: 'Ready', Text: 'x' });
    await on.open(`/content/${story}/${drafted}`, '.entry-head h1');
    await enter(other, story, drafted);
    await on.holds(`document.querySelector('.here').textContent !== ''`);
    await other.api('POST', `documents/${story}/${drafted}/publish`, {});
    await on.page.waitForSelector('.news');
    expect(await on.textOf('.news')).to.contain('published this entry meanwhile');
    await on.clickNamed('Load it, keep my edits');
    await on.holds(`document.querySelector('.news') === null`);
    await on.holds(`document.querySelector('.save-state').textContent.includes('Published')`);
    expect(on.mistakes).to.deep.equal([]);
  });
});
