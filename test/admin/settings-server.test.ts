import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import type { WebhookView } from '../../src/adapters/delivery/admin/contract/webhooks.js';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { trailActions } from '../../src/adapters/delivery/admin/contract/trail.js';
import { valueOf } from '../contract/results.js';
import { clippedWords, openScreens, type ScreenWorld } from './screen-world.js';

const story = 'api::story.story';

const files = appFiles({
  contentTypes: [contentType('story', 'stories', { Title: { type: 'string' } }, drafts)],
});

describe('webhooks, locales, trail and health in the settings of the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let owner: Awaited<ReturnType<ScreenWorld['becomes']>>;
  let receiver: Server;
  const calls: string[] = [];

  before(async function () {
    screens = await openScreens(files, { WEBHOOK_PRIVATE_HOSTS: '127.0.0.1' });
    if (screens === undefined) return this.skip();
    on = screens;
    owner = await on.becomes('owner');
    receiver = createServer((request, response) => {
      calls.push(String(request.headers['x-strapi-event']));
      response.statusCode = 204;
      response.end();
    });
    await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  });
  after(async () => {
    receiver?.close();
    await screens?.stop();
  });

  const webhooks = async () => (await owner.api('GET', 'webhooks')).body.data as readonly WebhookView[];
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.press(key as 'Enter');
  };
  const closed = () => on.holds(`document.querySelector('dialog[open]') === null`);
  const address = (): string => `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;

  it('makes a webhook by keyboard alone, and shows its secret once', async () => {
    await on.open('/settings/webhooks', '.setting .notice');
    await on.isAccessible('webhooks empty');
    await press('c');
    await on.page.waitForSelector('#webhook-name');
    await on.tabTo('#webhook-name');
    await on.page.keyboard.type('Site');
    await press('Tab');
    await on.page.keyboard.type(address());
    await on.isAccessible('webhook form');
    await press('Enter');
    await on.page.waitForSelector('.once input');
    expect(await on.page.$eval('.once input', (input) => input.value)).to.match(/^whsec_/);
    await on.isAccessible('webhook once');
    const [made] = await webhooks();
    expect(made).to.deep.include({
      name: 'Site',
      url: address(),
      enabled: true,
      events: ['entry.publish', 'entry.unpublish'],
      types: null,
    });
  });

  it('asks before typed changes of a webhook or a new token are left, not once they are saved', async () => {
    const [made] = await webhooks();
    const asked: string[] = [];
    const hear = (dialog: { message(): string }): void => void asked.push(dialog.message());
    on.page.on('dialog', hear);
    const leaves = async (path: string, field: string, text: string, button: string): Promise<void> => {
      await on.open(`/settings/${path}`, field);
      await on.page.locator(field).click();
      await on.page.keyboard.type(text);
      await on.clickNamed(button);
      await on.holds(`document.querySelector('${field}') === null`);
    };
    try {
      await leaves(`webhooks?open=${made?.documentId}`, '#webhook-name', '!', 'Back');
      await leaves('webhooks?open=%2B', '#webhook-url', 'https://x', 'Cancel');
      await leaves('tokens?open=%2B', '#token-name', 'Shop', 'Cancel');
      expect(asked).to.deep.equal(Array.from({ length: 3 }, () => 'Leave without saving the changes?'));
      await leaves('tokens?open=%2B', '#token-name', 'Shop', 'Make a token');
      await on.open(`/settings/webhooks?open=${made?.documentId}`, '#webhook-name');
      await on.page.locator('#webhook-name').click();
      await on.page.keyboard.type('!');
      await on.clickNamed('Save');
      await on.holds(`document.querySelector('.setting-form [role=status]').textContent === 'Saved'`);
      await on.clickNamed('Back');
      await on.page.waitForSelector('.setting-table');
      expect(asked).to.have.lengthOf(3);
    } finally {
      on.page.off('dialog', hear);
    }
  });

  it('tests a webhook, shows its deliveries and sends one again', async () => {
    const [made] = await webhooks();
    await on.open(`/settings/webhooks?open=${made?.documentId}`, '#webhook-name');
    await on.holds(
      `document.querySelector('[aria-labelledby=deliveries]')?.textContent.includes('Nothing has been sent yet')`,
    );
    await on.clickNamed('Test it');
    await on.holds(`document.body.textContent.includes('It answered with status 204')`);
    expect(calls).to.deep.equal(['trigger-test']);
    const { documentId } = (await owner.api('POST', `documents/${story}`, { set: { Title: 'x' } })).body.data;
    await owner.api('POST', `documents/${story}/${documentId}/publish`);
    const read = `[...document.querySelectorAll('[aria-labelledby=deliveries] .list-head button')].at(-1).click()`;
    await on.page.evaluate(
      `globalThis.reading = setInterval(() => { if (document.querySelector('.state.good') === null) ${read}; }, 300)`,
    );
    await on.page.waitForSelector('[aria-labelledby=deliveries] .state.good');
    await on.page.evaluate('clearInterval(globalThis.reading)');
    expect(calls).to.deep.equal(['trigger-test', 'entry.publish']);
    await on.isAccessible('webhook');
    await on.clickNamed('Send again');
    await on.holds(`document.querySelector('[aria-labelledby=deliveries] .state') !== null`);
    for (let left = 200; calls.length < 3 && left > 0; left -= 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(calls.at(-1)).to.equal('entry.publish');
  });

  it('narrows a webhook to locales and entries, and sends headers whose values are not shown, by keyboard', async () => {
    const [made] = await webhooks();
    const open = () => on.open(`/settings/webhooks?open=${made?.documentId}`, '#webhook-name');
    await open();
    const click = (legend: string, label: string): Promise<unknown> =>
      on.page.evaluate(
        `[...[...document.querySelectorAll('fieldset')].find((set) => set.querySelector('legend')?.textContent === '${legend}').querySelectorAll('label')].find((one) => one.textContent.trim() === '${label}').querySelector('input').click()`,
      );
    await click('Locales', 'All locales');
    await click('Content-types of the entries', 'All');
    await click('Content-types of the entries', 'Chef');
    await on.page.waitForSelector('[aria-label="Only these entries"] button');
    await on.tabTo('[aria-label="Only these entries"] button');
    await press('Enter');
    await on.page.waitForSelector('dialog[open] .condition select');
    await on.page.select('dialog[open] .condition-parts > :nth-child(1)', 'Title');
    await on.page.select('dialog[open] .condition-parts > :nth-child(2)', '$startsWithi');
    await on.tabTo('dialog[open] .condition-parts > :nth-child(3)');
    await on.page.keyboard.type('b');
    await press('Enter');
    await closed();
    await on.clickNamed('Add a header');
    await on.tabTo('.webhook-header input');
    await on.page.keyboard.type('X-Key');
    await press('Tab');
    await on.page.keyboard.type('open sesame');
    await on.isAccessible('webhook narrowed');
    await press('Enter');
    await on.holds(`document.querySelector('.setting-form [role=status]').textContent === 'Saved'`);
    const expected = { locales: ['en'], types: [story], filters: { Title: { $startsWithi: 'b' } } };
    expect((await webhooks())[0]).to.deep.include({ ...expected, headers: ['X-Key'] });
    await open();
    expect(await on.page.content()).to.not.contain('open sesame');
    await on.page.focus('#webhook-name');
    await press('Enter');
    await on.holds(`document.querySelector('.setting-form [role=status]').textContent === 'Saved'`);
    expect((await webhooks())[0]).to.deep.include({ ...expected, headers: ['X-Key'] });
    await owner.api('PATCH', `webhooks/${made?.documentId}`, { locales: null, types: null, filters: null });
  });

  it('turns a webhook off, renews its secret and deletes it', async () => {
    const [made] = await webhooks();
    await on.open(`/settings/webhooks?open=${made?.documentId}`, '#webhook-name');
    await on.page.click('.setting-form > .choice input');
    await on.clickNamed('Save');
    await on.holds(`document.querySelector('.setting-form [role=status]').textContent === 'Saved'`);
    expect((await webhooks())[0]?.enabled).to.equal(false);
    await on.clickNamed('Renew the secret');
    await on.page.waitForSelector('.question[open]');
    await on.page.click('.question[open] .primary');
    await on.page.waitForSelector('.once input');
    await on.clickNamed('Delete');
    await on.page.waitForSelector('.question[open]');
    await on.page.click('.question[open] .danger');
    await on.page.waitForSelector('.setting .notice');
    expect(await webhooks()).to.deep.equal([]);
  });

  it('says at a user that the server sends no mails', async () => {
    await owner.api('POST', 'users', { username: 'ana', email: 'a@example.com', password: 'Sup3r-secret' });
    await on.open('/settings/users', '.setting-table');
    await on.clickNamed('ana');
    await on.page.waitForSelector('dialog[open] .sheet-actions .hint');
    expect(await on.textOf('.sheet-actions'))
      .to.contain('sends no mails')
      .and.not.contain('Send a link');
    await on.fitsSmall('user without mails');
  });

  it('adds a locale by keyboard alone, and says why a code is refused', async () => {
    await on.open('/settings/locales', '.setting-table');
    await press('c');
    await on.page.waitForSelector('dialog[open] #locale-code');
    await on.holds(`document.activeElement?.id === 'locale-code'`);
    await on.page.keyboard.type('nonsense!');
    await press('Enter');
    await on.holds(`document.querySelector('dialog[open] .fault').textContent !== ''`);
    await on.isAccessible('locale refused');
    await on.page.focus('#locale-code');
    await on.page.$eval('input#locale-code', (input) => input.select());
    await on.page.keyboard.type('fr');
    await press('Enter');
    await closed();
    await on.holds(`document.querySelectorAll('.rows tr').length === 2`);
    await on.isAccessible('locales');
    await on.open('/settings/locales?language=pseudo', '.setting-table .acts');
    expect(await on.page.evaluate(clippedWords)).to.deep.equal([]);
  });

  it('renames a locale, makes it the default and removes one', async () => {
    const locales = () => on.world.parts.locales.list();
    await on.open('/settings/locales', '.setting-table');
    await on.clickNamed('French (fr)');
    await on.page.waitForSelector('dialog[open] #locale-name');
    await on.page.$eval('input#locale-name', (input) => input.select());
    await on.page.type('#locale-name', 'Français');
    await press('Enter');
    await closed();
    expect(locales().find(({ code }) => code === 'fr')?.name).to.equal('Français');
    await on.clickNamed('Make it the default: Français');
    await on.page.waitForSelector('.question[open]');
    await on.page.click('.question[open] .primary');
    await on.page.waitForSelector('::-p-aria([name="Remove English (en)"][role="button"])');
    expect(locales().find(({ isDefault }) => isDefault)?.code).to.equal('fr');
    await on.clickNamed('Remove English (en)');
    await on.page.waitForSelector('.question[open]');
    await on.page.click('.question[open] .danger');
    await on.holds(`document.querySelectorAll('.rows tr').length === 1`);
    expect(locales().map(({ code }) => code)).to.deep.equal(['fr']);
  });

  it('shows who did what, filters it, and keeps the filters in the address', async () => {
    await on.open('/settings/trail', '.setting-table');
    await on.isAccessible('trail');
    expect(await on.textOf('.rows')).to.contain('Delete');
    await on.page.focus('#trail-user');
    await on.page.keyboard.type('person2@example.com');
    await on.page.select('#trail-type', story);
    await press('Enter');
    await on.holds(`/user=person2/.test(decodeURIComponent(location.search))`);
    await on.holds(`document.querySelectorAll('.rows tr').length === 2`);
    const actions = await on.page.$$eval('.rows td:nth-child(3)', (cells) =>
      cells.map((cell) => cell.textContent?.trim()),
    );
    expect(actions).to.deep.equal(['Publish', 'Create']);
    await on.page.$eval('input#trail-user', (input) => input.select());
    await on.page.type('#trail-user', 'nobody at all');
    await press('Enter');
    await on.page.waitForSelector('.setting .notice');
    await on.isAccessible('trail none');
    await on.page.click('.setting .notice button');
    await on.page.waitForSelector('.setting-table');
  });

  it('shows the trail in windows of all widths: what was done on each card, and no screen that scrolls sideways', async () => {
    const isWider = `document.querySelector('main').scrollWidth > document.querySelector('main').clientWidth`;
    for (const width of [1280, 1024, 760]) {
      await on.page.setViewport({ width, height: 800 });
      await on.open('/settings/trail', '.setting-table');
      expect(await on.page.evaluate(isWider), `${width}`).to.equal(false);
    }
    const isSeen = await on.page.$$eval('.rows td:nth-child(3)', (cells) =>
      cells.every((cell) => getComputedStyle(cell).display !== 'none'),
    );
    expect(isSeen).to.equal(true);
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('offers every action of the trail, in the words of each language', async () => {
    const offered = async (): Promise<readonly (readonly string[])[]> => {
      await on.open('/settings/trail', '#trail-action');
      return on.page.$$eval('#trail-action option, #trail-type option', (options) =>
        options.map(({ value, text }) => [value, text]),
      );
    };
    const values = (await offered()).map(([value]) => value);
    expect(values).to.include.members([...trailActions]);
    await on.page.setCookie({ name: 'quire_admin_language', value: 'de', url: `${on.world.url}/admin` });
    const german = new Map((await offered()) as (readonly [string, string])[]);
    expect(german.get('forgotPassword')).to.equal('Neues Passwort anfordern');
    expect(german.get('plugin::admin.view')).to.equal('Geteilte Ansicht einer Liste');
    for (const action of trailActions)
      expect(german.get(action), action).to.not.be.oneOf([action, undefined]);
    expect(await on.textOf('.rows'))
      .to.contain('Administrator')
      .and.not.contain('publish');
    await on.page.setCookie({ name: 'quire_admin_language', value: 'en', url: `${on.world.url}/admin` });
  });

  it('filters the trail by an entry, by keyboard alone, and offers what is shown as a file', async () => {
    await on.open(`/settings/trail?type=${story}`, '.setting-table');
    await on.tabTo('a.trail-id');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('#trail-documentId')?.value.length === 24`);
    const id = await on.page.$eval('input#trail-documentId', (input) => input.value);
    expect(on.page.url()).to.contain(`documentId=${id}`);
    await on.isAccessible('trail of an entry');
    await on.page.click('.rows tr:last-child button[aria-haspopup=dialog]');
    await on.page.waitForSelector('dialog[open] .change');
    expect(await on.textOf('dialog[open] .change h3')).to.equal('Title');
    await on.isAccessible('trail change');
    await on.page.setViewport({ width: 360, height: 740 });
    await on.page.evaluate(`document.documentElement.dir = 'rtl'`);
    expect(await on.page.$eval('dialog[open]', (dialog) => getComputedStyle(dialog).direction)).to.equal(
      'rtl',
    );
    await on.isAccessible('trail change 360 rtl');
    await on.page.evaluate(`document.documentElement.dir = 'ltr'`);
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.page.keyboard.press('Escape');
    await closed();
    const href = await on.page.$eval('a[download]', (link) => link.href);
    const file = await on.page.evaluate(`fetch('${href}').then((answer) => answer.text())`);
    const lines = String(file).trim().split('\r\n').slice(1);
    expect(lines).to.have.length.above(0);
    for (const line of lines) expect(line).to.contain(id);
  });

  it('reads on in the trail by cursor', async () => {
    for (let left = 55; left > 0; left -= 1)
      await owner.api('POST', `documents/${story}`, { set: { Title: `entry ${left}` } });
    await on.open('/settings/trail?action=create', '.setting-table');
    await on.holds(`document.querySelectorAll('.rows tr').length === 50`);
    const fail = (request: HTTPRequest): void => void request.respond({ status: 500, body: '{}' });
    await on.page.setRequestInterception(true);
    on.page.on('request', fail);
    await on.clickNamed('Show more');
    await on.holds(`document.querySelector('.setting [role=alert]')?.textContent.trim().length > 0`);
    expect(await on.page.$$eval('.rows tr', (rows) => rows.length)).to.equal(50);
    on.page.off('request', fail);
    // A fault that stays there meanwhile would not be announced again.
    const asked = new Promise<HTTPRequest>((resolve) => on.page.once('request', resolve));
    await on.clickNamed('Show more');
    const late = await asked;
    await on.holds(`document.querySelector('.setting [role=alert]')?.textContent === ''`);
    fail(late);
    await on.holds(`document.querySelector('.setting [role=alert]')?.textContent.trim().length > 0`);
    await on.page.setRequestInterception(false);
    await on.clickNamed('Show more');
    await on.holds(`document.querySelectorAll('.rows tr').length > 55`);
    expect(await on.textOf('.setting')).to.not.contain('Show more');
    const times = await on.page.$$eval('.rows time', (all) => all.map((time) => time.dateTime));
    expect(times).to.deep.equal(times.toSorted().toReversed());
  });

  it('shows the health of the server and what follows its writes', async () => {
    await on.open('/settings/health', '.health-facts');
    expect(await on.textOf('.health-facts')).to.contain('Ready');
    expect(await on.textOf('.setting'))
      .to.contain('Answer of the database')
      .and.contain('No error since');
    await on.isAccessible('health');
    await on.clickNamed('Read again');
    await on.page.waitForSelector('.health-facts');
    expect(await on.page.$('.acts button')).to.equal(null);
  });

  it('names a follower that fails, and has it try again by keyboard alone', async () => {
    const { followers } = on.world.parts.store;
    await followers.add('mailer', 0);
    const claimed = valueOf(await followers.claim('mailer', 'another server', 600_000));
    if (claimed === null) throw new Error('nobody else works for it');
    const progress = { ...claimed, failures: 3, error: 'The mail server is away', aside: [] };
    await followers.save(claimed, { ...progress, retryAt: '2030-01-01T00:00:00.000Z' }, 'another server');
    await on.open('/', '[aria-labelledby=home-failures]');
    expect(await on.textOf('[aria-labelledby=home-failures]')).to.contain('The mail server is away');
    await on.isAccessible('home failures');
    await on.tabTo('[aria-labelledby=home-failures] a');
    await press('Enter');
    await on.page.waitForSelector('.acts button');
    expect(await on.textOf('.setting')).to.contain('The mail server is away');
    await on.isAccessible('health failing');
    await on.tabTo('.acts button');
    await press('Enter');
    await on.holds(`document.querySelector('.acts button') === null`);
    const state = async () => valueOf(await followers.list()).find(({ name }) => name === 'mailer');
    expect(await state()).to.deep.include({ failures: 0, error: null, retryAt: null });
  });

  it('shows names, ids and addresses of the trail in their order from right to left', async () => {
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: `${on.world.url}/admin` });
    for (const width of [390, 1280]) {
      await on.page.setViewport({ width, height: 844 });
      await on.open('/settings/trail', '.setting-table');
      await on.holds(`document.documentElement.dir === 'rtl'`);
      await on.isAccessible(`trail ar ${width}`);
    }
    const isolated = await on.page.$$eval('.setting-table bdi', (all) => all.map((one) => one.textContent));
    expect(isolated).to.include('127.0.0.1');
    expect(isolated.some((text) => text.endsWith('@example.com'))).to.equal(true);
    await on.page.deleteCookie({ name: 'quire_admin_language', url: `${on.world.url}/admin` });
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('fits a narrow screen', async () => {
    await on.page.setViewport({ width: 360, height: 720 });
    await owner.api('POST', 'webhooks', { name: 'W', url: address(), events: ['entry.create'] });
    const [made] = await webhooks();
    for (const [path, selector] of [
      ['webhooks', '.setting-table'],
      [`webhooks?open=${made?.documentId}`, '#webhook-name'],
      ['locales', '.setting-table'],
      ['trail', '.setting-table'],
      ['health', '.health-facts'],
    ] as const) {
      await on.open(`/settings/${path}`, selector);
      await on.isAccessible(`${path.replace(/\?.*/, ' one')} narrow`);
    }
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('reports no error of the browser', () => expect(on.mistakes).to.deep.equal([]));
});
