import { expect } from 'chai';
import { appFiles, contentType, drafts, localized } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { until } from '../until.js';

const [story, page] = ['api::story.story', 'api::page.page'];

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      { Title: { type: 'string', ...localized }, Code: { type: 'string' } },
      { ...drafts, ...localized },
    ),
    contentType('page', 'pages', { Title: { type: 'string' }, Rank: { type: 'integer', max: 10 } }, drafts),
  ],
});

describe('what is done with an entry in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const owner = await on.world.signedIn('owner');
    await owner.api('POST', 'locales', { code: 'de', name: 'German' });
  });
  after(() => screens?.stop());

  const published = async (uid: string, set: object): Promise<string> => {
    const { body } = await on.client.api('POST', `documents/${uid}`, { set });
    const path = `${uid}/${body.data.documentId as string}`;
    expect((await on.client.api('POST', `documents/${path}/publish`, {})).status).to.equal(200);
    return path;
  };
  const stateOf = async (path: string): Promise<string> =>
    (await on.client.api('GET', `documents/${path}`)).body.data.state as string;
  const asked = async (): Promise<string> => {
    await on.clickNamed('Unpublish');
    await on.page.waitForSelector('.question[open] .danger');
    return on.textOf('.question[open]');
  };

  it('asks before visitors lose it, with the locale that they lose where there are several', async () => {
    const path = await published(page, { Title: 'Public' });
    await on.open(`/content/${path}`, '#Title');
    expect(await asked())
      .to.contain('Visitors will no longer find it.')
      .and.not.contain('locale');
    await on.isAccessible('unpublish asks');
    await on.page.keyboard.press('Escape');
    await on.holds(`document.querySelector('.question[open]') === null`);
    expect(await stateOf(path)).to.equal('published');
    await asked();
    await on.page.click('.question[open] .danger');
    await until(async () => (await stateOf(path)) === 'draft');

    const translated = await published(story, { Title: 'Harbour', Code: 'H' });
    await on.client.api('PATCH', `documents/${translated}`, { set: { Title: 'Hafen' }, locale: 'de' });
    await on.open(`/content/${translated}?locale=de`, '#Title');
    await on.clickNamed('Publish');
    await on.holds(`document.querySelector('.save-state').textContent.includes('Published')`);
    expect(await asked())
      .to.contain('German')
      .and.contain('Other locales stay as they are.');
    await on.page.click('.question[open] .danger');
    await on.holds(`document.querySelector('.save-state').textContent.includes('Draft')`);
    expect(await stateOf(translated)).to.equal('published');
  });
  it('reports no error', () => expect(on.mistakes).to.deep.equal([]));
});
