import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import S3rver from 's3rver';
import { createLocalFileStore } from '../../src/adapters/files/local/create-local-file-store.js';
import { createS3FileStore } from '../../src/adapters/files/s3/create-s3-file-store.js';
import type { FileStore } from '../../src/application/ports/file-store.js';
import { contentTypeOf } from '../../src/domain/schema/schema.js';
import { failureOf, valueOf } from '../contract/world.js';
import { describeCover, libraryPath, openLibrary, type LibraryApp } from '../import/library.js';
import { openEmpty, openReady, type Opened } from '../integration/transfer/opened-stores.js';
import { shopSchema } from '../integration/transfer/shop-schema.js';
import { differences, documentsNamed } from '../integration/transfer/transfer-world.js';
import { writeValues } from '../integration/transfer/write-values.js';
import { skipWithoutMongo } from '../mongo.js';
import { backUpTo, entriesIn, openFolder, restoreFrom, type Place } from './backups.js';

const cover = 'cover_366644fe39.jpg';

describe('a backup', function () {
  this.timeout(120_000);
  let library: LibraryApp;
  let source: Place;
  let folder: Awaited<ReturnType<typeof openFolder>>;
  const opened: Opened[] = [];
  before(async () => {
    library = await openLibrary('memory');
    valueOf(await library.import(libraryPath('library.tar.gz')));
    await describeCover(library);
    valueOf(await library.store.values.set('core_seeded', { at: 1 }));
    const token = { name: 'ci', hash: 'a'.repeat(64), access: 'full-access', grants: [] } as const;
    const times = { createdAt: '2024-01-02T03:04:05.678Z', expiresAt: null };
    valueOf(await library.store.access.change({ addTokens: [{ ...token, ...times }] }));
    source = { schema: library.app.schema, store: library.store, files: library.files };
    folder = await openFolder();
  });
  after(async () => {
    for (const { close } of opened) await close();
    await library?.close();
    await folder?.remove();
  });

  const placeOn = async (kind: 'memory' | 'PostgreSQL' | 'MongoDB', files?: FileStore): Promise<Place> => {
    const database = await openEmpty(kind, source.schema);
    opened.push(database);
    const uploads = await mkdtemp(join(folder.path, 'uploads-'));
    const local = createLocalFileStore({ folder: uploads, path: '/uploads' });
    return { schema: source.schema, store: database.store, files: files ?? local };
  };
  const bytesOf = async (files: FileStore, key: string): Promise<Buffer> => {
    const file = await files.open(key);
    const parts: Uint8Array[] = [];
    for await (const part of file?.read() ?? []) parts.push(part);
    await file?.close();
    return Buffer.concat(parts);
  };

  it('goes from memory to PostgreSQL and from there to MongoDB with everything', async function () {
    await skipWithoutMongo(this);
    const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')];
    const postgres = await placeOn('PostgreSQL');
    const made = valueOf(await backUpTo(source, first));
    expect(made.media).to.deep.include({ files: 10, missingFiles: 0 });
    const restored = valueOf(await restoreFrom(postgres, first));
    expect(restored).to.include({ rows: made.rows, before: 0, files: 10, missingFiles: 0 });
    expect(await differences(source.schema, source.store, postgres.store)).to.deep.equal([]);

    const mongo = await placeOn('MongoDB');
    valueOf(await backUpTo(postgres, second));
    valueOf(await restoreFrom(mongo, second));
    expect(await differences(source.schema, source.store, mongo.store)).to.deep.equal([]);
    for (const key of [cover, `thumbnail_${cover}`]) {
      const bytes = await bytesOf(source.files, key);
      expect(bytes.length).to.be.greaterThan(1000);
      expect((await bytesOf(mongo.files, key)).equals(bytes)).to.equal(true);
    }
    const again = failureOf(await restoreFrom(mongo, second));
    expect(again.message).to.match(/^The target is not empty: .* from the backup of .* was done at/);

    const third = join(folder.path, 'third');
    valueOf(await backUpTo(mongo, third));
    const rowsIn = async (path: string): Promise<readonly string[]> =>
      [...(await entriesIn(path))].flatMap(([name, bytes]) =>
        name.startsWith('rows/') ? [`${name} ${bytes.toString()}`] : [],
      );
    expect(await rowsIn(third)).to.deep.equal(await rowsIn(first));
  });

  for (const kind of ['memory', 'PostgreSQL', 'MongoDB'] as const)
    it(`of ${kind} has values of every kind`, async function () {
      if (kind === 'MongoDB') await skipWithoutMongo(this);
      const schema = shopSchema();
      const [first, second] = [await openReady(kind, schema), await openEmpty('memory', schema)];
      opened.push(first, second);
      await writeValues(documentsNamed('before', first.store, schema));
      const path = join(folder.path, `values of ${kind}`);
      valueOf(await backUpTo({ ...source, schema, store: first.store }, path));
      valueOf(await restoreFrom({ ...source, schema, store: second.store }, path));
      expect(await differences(schema, first.store, second.store)).to.deep.equal([]);
    });

  it('is readable by its owner only, and nothing else is left in its folder', async () => {
    const own = await mkdtemp(join(folder.path, 'own-'));
    valueOf(await backUpTo(source, join(own, 'kept')));
    expect(await readdir(own)).to.deep.equal(['kept']);
    expect((await stat(join(own, 'kept'))).mode & 0o777).to.equal(0o600);
  });

  it('without media has none, and keeps the addresses of files', async () => {
    const path = join(folder.path, 'without-media');
    const { media } = valueOf(await backUpTo(source, path, { withMedia: false }));
    expect(media).to.deep.include({ files: 0, bytes: 0, missingFiles: 0 });
    const place = await placeOn('memory', {
      ...(await placeOn('memory')).files,
      urlOf: (key) => `https://x/${key}`,
    });
    valueOf(await restoreFrom(place, path));
    expect(await place.files.open(cover)).to.equal(null);
    expect(await differences(source.schema, source.store, place.store)).to.deep.equal([]);
  });

  it('says which files are missing, and has the rest', async () => {
    const files: FileStore = {
      ...source.files,
      open: async (key) => (key === cover ? null : source.files.open(key)),
    };
    const path = join(folder.path, 'missing');
    const { media } = valueOf(await backUpTo({ ...source, files }, path));
    expect(media).to.deep.include({ files: 9, missingFiles: 1, missing: [cover] });
    expect(valueOf(await restoreFrom(await placeOn('memory'), path))).to.include({
      files: 9,
      missingFiles: 1,
    });
  });

  it('goes on after it was stopped in the middle, with the files that are there', async () => {
    const path = join(folder.path, 'stopped');
    valueOf(await backUpTo(source, path));
    const place = await placeOn('memory');
    let puts = 0;
    const { archive } = place.store;
    const stopping: Place = {
      ...place,
      store: {
        ...place.store,
        archive: {
          ...archive,
          put: (batch, mark) => {
            if (puts++ === 3) throw new Error('stopped here');
            return archive.put(batch, mark);
          },
        },
      },
    };
    const stopped = await restoreFrom(stopping, path).catch((error: Error) => error.message);
    expect(stopped).to.equal('stopped here');
    expect(valueOf(await archive.mark())?.completedAt).to.equal(null);
    expect(valueOf(await restoreFrom(place, path)).before).to.be.greaterThan(0);
    expect(await differences(source.schema, source.store, place.store)).to.deep.equal([]);
  });

  it('into a bucket gives records the addresses of the bucket', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'quire-s3-'));
    const configureBuckets = [{ name: 'pictures' }];
    const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
    const { port } = await server.run();
    try {
      const files = createS3FileStore({
        bucket: 'pictures',
        region: 'us-east-1',
        endpoint: `http://127.0.0.1:${port}`,
        forcePathStyle: true,
        credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
      });
      const place = await placeOn('memory', files);
      const [there, back] = [join(folder.path, 'to-bucket'), join(folder.path, 'from-bucket')];
      valueOf(await backUpTo(source, there));
      valueOf(await restoreFrom(place, there));
      const records = await recordsOf(place);
      const address = `http://127.0.0.1:${port}/pictures/`;
      expect(records.map(({ url }) => JSON.stringify(url).startsWith(`"${address}`))).to.not.include(false);
      expect(JSON.stringify(records)).to.not.include('"/uploads/');
      const home = await placeOn('memory');
      expect(valueOf(await backUpTo(place, back)).media.files).to.equal(10);
      valueOf(await restoreFrom(home, back));
      expect(await differences(source.schema, source.store, home.store)).to.deep.equal([]);
      expect((await bytesOf(home.files, cover)).equals(await bytesOf(source.files, cover))).to.equal(true);
    } finally {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    }
  });

  const recordsOf = async ({ schema, store }: Place) =>
    valueOf(
      await store.archive.read(async (reader) => {
        const records = [];
        for await (const rows of reader.versions(contentTypeOf(schema, 'plugin::upload.file'), 0))
          records.push(...rows.map(({ values }) => values));
        return { ok: true, value: records } as const;
      }),
    );

  it('of a store without snapshots that is written to meanwhile fails, and leaves no file', async () => {
    const own = await mkdtemp(join(folder.path, 'own-'));
    const { archive } = source.store;
    let reads = 0;
    const read: typeof archive.read = (work) =>
      archive.read((reader) => {
        // The second reader looks whether anything has changed.
        const isLater = ++reads > 1;
        const inventory: typeof reader.inventory = async () => ({
          ...(await reader.inventory()),
          ...(isLater && { 'versions api::book.book': { rows: 1, lastId: 1, detail: '' } }),
        });
        return work({ ...reader, isSnapshot: false, inventory });
      });
    const written: Place = { ...source, store: { ...source.store, archive: { ...archive, read } } };
    const refused = failureOf(await backUpTo(written, join(own, 'mixed')));
    expect(refused.code).to.equal('STORE.CONFLICT');
    expect(refused.message).to.match(
      /written to while it was copied .*Stop what writes to it, and start again/,
    );
    expect(await readdir(own)).to.deep.equal([]);
  });
});
