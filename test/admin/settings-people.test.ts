import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { ElementHandle, HTTPRequest } from 'puppeteer-core';
import type { Administrator } from '../../src/adapters/delivery/admin/contract/administrators.js';
import type { ContentRole } from '../../src/adapters/delivery/admin/contract/roles.js';
import type { ContentUser } from '../../src/adapters/delivery/admin/contract/users.js';
import { openMailServer, type MailServer } from '../mail-server.js';
import { appFiles, contentType, drafts, localized } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';

const story = 'api::story.story';
const shop = 'api::shop.shop';
const [userType, roleType] = ['plugin::users-permissions.user', 'plugin::users-permissions.role'];
const hostile = '<img src=x onerror="document.title=1">';

const files = {
  ...appFiles({
    contentTypes: [
      contentType(
        'story',
        'stories',
        { Title: { type: 'string' }, Text: { type: 'text' } },
        { ...drafts, ...localized },
      ),
    ],
  }),
  'src/api/shop/controllers/shop.js': `module.exports = { checkout: (ctx) => { ctx.body = {} } };`,
  'src/api/shop/routes/shop.js': `module.exports = {
    routes: [{ method: 'POST', path: '/shop/checkout', handler: 'shop.checkout' }],
  };`,
  'config/plugins.json': JSON.stringify({
    'users-permissions': { config: { advanced: { emailConfirmation: true } } },
  }),
};

