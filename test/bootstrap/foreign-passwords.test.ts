import { hash as bcryptHash } from 'bcryptjs';
import { expect } from 'chai';
import { Client } from 'pg';
import { createQuire } from '../../src/bootstrap/index.js';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { makeApp, run, type TestApp } from '../cli/program.js';

const ignore = (): void => {};
const password = 'correct horse';

describe('users with passwords that Strapi has hashed', () => {
  let app: TestApp;
  let database: TestDatabase;
  let target: TestDatabase;
  const warnings: string[] = [];
  const log = {
    debug: ignore,
    info: ignore,
    warn: (text: string) => void warnings.push(text),
    error: ignore,
  };

  before(async () => {
    app = await makeApp();
    [database, target] = [await openTestDatabase(), await openTestDatabase()];
    for (const name of ['ann', 'bob', 'cat']) {
      const made = await run(
        [
          'user',
          'create',
          name,
          `${name}@example.com`,
          '--password',
          'another horse',
          '--app',
          app.directory,
        ],
        { DATABASE_URL: database.url },
      );
      expect(made.code, made.notes).to.equal(0);
    }
    await keep('ann', await bcryptHash(password, 10));
    // Shorter than the password policy allows.
    await keep('bob', await bcryptHash('abc', 10));
    await keep('cat', await bcryptHash('x'.repeat(73), 10));
  });
  after(async () => {
    await database?.close();
    await target?.close();
    await app?.remove();
  });

  const query = async (text: string, values: readonly string[], { url } = database) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<{ password: string }>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  const keep = (name: string, hash: string) =>
    query('UPDATE up_users SET password = $2, session_epoch = NULL WHERE username = $1', [name, hash]);
  const hashOf = async (name: string, at?: TestDatabase): Promise<string | undefined> =>
    (await query('SELECT password FROM up_users WHERE username = $1', [name], at))[0]?.password;

  const withServer = async (
    at: TestDatabase,
    work: (login: (identifier: string, given: string) => Promise<Response>, url: string) => Promise<void>,
  ): Promise<void> => {
    const env = {
      DATABASE_URL: at.url,
      PORT: '0',
      RATE_LIMIT: 'false',
      JWT_SECRET: 'a secret of these tests',
    };
    const quire = createQuire({ app: app.directory, env, log });
    const { url } = await quire.start();
    const login = (identifier: string, given: string): Promise<Response> =>
      fetch(`${url}/api/auth/local`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ identifier, password: given }),
      });
    try {
      await work(login, url);
    } finally {
      await quire.stop();
    }
  };

  it('sign in, also after a transfer to another database, and get a new hash', async () => {
    const moved = await run(['transfer', '--to', target.url, '--app', app.directory], {
      DATABASE_URL: database.url,
    });
    expect(moved.code, moved.notes).to.equal(0);
    for (const at of [database, target])
      await withServer(at, async (login, url) => {
        expect(await hashOf('ann', at)).to.match(/^\$2b\$10\$/);
        expect((await login('ann', 'wrong')).status).to.equal(400);
        const first = await login('ann', password);
        expect(first.status).to.equal(200);
        const { jwt } = (await first.json()) as { readonly jwt: string };
        const me = await fetch(`${url}/api/users/me`, { headers: { authorization: `Bearer ${jwt}` } });
        expect(me.status).to.equal(200);
        expect(await hashOf('ann', at)).to.match(/^\$argon2id\$/);
        expect((await login('ann', 'wrong')).status).to.equal(400);
        expect((await login('ann@example.com', password)).status).to.equal(200);
      });
  });

  it('can sign in several times at once', async () => {
    await keep('ann', await bcryptHash(password, 10));
    await withServer(database, async (login) => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => login('ann', password)));
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
      expect((await login('ann', password)).status).to.equal(200);
    });
  });

  it('keep their hash if the password policy refuses the password', async () => {
    await withServer(database, async (login) => {
      expect((await login('bob', 'abc')).status).to.equal(200);
      expect(await hashOf('bob')).to.match(/^\$2b\$10\$/);
      expect(warnings.join()).to.include('keeps the hash of another system');
    });
  });

  it('cannot sign in with a password longer than bcrypt compares', async () => {
    await withServer(database, async (login) => {
      expect((await login('cat', 'x'.repeat(73))).status).to.equal(400);
    });
  });
});
