import { expect } from 'chai';
import { createQuire } from '../../src/bootstrap/index.js';
import { makeApp, type TestApp } from '../cli/program.js';
import { openDatabaseUrl } from '../http/chosen-store.js';

const nothing = (): void => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

interface Answer {
  // Tests look into answers by name.
  // oxlint-disable-next-line no-explicit-any
  readonly data: any;
  // oxlint-disable-next-line no-explicit-any
  readonly errors?: readonly { readonly message: string; readonly extensions: any }[];
}

describe('a locked account over GraphQL', () => {
  let app: TestApp;
  let quire: ReturnType<typeof createQuire>;
  let url: string;

  before(async () => {
    app = await makeApp();
    const limits = { RATE_LIMIT: 'off', SIGN_IN_ATTEMPTS: '2', TRUST_PROXY: 'true' };
    const env = { DATABASE_URL: await openDatabaseUrl(), PORT: '0', ...limits };
    quire = createQuire({ app: app.directory, env, log });
    ({ url } = await quire.start());
  });

  after(async () => {
    await quire.stop();
    await app.remove();
  });

  const ask = async (from: string, mutation: string): Promise<Answer> => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
    const body = JSON.stringify({ query: `mutation { ${mutation} }` });
    return (await (await fetch(`${url}/graphql`, { method: 'POST', headers, body })).json()) as Answer;
  };
  /** Returns the name of the error; undefined: signed in. */
  const login = async (from: string, password: string): Promise<unknown> => {
    const asked = await ask(from, `login(input: { identifier: "ana", password: "${password}" }) { jwt }`);
    return asked.errors?.[0]?.extensions.error.name;
  };

  it('lets its owner in from an address that has signed in', async () => {
    const made = 'register(input: { username: "ana", email: "ana@x.org", password: "first horse" }) { jwt }';
    expect((await ask('203.0.113.7', made)).errors).to.equal(undefined);
    expect(await login('203.0.113.7', 'first horse')).to.equal(undefined);
    for (let wrong = 0; wrong < 2; wrong++)
      expect(await login('198.51.100.6', 'wrong horse')).to.equal('ValidationError');
    expect(await login('198.51.100.6', 'first horse')).to.equal('RateLimitError');
    expect(await login('203.0.113.7', 'first horse')).to.equal(undefined);
  });
});

describe('accounts over GraphQL', () => {
  let app: TestApp;
  let quire: ReturnType<typeof createQuire>;
  let url: string;

  before(async () => {
    app = await makeApp();
    quire = createQuire({
      app: app.directory,
      env: { DATABASE_URL: await openDatabaseUrl(), PORT: '0', RATE_LIMIT_MAX: '4' },
      log,
    });
    ({ url } = await quire.start());
  });

  after(async () => {
    await quire.stop();
    await app.remove();
  });

  async function ask(query: string, jwt?: string): Promise<Answer> {
    const authorization = jwt === undefined ? {} : { Authorization: `Bearer ${jwt}` };
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...authorization },
      body: JSON.stringify({ query }),
    });
    return (await answer.json()) as Answer;
  }

  it('register, log in, return the signed-in user, and change the password', async () => {
    const registered = await ask(
      'mutation { register(input: { username: "ana", email: "Ana@x.org", password: "first horse" }) { jwt user { id username email } } }',
    );
    expect(registered.errors).to.equal(undefined);
    expect(registered.data.register.user).to.deep.include({ username: 'ana', email: 'ana@x.org' });
    const again = await ask(
      'mutation { login(input: { identifier: "ana", password: "first horse" }) { jwt user { email role { type } } } }',
    );
    const { jwt, user } = again.data.login as { jwt: string; user: object };
    expect(user).to.deep.equal({ email: 'ana@x.org', role: { type: 'authenticated' } });
    const { me } = (await ask('{ me { role { id name type } } }', jwt)).data;
    expect(me.role).to.deep.include({ name: 'Authenticated', type: 'authenticated' });
    expect(me.role.id).to.match(/^[a-z0-9]{24}$/);
    expect((await ask('{ me { id username confirmed blocked } }', jwt)).data.me).to.deep.equal({
      id: registered.data.register.user.id,
      username: 'ana',
      confirmed: true,
      blocked: false,
    });
    const changed = await ask(
      'mutation { changePassword(currentPassword: "first horse", password: "second horse", passwordConfirmation: "second horse") { jwt } }',
      jwt,
    );
    expect(changed.data.changePassword.jwt).to.be.a('string');
    const refused = await ask(
      'mutation { login(input: { identifier: "ana", password: "first horse" }) { jwt } }',
    );
    expect(refused.data).to.equal(null);
    expect(refused.errors?.[0]?.message).to.equal('Invalid identifier or password');
    expect(
      (await ask('mutation { forgotPassword(email: "nobody@x.org") { ok } }')).data.forgotPassword,
    ).to.deep.equal({
      ok: true,
    });
  });

  it('refuse a principal who is not signed in', async () => {
    for (const query of [
      '{ me { id } }',
      'mutation { changePassword(currentPassword: "a", password: "second horse", passwordConfirmation: "second horse") { jwt } }',
    ])
      expect((await ask(query)).errors?.[0]?.extensions.code, query).to.equal('FORBIDDEN');
  });

  it('count every attempt against the limits of REST, also those by aliases', async () => {
    const login = (name: string): string =>
      `${name}: login(input: { identifier: "ana", password: "second horse" }) { jwt }`;
    const { errors } = await ask(`mutation { ${login('a')} ${login('b')} ${login('c')} }`);
    expect(errors?.[0]?.extensions.error.name).to.equal('RateLimitError');
    const rest = await fetch(`${url}/api/auth/local`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ identifier: 'ana', password: 'second horse' }),
    });
    expect(rest.status).to.equal(429);
    const late = await ask(
      'mutation { login(input: { identifier: "ana", password: "second horse" }) { jwt } }',
    );
    expect(late.errors?.[0]?.extensions.error.name).to.equal('RateLimitError');
  });
});
