import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import type { HTTPRequest } from 'puppeteer-core';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { valueOf } from '../contract/results.js';
import { password } from '../http/admin/admin-world.js';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const acme = { issuer: 'https://acme.example', clientId: 'quire', clientSecret: 'secret' };

const files = {
  ...appFiles({
    contentTypes: [contentType('story', 'stories', { Title: { type: 'string' } }, { ...drafts })],
  }),
  'config/plugins.json': JSON.stringify({ 'users-permissions': { config: { providers: { acme } } } }),
};

describe('the profile of an administrator', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let owner: Awaited<ReturnType<ScreenWorld['becomes']>>;

  before(async function () {
    screens = await openScreens(files, {
      ADMIN_PROVIDERS: 'acme',
      ADMIN_PROVIDER_ADDRESSES: '@example.com',
    });
    if (screens === undefined) return this.skip();
    on = screens;
    owner = await on.becomes('owner');
  });
  after(() => screens?.stop());

  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.press(key as 'Enter');
  };
  /** Makes the last proofs of all sign-ins older than they may be. */
  const age = async (): Promise<void> => {
    const type = 'plugin::admin.session';
    const { rowDocuments } = on.world.parts;
    const asked = { type, action: 'find', range: { offset: 0, limit: 100 }, count: false } as const;
    const found = valueOf(await rowDocuments.find(systemPrincipal, { ...asked, layer: 'published' }));
    for (const { documentId } of found.answer.documents()) {
      const aged = await rowDocuments.update(systemPrincipal, {
        kind: 'update',
        type,
        documentId: documentId as string,
        layer: 'published',
        data: { provenAt: new Date(Date.now() - 10.1 * 60_000).toISOString() },
        answer: { fields: ['documentId'] },
      });
      // Another address ends other sign-ins, which may be gone meanwhile.
      if (aged.ok || aged.failure.code !== 'DOCUMENT.NOT_FOUND') valueOf(aged);
    }
  };
  const status = (part: string): Promise<string> =>
    on.textOf(`section[aria-labelledby="profile-${part}"] [role=status]`);
  const saved = (part: string): Promise<void> =>
    on.holds(
      `document.querySelector('section[aria-labelledby="profile-${part}"] [role=status]').textContent !== ''`,
    );

  it('shows a frame while it is read, and says what failed', async () => {
    let isAway = true;
    const answer = (request: HTTPRequest): void =>
      void (isAway && /api\/(profile|sessions)$/.test(request.url())
        ? request.respond({ status: 500, contentType: 'application/json', body: '{}' })
        : request.continue());
    await on.page.setRequestInterception(true);
    on.page.on('request', answer);
    await on.open('/profile', '.profile [role=alert] .primary');
    isAway = false;
    await on.page.click('.profile > [role=alert] .primary');
    await on.page.waitForSelector('#profile-name');
    on.page.off('request', answer);
    await on.page.setRequestInterception(false);
  });

  it('changes the name without asking again, by keyboard alone', async () => {
    await on.open('/profile', '#profile-name');
    await on.page.waitForSelector('.setting-table');
    await on.isAccessible('profile');
    await age();
    await on.tabTo('#profile-name');
    await press('End');
    await on.page.keyboard.type(' <b>');
    await press('Enter');
    await saved('person');
    expect(await status('person')).to.equal('Saved');
    await on.holds(`document.querySelector('.me').textContent.includes('<b>')`);
  });

  it('asks for the password before the address changes, and goes on with what was asked', async () => {
    await on.open('/profile', '#profile-email');
    await on.page.focus('#profile-email');
    await press('End');
    // The server keeps it in lower case.
    await on.page.keyboard.type('.orgX');
    await press('Enter');
    await on.page.waitForSelector('.proof[open] input[type=password]');
    await on.isAccessible('proof');
    await on.page.keyboard.type('wrong');
    await press('Enter');
    await on.holds(`document.querySelector('.proof .fault')?.textContent.includes('Wrong password')`);
    await on.isAccessible('proof wrong');
    await press('Escape');
    await saved('person');
    expect(await status('person')).to.contain('Nothing was changed');
    await on.page.focus('#profile-email');
    await press('Enter');
    await on.page.waitForSelector('.proof[open] input[type=password]');
    await on.page.keyboard.type(password);
    await press('Enter');
    await on.holds(`document.querySelector('.proof') === null`);
    await on.holds(
      `document.querySelector('section[aria-labelledby="profile-person"] [role=status]').textContent === 'Saved'`,
    );
    expect(await on.page.$eval('#profile-email', (input) => (input as HTMLInputElement).value)).to.match(
      /\.orgx$/,
    );
    const { data } = (await owner.api('GET', 'start')).body ?? {};
    // Another address has ended the sign-in that is outside of this browser.
    expect(data).to.equal(null);
  });

  it('sets up a second factor by keyboard, and shows its recovery codes once', async () => {
    await on.open('/profile', '#profile-factor');
    await on.page.waitForSelector('.setting-table');
    await on.tabTo('section[aria-labelledby="profile-factor"] .primary');
    await press('Enter');
    await on.page.waitForSelector('#factor-code');
    await on.isAccessible('second factor');
    const shown = await on.page.$eval('#factor-secret', (input) => (input as HTMLInputElement).value);
    const code = (periods: number): string =>
      new TOTP({ secret: Secret.fromBase32(shown.replaceAll(' ', '')) }).generate({
        timestamp: Date.now() + periods * 30_000,
      });
    await on.holds(`document.activeElement?.id === 'factor-code'`);
    await on.page.keyboard.type(code(0));
    await press('Enter');
    await on.page.waitForSelector('.codes li');
    await on.holds(`document.activeElement?.id === 'codes-title'`);
    expect(await on.page.$$eval('.codes li', (items) => items.length)).to.equal(10);
    await on.isAccessible('recovery codes');
    await on.tabTo('.once .button:last-of-type');
    await press('Enter');
    await on.holds(`document.querySelector('.codes') === null`);
    await on.holds(`document.querySelector('.profile').textContent.includes('10 recovery codes')`);
    await age();
    await on.clickNamed('New recovery codes');
    await on.page.waitForSelector('.question[open] .primary');
    await on.page.click('.question[open] .primary');
    await on.page.waitForSelector('.proof[open] input[autocomplete=one-time-code]');
    await on.isAccessible('proof code');
    await on.page.keyboard.type(code(1));
    await press('Enter');
    await on.page.waitForSelector('.codes li');
    await on.clickNamed('Remove the second factor');
    await on.page.waitForSelector('.question[open] .danger');
    await on.page.click('.question[open] .danger');
    await on.holds(`document.querySelector('.profile').textContent.includes('Password only')`);
  });

  it('changes the password, and lists and ends sign-ins', async () => {
    const email = await on.page.$eval('#profile-email', (input) => (input as HTMLInputElement).value);
    const elsewhere = on.world.browser();
    await elsewhere.api('POST', 'sign-in', { email, password });
    await on.open('/profile', '.setting-table tr:nth-child(2)');
    expect(await on.page.$$eval('.rows tr', (rows) => rows.length)).to.equal(2);
    await on.isAccessible('sign-ins');
    await on.page.click('.rows .acts button');
    await on.page.waitForSelector('.question[open] .danger');
    await on.page.click('.question[open] .danger');
    await on.holds(`document.querySelectorAll('.rows tr').length === 1`);
    expect((await elsewhere.api('GET', 'start')).status).to.equal(401);
    await on.page.focus('#profile-new-password');
    await on.page.keyboard.type('passwordpassword');
    await press('Enter');
    await saved('password');
    expect(await status('password')).to.contain('password: Must not');
    await on.page.evaluate(`document.querySelector('#profile-new-password').select()`);
    await on.page.keyboard.type('quite another password');
    await press('Enter');
    await on.holds(`document.querySelector('.profile').textContent.includes('The password is changed.')`);
  });

  it('keeps density and keys for this browser and for others', async () => {
    await on.page.select('#profile-density', 'compact');
    await on.page.click('#profile-keys');
    await on.open('/content/api::story.story', '.list');
    expect(await on.page.evaluate('document.documentElement.dataset.density')).to.equal('compact');
    await on.page.deleteCookie({ name: 'quire_admin_density', url: on.world.url });
    await on.open('/content/api::story.story', '.list');
    await on.holds(`document.documentElement.dataset.density === 'compact'`);
    await press('?', '/', 'c');
    await on.page.keyboard.down('Control');
    await press('k');
    await on.page.keyboard.up('Control');
    await on.page.waitForSelector('[role=dialog] input');
    expect(on.page.url()).to.match(/story$/);
    expect(await on.page.$$('[role=dialog]')).to.have.length(1);
    await press('Escape');
    await on.isAccessible('list compact');
    await on.open('/profile', '#profile-keys');
    await on.page.click('#profile-keys');
    await on.page.select('#profile-density', 'normal');
    await press('?');
    await on.page.setViewport({ width: 360, height: 800 });
    await on.open('/profile', '.setting-table');
    await on.isAccessible('profile narrow');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: on.world.url });
    await on.open('/profile', '.setting-table');
    await on.isAccessible('profile arabic');
    await on.page.deleteCookie({ name: 'quire_admin_language', url: on.world.url });
  });

  it('lets an owner see the page as a role, and end that by keyboard', async () => {
    await on.open('/settings/administrator-roles?open=author', '.save-bar');
    await on.clickNamed('See as this role');
    await on.page.waitForSelector('.banner');
    expect(await on.textOf('.banner')).to.contain('“author”');
    await on.open('/profile', '#profile-name');
    await on.page.focus('#profile-name');
    await on.page.keyboard.type('X');
    await press('Enter');
    await saved('person');
    expect(await status('person')).to.contain('you see the page as a role');
    await on.open('/content/api::story.story/new', '#Title');
    expect(await on.page.$('#Title[readonly]')).to.not.equal(null);
    await on.open('/settings', '.settings');
    expect(await on.page.$$eval('.settings-side a', (links) => links.length)).to.equal(1);
    await on.isAccessible('see as');
    await on.page.setViewport({ width: 360, height: 800 });
    await on.open('/', '.home-cards');
    await on.isAccessible('see as narrow');
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.tabTo('.banner button');
    await press('Enter');
    await on.holds(
      `document.querySelector('.banner') === null && document.querySelector('.home-cards') !== null`,
    );
    await on.open('/settings/tokens', '.setting');
  });

  it('offers the provider first to people who sign in with one, and says what to do without a proof', async () => {
    const person = await on.becomes('editor');
    const { documentId } = (await person.api('GET', 'start')).body.data.administrator;
    const become = async (data: Readonly<Record<string, string>>) =>
      valueOf(
        await on.world.parts.documents.update(systemPrincipal, {
          kind: 'update',
          type: 'plugin::admin.administrator',
          documentId: documentId as string,
          layer: 'published',
          data,
          answer: { fields: ['documentId'] },
        }),
      );
    await become({ subject: 'acme 1' });
    await age();
    await on.open('/profile', '#profile-email');
    expect(await on.textOf('section[aria-labelledby="profile-factor"]')).to.contain('Signs in with acme');
    await on.page.focus('#profile-email');
    await press('End');
    await on.page.keyboard.type('.orgX');
    await press('Enter');
    await on.page.waitForSelector('.proof[open] a[href*="/provider/acme?again=1"]');
    await on.holds(`document.activeElement?.id === 'proof-given'`);
    await on.isAccessible('proof provider');
    // The window would lead to the provider.
    await on.page.$eval('.proof a', (link) =>
      link.addEventListener('click', (event) => event.preventDefault()),
    );
    await on.page.click('.proof a');
    await on.clickNamed('I have signed in again');
    await on.holds(
      `document.querySelector('.proof .fault')?.textContent.includes('ask an administrator for a link')`,
    );
    await on.clickNamed('Use the password instead');
    await on.page.waitForSelector('.proof[open] input[type=password]');
    await on.page.keyboard.type(password);
    await press('Enter');
    await on.holds(`document.querySelector('.proof') === null`);
    // Who came by the provider has no password, and is not offered to use one.
    await become({ passwordHash: '' });
    await age();
    await on.open('/profile', '#profile-email');
    await on.page.focus('#profile-email');
    await press('End');
    await on.page.keyboard.type('Y');
    await press('Enter');
    await on.page.waitForSelector('.proof[open] a[href*="/provider/acme?again=1"]');
    expect(await on.textOf('.proof')).to.not.contain('password instead');
    await on.picture('proof without a password');
    await on.clickNamed('Cancel');
    await on.page.deleteCookie(...(await on.page.cookies(`${on.world.url}/admin`)));
    await on.page.click('.side a[href*="story"]');
    await on.page.waitForSelector('dialog[open] a[href$="/provider/acme"]');
    await on.holds(`document.activeElement?.matches('dialog[open] a[href$="/provider/acme"]')`);
    expect(await on.page.$('dialog[open] input')).to.equal(null);
    await on.isAccessible('sign in again by a provider');
    await on.fitsSmall('sign in again by a provider');
    await on.clickNamed('Cancel');
  });

  it('reports no error of the browser', () => expect(on.mistakes).to.deep.equal([]));
});
