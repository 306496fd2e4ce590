import { expect } from 'chai';
import { appFiles, contentType, drafts, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const [note, story, plain] = ['api::note.note', 'api::story.story', 'api::plain.plain'];

const files = appFiles({
  contentTypes: [
    contentType('note', 'notes', {
      Name: { type: 'string', required: true, maxLength: 5 },
      Stories: relation('manyToMany', 'story', { mappedBy: 'Notes' }),
    }),
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string', required: true },
        Kind: { type: 'string', required: true, default: 'news' },
        Slug: { type: 'uid', targetField: 'Title', required: true },
        Lead: { type: 'text', required: true },
        Notes: relation('manyToMany', 'note', { inversedBy: 'Stories' }),
      },
      drafts,
    ),
    contentType('plain', 'plains', { Name: { type: 'string' } }, drafts),
  ],
});

describe('a new entry in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  const sent: string[] = [];

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    on.page.on('request', (asked) => {
      if (asked.method() !== 'GET') sent.push(`${asked.method()} ${new URL(asked.url()).pathname}`);
    });
  });
  after(() => screens?.stop());
  beforeEach(() => void sent.splice(0));

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.down(key as 'Enter');
    for (const key of keys.toReversed()) await on.page.keyboard.up(key as 'Enter');
  };
  const focused = (selector: string) => on.holds(`document.activeElement?.matches('${selector}')`);
  const made = async (uid: string, set: object): Promise<string> =>
    (await on.client.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;

  it('has the focus in its first field, by key from its list', async () => {
    await on.open(`/content/${note}`, '.new-entry');
    await on.page.keyboard.press('c');
    await focused('#Name');
  });

  it('says that nothing is saved while it is refused, and that all is where only publishing is', async () => {
    await on.open(`/content/${note}/new`, '#Name');
    await on.page.type('#Name', 'too long');
    await press('Control', 's');
    await on.page.waitForSelector('.banner.bad li');
    expect(await on.textOf('.banner.bad'))
      .to.contain('Nothing is saved yet')
      .and.not.contain('others');
    await on.open(`/content/${story}/${await made(story, { Title: 'One' })}`, '#Title');
    await on.clickNamed('Publish');
    await on.page.waitForSelector('.banner.bad li');
    expect(await on.textOf('.banner.bad')).to.contain('All is saved');
  });

  it('shows no default that was cleared, and says that it is missing', async () => {
    await on.open(`/content/${story}/new`, '#Kind');
    const kind = () => on.page.$eval('#Kind', (input) => (input as HTMLInputElement).value);
    expect(await kind()).to.equal('news');
    await on.page.focus('#Kind');
    await press('Control', 'a');
    await on.page.keyboard.press('Backspace');
    await on.page.keyboard.press('Tab');
    expect(await kind()).to.equal('');
    await press('Control', 'Enter');
    await on.page.waitForSelector('.banner.bad li');
    const missing = await on.page.$$eval('.banner.bad li a', (all) => all.map((one) => one.textContent));
    expect(missing).to.include('Kind');
  });

  it('is not created by publishing it untouched, and says what is missing', async () => {
    await on.open(`/content/${story}/new`, '#Title');
    await press('Control', 'Enter');
    await on.page.waitForSelector('.banner.bad li');
    const missing = await on.page.$$eval('.banner.bad li a', (all) => all.map((one) => one.textContent));
    expect(missing).to.deep.equal(['Title', 'Lead']);
    expect(await on.textOf('.banner.bad')).to.contain('Nothing is saved yet');
    expect(sent).to.deep.equal([]);
  });

  it('is published once by a double click', async () => {
    await on.open(`/content/${plain}/${await made(plain, { Name: 'One' })}`, '#Name');
    await on.page.evaluate(`{
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Publish');
      button.click();
      button.click();
    }`);
    await on.page.waitForSelector('.save-state [data-state=published], .status.published, .save-state');
    await on.holds(`document.querySelector('.save-state').textContent.includes('Published')`);
    expect(sent.filter((one) => one.endsWith('/publish'))).to.have.length(1);
    await on.clickNamed('Unpublish');
    await on.page.waitForSelector('.question[open] .danger');
    await on.page.click('.question[open] .danger');
    await on.holds(`document.querySelector('.save-state').textContent.includes('Draft')`);
  });

  it('has the focus in its first field over another entry', async () => {
    await on.open(`/content/${story}/${await made(story, { Title: 'Over' })}`, '#Notes');
    await on.page.focus('#Notes-field [aria-haspopup=dialog]');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('.new-linked #Name');
    await focused('.new-linked #Name');
    await on.page.keyboard.type('abc');
    await on.page.keyboard.press('Escape');
    expect(
      await on.page.$eval('.new-linked #Name', (one) => (one as unknown as { value: string }).value),
    ).to.equal('abc');
  });

  it('is read from its head where a key of its list has opened it', async () => {
    await on.open(`/content/${plain}`, '.rows th a');
    await on.page.focus('.rows th a');
    await on.page.keyboard.press('Enter');
    await focused('.entry-title h1');
  });

  it('moves a link behind all others, also those that are not read', async () => {
    const Stories = [];
    for (let at = 0; at < 60; at += 1) Stories.push(await made(story, { Title: `Story ${at}` }));
    const id = await made(note, { Name: 'Long' });
    await on.client.api('PATCH', `documents/${note}/${id}`, {
      links: Stories.map((documentId) => ({ kind: 'connect', attribute: 'Stories', documentId })),
    });
    await on.open(`/content/${note}/${id}`, '#Stories-field [data-place="0"] [data-control=move]');
    await on.page.focus('#Stories-field [data-place="0"] [data-control=move]');
    await press('Alt', 'End');
    await on.holds(`document.querySelector('#Stories-field [role=status]').textContent.includes('60 of 60')`);
    await focused('[data-place="59"] *');
    expect(on.mistakes).to.deep.equal([]);
  });
});
