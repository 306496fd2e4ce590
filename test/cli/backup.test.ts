import { spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { openTestMongo, skipWithoutMongo } from '../mongo.js';
import { runCommandLine } from '../../src/adapters/delivery/cli/run-command-line.js';
import { checkBackupFile } from '../../src/bootstrap/backups.js';
import { openSession } from '../../src/bootstrap/open-session.js';
import { launch, programArguments, withTerminal, type Ran, type TestApp } from './program.js';
import { openFilledShop, type FilledShop } from './filled-shop.js';
import { absentServices } from './run-in-memory.js';

describe('quire backup and quire restore', function () {
  this.timeout(120_000);
  let shop: FilledShop;
  let app: TestApp;
  let source: TestDatabase;
  before(async () => {
    shop = await openFilledShop(6_000);
    ({ app, source } = shop);
  });
  after(() => shop?.close());

  const launchOn = (url: string, ...argv: readonly string[]) =>
    launch([...argv, '--app', app.directory], { ...withTerminal, DATABASE_URL: url });
  const quire = (...argv: readonly string[]) => quireOn(source.url, ...argv);
  /** Runs a command in this process, because starting one takes longer than the command. */
  const quireOn = async (url: string, ...argv: readonly string[]): Promise<Ran> => {
    let [out, notes] = ['', ''];
    const code = await runCommandLine({
      argv: [...argv, '--app', app.directory],
      directory: app.directory,
      version: '1.2.3',
      out: (text) => (out += text),
      note: (text) => (notes += text),
      noteWidth: null,
      ...absentServices,
      checkBackup: checkBackupFile,
      open: (directory) => openSession(directory, { NODE_ENV: 'test', DATABASE_URL: url }),
    });
    return { code, out, notes };
  };
  const at = (name: string): string => join(app.directory, name);
  const backupsIn = async (): Promise<readonly string[]> =>
    (await readdir(app.directory)).filter((name) => name.includes('.backup'));

  const begun = async (name: string): Promise<void> => {
    while (!(await backupsIn()).includes(`${name}.partial`))
      await new Promise((waited) => setTimeout(waited, 5));
  };

  it('writes a backup, checks it without a database, and does not overwrite it', async () => {
    const made = await quire('backup', at('first.backup'));
    expect(made, made.notes).to.include({ code: 0, out: '' });
    // What cron mails.
    expect(made.notes).to.match(
      /^12,01\d versions and links and 0 files \(0 bytes\) are in .*first\.backup \(\d+ s\)\.\n$/,
    );

    const checked = await quire('backup', at('first.backup'), '--verify');
    expect(checked, checked.notes).to.include({ code: 0, notes: 'The backup is complete.\n' });
    expect(checked.out).to.match(/^Made at .* by Quire \d+\.\d+\.\d+.* from postgres:\/\//);
    expect(checked.out).to.match(/^versions api::thing\.thing: 6,000$/m);
    expect(checked.out).to.not.include(new URL(source.url).password || 'no password');

    const again = await quire('backup', at('first.backup'));
    expect(again.code).to.equal(1);
    expect(again.notes).to.match(/first\.backup exists already\. .*--force/);
    expect(await backupsIn()).to.deep.equal(['first.backup']);
  });

  it('names what is wrong with a file', async () => {
    const bytes = await readFile(at('first.backup'));
    await writeFile(at('cut'), bytes.subarray(0, -100));
    for (const argv of [
      ['backup', at('cut'), '--verify'],
      ['backup', at('none'), '--verify'],
      ['restore', at('cut')],
    ]) {
      const refused = await quire(...argv);
      expect(refused, refused.notes).to.include({ code: 1, out: '' });
      expect(refused.notes).to.match(/cut off|does not exist|The target is not empty/);
    }
    const unwritable = await quire('backup', at('cut/below'));
    expect(unwritable.notes).to.match(/cut\/below\.partial cannot be written: a part of its path is a file/);
    const wrong = await quire('backup', at('first.backup'), '--verify', '--force');
    expect(wrong.code).to.equal(2);
  });

  it('leaves nothing when it is interrupted, and nothing under its name when it is killed', async () => {
    const interrupted = launchOn(source.url, 'backup', at('second.backup'));
    await begun('second.backup');
    interrupted.process.kill('SIGINT');
    expect((await interrupted.ended).code).to.equal(null);
    expect(await backupsIn()).to.deep.equal(['first.backup']);

    const killed = launchOn(source.url, 'backup', at('second.backup'));
    await begun('second.backup');
    killed.process.kill('SIGKILL');
    await killed.ended;
    expect(await backupsIn()).to.deep.equal(['first.backup', 'second.backup.partial']);

    const blocked = await quire('backup', at('second.backup'));
    expect(blocked.notes).to.match(/another backup is writing it, or one was killed/);
    const forced = await quire('backup', at('second.backup'), '--force');
    expect(forced.code, forced.notes).to.equal(0);
    expect(await backupsIn()).to.deep.equal(['first.backup', 'second.backup']);
  });

  it('continues a restore into MongoDB that was killed, and no server starts before', async function () {
    await skipWithoutMongo(this);
    const target = await openTestMongo();
    try {
      const killed = launchOn(target.url, 'restore', at('first.backup'));
      await killed.says(/([2-8]\d) %/);
      killed.process.kill('SIGKILL');
      await killed.ended;

      const served = await launchOn(target.url, 'start').ended;
      expect(served.code).to.equal(1);
      expect(served.notes).to.match(
        /holds a part of what was to be transferred from the backup of .*`quire restore`/,
      );

      const second = await quireOn(target.url, 'restore', at('first.backup'));
      expect(second.code, second.notes).to.equal(0);
      expect(second.notes).to.match(
        /^12,01\d versions and links, [\d,]+ of them earlier and 0 files are restored.*\n$/,
      );

      const compared = await quireOn(target.url, 'restore', at('first.backup'), '--verify');
      expect(compared, compared.notes).to.include({ code: 0, out: '' });
      expect(compared.notes).to.match(/12,01\d versions and links compared: no difference\.\n$/);
    } finally {
      await target.close();
    }
  });

  it('goes through pipes', async () => {
    const target = await openTestDatabase();
    try {
      const written = await piped(['backup', '-', '--app', app.directory], source.url, null);
      expect(written.code, written.notes).to.equal(0);
      expect(written.notes).to.match(/are in standard output/);
      const read = await piped(['restore', '-', '--app', app.directory], target.url, written.bytes);
      expect(read.code, read.notes).to.equal(0);
      await writeFile(at('piped'), written.bytes);
      const compared = await quireOn(target.url, 'restore', at('piped'), '--verify');
      expect(compared.code, compared.out).to.equal(0);
    } finally {
      await target.close();
    }
  });
});

/** Runs a command that reads or writes bytes. */
function piped(
  argv: readonly string[],
  url: string,
  input: Buffer | null,
): Promise<Pick<Ran, 'code' | 'notes'> & { readonly bytes: Buffer }> {
  const child = spawn(process.execPath, [...programArguments, ...argv], {
    env: { ...process.env, NODE_ENV: 'test', DATABASE_URL: url },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const parts: Buffer[] = [];
  let notes = '';
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (notes += text));
  child.stdin.end(input ?? Buffer.alloc(0));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, notes, bytes: Buffer.concat(parts) }));
  });
}
