import { expect } from 'chai';
import { compare } from '../../src/domain/query/compare.js';
import { createQuire, type Quire } from '../../src/bootstrap/index.js';
import type { Session } from '../../src/adapters/delivery/cli/session.js';
import { openSession } from '../../src/bootstrap/open-session.js';
import type { AuditFilter, RecordedEntry } from '../../src/application/ports/audit-log.js';
import { makeApp, type TestApp } from '../cli/program.js';
import { valueOf } from '../contract/world.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { until } from '../until.js';

const nothing = (): void => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };
const chef = 'api::chef.chef';
const password = 'Correct horse 1';

describe('the audit trail of a served app', () => {
  let app: TestApp;
  let database: TestDatabase;
  let env: Readonly<Record<string, string>>;
  let quire: Quire;
  let url: string;
  let editor: string;

  before(async () => {
    [app, database] = await Promise.all([makeApp(), openTestDatabase()]);
    env = {
      DATABASE_URL: database.url,
      PORT: '0',
      NODE_ENV: 'production',
      JWT_SECRET: 'Kq3v8Zr1Lw5nT0yB7mXcPd2Hs6Jf9Gt4',
      TRUST_PROXY: 'true',
      RATE_LIMIT_MAX: '4',
    };
    quire = createQuire({ app: app.directory, env, log });
    ({ url } = await quire.start());
    const request = { name: 'editor', access: 'custom', grants: [`${chef}:create,update`] };
    editor = (await quire.app.access.createToken(request)).token;
  });

  after(async () => {
    await quire.stop();
    await Promise.all([app.remove(), database.close()]);
  });

  const send = (method: string, path: string, body: object | null, headers: Record<string, string> = {}) =>
    fetch(`${url}/api${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body !== null && { body: JSON.stringify(body) }),
    });

  const asEditor = (forwarded: string) => ({
    Authorization: `Bearer ${editor}`,
    'X-Forwarded-For': forwarded,
  });

  /** Opens the app as a command does. */
  async function open(): Promise<Session> {
    const opened = await openSession(app.directory, env);
    if (!opened.ok) throw new Error(opened.failure.message);
    return opened.value;
  }

  /** The trail as `quire audit` reads it, oldest first. */
  async function trail(filter: AuditFilter): Promise<readonly RecordedEntry[]> {
    const session = await open();
    try {
      return valueOf(await session.audit.find(filter, 1000)).toReversed();
    } finally {
      await session.close();
    }
  }

  it('records no grant of a command that names a content-type or an action which the app does not have', async () => {
    const session = await open();
    try {
      await session.roles.load();
      for (const [uid, action] of [
        ['api::chef.cheff', 'find'],
        ['api::chef.chef', 'fnid'],
      ] as const)
        expect(await session.access.grant('public', uid, [action]), uid).to.have.property('ok', false);
    } finally {
      await session.close();
    }
    expect(await trail({ action: 'grant' })).to.deep.equal([]);
  });

  it('records who wrote over REST, and from where', async () => {
    const created = await send('POST', '/chefs', { data: { Name: 'Ada' } }, asEditor('203.0.113.5'));
    const { documentId } = ((await created.json()) as { data: { documentId: string } }).data;
    const forged = asEditor('198.51.100.1, 2001:DB8::0:7');
    expect((await send('PUT', `/chefs/${documentId}`, { data: { Name: 'Bo' } }, forged)).status).to.equal(
      200,
    );
    const entries = await trail({ documentId });
    expect(
      entries.map(({ action, actor, names }) => [action, actor.name, actor.origin, names]),
    ).to.deep.equal([
      ['create', 'editor', '203.0.113.5', ['Name']],
      ['update', 'editor', '2001:db8::7', ['Name']],
    ]);
  });

  it('records refusals of tokens, not of the public', async () => {
    const path = `/chefs/${'a'.repeat(24)}`;
    expect((await send('DELETE', path, null, asEditor('203.0.113.6'))).status).to.equal(403);
    expect((await send('DELETE', path, null)).status).to.equal(403);
    expect((await send('GET', path, null, asEditor('203.0.113.6'))).status).to.equal(403);
    const entries = await trail({ action: 'delete', type: chef });
    expect(
      entries.map(({ outcome, actor, documentId }) => [outcome, actor.name, actor.origin, documentId]),
    ).to.deep.equal([['refused', 'editor', '203.0.113.6', 'a'.repeat(24)]]);
  });

  it('records refusals of users, roles and files, and wrong current passwords', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.45' };
    const eva = { username: 'eva', email: 'eva@example.org', password };
    const registered = await send('POST', '/auth/local/register', eva, from);
    const { jwt, user } = (await registered.json()) as { jwt: string; user: { documentId: string } };
    const asEva = { ...from, Authorization: `Bearer ${jwt}` };
    const other = 'b'.repeat(24);
    for (const [method, path] of [
      ['POST', '/users'],
      ['PUT', `/users/${other}`],
      ['DELETE', '/users/1'],
      ['POST', '/users-permissions/roles'],
      ['PUT', `/users-permissions/roles/${other}`],
      ['DELETE', `/users-permissions/roles/${other}`],
      ['POST', '/upload'],
      ['POST', '/upload?id=1'],
      ['DELETE', '/upload/files/1'],
    ] as const)
      expect((await send(method, path, method === 'DELETE' ? null : {}, asEva)).status, path).to.equal(403);
    const statuses: number[] = [];
    for (let round = 0; round < 5; round++) {
      const guess = { email: 'eve@example.org', currentPassword: `Wrong horse ${round}` };
      statuses.push((await send('PUT', '/Users/ME/', guess, asEva)).status);
    }
    expect(statuses).to.deep.equal([400, 400, 400, 400, 429]);
    const [userType, roleType] = ['plugin::users-permissions.user', 'plugin::users-permissions.role'];
    const refused = (await trail({})).filter(
      ({ actor, outcome }) => actor.name === 'eva' && outcome === 'refused',
    );
    expect(refused.map(({ action, type, documentId }) => [action, type, documentId])).to.deep.equal([
      ['create', userType, null],
      ['update', userType, other],
      ['delete', userType, null],
      ['create', roleType, null],
      ['update', roleType, other],
      ['delete', roleType, other],
      ['create', 'plugin::upload.file', null],
      ['update', 'plugin::upload.file', null],
      ['delete', 'plugin::upload.file', null],
      ...Array.from({ length: 4 }, () => ['update', userType, user.documentId]),
    ]);
  });

  it('records registrations and sign-ins, also failed ones, without passwords', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.44' };
    const kai = { username: 'kai', email: 'kai@example.org', password };
    const registered = await send('POST', '/auth/local/register', kai, from);
    expect(registered.status).to.equal(200);
    const { user } = (await registered.json()) as { user: { documentId: string } };
    const login = (identifier: string, secret: string) =>
      send('POST', '/auth/local', { identifier, password: secret }, from);
    expect((await login('kai', 'Wrong horse 2')).status).to.equal(400);
    expect((await login('nobody\u0000', 'Wrong horse 2')).status).to.equal(400);
    expect((await login('kai', password)).status).to.equal(200);
    const ask = async (query: string): Promise<string> => {
      const headers = { 'Content-Type': 'application/json', ...from };
      const body = JSON.stringify({ query });
      return (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).text();
    };
    const query = 'mutation { login(input: { identifier: "graph", password: "Wrong horse 4" }) { jwt } }';
    expect(await ask(query)).to.include('Invalid identifier or password');
    // Somebody who types their password as the address.
    expect((await send('POST', '/auth/forgot-password', { email: 'Wrong horse 5' }, from)).status).to.equal(
      200,
    );
    expect(await ask('mutation { forgotPassword(email: "wrong horse 6") { ok } }')).to.include('true');
    const actions = new Set(['login', 'register', 'forgotPassword']);
    const entries = (await trail({})).filter(({ action }) => actions.has(action));
    expect(
      entries.map(({ action, outcome, subject, documentId, actor }) => [
        action,
        outcome,
        subject?.replace(/ [0-9a-f]{64}$/, ' HMAC'),
        documentId,
        actor.origin,
      ]),
    ).to.deep.include.members([
      ['register', 'done', 'kai', user.documentId, '192.0.2.44'],
      ['login', 'refused', 'ka… HMAC', null, '192.0.2.44'],
      ['login', 'done', 'kai', user.documentId, '192.0.2.44'],
      ['login', 'refused', 'gr… HMAC', null, '192.0.2.44'],
      ['forgotPassword', 'done', 'Wr… HMAC', null, '192.0.2.44'],
      ['forgotPassword', 'done', 'wr… HMAC', null, '192.0.2.44'],
    ]);
    const everything = JSON.stringify(await trail({}));
    for (const secret of [password, 'Wrong horse', editor])
      expect(everything.toLowerCase()).not.to.include(secret.toLowerCase());
    expect(everything).not.to.include('users-permissions.session');
  });

  it('limits requests of one address, however their path is written', async () => {
    const from = { 'X-Forwarded-For': '192.0.2.99' };
    const statuses: number[] = [];
    for (let round = 0; round < 6; round++) {
      const body = { identifier: `user${round}`, password: 'Wrong horse 3' };
      statuses.push((await send('POST', '/AUTH/local/', body, from)).status);
    }
    expect(statuses).to.deep.equal([400, 400, 400, 400, 429, 429]);
    const callback = await send('POST', '/auth/acme/callback', { code: 'x' }, from);
    expect(callback.headers.get('x-ratelimit-remaining')).to.equal('3');
  });

  it('names the command line and the app as actors', async () => {
    await quire.app.access.grant('public', chef, ['find']);
    const session = await open();
    valueOf(await session.access.load());
    valueOf(await session.access.grant('public', chef, ['findOne']));
    await session.close();
    const grants = await trail({ action: 'grant' });
    expect(grants.map(({ actor, names }) => [actor.name.split(' as ')[0], names])).to.deep.equal([
      ['system', ['find']],
      ['command line', ['findOne']],
    ]);
  });

  it('has the beginning and the end of a job that the command line leaves to a server', async () => {
    const session = await open();
    valueOf(await session.locales.load());
    const answer = { fields: ['documentId'] };
    const change = { kind: 'update', type: chef, layer: 'published', data: { Name: 'x' }, answer } as const;
    const filters = compare('Name', '$eq', 'nobody has this name');
    valueOf(await session.bulkJobs.start(session.principal, { change, match: { filters } }));
    await session.close();
    await until(async () => (await trail({ action: 'endBulkJob' })).length > 0);
    const jobs = [...(await trail({ action: 'startBulkJob' })), ...(await trail({ action: 'endBulkJob' }))];
    expect(jobs.map(({ actor, type }) => [actor.name.split(' as ')[0], type])).to.deep.equal([
      ['command line', chef],
      ['command line', chef],
    ]);
  });

  it('can be turned off', async () => {
    const other = createQuire({ app: app.directory, env: { ...env, AUDIT: 'off' }, log });
    await other.start();
    const before = (await trail({})).length;
    await other.app.documents(chef).create({ data: { Name: 'Unseen' } });
    await other.app.access.grant('public', chef, ['find']);
    expect(await trail({})).to.have.length(before);
    await other.stop();
  });

  it('records refusals by a grant for some files', async () => {
    const file = 'plugin::upload.file';
    const request = { name: 'cutter', access: 'custom', grants: [`${file}:findOne`, `${chef}:find`] };
    const { token } = await quire.app.access.createToken(request);
    const form = (name: string): FormData => {
      const fields = new FormData();
      fields.set('files', new Blob([name]), `${name}.txt`);
      fields.set('fileInfo', JSON.stringify({ caption: name }));
      return fields;
    };
    const upload = (path: string, by: string, body: FormData) =>
      fetch(`${url}/api/upload${path}`, { method: 'POST', headers: { Authorization: `Bearer ${by}` }, body });
    const full = await quire.app.access.createToken({ name: 'filler', access: 'full-access' });
    const [made] = (await (await upload('', full.token, form('ours'))).json()) as [{ id: number }];
    const limits = { filters: { caption: 'ours' } };
    await quire.app.access.grant('authenticated', file, ['create', 'update'], limits);
    expect((await upload('', token, form('x'))).status).to.equal(403);
    const kit = { username: 'kit', email: 'kit@example.org', password };
    const from = { 'X-Forwarded-For': '192.0.2.46' };
    const registered = await send('POST', '/auth/local/register', kit, from);
    const { jwt } = (await registered.json()) as { jwt: string };
    const answered = async (path: string, body: FormData | object): Promise<number> =>
      body instanceof FormData
        ? (await upload(path, jwt, body)).status
        : (await send('POST', `/upload${path}`, body, { Authorization: `Bearer ${jwt}` })).status;
    const at = `?id=${made.id}`;
    expect(await answered(at, { fileInfo: { name: 'a' } })).to.equal(200);
    expect(await answered('', form('ours'))).to.equal(403);
    expect(await answered(at, { fileInfo: { caption: 'theirs' } })).to.equal(403);
    expect(await answered(at, form('theirs'))).to.equal(403);
    const refused = (await trail({ type: file })).filter(({ outcome }) => outcome === 'refused');
    expect(refused.map(({ actor, action }) => [actor.name, action]).slice(-4)).to.deep.equal([
      ['cutter', 'create'],
      ['kit', 'create'],
      ['kit', 'update'],
      ['kit', 'update'],
    ]);
  });
});
