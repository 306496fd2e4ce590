import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import type { ReleaseView } from '../../src/adapters/delivery/admin/contract/releases.js';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const story = 'api::story.story';

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      { Title: { type: 'string', required: true }, Text: { type: 'text', required: true } },
      drafts,
    ),
    contentType('home', 'homes', { Heading: { type: 'string' } }, { ...drafts, kind: 'singleType' }),
  ],
});

/** What a field for date and time takes. */
const inHours = (hours: number): string => {
  const time = new Date(Date.now() + hours * 3_600_000);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

describe('planned publishing in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
  });
  after(() => screens?.stop());

  const made = async (set: object): Promise<string> =>
    (await on.client.api('POST', `documents/${story}`, { set })).body.data.documentId as string;
  const releases = async (client = on.client): Promise<readonly ReleaseView[]> =>
    (await client.api('GET', 'releases')).body.data as readonly ReleaseView[];
  const stateOf = async (id: string) =>
    (await on.client.api('GET', `documents/${story}/${id}`)).body.data.state as string;
  const open = (id: string) => on.open(`/content/${story}/${id}`, '.entry-head h1');
  const setTime = async (value: string, field = '#plan-time'): Promise<void> => {
    await on.page.$eval(
      field,
      (input, given) => {
        const field = input as HTMLInputElement;
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, given);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      },
      value,
    );
  };
  /** Finds and clicks in one go, as the list may be drawn anew at any time. */
  const clickIn = async (name: string, label: string): Promise<void> => {
    await on.page.waitForFunction(
      (title, words) => {
        const releases = [...document.querySelectorAll('.release')];
        const found = releases.find((each) => each.querySelector('h2')?.textContent === title);
        const buttons = [...(found?.querySelectorAll('button') ?? [])];
        const button = buttons.find((each) => each.textContent.trim() === words);
        button?.click();
        return button !== undefined;
      },
      {},
      name,
      label,
    );
  };

  it('lists nothing before there is a release', async () => {
    await on.open('/releases', '.releases .notice');
    expect(await on.textOf('.notice')).to.contain('No releases yet');
    await on.isAccessible('releases empty');
  });

  /** The next request of a kind about releases fails on the server. */
  const failOnce = (method: string): Promise<unknown> =>
    on.page.evaluate(`{
      const send = window.fetch;
      window.fetch = async (asked, options) => {
        if (options?.method !== '${method}' || !String(asked).includes('releases')) return send(asked, options);
        window.fetch = send;
        const headers = { 'X-Request-Id': 'of the failure' };
        return Response.json({ data: null, error: { status: 500, name: 'Error', message: 'It failed' } }, { status: 500, headers });
      };
    }`);

  it('is asked for beside Publish, with what is typed, and shown at the entry', async () => {
    const id = await made({ Title: 'Spring', Text: 'x' });
    await open(id);
    await on.page.focus('#Title');
    await on.page.keyboard.press('End');
    await on.page.keyboard.type(' menu');
    await on.clickNamed('Publish at…');
    await on.page.waitForSelector('.question[open] #plan-time');
    await on.isAccessible('plan');
    await setTime(inHours(-1));
    await on.clickNamed('Plan it');
    await on.holds(
      `document.querySelector('#plan-time').getAttribute('aria-invalid') === 'true' || !document.querySelector('#plan-time').validity.valid`,
    );
    const due = inHours(30);
    await setTime(due);
    await failOnce('POST');
    await on.clickNamed('Plan it');
    await on.holds(
      `document.querySelector('.question[open] .request-id')?.textContent.includes('of the failure')`,
    );
    await on.clickNamed('Plan it');
    await on.page.waitForSelector('.planned');
    expect(await on.textOf('.planned')).to.contain('Publishing is planned');
    await on.isAccessible('planned');
    const [release] = await releases();
    expect(release).to.deep.include({
      name: 'Publish Spring menu',
      state: 'scheduled',
      at: new Date(due).toISOString(),
      may: { run: true, cancel: true },
    });
    expect(release?.actions).to.deep.equal([
      { action: 'publish', type: story, documentId: id, locale: null, label: 'Spring menu' },
    ]);
  });

  it('is cancelled at the entry', async () => {
    const [release] = await releases();
    await open(release?.actions[0]?.documentId ?? '');
    await on.page.waitForSelector('.planned');
    await on.clickNamed('Cancel it');
    await on.page.waitForSelector('.planned .question[open]');
    await failOnce('POST');
    await on.page.click('.planned .question[open] .primary');
    await on.holds(`document.querySelector('.planned .request-id') !== null`);
    await on.clickNamed('Cancel it');
    await on.page.waitForSelector('.planned .question[open]');
    await on.page.click('.planned .question[open] .primary');
    await on.holds(`document.querySelector('.planned') === null`);
    expect((await releases())[0]?.state).to.equal('cancelled');
  });

  it('says what is missing when it is planned, checked and run, and happens when it is not', async () => {
    const id = await made({ Title: 'Incomplete' });
    await open(id);
    await on.clickNamed('Publish at…');
    await on.page.waitForSelector('.question[open] #plan-time');
    await setTime(inHours(50));
    await on.clickNamed('Plan it');
    await on.page.waitForSelector('.planned .problems');
    expect(await on.textOf('.planned .problems')).to.contain('Text');
    await on.isAccessible('planned incomplete');
    await on.open('/releases', '.release');
    await on.isAccessible('releases');
    await clickIn('Publish Incomplete', 'Check');
    await on.holds(`document.body.textContent.includes('It could not happen now')`);
    await clickIn('Publish Incomplete', 'Run now');
    await on.page.waitForSelector('.question[open]');
    await on.isAccessible('releases question');
    await on.page.click('.question[open] .primary');
    await on.holds(`document.body.textContent.includes('cannot happen as a whole')`);
    expect(await stateOf(id)).to.equal('draft');
    await on.client.api('PATCH', `documents/${story}/${id}`, { set: { Text: 'there' } });
    await clickIn('Publish Incomplete', 'Check');
    await on.holds(`document.body.textContent.includes('Nothing keeps it from happening')`);
    await clickIn('Publish Incomplete', 'Run now');
    await on.page.waitForSelector('.question[open]');
    await on.page.click('.question[open] .primary');
    await on.page.waitForSelector('.release-done');
    expect(await stateOf(id)).to.equal('published');
  });

  it('unpublishes too, and cancels a release of several entries from the list', async () => {
    const ids = [await made({ Title: 'One', Text: 'x' }), await made({ Title: 'Two', Text: 'x' })];
    const more = [await made({ Title: 'Three', Text: 'x' }), await made({ Title: 'Four', Text: 'x' })];
    await on.client.api('POST', `documents/${story}/${ids[0]}/publish`, {});
    await open(ids[0] ?? '');
    await on.clickNamed('Publish at…');
    await on.page.waitForSelector('.question[open] input[type=radio]');
    await on.page.click('.question[open] .choice:last-child input');
    await setTime(inHours(20));
    await on.isAccessible('plan unpublish');
    await on.clickNamed('Plan it');
    await on.page.waitForSelector('.planned');
    expect(await on.textOf('.planned')).to.contain('Unpublishing is planned');
    const actions = [...ids, ...more].map((documentId) => ({ action: 'publish', type: story, documentId }));
    expect((await on.client.api('POST', 'releases', { name: 'All at once', actions })).status).to.equal(201);
    await on.open('/releases', '.release');
    await clickIn('All at once', 'Cancel it');
    await on.page.waitForSelector('.question[open]');
    await on.page.click('.question[open] .danger');
    await on.page.waitForSelector('.release-cancelled');
    await on.page.select('.releases select', 'scheduled');
    await on.holds(`document.querySelectorAll('.release').length === 1`);
    expect(on.page.url()).to.contain('state=scheduled');
    await on.page.select('.releases select', 'failed');
    await on.page.waitForSelector('.releases .notice button');
    await on.clickNamed('Show all releases');
    await on.holds(`document.querySelectorAll('.release').length === 4`);
  });

  it('takes entries that are selected in a list, and more that are found by their title', async () => {
    await on.open(`/content/${story}?sort=Title:asc`, '.rows input[type=checkbox]');
    for (const title of ['Four', 'One']) {
      await on.page.click(`::-p-aria([name="Select ${title}"][role="checkbox"])`);
    }
    await on.clickNamed('Add to a release');
    await on.page.waitForSelector('#release-name');
    await on.isAccessible('add to a release');
    const planned = (await releases()).filter(({ state }) => state === 'scheduled');
    const options = await on.page.$$eval('#release-of option', (all) => all.map((one) => one.textContent));
    expect(planned).to.have.length(1);
    expect(options.filter((words) => /\(\w+ \d+, \d{4}, /.test(words ?? ''))).to.have.length(1);
    await on.page.type('#release-name', 'Together');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.question[open]') === null`);
    const together = async () => (await releases()).find(({ name }) => name === 'Together');
    const labels = async () => (await together())?.actions.map(({ label }) => label).toSorted();
    expect(await labels()).to.deep.equal(['Four', 'One']);
    await on.open('/releases', '.release');
    await clickIn('Together', 'Add entries…');
    await on.page.waitForSelector('.question[open] [type=search]');
    await on.page.type('.question[open] [type=search]', 'Thr');
    await on.page.waitForSelector('.question[open] [type=checkbox]');
    await on.page.click('.question[open] [type=checkbox]');
    await on.isAccessible('add entries');
    await on.page.click('.question[open] .primary');
    await on.holds(`document.querySelector('.question[open]') === null`);
    expect(await labels()).to.deep.equal(['Four', 'One', 'Three']);
    await clickIn('Together', 'Change…');
    await on.page.waitForSelector('.question[open] #release-time');
    await on.page.type('.question[open] #release-name', ' in spring');
    const due = inHours(48);
    await setTime(due, '#release-time');
    await on.page.click('.question[open] .choice ::-p-text(One)');
    await on.isAccessible('change a release');
    await on.clickNamed('Save');
    await on.holds(`document.querySelector('.question[open]') === null`);
    const changed = (await releases()).find((one) => one.name === 'Together in spring');
    expect(changed).to.deep.include({ state: 'scheduled', at: new Date(due).toISOString() });
    expect(changed?.actions.map(({ label }) => label).toSorted()).to.deep.equal(['Four', 'Three']);
    await clickIn('Together in spring', 'Change…');
    await on.page.waitForSelector('.question[open] #release-time');
    await on.page.$$eval('.question[open] [type=checkbox]', (all) =>
      all.forEach((box) => (box as HTMLElement).click()),
    );
    await on.clickNamed('Save');
    await on.holds(`document.querySelector('.question[open] .fault')?.textContent.includes('cancel it')`);
    await on.page.keyboard.press('Escape');
    await on.client.api('POST', `releases/${changed?.documentId}/cancel`);
  });

  it('fits narrow and wide windows', async () => {
    for (const width of [360, 2560]) {
      await on.page.setViewport({ width, height: 800 });
      await on.open('/releases', '.release');
      await on.isAccessible(`releases ${width}`);
      if (width === 360) await on.fitsSmall('releases');
      const [id = ''] = (await releases()).flatMap(({ state, actions }) =>
        state === 'scheduled' ? [actions[0]?.documentId ?? ''] : [],
      );
      await open(id);
      await on.page.waitForSelector('.planned');
      await on.clickNamed('Publish at…');
      await on.page.waitForSelector('.question[open] #plan-time');
      await on.isAccessible(`plan ${width}`);
      if (width === 360) await on.fitsSmall('plan');
    }
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('shows an error with a way to try again', async () => {
    await on.page.setRequestInterception(true);
    const fail = (asked: HTTPRequest): void =>
      void (asked.url().includes('/api/releases')
        ? asked.respond({ status: 500, body: '{}' })
        : asked.continue());
    on.page.on('request', fail);
    await on.open('/releases', '.notice[role=alert]');
    await on.isAccessible('releases error');
    on.page.off('request', fail);
    await on.page.setRequestInterception(false);
    await on.clickNamed('Try again');
    await on.page.waitForSelector('.release');
  });

  it('is not for those who may not publish, who see no releases of others', async () => {
    const id = await made({ Title: 'Not theirs', Text: 'x' });
    const author = await on.becomes('author');
    expect(await on.page.$('.side a[href$="/releases"]')).to.equal(null);
    await open(id);
    const buttons = await on.page.$$eval('.entry-actions button', (all) => all.map((one) => one.textContent));
    expect(buttons).not.to.include('Publish at…');
    const actions = [{ action: 'publish', type: story, documentId: id }];
    const { status, body } = await author.api('POST', 'releases', { name: 'Mine', actions });
    expect([status, body.error.details.problems[0].code]).to.deep.equal([400, 'POLICY.DENIED']);
    expect(await releases(author)).to.deep.equal([]);
    const [release] = await releases();
    for (const action of ['check', 'run', 'cancel'])
      expect((await author.api('POST', `releases/${release?.documentId}/${action}`)).status).to.equal(404);
    await on.open('/releases', '.releases .notice');
    await on.isAccessible('releases of an author');
  });

  it('plans for the document of a single type', async () => {
    const owner = await on.becomes('owner');
    await owner.api('PATCH', 'documents/api::home.home/-', { set: { Heading: 'Hello' } });
    await on.open('/content/api::home.home', '#Heading');
    await on.clickNamed('Publish at…');
    await on.page.waitForSelector('.question[open] #plan-time');
    await setTime(inHours(10));
    await on.clickNamed('Plan it');
    await on.page.waitForSelector('.planned');
    const [release] = await releases(owner);
    expect(release?.actions[0]).to.include({ type: 'api::home.home', documentId: null, label: 'home' });
    await on.page.reload();
    await on.page.waitForSelector('.planned');
  });

  it('reports no error and breaks no rule of its content security policy', () => {
    expect(on.mistakes).to.deep.equal([]);
  });
});
