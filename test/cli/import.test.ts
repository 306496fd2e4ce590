import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { openTestDatabase, type TestDatabase } from '../database.js';
import { generatedArchive } from '../import/generated-archive.js';
import { libraryPath } from '../import/library.js';
import { launch, makeApp, withTerminal, type TestApp } from './program.js';

describe('quire import', function () {
  this.timeout(240_000);
  let app: TestApp;
  let database: TestDatabase;
  let archive: string;
  before(async () => {
    app = await makeApp();
    await rm(join(app.directory, 'src'), { recursive: true });
    await cp(libraryPath('src'), join(app.directory, 'src'), { recursive: true });
    archive = join(app.directory, 'generated.tar');
    await writeFile(archive, await generatedArchive(1_500));
  });
  beforeEach(async () => {
    database = await openTestDatabase();
  });
  afterEach(() => database?.close());
  after(() => app?.remove());

  const start = (...argv: readonly string[]) =>
    launch(['import', ...argv, '--app', app.directory], { DATABASE_URL: database.url });

  it('continues after it was killed, and no server starts before it is complete', async () => {
    const killed = launch(['import', archive, '--app', app.directory], {
      ...withTerminal,
      DATABASE_URL: database.url,
    });
    await killed.says(/(versions api::book)/);
    killed.process.kill('SIGKILL');
    expect(await killed.ended).to.include({ code: null, out: '' });

    const served = await launch(['start', '--app', app.directory], { DATABASE_URL: database.url }).ended;
    expect(served.code).to.equal(1);
    expect(served.notes).to.match(
      /holds a part of what was to be transferred from the archive .*generated\.tar/,
    );

    const second = await start(archive).ended;
    expect(second.code, second.notes).to.equal(0);
    expect(second.notes)
      .to.match(/[\d,]+ rows were there from an earlier run/)
      .and.not.include(' %');
    expect(second.out).to.match(/^api::book\.book {2}1,500 documents, 3,000 versions$/m);
  });

  it('prints a report for people, and one for programs', async () => {
    const path = libraryPath('library.tar.gz.enc');
    const shown = await start(path, '--key', 'library-key', '--dry-run').ended;
    expect(shown.code, shown.notes).to.equal(0);
    expect(shown.out).to.match(/^api::book\.book {2}11 documents, 29 versions$/m);
    expect(shown.notes).to.match(/Webhooks are not taken over: search index/);
    expect(shown.notes).to.match(/Nothing was changed: without --dry-run this would be/);
    const json = await start(path, '--key', 'library-key', '--json').ended;
    const report = JSON.parse(json.out) as { version: string; links: number; files: { count: number } };
    expect(report).to.include({ version: '5.54.0', links: 130 });
    expect(report.files.count).to.equal(10);
  });

  it('writes an archive, and does not overwrite one', async () => {
    const path = libraryPath('library.tar.gz');
    expect((await start(path).ended).code).to.equal(0);
    const target = join(app.directory, 'out');
    const write = () =>
      launch(['export', target, '--app', app.directory], { DATABASE_URL: database.url }).ended;
    const written = await write();
    expect(written.code, written.notes).to.equal(0);
    expect(written.notes).to.match(/[\d,]+ rows, [\d,]+ links and 10 files are in .*out\.tar\.gz\./);
    const again = await write();
    expect(again).to.include({ code: 1 });
    expect(again.notes).to.match(/out\.tar\.gz exists already/);
  });

  it('says where it cannot write an archive, and leaves nothing', async () => {
    expect((await start(libraryPath('library.tar.gz')).ended).code).to.equal(0);
    const file = join(app.directory, 'a-file');
    await writeFile(file, '');
    for (const [target, why] of [
      [join(app.directory, 'nowhere/out'), 'its folder does not exist'],
      [join(file, 'out'), 'a part of its path is a file'],
      [`${file}/`, 'a part of its path is a file'],
    ] as const) {
      const written = await launch(['export', target, '--app', app.directory], { DATABASE_URL: database.url })
        .ended;
      expect(written, target).to.include({ code: 1, out: '' });
      expect(written.notes).to.match(
        new RegExp(`^quire: \\S+ cannot be written: ${why}\\. No export was written\\.$`, 'm'),
      );
    }
    expect(existsSync(join(app.directory, 'nowhere'))).to.equal(false);
    expect(existsSync(file)).to.equal(true);
  });

  it('writes no archive of a database that does not fit the schema files', async () => {
    expect((await start(libraryPath('library.tar.gz')).ended).code).to.equal(0);
    const api = join(app.directory, 'src/api');
    const file = (await readdir(api, { recursive: true })).find((path) => path.endsWith('schema.json')) ?? '';
    const path = join(api, file);
    const text = await readFile(path, 'utf8');
    const type = JSON.parse(text) as { attributes: object };
    const attributes = { ...type.attributes, later: { type: 'string' } };
    await writeFile(path, JSON.stringify({ ...type, attributes }));
    try {
      const target = join(app.directory, 'unfit');
      const command = ['export', target, '--app', app.directory];
      const written = await launch(command, { DATABASE_URL: database.url }).ended;
      expect(written.code, written.notes).to.equal(1);
      expect(written.notes).to.match(/^quire: The database does not fit the schema files.*later/);
      expect(existsSync(`${target}.tar.gz`)).to.equal(false);
    } finally {
      await writeFile(path, text);
    }
  });

  it('refuses unknown parts and missing archives', async () => {
    const parts = await start(archive, '--only', 'bytes').ended;
    expect(parts.code).to.equal(2);
    expect(parts.notes).to.match(/there is no part "bytes"; there are: content, files, config/);
    const missing = await start('/nowhere.tar').ended;
    expect(missing).to.include({ code: 1, out: '' });
    expect(missing.notes).to.match(/\/nowhere\.tar does not exist/);
  });
});
