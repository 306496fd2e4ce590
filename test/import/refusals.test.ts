import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { failureOf, valueOf } from '../contract/world.js';
import {
  append,
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
import { openLibrary, type LibraryApp } from './library.js';

describe('an archive', () => {
  let library: LibraryApp;
  let folder: Awaited<ReturnType<typeof openFolder>>;
  let files: Files;
  before(async () => {
    library = await openLibrary('memory');
    folder = await openFolder();
  });
  beforeEach(async () => {
    files = await libraryFiles();
  });
  after(async () => {
    await library.close();
    await folder.remove();
  });

  const refuse = async (path: string, key?: string) => {
    const refusal = failureOf(await library.import(path, key === undefined ? {} : { key }));
    expect(valueOf(await library.store.archive.contents())).to.deep.equal([]);
    expect(valueOf(await library.store.archive.mark())).to.equal(null);
    expect(await library.files.open('cover_366644fe39.jpg')).to.equal(null);
    return refusal;
  };
  const refuseTar = async (): Promise<string> =>
    (await refuse(await folder.save(await tarOf(files)))).message;
  const faultsOf = async (): Promise<readonly string[]> => {
    const { message, details } = await refuse(await folder.save(await tarOf(files)));
    expect(message).to.match(/does not fit this app\. Nothing was imported\.$/);
    return details?.['faults'] as readonly string[];
  };

  describe('in a damaged container', () => {
    it('that is cut off is refused, wherever it ends', async () => {
      const tar = await tarOf(files);
      for (const share of [0.1, 0.5, 0.9]) {
        const cut = tar.subarray(0, Math.floor(tar.length * share));
        expect((await refuse(await folder.save(cut))).message).to.match(/cut off/);
      }
      const zipped = gzipped(tar);
      expect((await refuse(await folder.save(zipped.subarray(0, -20)))).message).to.match(/cut off/);
      const locked = encrypted(zipped, 'k');
      expect((await refuse(await folder.save(locked.subarray(0, -16)), 'k')).message).to.match(/cut off/);
      expect((await refuse(await folder.save(locked.subarray(0, -7)), 'k')).message).to.match(/cut off/);
    });

    it('that ends between two entries is refused', async () => {
      files.delete('metadata.json');
      expect(await refuseTar()).to.match(/has no metadata\.json: it is cut off/);
      const tar = await tarOf(await libraryFiles());
      expect((await refuse(await folder.save(tar.subarray(0, -1024)))).message).to.match(
        /its end is missing/,
      );
    });

    it('with the wrong key is refused', async () => {
      const path = await folder.save(encrypted(await tarOf(files), 'right'));
      for (const key of ['wrong', 'other', ''])
        expect((await refuse(path, key)).message).to.match(/--key is wrong/);
      expect((await refuse(path)).message).to.match(/name its key with --key/);
    });

    it('with a key that it does not need is refused', async () => {
      expect((await refuse(await folder.save(await tarOf(files)), 'k')).message).to.match(/is not encrypted/);
      expect((await refuse(await folder.saveFolder(files), 'k')).message).to.match(/is a folder/);
    });

    for (const name of [
      '../../evil',
      '/etc/evil',
      'assets/uploads/../../../evil',
      'a//b',
      'C:\\evil',
      'a/./b',
    ])
      it(`with an entry ${name} is refused`, async () => {
        const path = await folder.save(await tarOf(files, [{ header: { name }, content: 'x' }]));
        expect((await refuse(path)).message).to.match(/does not lead to a place in the archive/);
      });

    it('with an entry that is a link is refused', async () => {
      for (const type of ['symlink', 'link'] as const) {
        const header = { name: 'assets/uploads/a_0123456789.txt', type, linkname: '/etc/passwd' };
        expect((await refuse(await folder.save(await tarOf(files, [{ header }])))).message).to.match(
          /not a file/,
        );
      }
      const root = await folder.saveFolder(files);
      await symlink('/etc/passwd', join(root, 'assets/uploads/a_0123456789.txt'));
      expect((await refuse(root)).message).to.match(/neither a file nor a folder/);
    });

    it('with a file twice is refused', async () => {
      for (const name of [linksPath, rowsPath, 'metadata.json', `./${linksPath}`]) {
        const content = String(files.get(name.replace('./', '')));
        const path = await folder.save(await tarOf(files, [{ header: { name }, content }]));
        expect((await refuse(path)).message).to.match(
          /The entry "[^"]*" is there twice\. Nothing was imported\.$/,
        );
      }
    });

    it('that would fill a disk is refused', async () => {
      files.set('assets/uploads/zeros', Buffer.alloc(300 * 1024 * 1024));
      const path = await folder.save(gzipped(await tarOf(files)));
      expect((await refuse(path)).message).to.match(/more than 500 times its size/);
    });
  });

  describe('with lines that cannot be read', () => {
    for (const [what, line, message] of [
      ['broken JSON', '{"type":', /line \d+ is not valid JSON/],
      ['no object', '[1]', /line \d+ is not a JSON object/],
      ['invalid UTF-8', '{"type":"\xff"}', /line \d+ is not valid JSON/],
      ['no id', '{"type":"api::book.book","data":{}}', /line \d+ is a row without "type", "id" or "data"/],
      [
        'an id that is too large',
        '{"type":"api::book.book","id":9007199254740993,"data":{}}',
        /line \d+ has an id above 4503599627370496/,
      ],
      ['deep nesting', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, /nested more than 200 levels/],
    ] as const)
      it(`is refused: ${what}`, async () => {
        files.set(
          rowsPath,
          Buffer.concat([files.get(rowsPath) ?? Buffer.alloc(0), Buffer.from(`\n${line}`, 'latin1')]),
        );
        expect(await refuseTar())
          .to.match(message)
          .and.to.include('Nothing was imported');
      });

    it('is refused if a link has an id that is too large', async () => {
      changeLines(files, linksPath, (link) => {
        (link['left'] as Record<string, unknown>)['ref'] = 2 ** 53 - 1;
        return link;
      });
      expect(await refuseTar()).to.match(/line 1 has an id above 4503599627370496\. Nothing was imported\.$/);
    });

    it('is refused if a line is too long', async () => {
      append(files, rowsPath, `\n{"type":"${'x'.repeat(65 * 1024 * 1024)}"}`);
      expect(await refuseTar()).to.match(/longer than 64 MB/);
    });

    it('is refused if it is of another version', async () => {
      files.set('metadata.json', Buffer.from('{"strapi":{"version":"3.6.0"}}'));
      expect(await refuseTar()).to.match(/only exports of Strapi 4 and 5/);
    });
  });

  describe('that does not fit the schema files is refused, with everything that does not fit:', () => {
    it('types and attributes', async () => {
      changeLines(files, rowsPath, (row) => {
        if (row.type === 'api::loan.loan') return { ...row, type: 'api::gone.gone' };
        if (row.type === 'api::author.author') row.data['nickname'] = 'x';
        return row;
      });
      changeLines(files, linksPath, (link) => {
        const left = link['left'] as Record<string, unknown>;
        if (left['field'] === 'see_also') left['field'] = 'see_never';
        return link;
      });
      const faults = (await faultsOf()).join('\n');
      expect(faults).to.match(/no content-type api::gone\.gone .* \(14 times\)/);
      expect(faults).to.match(/api::author\.author has no attribute "nickname"/);
    });

    it('values', async () => {
      changeLines(files, rowsPath, (row) => {
        if (row.type === 'api::book.book' && row.id === 4)
          row.data = {
            ...row.data,
            pages: 'many',
            format: 'scroll',
            first_published: '2024-02-30',
            isbn: 'a\u0000',
          };
        return row;
      });
      const faults = (await faultsOf()).join('\n');
      expect(faults).to.match(/api::book\.book ucmvgjqfihdpe0cq8x029n4k de: pages "many" is not an integer/);
      expect(faults).to.match(/format "scroll" is not one of hardcover, paperback, e-book/);
      expect(faults).to.match(/first_published "2024-02-30" is not a date/);
      expect(faults).to.match(/isbn it contains/);
    });

    it('numbers beyond those that databases have', async () => {
      const rows = String(files.get(rowsPath)).replace(/"pages":\d+/g, '"pages":1e400');
      files.set(rowsPath, Buffer.from(rows));
      expect((await faultsOf()).join('\n')).to.match(/pages it contains .* a number beyond 1\.8e308/);
    });

    it('drafts, locales and types of attributes', async () => {
      changeLines(files, 'schemas/schemas_00001.jsonl', (schema) => {
        const { uid, attributes } = schema as unknown as {
          uid: string;
          attributes: Record<string, { type: string }>;
        };
        if (uid === 'api::book.book') {
          schema['options'] = { draftAndPublish: false };
          attributes['pages'] = { type: 'biginteger' };
        }
        if (uid === 'api::loan.loan') schema['pluginOptions'] = { i18n: { localized: true } };
        return schema;
      });
      const faults = (await faultsOf()).join('\n');
      expect(faults).to.match(/api::book\.book has drafts in the schema files only/);
      expect(faults).to.match(/api::loan\.loan has locales in the archive only/);
      expect(faults).to.match(/"pages" is biginteger in the archive, and integer in the schema files/);
    });

    it('values and ids that are unique', async () => {
      changeLines(files, rowsPath, (row) => {
        if (row.type === 'plugin::users-permissions.user' && row.id === 2)
          row.data['email'] = 'Greta@example.org';
        if (row.type === 'api::reading-room.reading-room' && row.id === 3) row.id = 2;
        return row;
      });
      const faults = (await faultsOf()).join('\n');
      expect(faults).to.match(/Two rows of api::reading-room\.reading-room have the id 2/);
    });

    it('users who share an address', async () => {
      changeLines(files, rowsPath, (row) => {
        if (row.type === 'plugin::users-permissions.user' && row.id === 2)
          row.data['email'] = 'Greta@example.org';
        return row;
      });
      expect((await faultsOf()).join('\n')).to.match(/both have email "greta@example\.org", which is unique/);
    });
  });
});
