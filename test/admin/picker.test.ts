import { expect } from 'chai';
import { appFiles, contentType, drafts, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const [story, place] = ['api::story.story', 'api::place.place'];
const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      { Title: { type: 'string' }, Places: relation('oneToMany', 'place') },
      drafts,
    ),
    contentType(
      'place',
      'places',
      {
        Name: { type: 'string' },
        Note: { type: 'text' },
        Country: { type: 'enumeration', enum: ['Germany', 'France'] },
        Opened: { type: 'date' },
      },
      drafts,
    ),
  ],
});

describe('documents to link', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
  });
  after(() => screens?.stop());

  const made = async (uid: string, set: object): Promise<string> =>
    (await on.client.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;

  it('can be told apart where their titles repeat', async () => {
    await made(place, { Name: 'Lake', Country: 'France' });
    for (const Opened of ['2020-05-01', '2021-06-02'])
      await made(place, { Name: 'Harbour', Country: 'Germany', Opened });
    for (const Name of ['Mill', 'Mill']) await made(place, { Name });
    await on.open(`/content/${story}/${await made(story, { Title: 'One' })}`, '#Places');
    await on.clickNamed('Add a link');
    await on.holds(`document.querySelectorAll('[role=dialog] .option').length === 5`);
    const shown = await on.page.$$eval('[role=dialog] .option', (all) => all.map((one) => one.textContent));
    expect(shown.slice(0, 3)).to.deep.equal([
      'HarbourOpened: May 1, 2020',
      'HarbourOpened: Jun 2, 2021',
      'Lake',
    ]);
    // They differ in nothing but, at most, the minute in which they were made.
    for (const one of shown.slice(3)) expect(one).to.match(/^Mill(documentId|Created): \S/);
    expect(new Set(shown.slice(3)).size).to.equal(2);
    await on.isAccessible('documents to link');
    await on.page.keyboard.press('Escape');
    const long = 'A place with a name that is much longer than a narrow window';
    for (const Country of ['Germany', 'France']) await made(place, { Name: long, Country });
    await on.page.setViewport({ width: 400, height: 800 });
    await on.page.reload();
    await on.clickNamed('Add a link');
    await on.holds(`document.querySelector('[role=dialog] .option .hint')?.textContent.includes('Country')`);
    const broken = await on.page.$$eval('[role=dialog] .option .hint', (all) =>
      all
        // How wide an id is differs from one to the next.
        .filter((one) => !one.textContent.startsWith('documentId'))
        .filter((one) => one.getClientRects().length > 1 || one.getBoundingClientRect().height > 24)
        .map((one) => one.textContent),
    );
    expect(broken, 'hints of several lines').to.deep.equal([]);
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.fitsSmall('documents to link');
    expect(on.mistakes).to.deep.equal([]);
  });
});
