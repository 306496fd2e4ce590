import { expect } from 'chai';
import type { HTTPRequest } from 'puppeteer-core';
import { appFiles, contentType, drafts, localized } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const story = 'api::story.story';

const files = appFiles({
  contentTypes: [
    contentType(
      'story',
      'stories',
      { Title: { type: 'string' }, Text: { type: 'text' }, Rating: { type: 'integer' } },
      { ...drafts, ...localized },
    ),
    contentType('page', 'pages', { Heading: { type: 'string' } }),
  ],
});

describe('the settings of the admin page: API tokens', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let owner: Awaited<ReturnType<ScreenWorld['becomes']>>;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
    owner = await on.becomes('owner');
  });
  after(() => screens?.stop());

  const tokens = async () => on.world.parts.access.listTokens();
  /** Presses Tab until the focus is on an element with this accessible name. */
  const tabTo = (selector: string): Promise<void> => on.tabTo(selector);

  it('says what tokens are for while there is none', async () => {
    await on.open('/settings', '.setting .notice');
    expect(on.page.url()).to.match(/\/settings\/tokens$/);
    expect(await on.textOf('.setting')).to.contain('No tokens yet');
    await on.isAccessible('tokens empty');
    await on.page.click('.setting .notice a');
    await on.page.waitForSelector('.docs h1');
    expect(await on.page.title()).to.contain('Documentation');
    await on.page.waitForSelector('.docs a[href="/admin/docs/admin"], .docs a[href^="/admin/docs/"]');
    await on.isAccessible('documentation');
    await on.page.goBack();
    await on.page.waitForSelector('.setting .notice button');
    await on.open('/docs/admin-editors', '.docs img');
    await on.holds(
      `[...document.querySelectorAll('.docs img')].every(({ naturalWidth, alt }) => naturalWidth > 0 && alt !== '')`,
    );
    await on.fitsSmall('documentation with pictures');
    await on.open('/settings', '.setting .notice');
    await on.page.waitForSelector('.setting .notice button');
    await on.page.click('.setting .notice button');
    await on.page.waitForSelector('#token-name');
  });

  it('makes one with grants by keyboard alone, and shows it once', async () => {
    await on.open('/settings/tokens', '.setting .notice');
    await on.page.keyboard.press('c');
    await on.page.waitForSelector('#token-name');
    await on.holds(`document.activeElement?.id === 'token-name'`);
    await on.page.keyboard.type('Shop');
    await tabTo('[name="token-access"]');
    await on.page.keyboard.press('ArrowDown');
    await on.page.waitForSelector('.grants');
    await tabTo('.grants [data-at="0 0"]');
    await on.page.keyboard.press('Space');
    await on.page.keyboard.press('ArrowDown');
    await on.page.keyboard.press('ArrowRight');
    await on.isAccessible('token form');
    await tabTo('#token-ends');
    expect(await on.page.$eval('select#token-ends', (select) => select.value)).to.equal('90');
    await on.page.keyboard.press('Enter');
    await tabTo('.setting-form .primary');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('.once input');
    await on.holds(`document.activeElement === document.querySelector('.once input')`);
    await on.isAccessible('token once');
    const token = await on.page.$eval('.once input', (input) => input.value);
    const headers = { Authorization: `Bearer ${token}` };
    const [made] = await tokens();
    expect(made).to.deep.include({ name: 'Shop', access: 'custom' });
    expect(made?.grants).to.have.length(1);
    expect(made?.grants[0]?.type).to.equal('api::chef.chef');
    expect((await fetch(`${on.world.url}/api/chefs`, { headers })).status).to.equal(200);
    const days = (Date.parse(made?.expiresAt ?? '') - Date.parse(made?.createdAt ?? '')) / 86_400_000;
    expect(days).to.equal(90);
    await on.page.reload();
    await on.page.waitForSelector('.setting-table');
    expect(await on.page.content()).to.not.contain(token);
    expect(await on.page.$('.once')).to.equal(null);
    await on.isAccessible('tokens');
  });

  it('revokes one by keyboard alone, after a question, and keeps the focus', async () => {
    await on.page.focus('.setting .new button');
    await tabTo('.acts .danger');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('.question[open]');
    await on.isAccessible('token question');
    await tabTo('.question .danger');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('.setting .notice');
    expect(await tokens()).to.deep.equal([]);
    await on.holds(`document.activeElement?.id === 'setting-title'`);
  });

  it('says why a token is refused, and keeps what was typed', async () => {
    await owner.api('POST', 'tokens', { name: '<b>Twice</b>', access: 'read-only', expiresIn: '7d' });
    await on.open('/settings/tokens?open=%2B', '#token-name');
    await on.page.type('#token-name', '<b>Twice</b>');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('.setting-form .fault').textContent !== ''`);
    expect(await on.page.$eval('input#token-name', (input) => input.value)).to.equal('<b>Twice</b>');
    expect(await tokens()).to.have.length(1);
    await on.open('/settings/tokens', '.setting-table');
    expect(await on.textOf('.rows th')).to.equal('<b>Twice</b>');
    expect(await on.textOf('.rows')).to.contain('soon');
  });

  it('shows what a custom token may do, with its limits', async () => {
    const grants = [
      { type: story, actions: ['find'], fields: ['Title'], filters: { locale: 'en', Rating: { $gte: 3 } } },
    ];
    await owner.api('POST', 'tokens', { name: 'Part', access: 'custom', grants });
    await on.open('/settings/tokens', '.setting-table');
    await on.page.click('.link-button');
    await on.page.waitForSelector('.grants');
    expect(await on.textOf('.grants .grant.some')).to.equal('some');
    await on.page.click('.grants [aria-expanded]');
    await on.page.waitForSelector('.limits');
    await on.isAccessible('token limits');
    expect(await on.textOf('.limits .chips')).to.contain('Rating is at least 3');
    expect(await on.page.$eval('.limits fieldset', (set) => set.disabled)).to.equal(true);
  });

  it('gives one another secret by keyboard alone, and says when each was used', async () => {
    const made = await owner.api('POST', 'tokens', { name: 'Feed', access: 'read-only', expiresIn: '7d' });
    const use = async (token: string): Promise<number> => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await fetch(`${on.world.url}/api/chefs`, { headers })).status;
    };
    expect(await use(made.body.data.token as string)).to.equal(200);
    await on.open('/settings/tokens', '.setting-table');
    const rowOf = (name: string): Promise<string> =>
      on.page.$$eval(
        '.rows tr',
        (rows, wanted) => rows.find((row) => row.textContent?.startsWith(wanted))?.textContent ?? '',
        name,
      );
    expect(await rowOf('Part')).to.contain('Not yet');
    expect(await rowOf('Feed')).to.not.contain('Not yet');
    await tabTo('[aria-label="Rotate Feed"]');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('dialog[open] #token-overlap');
    await on.isAccessible('token rotation');
    await on.page.select('#token-overlap', '1h');
    await tabTo('dialog .primary');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('.once input');
    const token = await on.page.$eval('.once input', (input) => input.value);
    await on.holds(`document.querySelectorAll('.rows tr').length === 4`);
    await on.isAccessible('tokens rotated');
    expect([await use(token), await use(made.body.data.token as string)]).to.deep.equal([200, 200]);
    expect((await tokens()).map(({ name }) => name.replace(/until.*/, ''))).to.include.members([
      'Feed',
      'Feed (',
    ]);
  });

  it('fits a narrow screen', async () => {
    await on.page.setViewport({ width: 360, height: 720 });
    await on.open('/settings/tokens', '.setting-table');
    await on.isAccessible('tokens narrow');
    await on.open('/settings/tokens?open=%2B', '#token-name');
    await on.page.click('[name="token-access"]:not(:checked)');
    await on.page.waitForSelector('.grants');
    await on.isAccessible('token form narrow');
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  /** Has the server answer a path with a failure until `mend` is called. */
  const failing = async (
    status: number,
    headers: Readonly<Record<string, string>>,
    then: (mend: () => void) => Promise<void>,
    path = 'tokens',
  ): Promise<void> => {
    let isAway = true;
    const answer = (request: HTTPRequest): void =>
      void (isAway && request.url().endsWith(`/api/${path}`)
        ? request.respond({ status, headers, contentType: 'application/json', body: '{}' })
        : request.continue());
    await on.page.setRequestInterception(true);
    on.page.on('request', answer);
    await then(() => (isAway = false));
    on.page.off('request', answer);
    await on.page.setRequestInterception(false);
  };

  it('says what failed, and tries again', () =>
    failing(500, { 'X-Request-Id': 'abc-1' }, async (mend) => {
      await on.open('/settings/tokens', '.setting [role=alert] .primary');
      expect(await on.textOf('.setting [role=alert]')).to.contain('abc-1');
      await on.isAccessible('tokens failed');
      mend();
      await on.page.click('.setting [role=alert] .primary');
      await on.page.waitForSelector('.setting-table');
    }));

  it('tries again by itself while the database is away', () =>
    failing(503, {}, async (mend) => {
      await on.open('/settings/tokens', '.setting-bars');
      await on.isAccessible('tokens waiting');
      await on.page.waitForSelector('.setting [role=alert]');
      expect(await on.textOf('.setting [role=alert]')).to.contain('tries again by itself');
      await on.isAccessible('tokens away');
      mend();
      await on.page.waitForSelector('.setting-table');
    }));

  it('begins after all where the page could not, by a button, and by itself while the database is away', async () => {
    for (const status of [500, 503])
      await failing(
        status,
        {},
        async (mend) => {
          await on.open('/settings/tokens', '.notice[role=alert]');
          mend();
          if (status === 500) await on.page.click('.notice[role=alert] .primary');
          await on.page.waitForSelector('.setting-table');
        },
        'start',
      );
    // The router reports what it could not load.
    on.mistakes.length = 0;
  });

  it('says when to come back after too many requests, and where to sign in again', async () => {
    await failing(429, { 'Retry-After': '30' }, async () => {
      await on.open('/settings/tokens', '.setting [role=alert]');
      expect(await on.textOf('.setting [role=alert]')).to.contain('30 seconds');
    });
    await failing(401, {}, async () => {
      await on.open('/settings/tokens', 'dialog[open] #again-password');
      await on.isAccessible('tokens signed out');
    });
  });

  it('keeps what is there while the connection is lost, and says why a token stays', async () => {
    await on.open('/settings/tokens', '.setting-table');
    await on.page.setOfflineMode(true);
    await on.page.waitForSelector('.banner');
    await on.page.click('.acts > .danger');
    await on.page.waitForSelector('.question[open]');
    await on.page.click('.question[open] .danger');
    await on.holds(`document.querySelector('.setting [role=alert]').textContent.includes('connection')`);
    await on.isAccessible('tokens offline');
    await on.page.setOfflineMode(false);
    expect(await tokens()).to.have.length(4);
  });

  it('shows nobody more than their grants, and names the one that is missing', async () => {
    await on.becomes('editor');
    await on.open('/settings/tokens', '.settings .notice');
    expect(await on.textOf('.notice')).to.contain('lacks the grant “find” for API tokens');
    await on.holds(`document.querySelector('.notice').textContent.includes('role owner can give it')`);
    await on.open('/settings/users', '.settings .notice');
    expect(await on.textOf('.notice')).to.contain('plugin::users-permissions.user: find');
    const names = await on.page.$$eval('.settings-side a', (links) => links.map((link) => link.textContent));
    expect(names).to.deep.equal(['Locales']);
    await on.isAccessible('tokens no grant');
    const system = { kind: 'system', name: 'test', grants: { kind: 'all' } } as const;
    await on.world.parts.administration.createRole(system, {
      name: 'visitor',
      grants: ['plugin::admin.link:find'],
    });
    await on.becomes('visitor');
    await on.open('/settings/tokens', '.settings .notice');
    // It has the room of the list of settings, too, as there is none.
    expect(
      await on.page.$eval('.settings .notice', (notice) => notice.getBoundingClientRect().width),
    ).to.be.above(300);
  });

  it('reports no error of the browser, but for the connection that was lost', () =>
    expect(on.mistakes.filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).to.deep.equal([]));
});