describe('people and roles in the settings of the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let owner: Awaited<ReturnType<ScreenWorld['becomes']>>;
  let mails: MailServer;

  before(async function () {
    mails = await openMailServer();
    screens = await openScreens(files, { MAIL_URL: mails.url });
    if (screens === undefined) return this.skip();
    on = screens;
    owner = await on.becomes('owner');
  });
  after(async () => {
    await screens?.stop();
    await mails.close();
  });

  const users = async () => (await owner.api('GET', 'users')).body.data as readonly ContentUser[];
  const administrators = async () =>
    (await owner.api('GET', 'administrators')).body.data as readonly Administrator[];
  const roles = async () => (await owner.api('GET', 'roles')).body.data as readonly ContentRole[];
  const press = async (...keys: readonly string[]): Promise<void> => {
    for (const key of keys) await on.page.keyboard.press(key as 'Enter');
  };
  /** Waits until a dialog has closed. */
  const closed = () => on.holds(`document.querySelector('dialog[open]') === null`);

  const cell = (type: string, label: string) => `input[aria-label="${type}: ${label}"]`;
  /** Why a cell of the matrix cannot be set. */
  const reasonOf = (selector: string) =>
    on.page.$eval(selector, (input) => {
      const described = input.getAttribute('aria-describedby');
      return described === null ? '' : (document.getElementById(described)?.textContent ?? '');
    });

  it('says where users come from while there are none', async () => {
    await on.open('/settings/users', '.setting .notice');
    await on.isAccessible('users empty');
  });

  it('makes a user by keyboard alone, and says why one is refused', async () => {
    await on.open('/settings/users', '.setting .notice');
    await press('c');
    await on.page.waitForSelector('dialog[open] #user-username');
    await on.holds(`document.activeElement?.id === 'user-username'`);
    await on.page.keyboard.type('an');
    await press('Tab');
    await on.page.keyboard.type('ana@example.com');
    await press('Tab');
    await on.page.keyboard.type('Sup3r-secret');
    await press('Enter');
    await on.holds(`document.querySelector('dialog[open] .fault').textContent.includes('at least 3')`);
    await on.isAccessible('user refused');
    await on.page.focus('#user-username');
    await press('End');
    await on.page.keyboard.type('a');
    await press('Enter');
    await closed();
    await on.page.waitForSelector('.setting-table');
    expect(await users()).to.have.length(1);
    expect((await users())[0]).to.include({ username: 'ana', confirmed: true });
  });

  it('finds users by name or address, and says so when there is none', async () => {
    const person = { username: hostile, email: 'other@example.org', password: 'Sup3r-secret' };
    expect((await owner.api('POST', 'users', person)).status).to.equal(201);
    await on.open('/settings/users', '.setting-table');
    await on.isAccessible('users');
    await on.fitsSmall('users');
    await press('/');
    await on.page.keyboard.type('EXAMPLE.COM');
    await on.holds(`document.querySelectorAll('.rows tr').length === 1`);
    expect(on.page.url()).to.contain('search=');
    await on.page.keyboard.type('zzz');
    await on.page.waitForSelector('.setting .notice button');
    await on.isAccessible('users none');
    await on.page.click('.setting .notice button');
    await on.holds(`document.querySelectorAll('.rows tr').length === 2`);
    expect(await on.textOf('.rows')).to.contain(hostile);
  });

  it('blocks, unblocks and deletes a user', async () => {
    const blocked = async () => (await users()).find(({ username }) => username === 'ana')?.blocked;
    const choose = async (name: string): Promise<void> => {
      await on.open('/settings/users?search=ana', '.setting-table');
      await on.page.click('.rows .link-button');
      await on.page.waitForSelector('dialog[open] .sheet-actions');
      await on.clickNamed(name);
      await on.page.waitForSelector('dialog dialog[open]');
      await on.page.click('dialog dialog[open] .row button:last-child');
    };
    await choose('Block');
    await closed();
    expect(await blocked()).to.equal(true);
    await on.open('/settings/users?search=ana', '.setting-table');
    expect(await on.textOf('.rows')).to.contain('Blocked');
    await on.page.click('.rows .link-button');
    await on.page.waitForSelector('dialog[open] .sheet-actions');
    await on.isAccessible('user');
    await choose('Unblock');
    await closed();
    expect(await blocked()).to.equal(false);
    await choose('End all sign-ins');
    await on.holds(`document.querySelector('.sheet-actions [role=status]').textContent !== ''`);
    await choose('Delete');
    await closed();
    expect(await users()).to.have.length(1);
    await on.holds(`document.activeElement?.id === 'setting-title'`);
  });

  it('mails a user a link for a new password, and the confirmation again until they have confirmed', async () => {
    const person = { username: 'eve', email: 'eve@example.com', password: 'Sup3r-secret', confirmed: false };
    await owner.api('POST', 'users', person);
    const open = async (): Promise<void> => {
      await on.open('/settings/users?search=eve', '.setting-table');
      await on.page.click('.rows .link-button');
      await on.page.waitForSelector('dialog[open] .sheet-actions');
    };
    const send = async (name: string): Promise<string> => {
      mails.received.length = 0;
      await on.clickNamed(name);
      await on.page.waitForSelector('dialog dialog[open]');
      await on.page.click('dialog dialog[open] .row button:last-child');
      await on.holds(
        `document.querySelector('.sheet-actions [role=status]').textContent.includes('on its way')`,
      );
      await on.world.parts.codes.settled();
      expect(mails.received.map(({ to }) => to)).to.deep.equal([[person.email]]);
      return mails.received[0]?.text.replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? '';
    };
    await open();
    expect(await send('Send a link for a new password')).to.contain('has asked for a new password');
    await on.isAccessible('user mailed');
    await on.fitsSmall('user mailed');
    await open();
    const confirmation = await send('Send the confirmation again');
    const [, code] = /confirmation=([0-9a-f]+)\s/.exec(confirmation) ?? [];
    const actions = (await on.world.trail()).map(({ action, actor }) => `${actor.kind} ${action}`);
    expect(actions).to.include.members(['administrator forgotPassword', 'administrator sendConfirmation']);
    await fetch(`${on.world.url}/api/auth/email-confirmation?confirmation=${code}`, { redirect: 'manual' });
    expect((await users()).find(({ username }) => username === 'eve')?.confirmed).to.equal(true);
    await open();
    expect(await on.textOf('.sheet-actions'))
      .to.contain('new password')
      .and.not.contain('confirmation');
  });

  it('invites an administrator by keyboard alone, with a link that is shown once', async () => {
    await on.open('/settings/administrators', '.setting-table');
    await on.isAccessible('administrators');
    await on.fitsSmall('administrators');
    await press('c');
    await on.page.waitForSelector('dialog[open] #invite-role');
    await on.holds(`document.activeElement?.id === 'invite-role'`);
    await on.isAccessible('invite');
    await on.page.keyboard.type('author');
    await on.tabTo('dialog .primary');
    await press('Enter');
    await on.page.waitForSelector('.once input');
    await on.isAccessible('invited');
    const link = await on.page.$eval('.once input', (input) => input.value);
    const { status } = await on.world.browser().open(link.split('/admin')[1] ?? '');
    expect(status).to.equal(200);
    await on.tabTo('.once .button:last-child');
    await press('Enter');
    await on.holds(
      `document.querySelector('.once') === null && document.activeElement?.id === 'setting-title'`,
    );
  });

  it('changes the role of an administrator, blocks and removes them', async () => {
    await on.world.parts.administration.create(
      { kind: 'system', name: 'test', grants: { kind: 'all' } },
      { email: 'bo@example.com', name: 'Bo', role: 'editor', password: 'a long enough password' },
    );
    const bo = async () => (await administrators()).find(({ name }) => name === 'Bo');
    const open = async (): Promise<void> => {
      await on.open('/settings/administrators', '.setting-table');
      await on.clickNamed('Bo');
      await on.page.waitForSelector('dialog[open] #person-role');
    };
    const there = { Origin: on.world.url, 'Content-Type': 'application/json', 'User-Agent': 'Firefox Linux' };
    const body = JSON.stringify({ email: 'bo@example.com', password: 'a long enough password' });
    await fetch(`${on.world.url}/admin/api/sign-in`, { method: 'POST', headers: there, body });
    await open();
    await on.page.waitForSelector('.sign-in-list li');
    expect(await on.textOf('.sign-in-list li')).to.contain('Firefox, Linux');
    await on.isAccessible('administrator');
    await on.tabTo('.sign-in-list button');
    await press('Enter');
    await on.page.waitForSelector('dialog dialog[open]');
    await on.page.click('dialog dialog[open] .row button:last-child');
    await on.holds(`document.querySelector('.sign-in-list') === null`);
    await on.holds(`document.activeElement?.id === 'person-sign-ins'`);
    await on.page.select('#person-role', 'author');
    await on.clickNamed('Save');
    await closed();
    expect((await bo())?.role).to.equal('author');
    for (const [label, isDone] of [
      ['Block', async () => (await bo())?.blocked === true],
      ['Remove', async () => (await bo()) === undefined],
    ] as const) {
      await open();
      await on.clickNamed(label);
      await on.page.waitForSelector('dialog dialog[open]');
      await on.page.click('dialog dialog[open] .row button:last-child');
      await closed();
      expect(await isDone()).to.equal(true);
    }
  });

  it('says why the last owner stays', async () => {
    await on.open('/settings/administrators', '.setting-table');
    const me = (await owner.api('GET', 'start')).body.data.administrator as Administrator;
    await on.page.evaluate(
      `[...document.querySelectorAll('.rows tr')].find((row) => row.textContent.includes(${JSON.stringify(me.email)})).querySelector('button').click()`,
    );
    await on.page.waitForSelector('dialog[open] #person-role');
    await on.page.select('#person-role', 'editor');
    await on.clickNamed('Save');
    await on.holds(`/last owner/i.test(document.querySelector('dialog[open] .fault').textContent)`);
  });

  it('grants a role actions by keyboard alone, and saves them together', async () => {
    await on.open('/settings/roles', '.setting-table');
    await on.isAccessible('roles');
    await on.clickNamed('Authenticated');
    await on.page.waitForSelector('.grants');
    await on.isAccessible('role');
    await on.tabTo('.grants [data-at="0 0"]');
    const cell = await on.page.evaluate(
      `[...document.querySelectorAll('.grants tr')].findIndex((row) => row.textContent.includes('${story}'))`,
    );
    for (let left = Number(cell) - 1; left > 0; left -= 1) await press('ArrowDown');
    await press('Space', 'ArrowRight', 'Space');
    await on.holds(`document.querySelector('.save-bar [role=status]').textContent.startsWith('3 changes')`);
    await on.page.keyboard.down('Control');
    await press('s');
    await on.page.keyboard.up('Control');
    await on.holds(`document.querySelector('.save-bar [role=status]').textContent === 'Saved'`);
    const held = (await roles()).find(({ type }) => type === 'authenticated')?.grants ?? [];
    expect(held.filter(({ type }) => type === story)).to.deep.equal([
      { type: story, actions: ['find', 'findOne', 'findDrafts'] },
    ]);
  });

  it('limits a grant to attributes, locales and entries, and widens none by a click', async () => {
    const { documentId = '' } = (await roles()).find(({ type }) => type === 'authenticated') ?? {};
    await on.open(`/settings/roles?open=${documentId}`, '.grants');
    await on.clickNamed('Limits of story');
    await on.page.waitForSelector('.limits');
    const check = async (group: string, label: string): Promise<void> => {
      await on.page.evaluate(
        `[...document.querySelector('#${group}').querySelectorAll('label')].find((one) => one.textContent.trim() === '${label}').click()`,
      );
    };
    const id = `${story} read`.replaceAll(/\W/g, '-');
    await check(`${id}-fields`, 'All');
    await check(`${id}-fields`, 'Text');
    await check(`${id}-locales`, 'All');
    await on.clickNamed('Edit as JSON');
    await on.page.type(`#${id}-rows`, '{"createdBy": "$me"');
    await on.holds(`document.querySelector('#${id}-rows').getAttribute('aria-invalid') === 'true'`);
    await on.page.type(`#${id}-rows`, '}');
    await on.holds(`document.querySelector('#${id}-rows').getAttribute('aria-invalid') === null`);
    await on.isAccessible('role limits');
    await on.clickNamed('Save');
    await on.holds(`document.querySelector('.save-bar [role=status]').textContent === 'Saved'`);
    const limits = { fields: ['Title'], filters: { createdBy: '$me', locale: 'en' } };
    const held = () =>
      roles().then((all) =>
        all.find(({ type }) => type === 'authenticated')?.grants.filter(({ type }) => type === story),
      );
    expect(await held()).to.deep.equal([
      { type: story, actions: ['find', 'findOne'], ...limits },
      { type: story, actions: ['findDrafts'] },
    ]);
    const box = 'input[aria-label="story: Read"]';
    expect(await on.page.$eval(box, (input) => input.indeterminate)).to.equal(true);
    await on.page.click(box);
    expect(await on.page.$eval(box, (input) => input.indeterminate)).to.equal(true);
    await on.holds(`!/change/.test(document.querySelector('.save-bar [role=status]').textContent)`);
  });

  it('keeps the attributes of a grant that the list does not show', async () => {
    const { documentId = '' } = (await roles()).find(({ type }) => type === 'public') ?? {};
    const grants = [{ type: story, actions: ['find'], fields: ['Title', 'createdBy'] }];
    expect((await owner.api('PATCH', `roles/${documentId}`, { grants })).status).to.equal(204);
    await on.open(`/settings/roles?open=${documentId}`, '.grants');
    await on.clickNamed('Limits of story');
    const fields = `#${`${story} read`.replaceAll(/\W/g, '-')}-fields`;
    await on.page.locator(`${fields} label:nth-child(3) input`).click();
    await on.clickNamed('Save');
    await on.holds(`document.querySelector('.save-bar [role=status]').textContent === 'Saved'`);
    const held = (await roles()).find(({ type }) => type === 'public')?.grants;
    expect(held?.[0]?.fields).to.have.members(['Title', 'Text', 'createdBy']);
  });

  it('keeps different limits of the actions of one column apart', async () => {
    const grants = [
      { type: story, actions: ['find'], fields: ['Title'] },
      { type: story, actions: ['findOne'], filters: { Title: 'x' } },
    ];
    const { documentId = '' } = (await roles()).find(({ type }) => type === 'public') ?? {};
    expect((await owner.api('PATCH', `roles/${documentId}`, { grants })).status).to.equal(204);
    await on.open(`/settings/roles?open=${documentId}`, '.grants');
    await on.page.click('input[aria-label="story: Read"]');
    await on.page.waitForSelector('.limits .chip');
    await on.isAccessible('role limits apart');
    const id = `${story} findOne`.replaceAll(/\W/g, '-');
    await on.page.click(`#${id}-fields input`);
    await on.clickNamed('Save');
    await on.holds(`document.querySelector('.save-bar [role=status]').textContent === 'Saved'`);
    const held = (await roles()).find(({ type }) => type === 'public')?.grants;
    expect(held).to.deep.equal([grants[0], { ...grants[1], fields: ['Text', 'Title'] }]);
  });

  it('makes the condition of a grant with the filters of lists, by keyboard alone, and counts the entries', async () => {
    for (const Title of ['Bread', 'Bees', 'Corn'])
      await owner.api('POST', `documents/${story}`, { set: { Title } });
    const grants = [{ type: story, actions: ['findDrafts'] }];
    await owner.api('POST', 'administrator-roles', { name: 'Counted', grants });
    await on.open('/settings/administrator-roles?open=Counted', '.grants');
    await on.clickNamed('Limits of story');
    await on.page.waitForSelector('.row-conditions');
    await on.tabTo('.row-conditions button');
    await press('Enter');
    await on.page.waitForSelector('dialog[open] .condition select');
    const choice = (at: number) => `dialog[open] .condition-parts > :nth-child(${at})`;
    await on.tabTo(choice(1));
    await on.page.select(choice(1), 'Title');
    await on.tabTo(choice(2));
    await on.page.select(choice(2), '$startsWithi');
    await on.tabTo(choice(3));
    await on.page.keyboard.type('b');
    await press('Enter');
    await closed();
    await on.holds(`document.querySelector('.limits').textContent.includes('2 of 3 entries')`);
    await on.isAccessible('role conditions');
    await on.page.setViewport({ width: 360, height: 1400 });
    await on.page.evaluate(`document.documentElement.dir = 'rtl'`);
    await on.isAccessible('role conditions narrow');
    await on.page.evaluate(`document.documentElement.dir = 'ltr'`);
    await on.page.setViewport({ width: 1440, height: 900 });
    await on.tabTo('.row-conditions > button');
    await press('Enter');
    await on.page.waitForSelector('dialog[open] .condition select');
    await on.page.select(choice(1), 'createdBy');
    await on.page.select(choice(2), '$ne');
    await on.clickNamed('Apply');
    await closed();
    await on.holds(`document.querySelector('.limits').textContent.includes('0 of 3 entries')`);
    expect(await on.textOf('.save-bar [role=status]')).to.contain('1 change');
    await on.clickNamed('Edit as JSON');
    const json = await on.page.$eval('textarea.condition', ({ value }) => JSON.parse(value) as unknown);
    const and = [{ Title: { $startsWithi: 'b' } }, { createdBy: { $ne: '$me' } }];
    expect(json).to.deep.equal({ $and: and });
    await on.clickNamed('Save');
    await on.holds(`document.querySelector('.save-bar [role=status]').textContent === 'Saved'`);
    const kept = (await owner.api('GET', 'administrator-roles')).body.data as readonly {
      name: string;
      grants: unknown;
    }[];
    expect(kept.find(({ name }) => name === 'Counted')?.grants).to.deep.equal([
      { ...grants[0], filters: { $and: and } },
    ]);
  });

  it('makes a role of administrators, and shows a built-in one without a way to change it', async () => {
    await on.open('/settings/administrator-roles?open=editor', '.grants');
    expect(await on.textOf('.setting')).to.contain('built in');
    expect(await on.page.$('.save-bar .primary')).to.equal(null);
    await on.isAccessible('administrator role');
    await on.open('/settings/administrator-roles?open=%2B', '.grants');
    await on.page.type('#role-name', 'Readers');
    await on.page.click('input[aria-label="story: Read"]');
    await on.clickNamed('Make a role');
    await on.page.waitForSelector('.setting-table');
    expect(await on.textOf('.rows')).to.contain('Readers');
    await on.isAccessible('administrator roles');
  });

  it('compares two roles, and makes access what a file says after showing its plan', async () => {
    const reader = (await roles()).find(({ type }) => type === 'authenticated');
    await on.open(`/settings/roles?open=${reader?.documentId}`, '#compare-with');
    const { documentId: other = '' } = (await roles()).find(({ type }) => type === 'public') ?? {};
    await on.page.select('#compare-with', other);
    await on.page.waitForSelector('section[aria-labelledby="compare-title"] :is(.setting-table, .notice)');
    await on.isAccessible('roles compared');
    await on.open('/settings/roles', '.setting-table');
    const { data: file } = (await owner.api('GET', 'access-file')).body;
    const more = {
      type: 'press',
      name: 'Press',
      description: null,
      grants: [{ uid: story, actions: ['find'] }],
    };
    const path = join(await mkdtemp(join(tmpdir(), 'access-')), 'access.json');
    await writeFile(path, JSON.stringify({ ...file, roles: [...file.roles, more] }));
    await on.page.evaluate(
      `[...document.querySelectorAll('button')].find((one) => one.textContent === 'Apply a file').click()`,
    );
    const input = await on.page.waitForSelector('dialog[open] input[type=file]');
    await (input as ElementHandle<HTMLInputElement>).uploadFile(path);
    await on.holds(`document.querySelector('dialog[open] pre')?.textContent.includes('+ role press')`);
    await on.isAccessible('access file planned');
    expect((await roles()).some(({ type }) => type === 'press')).to.equal(false);
    // The list behind the dialog is read again, and its answer comes late.
    let answerLate = (): void => {};
    const hold = (asked: HTTPRequest): void => {
      const goOn = (): void => void asked.continue();
      if (asked.method() === 'GET' && asked.url().endsWith('/api/roles')) answerLate = goOn;
      else goOn();
    };
    await on.page.setRequestInterception(true);
    on.page.on('request', hold);
    await on.page.click('dialog[open] .primary');
    await on.holds(`document.querySelector('dialog[open] [role=status]')?.textContent.includes('were made')`);
    expect((await roles()).some(({ type }) => type === 'press')).to.equal(true);
    await on.page.keyboard.press('Escape');
    await closed();
    answerLate();
    on.page.off('request', hold);
    await on.page.setRequestInterception(false);
    await on.holds(`document.querySelector('.setting-table')?.textContent.includes('Press')`);
  });

  it('has a role need a second factor by keyboard alone, and leads who has none to where it is set up', async () => {
    await on.open('/settings/administrator-roles?open=owner', '[aria-describedby=role-factor-hint]');
    await on.isAccessible('role factor');
    await on.tabTo('[aria-describedby=role-factor-hint]');
    await press('Space');
    await on.page.waitForSelector('.qr svg');
    expect(new URL(on.page.url()).pathname).to.equal('/admin/set-up');
    for (const width of [360, 1440]) {
      await on.page.setViewport({ width, height: 900 });
      await on.isAccessible(`set up ${width}`);
    }
    const system = { kind: 'system', name: 'test', grants: { kind: 'all' } } as const;
    await on.world.parts.administration.requireSecondFactor(system, 'owner', false);
    await on.open('/settings/administrator-roles?open=owner', '[aria-describedby=role-factor-hint]');
  });

  it('lets nobody give what they may not do themselves', async () => {
    const grants = ['plugin::users-permissions.role:find,create,update,delete', `${story}:find`];
    await owner.api('POST', 'administrator-roles', { name: 'Clerk', grants });
    await on.becomes('Clerk');
    const { documentId = '' } = (await roles()).find(({ type }) => type === 'authenticated') ?? {};
    await on.open(`/settings/roles?open=${documentId}`, '.grants');
    const isOff = (label: string) =>
      on.page.$eval(`input[aria-label="story: ${label}"]`, (input) => input.getAttribute('aria-disabled'));
    expect(await isOff('Delete')).to.equal('true');
    await on.page.click('input[aria-label="story: Delete"]');
    expect(await on.textOf('.save-bar [role=status]')).to.equal('');
  });

  it('says at the matrix what only an owner grants, and offers the rest', async () => {
    const actions = ['find', 'findOne', 'create', 'update', 'delete'];
    const own = [userType, roleType].map((type) => ({ type, actions }));
    const grants = [...own, `${story}:find`];
    await owner.api('POST', 'administrator-roles', { name: 'Keeper', grants });
    const { documentId = '' } = (await roles()).find(({ type }) => type === 'authenticated') ?? {};
    await on.becomes('Keeper');
    await on.open(`/settings/roles?open=${documentId}`, '.grants');
    expect(await reasonOf(cell('story', 'Update'))).to.contain(
      'you may not do this with all entries yourself',
    );
    expect(await reasonOf(cell('Role of users', 'Update'))).to.contain('only an owner gives or takes it');
    expect(await reasonOf(cell('Role of users', 'Read'))).to.equal('');
    await on.isAccessible('grants of owners');
    await on.page.click(cell('Role of users', 'Update'));
    expect(await on.textOf('.save-bar [role=status]')).to.equal('');
    await on.page.click(cell('User', 'Update'));
    await on.page.click(cell('User', 'Update'));
    const fields = `#${`${userType} update`.replaceAll(/\W/g, '-')}-fields`;
    await on.page.waitForSelector(fields);
    const off = await on.page.$$eval(`${fields} input:disabled`, (inputs) =>
      inputs.map((input) => input.closest('label')?.textContent.trim()),
    );
    expect(off).to.have.members(['All', 'role', 'email', 'password']);
    await on.isAccessible('grants of owners, limits');
    await on.clickNamed('Save');
    await on.holds(`document.querySelector('.save-bar [role=status]').textContent === 'Saved'`);
    await on.becomes('owner');
    await on.open(`/settings/roles?open=${documentId}`, '.grants');
    await on.page.click(cell('Role of users', 'Delete'));
    await on.clickNamed('Save');
    await on.holds(`document.querySelector('.save-bar [role=status]').textContent === 'Saved'`);
    const held = (await roles()).find(({ type }) => type === 'authenticated')?.grants ?? [];
    expect(held.find(({ type }) => type === roleType)).to.deep.equal({ type: roleType, actions: ['delete'] });
  });

  it('says once why limits cannot be set, and nothing where they can only be read', async () => {
    const { documentId = '' } = (await roles()).find(({ type }) => type === 'authenticated') ?? {};
    const grants = [{ type: userType, actions: ['update'] }];
    expect((await owner.api('PATCH', `roles/${documentId}`, { grants })).status).to.equal(204);
    const hintsFor = async (role: string, ...given: readonly string[]) => {
      if (given.length > 0) await owner.api('POST', 'administrator-roles', { name: role, grants: given });
      await on.becomes(role);
      await on.open(`/settings/roles?open=${documentId}`, '.grants');
      await on.clickNamed('Limits of User');
      const set = await on.page.waitForSelector(
        `fieldset:has(#${userType.replaceAll(/\W/g, '-')}-update-fields)`,
      );
      const texts = (await set?.evaluate((one) => one.textContent.match(/Pale: [^.]*/g))) ?? [];
      return texts.map((text) => (text.includes('owner') ? 'owner' : 'rights'));
    };
    expect(await hintsFor('Keeper')).to.deep.equal(['owner']);
    expect(await hintsFor('Half', `${userType}:find`, `${roleType}:find,update`)).to.deep.equal(['rights']);
    expect(await hintsFor('Viewer', `${userType}:find,update`, `${roleType}:find`)).to.deep.equal([]);
  });

  it('lets owners alone grant actions of controllers, to roles and to tokens', async () => {
    const { documentId = '' } = (await roles()).find(({ type }) => type === 'public') ?? {};
    const other = cell(shop, 'Other');
    const grants = [{ type: shop, actions: ['checkout'] }];
    const keeper = await on.becomes('Keeper');
    expect((await keeper.api('PATCH', `roles/${documentId}`, { grants })).status).to.equal(403);
    await on.open(`/settings/roles?open=${documentId}`, other);
    expect(await reasonOf(other)).to.contain('you may not do this');
    await on.becomes('owner');
    await on.open(`/settings/roles?open=${documentId}`, other);
    expect(await reasonOf(other)).to.equal('');
    await on.page.click(other);
    await on.clickNamed('Save');
    await on.holds(`document.querySelector('.save-bar [role=status]').textContent === 'Saved'`);
    const held = (await roles()).find(({ type }) => type === 'public')?.grants ?? [];
    expect(held.filter(({ type }) => type === shop)).to.deep.equal(grants);
    await on.open('/settings/tokens?open=%2B', '#token-name');
    await on.page.type('#token-name', 'Shop');
    await on.page.locator('label:nth-child(2) > [name="token-access"]').click();
    await on.page.locator(other).click();
    expect(await on.textOf('.setting-form')).to.not.contain('Pale');
    await on.clickNamed('Make a token');
    await on.page.waitForSelector('.once input');
    const [token] = on.world.parts.access.listTokens();
    expect(token?.grants).to.deep.equal(grants);
    await on.open('/settings/administrator-roles?open=Keeper', '.grants');
    await on.clickNamed('See as this role');
    await on.page.waitForSelector('.banner');
    await on.open(`/settings/roles?open=${documentId}`, other);
    expect(await reasonOf(other)).to.contain('you may not do this');
  });

  it('fits a narrow screen', async () => {
    await on.becomes('owner');
    await on.page.setViewport({ width: 360, height: 720 });
    for (const [path, selector] of [
      ['users', '.setting-table'],
      ['administrators', '.setting-table'],
      ['roles', '.setting-table'],
      ['administrator-roles?open=author', '.grants'],
    ] as const) {
      await on.open(`/settings/${path}`, selector);
      await on.isAccessible(`${path.replace('?open=', ' ')} narrow`);
    }
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('breaks no word of a name where a table has little room', async () => {
    await on.page.setViewport({ width: 768, height: 900 });
    await on.open('/settings/roles', '.setting-table');
    const lines = await on.page.$$eval('.rows th button', (names) =>
      names.map((name) => [name.textContent, name.getBoundingClientRect().height < 40]),
    );
    expect(lines).to.deep.include(['Authenticated', true]);
    await on.open('/settings/administrators', '.setting-table');
    const box = await on.page.$eval('.setting .table', (table) => {
      table.scrollLeft = table.scrollWidth;
      const last = table.querySelector('thead th:last-child')?.getBoundingClientRect().right ?? Infinity;
      return last - table.getBoundingClientRect().right;
    });
    expect(box, 'the last column can be scrolled to').to.be.at.most(1);
    await on.page.setViewport({ width: 1440, height: 900 });
  });

  it('reports no error of the browser', () => expect(on.mistakes).to.deep.equal([]));
});
