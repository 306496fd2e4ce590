import { expect } from 'chai';
import { appFiles, contentType, drafts, localized, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const [story, tag] = ['api::story.story', 'api::tag.tag'];

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string', required: true, ...localized },
        Text: { type: 'blocks', ...localized },
        Tags: relation('manyToMany', 'tag'),
      },
      { ...drafts, ...localized },
    ),
    contentType('tag', 'tags', { Name: { type: 'string' } }, drafts),
  ],
});

const text = (words: string) => [{ type: 'paragraph', children: [{ type: 'text', text: words }] }];

describe('what publishing changes, in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let id: string;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const { client } = on;
    const owner = await on.world.signedIn('owner');
    await owner.api('POST', 'locales', { code: 'de', name: 'German' });
    const tags: Record<string, string> = {};
    for (const Name of ['Sea', 'Land', 'Air', 'Hidden']) {
      tags[Name] = (await client.api('POST', `documents/${tag}`, { set: { Name } })).body.data.documentId;
      if (Name !== 'Hidden') await client.api('POST', `documents/${tag}/${tags[Name]}/publish`, {});
    }
    const link = (name: string, kind = 'connect', more = {}) => ({
      attribute: 'Tags',
      kind,
      documentId: tags[name],
      ...more,
    });
    const first = { Title: 'The harbour at dawn', Text: text('The boats lie still.') };
    const made = await client.api('POST', `documents/${story}`, {
      set: first,
      links: [link('Sea'), link('Land')],
    });
    id = made.body.data.documentId;
    const path = `documents/${story}/${id}`;
    expect((await client.api('POST', `${path}/publish`, {})).status).to.equal(200);
    await client.api('PATCH', path, {
      set: { Title: 'The harbour at noon', Text: text('The boats come and go.') },
      links: [link('Sea', 'disconnect'), link('Air'), link('Hidden')],
    });
    await client.api('PATCH', path, { set: { Title: 'Der Hafen' }, locale: 'de' });
  });
  after(() => screens?.stop());

  const open = async (): Promise<void> => {
    await on.open(`/content/${story}/${id}`, '.entry-head h1');
    await on.clickNamed('Differences');
    await on.page.waitForSelector('.sheet .change');
  };

  it('is shown by words, by link, and by locale', async () => {
    await open();
    const of = (name: string, mark: string) =>
      on.page.$$eval(`section[aria-label=${name}] ${mark}`, (all) => all.map((one) => one.textContent));
    expect(await of('Title', 'del')).to.deep.equal(['Only published: dawn']);
    expect(await of('Text', 'ins')).to.deep.equal(['Only in the draft: come and go']);
    expect(await of('Tags', 'li')).to.deep.equal(['Removed Sea', 'Added Air']);
    expect(await on.textOf('[aria-labelledby=diff-unpublished]')).to.contain('Tags: Hidden');
    await on.isAccessible('diff');
    await on.tabTo('.version-choice[aria-pressed=false]');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.version .legend')?.textContent.startsWith('Never published')`);
    expect(await of('Title', 'ins')).to.deep.equal(['Only in the draft: Der Hafen']);
    await on.page.setViewport({ width: 360, height: 800 });
    await open();
    await on.isAccessible('diff 360');
    await on.fitsSmall('diff');
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('keeps what is gone and what is new apart, and a point at its word, whatever the direction of the page', async () => {
    await open();
    for (const direction of ['ltr', 'rtl']) {
      await on.page.evaluate(`document.documentElement.dir = '${direction}'`);
      const [apart, after] = (await on.page.evaluate(`(() => {
        const place = document.querySelector('section[aria-label=Text] .difference');
        const [gone, added, point] = ['del', 'ins', 'ins + span'].map((one) => place.querySelector(one).getBoundingClientRect());
        return [added.left - gone.right, point.left - added.right];
      })()`)) as readonly [number, number];
      expect(apart, direction).to.be.above(after);
    }
    await on.page.evaluate(`document.documentElement.dir = 'ltr'`);
  });

  it('leads to the field that keeps the entry from being published, and publishes', async () => {
    await on.client.api('PATCH', `documents/${story}/${id}`, { set: { Title: null } });
    await on.open(`/content/${story}/${id}`, '.entry-head h1');
    await on.clickNamed('Differences');
    await on.page.waitForSelector('.sheet .banner.bad');
    await on.isAccessible('diff problems');
    expect(await on.page.$('.sheet .primary')).to.equal(null);
    await on.tabTo('.link-button');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.sheet') === null && document.activeElement.id === 'Title'`);
    await on.page.keyboard.type('The harbour at night');
    await on.clickNamed('Differences');
    await on.page.waitForSelector('.sheet .primary');
    await on.page.click('.sheet .primary');
    await on.holds(`document.querySelector('.save-state .published') !== null`);
    await on.clickNamed('Differences');
    await on.holds(`document.querySelector('.version')?.textContent.includes('same as what is published')`);
  });

  it('reports no error and breaks no rule of its content security policy', () => {
    expect(on.mistakes).to.deep.equal([]);
  });
});
