import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { valueOf } from '../contract/results.js';
import { appFiles, component, contentType, drafts, relation } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const [story, tag] = ['api::story.story', 'api::tag.tag'];

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      {
        Title: { type: 'string', required: true },
        Text: { type: 'richtext' },
        Done: { type: 'boolean' },
        Rank: { type: 'integer', max: 10 },
        Tags: relation('manyToMany', 'tag'),
        Seo: { type: 'component', component: 'parts.seo' },
        Parts: { type: 'dynamiczone', components: ['parts.seo'] },
      },
      drafts,
    ),
    contentType('tag', 'tags', { Name: { type: 'string' } }),
  ],
  components: [component('parts.seo', { Title: { type: 'string' }, Words: { type: 'text' } })],
});

const first = {
  Title: 'The harbour at dawn',
  Text: 'The boats lie still.\n\nNobody is up yet, and the water is like glass. A gull walks along the quay.',
  Done: false,
  Seo: { Title: 'Harbour', Words: 'A quiet morning' },
  Parts: [{ __component: 'parts.seo', Title: 'One' }],
};
const second = {
  Title: 'The harbour at noon',
  Text: 'The boats come and go.\n\nEverybody is up, and the water is like glass. A gull walks along the quay.',
  Done: true,
  Seo: { Title: 'Harbour', Words: 'A busy morning' },
  Parts: [
    { __component: 'parts.seo', Title: 'One' },
    { __component: 'parts.seo', Title: 'Two' },
  ],
};

