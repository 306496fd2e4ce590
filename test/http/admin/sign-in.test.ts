import { expect } from 'chai';
import { Secret, TOTP } from 'otpauth';
import { valueOf } from '../../contract/results.js';
import { openMailServer, type MailServer } from '../../mail-server.js';
import { openAdmin, password, type AdminWorld, type Browser } from './admin-world.js';

const userType = 'plugin::users-permissions.user';

describe('signing in to the admin page', () => {
  let world: AdminWorld;
  const email = 'owner@example.com';
  let owner: Browser;
  let mails: MailServer;

  before(async () => {
    mails = await openMailServer();
    const mail = { MAIL_URL: mails.url, PUBLIC_URL: 'http://content.example.org' };
    world = await openAdmin({ SIGN_IN_ATTEMPTS: '1000', RATE_LIMIT: 'false', ...mail });
    owner = world.browser();
  });
  after(async () => {
    await world.stop();
    await mails.close();
    expect(world.errors).to.deep.equal([]);
  });

  const storedIn = async (type: string): Promise<string> => {
    const found = await world.parts.rowDocuments.find(system, { ...allOf, type });
    return JSON.stringify(valueOf(found).answer.documents());
  };

  const firstCode = async (): Promise<string> =>
    valueOf(await world.parts.administration.makeFirstLink())?.code ?? '';

  it('shows the form of a link without using it up, and refuses weak passwords without using it up', async () => {
    const code = await firstCode();
    const path = `/welcome?code=${code}`;
    expect((await owner.open(path)).status).to.equal(200);
    const shown = await owner.open(path);
    expect(shown.headers.get('content-security-policy')).to.include("default-src 'none'");
    expect(shown.headers.get('referrer-policy')).to.equal('same-origin');
    const weak = await owner.fill(path, { name: '<b>Ann</b>', email, password: 'short' });
    expect(weak.status).to.equal(400);
    expect(weak.body)
      .to.include('at least 12 characters')
      .and.include('&lt;b&gt;Ann')
      .and.not.include('<b>Ann');
    const wrong = await owner.fill('/welcome?code=00', { name: 'Ann', email, password });
    expect(wrong.status).to.not.equal(303);
  });

  it('makes the first administrator an owner by a link that works once', async () => {
    const code = await firstCode();
    const path = `/welcome?code=${code}`;
    const [one, two] = [world.browser(), world.browser()];
    const results = await Promise.all([
      one.fill(path, { name: 'Ann', email, password }),
      two.fill(path, { name: 'Bob', email: 'bob@example.com', password }),
    ]);
    // The other one gets no form any more, or it has come too late.
    expect(results.map(({ status }) => (status === 403 ? 404 : status))).to.have.members([303, 404]);
    const winner = results[0]?.status === 303 ? one : two;
    const start = await winner.api('GET', 'start');
    expect(start.body.data.administrator.role).to.equal('owner');
    expect(await world.parts.administration.makeFirstLink()).to.deep.equal({ ok: true, value: null });
    expect((await winner.open(path)).status).to.equal(404);
    owner = winner;
    owner.csrf = start.body.data.csrf as string;
    const me = start.body.data.administrator as { documentId: string };
    expect((await owner.api('PATCH', `administrators/${me.documentId}`, { email })).status).to.equal(204);
  });

  it('keeps a sign-in in a cookie that scripts and other sites do not get, as a hash', async () => {
    const ann = world.browser();
    const answer = await ann.fill('/sign-in', { email: ` ${email.toUpperCase()}`, password });
    expect(answer.status).to.equal(303);
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).to.match(
      /^http_quire_admin=[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=2592000$/,
    );
    const stored = await storedIn('plugin::admin.session');
    expect(stored).to.not.include(ann.cookies['http_quire_admin']);
    owner = ann;
    owner.csrf = (await ann.api('GET', 'start')).body.data.csrf as string;
  });

  it('tells the version of the server to who is signed in, and to nobody else', async () => {
    const start = await owner.api('GET', 'start');
    const missing = await owner.api('GET', 'nothing');
    expect(start.body.data.version).to.match(/^\d+\.\d+\.\d+/);
    for (const { headers } of [start, missing])
      expect(headers.get('x-quire-version')).to.equal(start.body.data.version);
    expect((await world.browser().api('GET', 'start')).headers.get('x-quire-version')).to.equal(null);
  });

  it('answers a wrong password, an unknown address and a blocked administrator alike', async () => {
    const blocked = await world.signedIn('editor');
    const { documentId, email: theirs } = (await blocked.api('GET', 'start')).body.data.administrator;
    expect((await owner.api('PATCH', `administrators/${documentId}`, { blocked: true })).status).to.equal(
      204,
    );
    expect((await blocked.api('GET', 'start')).status).to.equal(401);
    const tries = await Promise.all(
      [
        { email, password: 'wrong' },
        { email: 'nobody@example.com', password },
        { email: theirs as string, password },
      ].map((given) => world.browser().api('POST', 'sign-in', given)),
    );
    const [first] = tries;
    for (const { status, body } of tries) {
      expect(status).to.equal(400);
      expect(body).to.deep.equal(first?.body);
    }
  });

  it('refuses forms from other pages, and records it of administrators only', async () => {
    const given = { email, password };
    expect((await world.browser().post('/sign-in', given)).status).to.equal(403);
    const other = world.browser();
    await other.open('/sign-in');
    const filled = (headers: object) => other.post('/sign-in', { ...given, form: 'f'.repeat(64) }, headers);
    expect((await filled({})).status).to.equal(403);
    const good = world.browser();
    const page = String((await good.open('/sign-in')).body);
    const [, form = ''] = /name="form" value="([^"]+)"/.exec(page) ?? [];
    const evil = await good.post('/sign-in', { ...given, form }, { Origin: 'https://evil.example' });
    expect(evil.status).to.equal(403);
    const cross = await good.post('/sign-in', { ...given, form }, { 'Sec-Fetch-Site': 'cross-site' });
    expect(cross.status).to.equal(403);
    const forged = good.api('POST', 'sign-in', given, { Origin: 'https://evil.example' });
    expect((await forged).status).to.equal(403);
    const recorded = async (): Promise<readonly unknown[]> =>
      (await world.trail())
        .filter(({ action }) => action === 'crossSite')
        .map(({ actor, subject }) => [actor.kind, actor.name, subject]);
    expect(await recorded()).to.deep.equal([]);
    const ofOwner = await owner.post('/sign-in', { ...given, form }, { Origin: 'https://evil.example' });
    expect(ofOwner.status).to.equal(403);
    expect(await recorded()).to.deep.equal([['administrator', email, 'POST /admin/sign-in']]);
  });

  it('lists sign-ins and ends them', async () => {
    const other = world.browser();
    await other.api('POST', 'sign-in', { email, password });
    const { data } = (await owner.api('GET', 'sessions')).body;
    const current = data.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    expect(current).to.have.length(1);
    const [{ id }] = data;
    expect((await owner.api('DELETE', `sessions/${id}`)).status).to.equal(204);
    expect((await other.api('GET', 'start')).status).to.equal(401);
    const leaving = world.browser();
    await leaving.api('POST', 'sign-in', { email, password });
    const { cookies } = leaving;
    expect((await leaving.open('/sign-out')).body).to.contain('name="clear" value="1" checked');
    const left = await leaving.fill('/sign-out', {});
    expect([left.status, left.headers.get('clear-site-data')]).to.deep.equal([303, null]);
    leaving.cookies = cookies;
    expect((await leaving.api('GET', 'start')).status).to.equal(401);
    await leaving.api('POST', 'sign-in', { email, password });
    expect((await leaving.fill('/sign-out', { clear: '1' })).headers.get('clear-site-data')).to.equal(
      '"storage"',
    );
  });

  it('ends sign-ins that are not used for twelve hours, or are thirty days old', async () => {
    const { rowDocuments } = world.parts;
    const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();
    for (const data of [{ usedAt: hours(-12.1) }, { expiresAt: hours(-0.1) }]) {
      const browser = await world.signedIn('editor');
      const { data: listed } = (await browser.api('GET', 'sessions')).body;
      const update = {
        kind: 'update',
        type: 'plugin::admin.session',
        documentId: listed[0].id as string,
        layer: 'published',
        data,
        answer: { fields: ['documentId'] },
      } as const;
      valueOf(await rowDocuments.update(system, update));
      expect((await browser.api('GET', 'start')).status).to.equal(401);
    }
  });

  it('asks for a second factor, whose codes work once', async () => {
    const browser = await world.signedIn('editor');
    const { email: mine } = (await browser.api('GET', 'start')).body.data.administrator as { email: string };
    const begun = (await browser.api('POST', 'second-factor/begin')).body.data;
    expect(begun.picture).to.include('<svg');
    const secret = new URL(begun.uri as string).searchParams.get('secret') ?? '';
    const codeAt = (periods: number): string =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 });
    const { sealed } = begun;
    const confirm = (code: string) => browser.api('POST', 'second-factor/confirm', { sealed, code });
    expect((await confirm('12345')).status).to.equal(400);
    const used = codeAt(0);
    const confirmed = await confirm(used);
    expect(confirmed.status).to.equal(200);
    const [recovery, another] = confirmed.body.data.recoveryCodes as [string, string];
    const begin = async (): Promise<Browser> => {
      const person = world.browser();
      const first = await person.api('POST', 'sign-in', { email: mine, password });
      expect(first.body.data.next).to.equal('second-factor');
      expect((await person.api('GET', 'start')).status).to.equal(401);
      return person;
    };
    const pass = async (person: Browser, code: string, path: 'form' | 'api'): Promise<number> => {
      const { status } =
        path === 'form'
          ? await person.fill('/second-factor', { code })
          : await person.api('POST', 'second-factor', { code });
      const isIn = (await person.api('GET', 'start')).status === 200;
      expect(isIn).to.equal(status === 303 || status === 200);
      return status;
    };
    const enter = async (code: string, path: 'form' | 'api'): Promise<number> =>
      pass(await begin(), code, path);
    expect(await enter(used, 'api')).to.equal(400);
    expect(await enter('000000', 'form')).to.equal(400);
    const code = codeAt(1);
    expect(await enter(code, 'form')).to.equal(303);
    expect(await enter(code, 'api')).to.equal(400);
    expect(await enter(recovery, 'api')).to.equal(200);
    expect(await enter(recovery, 'api')).to.equal(400);
    // Begun in turn, as more than three sign-ins of one client at once have to wait.
    const people: Browser[] = [];
    while (people.length < 6) people.push(await begin());
    const uses = await Promise.all(people.map((person) => pass(person, another, 'api')));
    expect(uses.filter((status) => status === 200)).to.have.length(1);
    const stored = await storedIn('plugin::admin.administrator');
    expect(stored).to.not.include(secret);
    const renewed = (await browser.api('POST', 'second-factor/codes')).body.data.recoveryCodes as string[];
    expect(renewed).to.have.length(10);
    expect((await browser.api('GET', 'profile')).body.data).to.include({ recoveryCodesLeft: 10 });
    expect((await browser.api('POST', 'second-factor/remove')).status).to.equal(204);
    expect((await browser.api('POST', 'second-factor/codes')).status).to.equal(400);
  });

  it('gives another password by a link that ends the sign-ins', async () => {
    const browser = await world.signedIn('author');
    const { email: mine } = (await browser.api('GET', 'start')).body.data.administrator as { email: string };
    const { code } = valueOf(await world.parts.administration.makeResetLink(system, mine));
    const person = world.browser();
    const next = 'quite another password';
    expect((await person.fill(`/welcome?code=${code}`, { password: next })).status).to.equal(303);
    expect((await person.api('GET', 'start')).status).to.equal(200);
    expect((await browser.api('GET', 'start')).status).to.equal(401);
    expect((await world.browser().api('POST', 'sign-in', { email: mine, password })).status).to.equal(400);
  });

  it('ends the links to an administrator with another password, address or a block of theirs', async () => {
    const { administration } = world.parts;
    const opens = async (code: string): Promise<boolean> =>
      valueOf(await administration.openLink(code)) !== null;
    const change = 'quite another password';
    const changes = [
      (browser: Browser) => browser.api('PATCH', 'profile', { password: change }),
      (_: Browser, id: string) => owner.api('PATCH', `administrators/${id}`, { email: 'moved@example.com' }),
      (_: Browser, id: string) => owner.api('PATCH', `administrators/${id}`, { blocked: true }),
    ];
    for (const make of changes) {
      const browser = await world.signedIn('author');
      const me = (await browser.api('GET', 'start')).body.data.administrator;
      const { code } = valueOf(await administration.makeResetLink(system, me.email as string));
      expect(await opens(code)).to.equal(true);
      expect((await make(browser, me.documentId as string)).status).to.equal(204);
      expect(await opens(code)).to.equal(false);
    }
  });

  it('ends the links that an administrator has made with their removal, block or another role', async () => {
    const { administration } = world.parts;
    const ends = [
      (id: string) => owner.api('DELETE', `administrators/${id}`),
      (id: string) => owner.api('PATCH', `administrators/${id}`, { blocked: true }),
      (id: string) => owner.api('PATCH', `administrators/${id}`, { role: 'author' }),
    ];
    for (const end of ends) {
      const maker = await world.signedIn('owner');
      const { documentId } = (await maker.api('GET', 'start')).body.data.administrator;
      const invited = await maker.api('POST', 'administrators', { role: 'owner' });
      expect(invited.status).to.equal(201);
      const code = String(invited.body.data.link).split('code=')[1] ?? '';
      expect(valueOf(await administration.openLink(code))).to.include({ purpose: 'invitation' });
      expect((await end(documentId as string)).status).to.equal(204);
      expect(valueOf(await administration.openLink(code))).to.equal(null);
    }
  });

  /** The mail to this address, with the code of its link, when everything is sent. */
  const mailTo = async (
    address: string,
  ): Promise<{ readonly text: string; readonly code: string } | undefined> => {
    await world.parts.codes.settled();
    const mail = mails.received.find(({ to }) => to.includes(address));
    const text = mail?.text.replace(/=\r\n/g, '').replace(/=3D/g, '=') ?? '';
    const [, code = ''] =
      /http:\/\/content\.example\.org\/admin\/welcome\?code=([0-9a-f]{64})\s/.exec(text) ?? [];
    return mail && { text, code };
  };

  it('mails a link for another password, and answers alike for an unknown address', async () => {
    const browser = await world.signedIn('author');
    const { email: mine } = (await browser.api('GET', 'start')).body.data.administrator as { email: string };
    const person = world.browser();
    expect((await person.open('/sign-in')).body).to.contain('href="/admin/forgot"');
    expect((await browser.api('PATCH', 'preferences', { language: 'de' })).status).to.equal(200);
    const asked = await person.fill('/forgot', { email: ` ${mine.toUpperCase()}` });
    const unknown = await person.fill('/forgot', { email: 'nobody@example.com' });
    expect([asked.status, asked.body]).to.deep.equal([200, unknown.body]);
    const [first] = [await mailTo(mine)];
    // In the language of its reader, whoever asks.
    expect(first?.text).to.contain('Passwort').and.not.contain('password');
    mails.received.length = 0;
    const again = await person.api('POST', 'forgot', { email: mine });
    const none = await person.api('POST', 'forgot', { email: 'nobody@example.com' });
    expect([again.status, again.body]).to.deep.equal([none.status, none.body]);
    const second = await mailTo(mine);
    expect(await mailTo('nobody@example.com')).to.equal(undefined);
    expect(await storedIn('plugin::admin.link')).to.not.include(second?.code);
    const asks = (await world.trail()).filter(({ action }) => action === 'forgotPassword');
    expect(asks.map(({ subject }) => subject)).to.deep.equal([mine, mine]);
    const given = { code: second?.code ?? '', password: 'quite another password' };
    expect((await person.api('POST', 'reset', { ...given, password: 'short' })).status).to.equal(400);
    const uses = await Promise.all([1, 2].map(() => world.browser().api('POST', 'reset', given)));
    expect(uses.map(({ status }) => status)).to.have.members([200, 404]);
    expect((await browser.api('GET', 'start')).status).to.equal(401);
    expect((await person.open(`/welcome?code=${first?.code}`)).status).to.equal(404);
    const signIn = { email: mine, password: given.password };
    expect((await person.api('POST', 'sign-in', signIn)).status).to.equal(200);
  });

  it('mails an invitation, whose form has the address already', async () => {
    const body = { role: 'editor', email: ' New.Person@Example.com' };
    const made = await owner.api('POST', 'administrators', body);
    expect([made.status, made.body.data.isMailed]).to.deep.equal([201, true]);
    const mail = await mailTo('new.person@example.com');
    expect(made.body.data.link).to.contain(mail?.code);
    const { name } = (await owner.api('GET', 'start')).body.data.administrator as { name: string };
    expect(mail?.text).to.contain(name);
    const person = world.browser();
    expect((await person.open(`/welcome?code=${mail?.code}`)).body).to.contain(
      'value="new.person@example.com"',
    );
    expect((await owner.api('POST', 'administrators', { ...body, email: 'no address' })).status).to.equal(
      400,
    );
    expect((await owner.api('POST', 'administrators', { ...body, email })).status).to.equal(400);
    const { meta } = (await owner.api('GET', 'administrators')).body;
    expect(meta.canMail).to.equal(true);
  });

  it('mails users of the content a link for a new password, as they can ask for themselves', async () => {
    const person = { username: 'ana', email: 'ana@example.org', password: 'Sup3r-secret' };
    const { documentId } = (await owner.api('POST', 'users', person)).body.data as { documentId: string };
    const path = `users/${documentId}`;
    expect((await owner.api('GET', 'users')).body.meta).to.include({
      canMail: true,
      emailConfirmation: false,
    });
    const role = { name: 'user readers', grants: [{ type: userType, actions: ['find', 'create'] }] };
    await owner.api('POST', 'administrator-roles', role);
    const reader = await world.signedIn('user readers');
    mails.received.length = 0;
    expect((await reader.api('POST', `${path}/password-link`)).status).to.equal(403);
    expect((await owner.api('POST', 'users/none/password-link')).status).to.equal(404);
    await owner.api('PATCH', path, { blocked: true });
    const blocked = await owner.api('POST', `${path}/password-link`);
    expect([blocked.status, blocked.body.error.message]).to.deep.equal([
      400,
      'A blocked user gets no mails: unblock them first',
    ]);
    await owner.api('PATCH', path, { blocked: false });
    const unasked = await owner.api('POST', `${path}/confirmation`);
    expect([unasked.status, unasked.body.error.message]).to.deep.equal([
      400,
      'The user has no address to confirm',
    ]);
    await world.parts.codes.settled();
    expect(mails.received).to.deep.equal([]);
    expect((await owner.api('POST', `${path}/password-link`)).status).to.equal(204);
    const text = (await mailTo(person.email))?.text ?? '';
    expect(text).to.contain('Somebody, probably you, has asked for a new password.');
    const [, code] = /reset-password\?code=([0-9a-f]+)\s/.exec(text) ?? [];
    const next = 'An0ther-secret';
    const set = await fetch(`${world.url}/api/auth/reset-password`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ code, password: next, passwordConfirmation: next }),
    });
    expect(set.status).to.equal(200);
    const mine = (await world.trail()).filter(
      ({ action, type }) => action === 'forgotPassword' && type === userType,
    );
    expect(mine.map((entry) => [entry.actor.kind, entry.documentId, entry.outcome])).to.deep.equal([
      ['administrator', documentId, 'done'],
    ]);
    // Grants with conditions hold here, too.
    const others = { type: userType, actions: ['update'], filters: { username: 'bo' } };
    await owner.api('POST', 'administrator-roles', { name: 'of bo', grants: [others] });
    const ofBo = await world.signedIn('of bo');
    expect((await ofBo.api('POST', `${path}/password-link`)).status).to.equal(404);
  });

  it('keeps the last owner, also when two owners demote each other', async () => {
    const second = await world.signedIn('owner');
    const idOf = async (browser: Browser): Promise<string> =>
      (await browser.api('GET', 'start')).body.data.administrator.documentId as string;
    const [one, two] = [await idOf(owner), await idOf(second)];
    const demote = { role: 'editor' };
    const results = await Promise.all([
      owner.api('PATCH', `administrators/${two}`, demote),
      second.api('PATCH', `administrators/${one}`, demote),
    ]);
    const statuses = results.map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).to.have.length(1);
    const survivor = statuses[0] === 204 ? owner : second;
    const id = statuses[0] === 204 ? one : two;
    expect((await survivor.api('PATCH', `administrators/${id}`, demote)).status).to.equal(400);
    expect((await survivor.api('DELETE', `administrators/${id}`)).status).to.equal(400);
    owner = survivor;
  });

  it('lets nobody change or become an administrator who may do more than they', async () => {
    const grants = ['find', 'create', 'update', 'delete'];
    const role = {
      name: 'people',
      grants: [
        { type: 'plugin::admin.administrator', actions: grants },
        { type: 'plugin::admin.role', actions: grants },
      ],
    };
    expect((await owner.api('POST', 'administrator-roles', role)).status).to.equal(201);
    const people = await world.signedIn('people');
    const { data } = (await people.api('GET', 'administrators')).body;
    const top = data.find((one: { role: string }) => one.role === 'owner') as { documentId: string };
    expect((await people.api('PATCH', `administrators/${top.documentId}`, { name: 'X' })).status).to.equal(
      403,
    );
    expect((await people.api('DELETE', `administrators/${top.documentId}`)).status).to.equal(403);
    const me = (await people.api('GET', 'start')).body.data.administrator.documentId as string;
    expect((await people.api('PATCH', `administrators/${me}`, { role: 'owner' })).status).to.equal(403);
    expect((await people.api('POST', 'administrators', { role: 'editor' })).status).to.equal(403);
    const more = { name: 'more', grants: [{ type: 'api::dish.dish', actions: ['find'] }] };
    expect((await people.api('POST', 'administrator-roles', more)).status).to.equal(403);
    expect((await people.api('POST', 'administrators', { role: 'people' })).status).to.equal(201);
  });

  it('lists administrators and roles only for who may find all of them', async () => {
    const type = 'plugin::admin.administrator';
    const grants = [
      { type, actions: ['find'], fields: ['name'] },
      { type: 'plugin::admin.role', actions: ['find'], filters: { name: 'author' } },
    ];
    expect((await owner.api('POST', 'administrator-roles', { name: 'limited', grants })).status).to.equal(
      201,
    );
    const limited = await world.signedIn('limited');
    for (const path of ['administrators', 'administrator-roles'])
      expect((await limited.api('GET', path)).status, path).to.equal(403);
  });
});

