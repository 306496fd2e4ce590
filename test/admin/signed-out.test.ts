import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { password, type Browser } from '../http/admin/admin-world.js';
import { appFiles, contentType, drafts } from '../schema-builders.js';
import { openScreens, type ScreenWorld } from './screen-world.js';
import { openTab } from '../browser.js';
import { until } from '../until.js';

const note = 'api::note.note';

const files = appFiles({
  contentTypes: [
    contentType(
      'note',
      'notes',
      { Title: { type: 'string' }, Text: { type: 'text' }, Size: { type: 'integer' } },
      drafts,
    ),
  ],
});

describe('a sign-in that ends, in the admin page', function () {
  this.timeout(120_000);
  let screens: ScreenWorld | undefined;
  let on: ScreenWorld;
  let id: string;

  before(async function () {
    screens = await openScreens(files);
    if (screens === undefined) return this.skip();
    on = screens;
  });
  after(() => screens?.stop());
  beforeEach(async () => {
    await on.page.evaluate('localStorage.clear()');
    id = (await on.client.api('POST', `documents/${note}`, { set: { Title: 'One' } })).body.data.documentId;
  });

  const stored = async () => (await on.client.api('GET', `documents/${note}/${id}`)).body.data.values;
  const end = async (): Promise<void> =>
    on.page.deleteCookie(...(await on.page.cookies(`${on.world.url}/admin`)));
  /** Signs the browser in without the page. */
  const signInElsewhere = async (email: string): Promise<Browser> => {
    const other = on.world.browser();
    expect((await other.api('POST', 'sign-in', { email, password })).status).to.equal(200);
    const cookies = Object.entries(other.cookies).map(([name, value]) => ({
      name,
      value,
      url: on.world.url,
    }));
    await on.page.setCookie(...cookies);
    return other;
  };
  const open = () => on.open(`/content/${note}/${id}`, '#Text');
  const writeLost = async (text: string): Promise<void> => {
    await open();
    await end();
    await on.page.type('#Text', text);
    await on.page.keyboard.press('Tab');
    await on.page.waitForSelector('dialog[open] #again-password');
  };
  const fieldOf = (selector: string) =>
    on.page.$eval(selector, (field) => (field as unknown as { readonly value: string }).value);
  const mine = 'person1@example.com';

  it('is made again over the page by keyboard, and what was typed goes on being saved', async () => {
    await writeLost('typed while signed out');
    await on.holds(`document.activeElement?.id === 'again-password'`);
    expect(await fieldOf('#again-email')).to.equal(mine);
    await on.isAccessible('sign in again');
    await on.page.keyboard.type('wrong password');
    await on.page.keyboard.press('Enter');
    await on.holds(`document.querySelector('#again-password-fault')?.textContent.includes('Wrong')`);
    await on.page.keyboard.down('Control');
    await on.page.keyboard.press('a');
    await on.page.keyboard.up('Control');
    await on.page.keyboard.type(password);
    await on.page.keyboard.press('Enter');
    await until(async () => (await stored()).Text === 'typed while signed out');
    await on.holds(`document.querySelector('dialog[open]') === null`);
    expect(await fieldOf('#Text')).to.equal('typed while signed out');
    // The keys go on where they were.
    await on.page.keyboard.type('42');
    expect(await fieldOf('#Size')).to.equal('42');
    await on.page.type('#Text', ', and more');
    await on.page.keyboard.press('Tab');
    await until(async () => (await stored()).Text === 'typed while signed out, and more');
  });

  it('can wait: the entry says that it is not saved, and asks again', async () => {
    await writeLost('kept');
    await on.page.keyboard.press('Escape');
    await on.holds(`document.querySelector('.banner.bad')?.textContent.includes('your sign-in has ended')`);
    expect(await fieldOf('#Text')).to.equal('kept');
    await on.page.keyboard.type('4');
    expect(await fieldOf('#Size')).to.equal('4');
    await on.clickNamed('Sign in');
    await on.page.waitForSelector('dialog[open] #again-password');
    await signInElsewhere(mine);
    await on.page.evaluate(`dispatchEvent(new Event('focus'))`);
    await until(async () => (await stored()).Text === 'kept');
    expect(await on.page.$('.banner.bad')).to.equal(null);
  });

  it('goes on without a question where another window has signed in again', async () => {
    await open();
    await end();
    await signInElsewhere(mine);
    await on.page.type('#Text', 'other window');
    await on.page.keyboard.press('Tab');
    await until(async () => (await stored()).Text === 'other window');
    expect(await on.page.$('dialog[open]')).to.equal(null);
  });

  it('leaves to each window what it has not saved, and to the next one when it is closed', async () => {
    const other = await openTab(on.page.browser());
    await other.goto(`${on.world.url}/admin/content/${note}/${id}`);
    await other.waitForSelector('#Text');
    await end();
    await other.type('#Text', 'of the other window');
    await other.keyboard.press('Tab');
    await other.waitForSelector('dialog[open] #again-password');
    await other.keyboard.press('Escape');
    await signInElsewhere(mine);
    await on.page.bringToFront();
    await open();
    expect(await fieldOf('#Text')).to.equal('');
    await on.page.type('#Title', ' of this one');
    await on.page.keyboard.press('Tab');
    await until(async () => (await stored()).Title === 'One of this one');
    await other.close();
    await open();
    await until(async () => (await stored()).Text === 'of the other window');
    expect((await stored()).Title).to.equal('One of this one');
    expect(await on.page.$('.conflict')).to.equal(null);
  });

  it('shows nothing of one person to another, who gets a page of their own', async () => {
    await writeLost('of the first person');
    const { body } = await (await on.world.signedIn('editor')).api('GET', 'start');
    await on.page.focus('#again-email');
    await on.page.keyboard.down('Control');
    await on.page.keyboard.press('a');
    await on.page.keyboard.up('Control');
    await on.page.keyboard.type(body.data.administrator.email as string);
    await on.page.type('#again-password', password);
    await Promise.all([on.page.waitForNavigation(), on.page.keyboard.press('Enter')]);
    await on.page.waitForSelector('#Text');
    expect(await fieldOf('#Text')).to.equal('');
    expect((await stored()).Text).to.equal(null);
    await end();
    await signInElsewhere(mine);
    await open();
    expect(await fieldOf('#Text')).to.equal('of the first person');
    await until(async () => (await stored()).Text === 'of the first person');
  });

  it('asks for the second factor too', async () => {
    const { uri, sealed } = (await on.client.api('POST', 'second-factor/begin')).body.data;
    const secret = new URL(uri as string).searchParams.get('secret') ?? '';
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    const confirmed = await on.client.api('POST', 'second-factor/confirm', { sealed, code });
    const [recovery] = confirmed.body.data.recoveryCodes as [string];
    await writeLost('two factors');
    await on.page.keyboard.type(password);
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('dialog[open] #again-code');
    await on.holds(`document.activeElement?.id === 'again-code'`);
    await on.isAccessible('sign in again code');
    await on.page.keyboard.type('000000');
    await on.page.keyboard.press('Enter');
    await on.page.waitForSelector('#again-code-fault');
    await on.page.click('#again-code', { count: 3 });
    await on.page.keyboard.type(recovery);
    await on.page.keyboard.press('Enter');
    await until(async () => (await stored()).Text === 'two factors');
    expect((await on.client.api('POST', 'second-factor/remove')).status).to.equal(204);
  });

  describe('by signing out', () => {
    /** Types a value that the server refuses, and opens the question. */
    const leaveUnsaved = async (): Promise<void> => {
      await open();
      await on.page.type('#Size', 'x');
      await on.page.keyboard.press('Tab');
      await on.page.waitForSelector('.banner.bad');
      await on.clickNamed('Sign out');
      await on.page.waitForSelector('dialog[open] input[type=radio]');
    };
    const isOut = async (): Promise<void> => void (await on.page.waitForSelector('input[name=email]'));
    const again = async (): Promise<void> => {
      await signInElsewhere(mine);
      await open();
    };

    it('asks, and saves first what saves itself', async () => {
      await again();
      await on.page.type('#Text', 'last words');
      await on.clickNamed('Sign out');
      await on.holds(`document.querySelector('dialog[open] [type=submit]:enabled') !== null`);
      expect(await on.page.$('dialog[open] input')).to.equal(null);
      expect((await stored()).Text).to.equal('last words');
      await on.isAccessible('sign out');
      const me = (await on.client.api('GET', 'start')).body.data.administrator.documentId as string;
      const copied = `'quire ${me} copied'`;
      await on.page.evaluate(`localStorage.setItem(${copied}, '{}')`);
      await on.page.click('dialog[open] [type=submit]');
      await isOut();
      expect(await on.page.evaluate(`localStorage.getItem(${copied})`)).to.equal(null);
    });

    it('forgets what is not saved, in all windows', async () => {
      await again();
      const other = await openTab(on.page.browser());
      await other.goto(`${on.world.url}/admin/profile`);
      await other.waitForSelector('.side');
      await on.page.bringToFront();
      await leaveUnsaved();
      expect(await on.textOf('dialog[open]'))
        .to.contain('One entry has changes that are not saved')
        .and.contain('One');
      await on.isAccessible('sign out unsaved');
      await on.page.click('dialog[open] [type=submit]');
      await isOut();
      await other.waitForSelector('input[name=email]');
      await other.close();
      expect(await on.page.evaluate(`JSON.stringify(localStorage)`)).to.not.contain('"x"');
      await again();
      expect(await fieldOf('#Size')).to.equal('');
    });

    it('keeps it for who says so', async () => {
      await leaveUnsaved();
      await on.page.click('dialog[open] label:nth-of-type(2)');
      await on.page.click('dialog[open] [type=submit]');
      await isOut();
      await again();
      expect(await fieldOf('#Size')).to.equal('x');
    });

    it('fits a small window, from right to left', async () => {
      await on.page.setCookie({ name: 'quire_admin_language', value: 'ar', url: `${on.world.url}/admin` });
      await on.page.setViewport({ width: 360, height: 740 });
      await open();
      await on.page.click('.only-small');
      await on.clickNamed('تسجيل الخروج');
      await on.page.waitForSelector('dialog[open] [type=submit]:enabled');
      await on.isAccessible('sign out Arabic small');
      await on.page.keyboard.press('Escape');
      await end();
      await on.page.click('.side a');
      await on.page.waitForSelector('dialog[open] #again-password');
      await on.isAccessible('sign in again Arabic small');
      expect(on.mistakes).to.deep.equal([]);
    });
  });
});
