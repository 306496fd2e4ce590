import { expect } from 'chai';
import type { Browser } from '../http/admin/admin-world.js';
import { appFiles, component, contentType, drafts, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const note = 'api::note.note';

const files = appFiles({
  contentTypes: [
    contentType(
      'note',
      'notes',
      {
        Title: { type: 'string' },
        Text: { type: 'text' },
        Kind: { type: 'enumeration', enum: ['news', 'tale'] },
        Seo: { type: 'component', component: 'parts.seo' },
        Near: relation('manyToOne', 'note'),
      },
      drafts,
    ),
  ],
  components: [component('parts.seo', { Words: { type: 'string' } })],
});

describe('what others save of an open entry, in the admin page without live changes', function () {
  this.timeout(60_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let other: Browser;
  let id: string;

  before(async function () {
    screens = await openScreens(files, { LIVE_CHANGES: 'false' });
    if (screens === undefined) return this.skip();
    on = screens;
    other = await on.world.signedIn('owner');
    const { documentId } = (await other.api('GET', 'start')).body.data.administrator;
    await other.api('PATCH', 'profile', { name: 'Kai Nalu' });
    expect(documentId).to.be.a('string');
  });
  after(() => screens?.stop());
  beforeEach(async () => {
    const set = { Title: 'One', Text: 'first', Seo: { Words: 'old' } };
    id = (await on.client.api('POST', `documents/${note}`, { set })).body.data.documentId;
    await on.open(`/content/${note}/${id}`, '#Text');
  });

  const stored = async () => (await on.client.api('GET', `documents/${note}/${id}`)).body.data.values;
  const saves = (set: object) => other.api('PATCH', `documents/${note}/${id}`, { set });
  const write = async (field: string, text: string): Promise<void> => {
    await on.page.focus(field);
    await on.page.keyboard.down('Control');
    await on.page.keyboard.press('End');
    await on.page.keyboard.up('Control');
    await on.page.keyboard.type(text);
    await on.page.keyboard.press('Tab');
  };
  const fieldOf = (selector: string) =>
    on.page.$eval(selector, (field) => (field as unknown as { readonly value: string }).value);

  it('is taken over where it is something else, and that is said with who and what', async () => {
    await saves({ Title: 'Theirs', Kind: 'tale' });
    await write('#Text', ' mine');
    await on.page.waitForSelector('.merged');
    expect(await on.textOf('.merged [role=status]')).to.match(/^Kai Nalu saved Title and Kind, .*\d/);
    expect([await fieldOf('#Title'), await fieldOf('#Text')]).to.deep.equal(['Theirs', 'first mine']);
    await until(async () => (await stored()).Text === 'first mine');
    await on.isAccessible('merged');
    await on.clickNamed('All right');
    expect(await on.page.$('.merged')).to.equal(null);
  });

  it('is asked about where it is the same, with who, when and both to edit', async () => {
    await saves({ Text: 'theirs', Title: 'Theirs' });
    await write('#Text', ' mine');
    await on.page.waitForSelector('.conflict');
    expect(await on.textOf('.conflict [role=alert]')).to.match(/^Kai Nalu saved Text, .*\d/);
    expect([await fieldOf('#mine-Text'), await fieldOf('#theirs-Text')]).to.deep.equal([
      'first mine',
      'theirs',
    ]);
    await on.isAccessible('conflict');
    // The head says it too, as the question may be out of sight, and leads there.
    await on.clickNamed('Not saved: see why');
    await on.holds(`document.activeElement?.className === 'conflict'`);
    await write('#mine-Text', ' and more');
    expect(await fieldOf('#Text')).to.equal('first mine and more');
    await write('#theirs-Text', ' and mine');
    expect((await stored()).Text).to.equal('theirs');
    await on.clickNamed('Take the saved Text');
    await until(async () => (await stored()).Text === 'theirs and mine');
    expect((await stored()).Title).to.equal('Theirs');
    expect(await on.page.evaluate('document.activeElement.id')).to.equal('Text');
  });

  it('is asked about with labels where one document is linked', async () => {
    const linksTo = async (Title: string) => {
      const { body } = await on.client.api('POST', `documents/${note}`, { set: { Title } });
      return { links: [{ kind: 'connect', attribute: 'Near', documentId: body.data.documentId as string }] };
    };
    await on.client.api('PATCH', `documents/${note}/${id}`, await linksTo('Old'));
    const theirs = await linksTo('Theirs');
    await on.open(`/content/${note}/${id}`, '#Near-field [data-control=remove]');
    await other.api('PATCH', `documents/${note}/${id}`, theirs);
    await on.page.click('#Near-field [data-control=remove]');
    await on.page.waitForSelector('.conflict');
    expect(
      await on.page.$$eval('.conflict .source-value', (all) => all.map((one) => one.textContent)),
    ).to.deep.equal(['Empty', 'Theirs']);
    await on.isAccessible('conflict of a link');
    await on.clickNamed('Take the saved Near');
    await on.holds(`document.querySelector('#Near-field .link-label')?.textContent.trim() === 'Theirs'`);
    expect(await on.page.$('.conflict')).to.equal(null);
  });

  it('leads by keyboard from one question to the next, and to the field', async () => {
    await saves({ Title: 'Theirs', Seo: { Words: 'new' } });
    await on.page.type('#Title', 'My ');
    await on.page.type('[id="Seo.Words"]', 'my ');
    await on.page.keyboard.press('Tab');
    // The component was changed while the first question was there already.
    await on.holds(`document.querySelector('.conflict h2')?.textContent === 'Title'`);
    await on.page.focus('.conflict input');
    await on.tabTo('.decides');
    // The next question has the focus in the same step.
    const next = `(() => { document.activeElement.click(); return document.activeElement.textContent; })()`;
    expect(await on.page.evaluate(next)).to.equal('Keep my Seo');
    expect(await on.textOf('.conflict h2')).to.equal('Seo');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.conflict') === null`);
    await until(async () => (await stored()).Seo?.Words.includes('my '));
    expect(on.mistakes).to.deep.equal([]);
  });

  it('fits a small window, from right to left', async () => {
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: `${on.world.url}/admin` });
    await on.page.setViewport({ width: 360, height: 740 });
    await on.open(`/content/${note}/${id}`, '#Text');
    await saves({ Text: 'theirs' });
    await write('#Text', ' mine');
    await on.page.waitForSelector('.conflict');
    await on.fitsSmall('conflict');
  });
});