describe('the limits of signing in to the admin page', () => {
  it('hold for an address, and for an account whether or not it exists', async () => {
    const world = await openAdmin({ SIGN_IN_ATTEMPTS: '3', RATE_LIMIT_MAX: '12' });
    const owner = await world.signedIn('owner');
    const { email } = (await owner.api('GET', 'start')).body.data.administrator as { email: string };
    const tries = async (who: string): Promise<readonly number[]> => {
      const statuses: number[] = [];
      for (let left = 4; left > 0; left -= 1) {
        const given = { email: who, password: 'wrong' };
        statuses.push((await world.browser().api('POST', 'sign-in', given)).status);
      }
      return statuses;
    };
    const asks = await world.browser().open('/forgot');
    expect(asks.body).to.contain('quire admin reset').and.not.contain('name="email"');
    const invited = await owner.api('POST', 'administrators', { role: 'editor', email: 'new@example.com' });
    expect(invited.body.error.message).to.contain('no mails');
    const person = { username: 'ana', email: 'ana@example.org', password: 'Sup3r-secret' };
    const { documentId } = (await owner.api('POST', 'users', person)).body.data as { documentId: string };
    for (const mail of ['password-link', 'confirmation']) {
      const path = `users/${documentId}/${mail}`;
      const unsent = await owner.api('POST', path);
      expect([unsent.status, unsent.body.error.message]).to.deep.equal([
        400,
        'This server sends no mails: give the user another password instead',
      ]);
      for (let left = 11; left > 0; left -= 1) await owner.api('POST', path);
      expect((await owner.api('POST', path)).status, mail).to.equal(429);
    }
    expect(await tries('nobody@example.com')).to.deep.equal([400, 400, 400, 429]);
    expect(await tries(email)).to.deep.equal([400, 400, 400, 429]);
    const other = (name: string) =>
      world.browser().api('POST', 'sign-in', { email: `${name}@example.com`, password });
    for (const name of ['a', 'b', 'c']) expect((await other(name)).status).to.equal(400);
    const limited = await other('d');
    expect(limited.status).to.equal(429);
    expect(Number(limited.headers.get('retry-after'))).to.be.at.least(1);
    await world.stop();
  });

  it('let one address wait longer and longer for an account, and nobody else', async () => {
    const world = await openAdmin({ RATE_LIMIT: 'false' });
    const { signIn } = world.parts.administration;
    const statuses: unknown[] = [];
    const from = (network: string) => ({ network, address: network, agent: '' });
    const attempt = async (email: string, network: string): Promise<string> => {
      const opened = await signIn(email, 'wrong', from(network));
      return opened.ok ? 'in' : opened.failure.code;
    };
    for (const email of [
      'nobody@example.com',
      ' NOBODY@example.com',
      'nobody@example.com',
      'nobody@example.com',
    ])
      statuses.push(await attempt(email, '192.0.2.1'));
    const [wrong, late] = ['INPUT.INVALID', 'POLICY.TOO_MANY'];
    expect(statuses).to.deep.equal([wrong, wrong, wrong, late]);
    expect(await attempt('nobody@example.com', '192.0.2.2')).to.equal(wrong);
    expect(await attempt('other@example.com', '192.0.2.1')).to.equal(wrong);
    await world.stop();
  });
});

const system = { kind: 'system', name: 'test', grants: { kind: 'all' } } as const;
const allOf = {
  action: 'find',
  range: { offset: 0, limit: 100 },
  count: false,
  layer: 'published',
} as const;