describe('the history of an entry in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let id: string;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    const tags = await Promise.all(['Sea', 'Town'].map((Name) => made(tag, { Name })));
    id = await made(story, first);
    await act('publish', {});
    const links = tags.map((documentId) => ({ attribute: 'Tags', kind: 'connect', documentId }));
    await on.client.api('PATCH', `documents/${story}/${id}`, { set: second, links });
  });
  after(() => screens?.stop());

  const made = async (uid: string, set: object): Promise<string> =>
    (await on.client.api('POST', `documents/${uid}`, { set })).body.data.documentId as string;
  const act = (action: string, body: object) =>
    on.client.api('POST', `documents/${story}/${id}/${action}`, body);
  const stored = async () => (await on.client.api('GET', `documents/${story}/${id}`)).body.data;
  const openHistory = async (): Promise<void> => {
    await on.open(`/content/${story}/${id}`, '.entry-head h1');
    await on.clickNamed('History');
    await on.page.waitForSelector('.version-choice');
  };
  const choose = async (at: number): Promise<void> => {
    const choices = await on.page.$$('.version-choice');
    await choices.at(at)?.click();
    await on.page.waitForSelector('.version-head');
  };

  it('lists who did what and when, the latest first', async () => {
    await openHistory();
    const actions = await on.page.$$eval('.version-action', (all) => all.map((one) => one.textContent));
    expect(actions).to.deep.equal(['Changed', 'Published', 'Created']);
    expect(await on.textOf('.version-choice'))
      .to.contain('Text, Done')
      .and.to.contain('person1@');
    await on.isAccessible('history list');
  });

  it('shows by words and lines how a version differs from the draft', async () => {
    await choose(1);
    await on.page.waitForSelector('.change');
    const names = await on.page.$$eval('.change h3', (all) => all.map((one) => one.textContent));
    expect(names).to.have.members(['Title', 'Text', 'Done', 'Tags', 'Seo', 'Parts']);
    const marks = (kind: string) =>
      on.page.$$eval(`section[aria-label=Title] ${kind}`, (all) => all.map((one) => one.textContent));
    expect(await marks('del')).to.deep.equal(['Only in this version: dawn']);
    expect(await marks('ins')).to.deep.equal(['Only in the draft of today: noon']);
    expect(await on.textOf('section[aria-label=Tags]')).to.contain('Added Sea');
    expect(await on.textOf('section[aria-label=Seo]')).to.contain('Words: A quiet morning');
    await on.isAccessible('history difference');
    await choose(0);
    await on.holds(`document.querySelector('.version').textContent.includes('same as the draft')`);
  });

  it('compares any two versions, and restores one attribute', async () => {
    await choose(1);
    await on.holds(`document.querySelectorAll('.change').length === 6`);
    const created = await on.page.$eval(
      '.compared option:last-child',
      (one) => one.getAttribute('value') ?? '',
    );
    await on.page.select('.compared select', created);
    await on.holds(`document.querySelector('.version').textContent.includes('two versions are the same')`);
    await choose(0);
    await on.holds(`document.querySelectorAll('.change').length === 6`);
    expect(await on.textOf('section[aria-label=Title] del')).to.equal('Only in this version: noon');
    expect(await on.textOf('section[aria-label=Title] ins')).to.equal('Only in the other version: dawn');
    await on.isAccessible('history of two');
    await on.page.select('.compared select', '');
    await choose(1);
    await on.holds(`document.querySelectorAll('.change').length === 6`);
    await on.clickNamed('Restore Done');
    await on.page.click('.question[open] .primary');
    await on.holds(`document.querySelectorAll('.change').length === 5`);
    const { values } = await stored();
    expect([values.Done, values.Title]).to.deep.equal([false, second.Title]);
  });

  it('saves what is typed before it compares, and restores after a question', async () => {
    await on.page.keyboard.press('Escape');
    await on.page.focus('#Text');
    await on.page.keyboard.type('Typed. ');
    await on.clickNamed('History');
    await on.page.waitForSelector('.version-choice');
    expect((await stored()).values.Text).to.contain('Typed.');
    await choose(-1);
    await on.clickNamed('Restore this version');
    await on.page.waitForSelector('.question[open]');
    await on.isAccessible('history restore');
    await on.page.click('.question[open] .primary');
    await on.holds(`document.querySelector('.sheet') === null`);
    await on.holds(`document.querySelector('#Title').value === 'The harbour at dawn'`);
    const { values, links, state } = await stored();
    expect(values).to.deep.include({ Title: first.Title, Text: first.Text, Done: false });
    expect([links.Tags.items, state]).to.deep.equal([[], 'changed']);
    await openHistory();
    const actions = await on.page.$$eval('.version-action', (all) => all.map((one) => one.textContent));
    expect(actions[0]).to.equal('Changed');
  });

  it('shows what does not fit any more as it was, with the reason, and does not restore it', async () => {
    await on.page.keyboard.press('Escape');
    const one = await made(story, { Title: 'Old' });
    const versions = (await on.client.api('GET', `documents/${story}/${one}/history`)).body.data;
    const { documents } = on.world.parts;
    const whole = { Title: 'Old', Rank: 70 };
    const data = { content: JSON.stringify({ whole }), closed: true };
    valueOf(
      await documents.update(systemPrincipal, {
        kind: 'update',
        type: 'plugin::history.entry',
        documentId: versions[0].id as string,
        layer: 'published',
        data,
        answer: { fields: ['documentId'] },
      }),
    );
    await on.client.api('PATCH', `documents/${story}/${one}`, { set: { Rank: 3 } });
    await on.open(`/content/${story}/${one}`, '.entry-head h1');
    await on.clickNamed('History');
    await on.page.waitForSelector('.version-choice');
    await choose(-1);
    await on.page.waitForSelector('section[aria-label=Rank]');
    expect((await on.textOf('section[aria-label=Rank] del')).trim()).to.equal('Only in this version: 70');
    expect(await on.page.$('.version .primary, section[aria-label=Rank] button')).to.equal(null);
    expect(await on.textOf('.version')).to.contain('Rank: Must be at most 10');
  });

  it('fits narrow and wide windows', async () => {
    for (const width of [360, 2560]) {
      await on.page.setViewport({ width, height: 800 });
      await openHistory();
      await on.isAccessible(`history list ${width}`);
      await choose(0);
      await on.isAccessible(`history difference ${width}`);
      if (width === 360) {
        await on.fitsSmall('history difference');
        await on.clickNamed('Back to the versions');
        await on.page.waitForSelector('.versions', { visible: true });
      }
    }
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('shows an error with a way to try again', async () => {
    await on.page.setRequestInterception(true);
    const fail = (asked: HTTPRequest): void =>
      void (asked.url().includes('/history') ? asked.respond({ status: 500, body: '{}' }) : asked.continue());
    on.page.on('request', fail);
    await on.open(`/content/${story}/${id}`, '.entry-head h1');
    await on.clickNamed('History');
    await on.page.waitForSelector('.sheet [role=alert]');
    await on.isAccessible('history error');
    on.page.off('request', fail);
    await on.page.setRequestInterception(false);
    await on.clickNamed('Try again');
    await on.page.waitForSelector('.version-choice');
  });

  it('is there for those with the grant alone, and restores for those who may write', async () => {
    const owner = await on.becomes('owner');
    const grants = ['find', 'findOne', 'findDrafts'];
    await owner.api('POST', 'administrator-roles', {
      name: 'reader',
      grants: [{ type: story, actions: [...grants, 'history'] }],
    });
    await owner.api('PATCH', `documents/${story}/${id}`, { set: { Title: 'Again another' } });
    await on.becomes('author');
    await on.open(`/content/${story}/${id}`, '.entry-head h1');
    const buttons = await on.page.$$eval('.entry-actions button', (all) => all.map((one) => one.textContent));
    expect(buttons).not.to.include('History');
    await on.becomes('reader');
    await openHistory();
    await choose(-2);
    await on.page.waitForSelector('.change');
    expect(await on.page.$('.version-head button')).to.equal(null);
    await on.isAccessible('history read only');
  });

  it('reports no error and breaks no rule of its content security policy', () => {
    expect(on.mistakes).to.deep.equal([]);
  });
});
