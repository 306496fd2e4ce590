import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import {
  createBackupWriter,
  createStreamWriter,
} from '../../src/adapters/archive-file/create-backup-writer.js';
import { createLocalFileStore } from '../../src/adapters/files/local/create-local-file-store.js';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { failure } from '../../src/domain/failure.js';
import { err } from '../../src/domain/result.js';
import { failureOf, valueOf } from '../contract/world.js';
import { gzipped, tarOf } from '../import/changed-archive.js';
import { elsewhere, libraryPath, openLibrary, type LibraryApp } from '../import/library.js';
import { shopSchema } from '../integration/transfer/shop-schema.js';
import { backUpTo, entriesIn, openFolder, restoreFrom, signed, type Place } from './backups.js';

const cover = 'cover_366644fe39.jpg';

describe('a restore', () => {
  let library: LibraryApp;
  let source: Place;
  let target: Place;
  let uploads: string;
  let folder: Awaited<ReturnType<typeof openFolder>>;
  let backup: string;
  before(async () => {
    library = await openLibrary('memory');
    valueOf(await library.import(libraryPath('library.tar.gz')));
    source = { schema: library.app.schema, store: library.store, files: library.files };
    folder = await openFolder();
    backup = join(folder.path, 'backup');
    valueOf(await backUpTo(source, backup));
  });
  beforeEach(async () => {
    uploads = await mkdtemp(join(folder.path, 'uploads-'));
    target = {
      schema: source.schema,
      store: createMemoryStore({ schema: source.schema }),
      files: createLocalFileStore({ folder: uploads, path: '/uploads' }),
    };
  });
  after(async () => {
    await library?.close();
    await folder?.remove();
  });

  it('with files is refused where an upload provider keeps them', async () => {
    target = { ...target, files: elsewhere(target.files) };
    expect(failureOf(await restoreFrom(target, backup)).message).to.match(
      /The backup has files, and those of this app are kept by the upload provider owl.* FILES_URL/,
    );
    const without = join(folder.path, 'without');
    valueOf(await backUpTo(source, without, { withMedia: false }));
    target = { ...target, store: createMemoryStore({ schema: source.schema }) };
    valueOf(await restoreFrom(target, without));
  });

  /** Restores bytes, which must be refused before anything has changed. */
  const refuse = async (bytes: Uint8Array, wanted: RegExp): Promise<void> => {
    const path = join(folder.path, 'changed');
    await writeFile(path, bytes);
    const refused = failureOf(await restoreFrom(target, path));
    expect(refused.message).to.match(wanted);
    expect(refused.code).to.equal('INPUT.MISMATCH');
    expect(valueOf(await target.store.archive.contents())).to.deep.equal([]);
    expect(valueOf(await target.store.archive.mark())).to.equal(null);
    expect(await readdir(uploads)).to.deep.equal([]);
  };
  const packed = async (entries: ReadonlyMap<string, Buffer>): Promise<Buffer> =>
    gzipped(await tarOf(new Map(entries)));
  const rowsOf = (entries: ReadonlyMap<string, Buffer>, part: string): string =>
    [...entries].find(([path, content]) => path.startsWith('rows/') && content.includes(`"${part}"`))?.[0] ??
    '';

  it('of a file that is cut off is refused, wherever it ends', async () => {
    const bytes = await readFile(backup);
    for (const share of [0.001, 0.3, 0.7, 0.99])
      await refuse(bytes.subarray(0, Math.floor(bytes.length * share)), /cut off|no backup/);
    await refuse(bytes.subarray(0, -4), /cut off/);
    await refuse(new Uint8Array(), /no backup/);
  });

  it('of a file with something behind its end is refused', async () => {
    const bytes = await readFile(backup);
    await refuse(Buffer.concat([bytes, Buffer.from('x')]), /something follows its end/);
  });

  it('names the file for which there is no room', async () => {
    const full = failure('MEDIA.NO_SPACE', 'There is no room for the file');
    const files = { ...target.files, put: () => Promise.resolve(err(full)) };
    const refused = failureOf(await restoreFrom({ ...target, files }, backup));
    expect(refused.code).to.equal('MEDIA.NO_SPACE');
    expect(refused.message).to.match(/^The file \w+\.\w+ cannot be stored: There is no room for the file/);
  });

  it('of a file with one flipped bit is refused, wherever it is', async () => {
    const bytes = await readFile(backup);
    for (const share of [0.01, 0.2, 0.5, 0.8, 0.999]) {
      // Which check finds it depends on what the bit belongs to.
      await refuse(flippedFrom(bytes, Math.floor(bytes.length * share)), /./);
    }
  });

  /** Flips a bit of the first byte from `at` on that changes something: where zeros are repeated, it may say the same. */
  function flippedFrom(bytes: Buffer, at: number): Buffer {
    const flipped = Buffer.from(bytes);
    flipped[at] = (flipped[at] ?? 0) ^ 4;
    return unpacked(flipped)?.equals(gunzipSync(bytes)) === true ? flippedFrom(bytes, at + 1) : flipped;
  }

  function unpacked(bytes: Buffer): Buffer | null {
    try {
      return gunzipSync(bytes);
    } catch {
      return null;
    }
  }

  it('is refused where the content was packed anew without its checksums', async () => {
    const changed = async (path: string, change: (text: string) => string): Promise<Buffer> => {
      const entries = await entriesIn(backup);
      entries.set(path, Buffer.from(change(entries.get(path)?.toString() ?? '')));
      return packed(entries);
    };
    const books = rowsOf(await entriesIn(backup), 'versions api::book.book');
    const moved = (text: string): string => text.replace(/"hasChanges":false/, '"hasChanges":true ');
    await refuse(await changed(books, moved), /versions api::book\.book is not what its checksum says/);
    await refuse(await changed('access.json', (text) => text.replace('find', 'fine')), /access is not what/);
    const without = await entriesIn(backup);
    without.delete(`media/${cover}`);
    await refuse(await packed(without), /media is not what its checksum says/);
    without.delete('end.json');
    await refuse(await packed(without), /has no end: it is cut off/);
  });

  it('of another kind of file is refused', async () => {
    await refuse(Buffer.from('PGDMP and so on'), /is no backup of this program/);
    await refuse(await readFile(libraryPath('library.tar.gz')), /is no backup of Quire/);
    await refuse(gzipped(Buffer.from('not a tar file'.repeat(100))), /damaged/);
    const entries = await entriesIn(backup);
    const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '') as object;
    entries.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, format: 2 })));
    await refuse(await packed(signed(entries)), /has format 2, and this version reads 1/);
  });

  it('of a forged backup whose checksums agree takes only what it can be', async () => {
    const entries = await entriesIn(backup);
    const forge = async (change: (forged: Map<string, Buffer>) => void): Promise<Buffer> => {
      const forged = new Map(entries);
      change(forged);
      return packed(signed(forged));
    };
    const named = (path: string) => (forged: Map<string, Buffer>) => void forged.set(path, Buffer.from('x'));
    for (const path of ['media/../../x_0123456789.txt', 'media//etc/x_0123456789', '/etc/passwd'])
      await refuse(await forge(named(path)), /does not lead to a place in the archive/);
    await refuse(await forge(named('media/.htaccess')), /"\.htaccess" is no name of a file/);
    await refuse(await forge(named('media/a/b_0123456789')), /where that cannot be/);
    await refuse(await forge(named('rows/00000099.ndjson')), /where that cannot be/);
    const books = rowsOf(entries, 'versions api::book.book');
    const inBooks = (from: RegExp, to: string) => (forged: Map<string, Buffer>) =>
      void forged.set(books, Buffer.from((forged.get(books)?.toString() ?? '').replace(from, to)));
    await refuse(
      await forge(inBooks(/"id":\d+/, '"id":"1"')),
      /line 2 is no row of versions api::book\.book/,
    );
    await refuse(await forge(inBooks(/"title":"/i, '"other":"')), /other is not in the schema files/);
    await refuse(
      await forge(inBooks(/"title":"[^"]*"/i, '"title":7')),
      /the value of title is of another type/,
    );
    await refuse(await forge(inBooks(/$/, '['.repeat(100_000))), /nested more than 200 levels/);
    await refuse(
      await forge((forged) => {
        const text =
          forged
            .get(books)
            ?.toString()
            .replace(/"rows":(\d+)/, '"rows":1') ?? '';
        forged.set(books, Buffer.from(text.split('\n').slice(0, 2).join('\n') + '\n'));
      }),
      /versions api::book\.book is not what the manifest says/,
    );
    const linked = gzipped(
      await tarOf(new Map(), [
        { header: { name: 'manifest.json', type: 'symlink', linkname: '/etc/passwd' } },
      ]),
    );
    await refuse(linked, /is a symlink, and not a file/);
  });

  it('of a bomb is refused before it fills anything', async () => {
    const huge = Buffer.alloc(80 * 1024 * 1024, 32);
    const bomb = gzipped(await tarOf(new Map([['manifest.json', huge]])));
    expect(bomb.length).to.be.lessThan(1024 * 1024);
    await refuse(bomb, /longer than 64 MB/);
  });

  it('for other schema files names what does not fit', async () => {
    const schema = shopSchema();
    const refused = failureOf(
      await restoreFrom({ ...target, schema, store: createMemoryStore({ schema }) }, backup),
    );
    expect(refused.message).to.match(/does not fit the schema files of this app\. Nothing was changed\./);
    expect(refused.details?.['faults']).to.include('api::book.book is missing');
  });

  it('takes a backup of fewer types, and leaves the new ones empty', async () => {
    const schema = shopSchema();
    const smaller = shopSchema({ without: ['price', 'parts'], partWithout: ['weight'] });
    const path = join(folder.path, 'smaller');
    valueOf(
      await backUpTo({ ...target, schema: smaller, store: createMemoryStore({ schema: smaller }) }, path),
    );
    valueOf(await restoreFrom({ ...target, schema, store: createMemoryStore({ schema }) }, path));
    const back = join(folder.path, 'larger');
    valueOf(await backUpTo({ ...target, schema, store: createMemoryStore({ schema }) }, back));
    const refused = failureOf(
      await restoreFrom({ ...target, schema: smaller, store: createMemoryStore({ schema: smaller }) }, back),
    );
    expect(refused.details?.['faults']).to.deep.equal([
      'api::thing.thing: price is missing',
      'api::thing.thing: parts is missing',
      'made.part: weight is missing',
    ]);
  });

  it('does not overwrite another file of the same name', async () => {
    await cp(libraryPath('library.tar.gz'), join(uploads, cover));
    const refused = failureOf(await restoreFrom(target, backup));
    expect(refused.message).to.match(/has another file named cover_366644fe39\.jpg\. It is not overwritten/);
    expect(valueOf(await target.store.archive.contents())).to.deep.equal([]);
    expect(await readdir(uploads)).to.deep.equal([cover]);
  });
});

describe('a backup that cannot be written', () => {
  let source: Place;
  let folder: Awaited<ReturnType<typeof openFolder>>;
  before(async () => {
    const schema = shopSchema();
    folder = await openFolder();
    const files = createLocalFileStore({ folder: join(folder.path, 'uploads'), path: '/uploads' });
    source = { schema, store: createMemoryStore({ schema }), files };
  });
  after(() => folder?.remove());

  it('says that the disk is full', async () => {
    const full = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    });
    const writer = createStreamWriter(full, 'the pipe');
    const refused = failureOf(await backUpTo(source, '', { writer }));
    expect(refused.message).to.equal(
      'the pipe cannot be written: there is no space left. No backup was written.',
    );
  });

  it('names the folder that is missing, and the file that is there', async () => {
    const missing = failureOf(await createBackupWriter(join(folder.path, 'none/backup'), false));
    expect(missing.message).to.match(/none\/backup\.partial cannot be written: its folder does not exist/);
    const path = join(folder.path, 'kept');
    await writeFile(path, 'kept');
    expect(failureOf(await createBackupWriter(path, false)).message).to.match(/kept exists already.*--force/);
    await writeFile(`${path}2.partial`, 'of another');
    const busy = failureOf(await createBackupWriter(`${path}2`, false));
    expect(busy.message).to.match(/another backup is writing it, or one was killed/);
    const replacing = valueOf(await createBackupWriter(path, true));
    valueOf(await backUpTo(source, path, { writer: replacing }));
    expect((await readFile(path)).subarray(0, 2)).to.deep.equal(Buffer.from([0x1f, 0x8b]));
  });

  it('leaves the file of another run alone that has taken its place', async () => {
    const path = join(folder.path, 'twice');
    const first = valueOf(await createBackupWriter(path, true));
    const second = valueOf(await createBackupWriter(path, true));
    const refused = failureOf(await backUpTo(source, path, { writer: first }));
    expect(refused.message).to.match(/Another backup has replaced/);
    expect(await readdir(folder.path))
      .to.include('twice.partial')
      .and.not.include('twice');
    valueOf(await backUpTo(source, path, { writer: second }));
    expect(await readdir(folder.path))
      .to.include('twice')
      .and.not.include('twice.partial');
  });
});
