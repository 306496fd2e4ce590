import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { decodeConfig } from '../../src/adapters/app-directory/config.js';
import type { AppSettings } from '../../src/bootstrap/app-settings.js';
import { checkSessionSecret, sessionSecret, weaknessOf } from '../../src/bootstrap/session-secret.js';

const warned: string[] = [];
const ignore = (): void => {};
const log = { debug: ignore, info: ignore, warn: (text: string) => void warned.push(text), error: ignore };

describe('the session secret', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quire-secret-'));
    warned.length = 0;
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  const appWith = (environment: Readonly<Record<string, string>>): AppSettings => {
    const config = decodeConfig(environment, { sections: new Map(), notes: [] });
    if (!config.ok) throw new Error('no app');
    return {
      directory,
      config: config.value,
      codeDirectory: directory,
      said: [],
      unread: [],
      object: {},
    };
  };
  const file = () => join(directory, '.quire', 'jwt-secret');

  it('is the configured one', () => {
    expect(sessionSecret(appWith({ JWT_SECRET: 'of the environment' }), log)).to.equal('of the environment');
  });

  it('is generated once, and readable only by its owner', async () => {
    const secret = sessionSecret(appWith({}), log);
    expect(secret).to.match(/^[0-9a-f]{64}$/);
    expect(sessionSecret(appWith({}), log)).to.equal(secret);
    expect(await readFile(file(), 'utf8')).to.equal(secret);
    expect((await stat(file())).mode & 0o777).to.equal(0o600);
    expect(await readdir(join(directory, '.quire'))).to.deep.equal(['.gitignore', 'jwt-secret']);
    expect(await readFile(join(directory, '.quire', '.gitignore'), 'utf8')).to.equal('*\n');
  });

  for (const broken of ['', 'abc'])
    it(`is generated again if a crash has left ${JSON.stringify(broken)}`, async () => {
      await mkdir(join(directory, '.quire'));
      await writeFile(file(), broken);
      expect(sessionSecret(appWith({}), log)).to.match(/^[0-9a-f]{64}$/);
    });

  it('is not stored for a memory store or in a read-only folder', async () => {
    const [one, other] = [appWith({ DATABASE_URL: 'memory:' }), appWith({ DATABASE_URL: 'memory:' })];
    expect(sessionSecret(one, log)).to.equal(sessionSecret(one, log));
    expect(sessionSecret(one, log)).not.to.equal(sessionSecret(other, log));
    expect(await readdir(directory)).to.deep.equal([]);
    await writeFile(join(directory, '.quire'), 'in the way');
    expect(sessionSecret(appWith({}), log)).to.match(/^[0-9a-f]{64}$/);
    expect(warned).to.have.length(1);
  });

  it('must be configured in production, except for a memory store', () => {
    const messageOf = (environment: Readonly<Record<string, string>>) => {
      const checked = checkSessionSecret(appWith({ NODE_ENV: 'production', ...environment }));
      return checked.ok ? 'good' : checked.failure.message;
    };
    expect(messageOf({})).to.match(/^JWT_SECRET is not set/);
    expect(messageOf({ DATABASE_URL: 'memory:' })).to.equal('good');
    expect(checkSessionSecret(appWith({})).ok).to.equal(true);
  });

  const weak: readonly (readonly [string, string, RegExp])[] = [
    ['too short', 'Kq3v8Zr1Lw5nT0yB7mXc', /at least 32 bytes in production, and has 20/],
    ['one character', 'a'.repeat(64), /repeat itself/],
    ['a word repeated', 'correct'.repeat(6), /repeat itself/],
    ['an example with a number', 'toBeModified1-toBeModified2-toBeModified3', /an example/],
    ['the words of a template', 'your-jwt-secret-goes-here-0123456789', /an example/],
    ['a row of the alphabet', 'abcdefghijklmnopqrstuvwxyz0123456789', /a sequence/],
    ['a few characters', 'abababbabaabbabbaababababbaabbababa', /repeat itself/],
  ];
  for (const [what, secret, message] of weak)
    it(`is refused in production if it is ${what}, and is not in the message`, () => {
      const checked = checkSessionSecret(appWith({ NODE_ENV: 'production', JWT_SECRET: secret }));
      expect(checked.ok ? 'good' : checked.failure.message)
        .to.match(message)
        .and.not.include(secret);
      expect(checkSessionSecret(appWith({ JWT_SECRET: secret })).ok).to.equal(true);
    });

  it('is accepted if it is random, in any encoding', () => {
    for (let round = 0; round < 2000; round++)
      for (const secret of [
        randomBytes(32).toString('hex'),
        randomBytes(16).toString('hex'),
        randomBytes(24).toString('base64'),
        randomBytes(32).toString('base64url'),
        randomUUID(),
      ])
        expect(weaknessOf(secret), secret).to.equal(null);
  });
});
