import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { textOf } from '../../src/domain/document/text-of.js';
import { failureOf, valueOf } from '../contract/world.js';
import type { ArchivedVersion } from '../../src/application/ports/archive-store.js';
import type { StoreKind } from '../integration/transfer/opened-stores.js';
import { differences } from '../integration/transfer/transfer-world.js';
import { skipWithoutMongo } from '../mongo.js';
import {
  changeLines,
  encrypted,
  gzipped,
  libraryFiles,
  linksPath,
  openFolder,
  rowsPath,
  tarOf,
  type Files,
} from './changed-archive.js';
import { elsewhere, libraryPath, openLibrary, type LibraryApp } from './library.js';

describe('an import', () => {
  let library: LibraryApp;
  let folder: Awaited<ReturnType<typeof openFolder>>;
  let files: Files;
  beforeEach(async () => {
    library = await openLibrary('memory');
    folder = await openFolder();
    files = await libraryFiles();
  });
  afterEach(async () => {
    await library.close();
    await folder.remove();
  });

  const importFiles = async () => valueOf(await library.import(await folder.save(await tarOf(files))));
  const lostOf = async (): Promise<readonly string[]> =>
    (await importFiles()).findings
      .filter(({ kind }) => kind === 'lost')
      .map(({ message, count }) => `${message} ${count}`);
  const rowsOf = (uid: string): Promise<readonly ArchivedVersion[]> =>
    library.store.archive
      .read(async (reader) => {
        const rows: ArchivedVersion[] = [];
        const type = library.app.schema.contentTypes.get(uid);
        if (type === undefined) throw new Error(uid);
        for await (const batch of reader.versions(type, 0)) rows.push(...batch);
        return { ok: true, value: rows };
      })
      .then(valueOf);

  /** The published "en" of a book has other pages than "de", which has a shelf, and a file gets a new name. */
  const disagreeing = async (): Promise<string> => {
    const cover = 'cover_366644fe39.jpg';
    const url = 'https://cdn.example.org/cover.jpg';
    changeLines(files, rowsPath, (row) => {
      if (row.type === 'plugin::upload.file' && row.data['url'] === `/uploads/${cover}`)
        row.data['url'] = url;
      if (row.type !== 'api::book.book') return row;
      if ([3, 4, 7].includes(row.id)) row.data['blurb'] = `![c](${url})`;
      if (row.id === 26) row.data['pages'] = 7;
      return row;
    });
    return folder.save(await tarOf(files));
  };

  it('gives the same from every form of an archive', async () => {
    const tar = await tarOf(files);
    const forms = [
      { path: await folder.save(tar) },
      { path: await folder.save(gzipped(tar)) },
      { path: await folder.save(encrypted(tar, 'k')), key: 'k' },
      { path: await folder.saveFolder(files) },
      { path: await folder.save(await tarOf(new Map([...files].toReversed()))) },
    ];
    const first = valueOf(await library.import(libraryPath('library.tar.gz')));
    for (const { path, ...key } of forms) {
      const other = await openLibrary('memory');
      expect(valueOf(await other.import(path, key)).types).to.deep.equal(first.types);
      expect(await differences(library.app.schema, library.store, other.store)).to.deep.equal([]);
      await other.close();
    }
  });

  it('changes nothing in a dry run, and reports the same', async () => {
    const path = libraryPath('library.tar.gz');
    const tried = valueOf(await library.import(path, { dryRun: true }));
    expect(valueOf(await library.store.archive.contents())).to.deep.equal([]);
    expect(await library.files.open('cover_366644fe39.jpg')).to.equal(null);
    expect(valueOf(await library.import(path))).to.deep.equal(tried);
  });

  it('reports in a dry run what values lose, and once where the run before was stopped', async () => {
    const path = await disagreeing();
    const tried = valueOf(await library.import(path, { dryRun: true }));
    expect(tried.findings.map(({ message, count }) => `${message} ${count}`)).to.include.members([
      'Translations with other values of attributes that all locales share 1',
      'Texts in which addresses of files were replaced by their new ones 3',
    ]);
    await library.import(path, { stopAfter: 12 }).catch(() => undefined);
    const { before, ...report } = valueOf(await library.import(path));
    expect(before).to.be.greaterThan(0);
    expect({ ...report, before: 0 }).to.deep.equal(tried);
    const only = valueOf(await library.import(path, { dryRun: true, stages: new Set(['files']) }));
    expect(JSON.stringify(only.findings)).not.to.include('Translations with other values');
  });

  it('loses no links of a translation that has other values of shared attributes', async () => {
    valueOf(await library.import(await disagreeing()));
    const shelf = (await rowsOf('api::book.book')).find(({ id }) => id === 34);
    expect(JSON.stringify(shelf?.values['extras'])).to.match(/"books":\[\{"documentId".*\{"documentId"/);
    const { findings } = valueOf(await library.import(await disagreeing(), { force: true }));
    expect(findings.map(({ message }) => message).join()).not.to.include('between two locales');
  });

  it('is refused where there is content, unless it is to replace that', async () => {
    const path = libraryPath('library.tar.gz');
    await importFiles();
    expect(failureOf(await library.import(path)).message).to.match(/The database is not empty.*add --force/);
    changeLines(files, rowsPath, (row) => (row.type === 'api::page.page' ? null : row));
    changeLines(files, linksPath, (link) => (JSON.stringify(link).includes('api::page.page') ? null : link));
    valueOf(await library.import(await folder.save(await tarOf(files)), { force: true }));
    expect(await rowsOf('api::page.page')).to.deep.equal([]);
    expect(await rowsOf('api::book.book')).to.have.lengthOf(29);
  });

  it('keeps API tokens of the database, and replaces what roles may do', async () => {
    valueOf(await library.store.schema.apply());
    valueOf(
      await library.store.access.change({
        grant: [{ role: 'public', type: 'api::loan.loan', actions: ['delete'] }],
        addTokens: [
          {
            name: 'ci',
            hash: 'a',
            access: 'read-only',
            grants: [],
            createdAt: new Date(0).toISOString(),
            expiresAt: null,
          },
        ],
      }),
    );
    await importFiles();
    const { roles, tokens } = valueOf(await library.store.access.load());
    expect(tokens.map(({ name }) => name)).to.deep.equal(['ci']);
    expect(roles.map(({ name }) => name)).to.have.members(['public', 'authenticated', 'librarian', 'leser']);
    const all = JSON.stringify(roles.find(({ name }) => name === 'public')?.grants);
    expect(all).to.include('api::book.book').and.not.to.include('delete');
  });

  it('keeps the folders of files', async () => {
    await importFiles();
    const [folders, media] = [await rowsOf('plugin::upload.folder'), await rowsOf('plugin::upload.file')];
    expect(folders.map(({ values }) => values['name'])).to.deep.equal([
      'Covers',
      'Alte Scans',
      'API Uploads',
    ]);
    const nameOf = (documentId: string): string =>
      textOf([...folders, ...media].find((row) => row.documentId === documentId)?.values['name']);
    const linksOf = async (name: string): Promise<readonly string[]> => {
      const link = library.app.schema.links.find((one) => one.name === name);
      if (link === undefined) throw new Error(name);
      return valueOf(
        await library.store.archive.read(async (reader) => {
          const found: string[] = [];
          for await (const batch of reader.links(link, 0))
            for (const { source, target } of batch)
              found.push(`${nameOf(source.documentId)} in ${nameOf(target.documentId)}`);
          return { ok: true, value: found };
        }),
      );
    };
    expect(await linksOf('upload_folders_parent_links')).to.deep.equal(['Alte Scans in Covers']);
    const files = await linksOf('files_folder_links');
    expect(files.map((text) => text.replace(/.* in /, '')).sort()).to.deep.equal([
      'API Uploads',
      'API Uploads',
      'API Uploads',
      'API Uploads',
      'Alte Scans',
      'Covers',
    ]);
  });

  it('loses nothing of the library', async () => {
    expect(await lostOf()).to.deep.equal([]);
  });

  it('reports links to rows that are not there', async () => {
    changeLines(files, rowsPath, (row) => (row.type === 'api::author.author' && row.id === 2 ? null : row));
    expect((await lostOf()).join('\n'))
      .to.match(/Links of api::book\.book "authors" with an end that the archive lacks \d+/)
      .and.to.match(/Links of blocks\.shelf "authors" with an end that the archive lacks/);
  });

  it('reports files without bytes, and bytes without a record', async () => {
    files.delete('assets/uploads/flyer_4d2b2bb219.pdf');
    files.set('assets/uploads/stranger_0123456789.txt', Buffer.from('x'));
    const { findings } = await importFiles();
    const found = findings.map(({ kind, message, examples }) => `${kind} ${message} ${examples.join()}`);
    expect(found).to.include('lost Files without bytes flyer_4d2b2bb219.pdf');
    expect(found).to.include(
      'note Stored files that no file record names were skipped stranger_0123456789.txt',
    );
  });

  it('gives files with unusual names new ones, and replaces their addresses in texts', async () => {
    const old = 'cover_366644fe39.jpg';
    const bytes = files.get(`assets/uploads/${old}`) ?? Buffer.alloc(0);
    files.delete(`assets/uploads/${old}`);
    files.set('assets/uploads/cover.x-1.JPG', bytes);
    changeLines(files, rowsPath, (row) => {
      if (row.type !== 'plugin::upload.file' || row.id !== 1)
        return JSON.parse(
          JSON.stringify(row).replaceAll(`/uploads/${old}`, 'https://cdn.example.org/cover.x-1.JPG'),
        ) as typeof row;
      row.data = {
        ...row.data,
        hash: 'cover.x-1',
        ext: '.JPG',
        url: 'https://cdn.example.org/cover.x-1.JPG',
        provider: 'aws-s3',
      };
      return row;
    });
    const { findings } = await importFiles();
    expect(findings.map(({ message }) => message).join()).to.include('addresses of files were replaced');
    const [file] = await rowsOf('plugin::upload.file');
    const url = textOf(file?.values['url']);
    expect(url).to.match(/^\/uploads\/cover_x_1_[0-9a-f]{10}\.jpg$/);
    expect(file?.values['provider']).to.equal('local');
    expect(JSON.stringify(await rowsOf('api::book.book')))
      .to.include(url)
      .and.not.to.include('cdn.example.org');
    const stored = await library.files.open(url.slice('/uploads/'.length));
    expect(stored?.size).to.equal(bytes.length);
    await stored?.close();
  });

  it('leaves files of an upload provider where they are, and reports those that it has not', async () => {
    await library.close();
    library = await openLibrary('memory', undefined, elsewhere);
    const url = 'https://owl.example/cover_366644fe39.jpg';
    changeLines(files, rowsPath, (row) => {
      if (row.type === 'plugin::upload.file' && row.id === 1)
        row.data = { ...row.data, url, provider: 'owl', provider_metadata: { owlId: 7 } };
      return row;
    });
    expect(await lostOf()).to.satisfy((lost: readonly string[]) =>
      lost.some((one) =>
        /^Files that are not at the upload provider owl, and stay where they are \d+$/.test(one),
      ),
    );
    const [cover, ...others] = await rowsOf('plugin::upload.file');
    expect(cover?.values).to.deep.include({ url, provider: 'owl', provider_metadata: { owlId: 7 } });
    expect(others[0]?.values['provider']).to.equal('local');
    expect(await library.files.open('cover_366644fe39.jpg')).to.equal(null);
  });

  it('reports permissions that have no counterpart', async () => {
    changeLines(files, rowsPath, (row) => {
      if (row.data['action'] === 'api::book.book.update') row.data['action'] = 'api::book.book.recommend';
      return row;
    });
    const { findings } = await importFiles();
    expect(findings.flatMap(({ examples }) => examples)).to.include('librarian: api::book.book.recommend');
  });

  it('takes permissions for what an extension of the app adds to a plugin, and exports them', async () => {
    const open = () =>
      openLibrary('memory', async (directory) => {
        await writeFile(
          join(directory, 'src/extensions/users-permissions/strapi-server.js'),
          'export default (plugin) => plugin;',
        );
        await mkdir(join(directory, 'src/api/desk/controllers'), { recursive: true });
        await writeFile(join(directory, 'src/api/desk/controllers/desk.js'), 'export default { find() {} };');
      });
    const added = [
      'plugin::users-permissions.user.award',
      'plugin::users-permissions.auth.impersonate',
      'api::desk.desk.find',
    ];
    const given = ['plugin::loyalty.points.find', 'api::ghost.ghost.find', ...added];
    changeLines(files, rowsPath, (row) => {
      if (row.type === 'plugin::users-permissions.permission')
        row.data['action'] = given.pop() ?? row.data['action'];
      return row;
    });
    const [first, second] = [await open(), await open()];
    const { findings } = valueOf(await first.import(await folder.save(await tarOf(files))));
    const lost = findings.filter(({ kind }) => kind === 'lost');
    expect(lost.flatMap(({ examples }) => examples)).to.deep.equal([
      'authenticated: api::ghost.ghost.find',
      'authenticated: plugin::loyalty.points.find',
    ]);
    valueOf(await second.import(await first.export(`${await folder.saveFolder(new Map())}-out`)));
    for (const { store, close } of [first, second]) {
      const { roles } = valueOf(await store.access.load());
      const grants = roles.find(({ name }) => name === 'authenticated')?.grants ?? [];
      expect(grants.flatMap(({ type, actions }) => actions.map((action) => `${type}.${action}`)))
        .to.include.members(added)
        .and.not.to.include('plugin::users-permissions.auth.logout');
      await close();
    }
  });

  it('notes that nobody could register, if registration is open here', async () => {
    changeLines(files, rowsPath, (line) =>
      line.data['action'] === 'plugin::users-permissions.auth.register' ? null : line,
    );
    const notes = (await importFiles()).findings.map(({ message }) => message);
    expect(notes.filter((message) => message.includes('auth.register'))).to.have.length(1);
  });

  it('keeps keys such as __proto__ in JSON as they are', async () => {
    const hostile = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}';
    changeLines(files, rowsPath, (row) => {
      if (row.type === 'api::setting.setting') row.data['limits'] = 'HERE';
      return row;
    });
    files.set(rowsPath, Buffer.from((files.get(rowsPath) ?? '').toString().replace('"HERE"', hostile)));
    await importFiles();
    expect(({} as { polluted?: boolean }).polluted).to.equal(undefined);
    const [setting] = await rowsOf('api::setting.setting');
    expect(JSON.stringify(setting?.values['limits'])).to.equal(hostile);
  });

  it('refuses unknown keys of rows even if they are named like members of every object', async () => {
    changeLines(files, rowsPath, (row) => {
      if (row.type === 'api::setting.setting') row.data['toString'] = 'x';
      return row;
    });
    const refused = failureOf(await library.import(await folder.save(await tarOf(files))));
    expect(JSON.stringify(refused.details)).to.include('has no attribute \\"toString\\"');
  });

  it('of Strapi 4 makes documents of entries, and drafts of what is published', async () => {
    files.set('metadata.json', Buffer.from('{"strapi":{"version":"4.26.0"}}'));
    const entries = [
      { id: 1, locale: 'de', publishedAt: '2024-01-02T00:00:00.000Z' },
      { id: 2, locale: 'en', publishedAt: null },
      { id: 3, locale: 'de', publishedAt: null },
    ].map(({ id, ...data }) => ({ type: 'api::page.page', id, data: { title: `Page ${id}`, ...data } }));
    const end = (ref: number, field?: string) => ({ type: 'api::page.page', ref, ...(field && { field }) });
    const link = (field: string, from: number, to: number) => ({
      kind: 'relation.circular',
      relation: 'oneToMany',
      left: end(from, field),
      right: end(to),
    });
    const links = [link('localizations', 1, 2), link('localizations', 2, 1), link('parent', 3, 1)];
    const lines = (objects: readonly object[]) =>
      Buffer.from(objects.map((each) => JSON.stringify(each)).join('\n'));
    files.set(rowsPath, lines(entries));
    files.set(linksPath, lines(links));
    for (const path of files.keys()) if (path.startsWith('assets/')) files.delete(path);
    await importFiles();
    const rows = await rowsOf('api::page.page');
    const documents = [...new Set(rows.map(({ documentId }) => documentId))];
    expect(documents).to.have.lengthOf(2);
    expect(documents[0]).to.match(/^[a-z][a-z0-9]{23}$/);
    expect(rows.map(({ id, locale, layer }) => `${id} ${locale} ${layer}`)).to.deep.equal([
      '1 de published',
      '2 en draft',
      '3 de draft',
      '4 de draft',
    ]);
    expect(rows.find(({ id }) => id === 2)?.documentId).to.equal(documents[0]);
  });

  it('drafts that are missing are made from what is published', async () => {
    changeLines(files, rowsPath, (row) =>
      row.type === 'api::publisher.publisher' && row.data['publishedAt'] === null ? null : row,
    );
    changeLines(files, linksPath, (link) => link);
    await importFiles();
    const rows = await rowsOf('api::publisher.publisher');
    const published = rows.filter(({ layer }) => layer === 'published');
    const drafts = rows.filter(({ layer }) => layer === 'draft');
    expect(drafts.map(({ documentId }) => documentId)).to.deep.equal(
      published.map(({ documentId }) => documentId),
    );
    expect(drafts.map(({ publishedId }) => publishedId)).to.deep.equal(published.map(({ id }) => id));
  });
});

for (const kind of ['PostgreSQL', 'MongoDB', 'memory'] as const satisfies readonly StoreKind[]) {
  describe(`an import into ${kind} that was stopped`, () => {
    before(async function () {
      if (kind === 'MongoDB') await skipWithoutMongo(this);
    });

    it('goes on where it was, and gives the same', async () => {
      const [whole, library] = [await openLibrary('memory'), await openLibrary(kind)];
      const path = libraryPath('library.tar.gz');
      valueOf(await whole.import(path));
      for (const afterPuts of [0, 3, 12]) {
        const stopped = await library
          .import(path, { stopAfter: afterPuts })
          .catch((error: Error) => error.message);
        expect(stopped).to.equal('stopped here');
      }
      const { before } = valueOf(await library.import(path));
      expect(before).to.be.greaterThan(20);
      expect(await differences(library.app.schema, whole.store, library.store)).to.deep.equal([]);
      await whole.close();
      await library.close();
    });
  });
}
