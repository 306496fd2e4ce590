import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { decodeConfig } from '../../src/adapters/app-directory/config.js';
import type { App } from '../../src/bootstrap/read-app.js';
import { checkSessionSecret, sessionSecret } from '../../src/bootstrap/session-secret.js';
import { buildSchema } from '../../src/domain/schema/build-schema.js';

const warned: string[] = [];
const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: (text: string) => void warned.push(text), error: ignore };

describe('the secret of sessions', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quire-secret-'));
    warned.length = 0;
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const appWith = (environment: Readonly<Record<string, string>>): App => {
    const config = decodeConfig(environment, { sections: new Map(), ignored: [] });
    const schema = buildSchema({ contentTypes: [], components: [] });
    if (!config.ok || !schema.ok) throw new Error('no app');
    return {
      directory,
      config: config.value,
      schema: schema.value,
      ignored: [],
      unread: [],
      notes: [],
      unrun: [],
    };
  };
  const file = () => join(directory, '.quire', 'jwt-secret');

  it('is the one that is set', () => {
    expect(sessionSecret(appWith({ JWT_SECRET: 'of the environment' }), log)).to.equal('of the environment');
  });

  it('is made once, and kept for its owner alone', async () => {
    const secret = sessionSecret(appWith({}), log);
    expect(secret).to.match(/^[0-9a-f]{64}$/);
    expect(sessionSecret(appWith({}), log)).to.equal(secret);
    expect(await readFile(file(), 'utf8')).to.equal(secret);
    expect((await stat(file())).mode & 0o777).to.equal(0o600);
    expect(await readdir(join(directory, '.quire'))).to.deep.equal(['jwt-secret']);
  });

  for (const broken of ['', 'abc'])
    it(`is made anew where a crash has left ${JSON.stringify(broken)}`, async () => {
      await mkdir(join(directory, '.quire'));
      await writeFile(file(), broken);
      expect(sessionSecret(appWith({}), log)).to.match(/^[0-9a-f]{64}$/);
    });

  it('is not kept where users are forgotten, nor where nothing can be written', async () => {
    const memory = appWith({ DATABASE_URL: 'memory:' });
    expect(sessionSecret(memory, log)).not.to.equal(sessionSecret(memory, log));
    expect(await readdir(directory)).to.deep.equal([]);
    await writeFile(join(directory, '.quire'), 'in the way');
    expect(sessionSecret(appWith({}), log)).to.match(/^[0-9a-f]{64}$/);
    expect(warned).to.have.length(1);
  });

  it('has to be set in production, unless users are forgotten', () => {
    const messageOf = (environment: Readonly<Record<string, string>>) => {
      const checked = checkSessionSecret(appWith({ NODE_ENV: 'production', ...environment }));
      return checked.ok ? 'good' : checked.failure.message;
    };
    expect(messageOf({})).to.match(/^JWT_SECRET is not set/);
    expect(messageOf({ JWT_SECRET: 'short' })).to.match(/^JWT_SECRET must have at least 16 characters/);
    expect(messageOf({ JWT_SECRET: 'x'.repeat(16) })).to.equal('good');
    expect(messageOf({ DATABASE_URL: 'memory:' })).to.equal('good');
    expect(checkSessionSecret(appWith({})).ok).to.equal(true);
  });
});
