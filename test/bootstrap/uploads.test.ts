import { createReadStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strapi } from '@strapi/client';
import { expect } from 'chai';
import sharp from 'sharp';
import { createQuire, type Quire } from '../../src/bootstrap/index.js';
import { lateOwner } from '../integration/file-stores/late-owner.js';
import { largePicture } from '../large-picture.js';
import { makeApp, type TestApp } from '../cli/program.js';

const nothing = (): void => undefined;
const log = { debug: nothing, info: nothing, warn: nothing, error: nothing };

interface FileJson {
  readonly id: number;
  readonly documentId: string;
  readonly url: string;
  readonly [name: string]: unknown;
}

describe('uploads to a server', () => {
  let app: TestApp;
  let quire: Quire;
  let url: string;

  beforeEach(async () => {
    app = await makeApp();
    const env = {
      DATABASE_URL: 'memory:',
      PORT: '0',
      NODE_ENV: 'production',
      UPLOAD_SIZE_LIMIT: '20000',
      UPLOAD_MAX_PIXELS: '1000000',
    };
    quire = createQuire({ app: app.directory, env, log });
    url = (await quire.start()).url;
  });
  afterEach(async () => {
    await quire.stop();
    await app.remove();
  });

  const stored = (): Promise<readonly string[]> =>
    readdir(join(app.directory, 'public', 'uploads')).then((names) =>
      names.filter((name) => name !== '.quire'),
    );

  it('have at most as many pixels as the settings allow', async () => {
    const buffer = await largePicture(2_000, 1_000);
    const refused = await quire.app.uploads
      .add({ buffer, name: 'large.png' })
      .catch((error: unknown) => error);
    expect(refused).to.have.property(
      'message',
      'large.png: The picture has 2000000 pixels, and 1000000 are allowed',
    );
    expect(await stored()).to.have.length(0);
  });

  it('can come from app code: as bytes, a stream or a file of the machine', async () => {
    const { uploads } = quire.app;
    const path = join(app.directory, 'package.json');
    await writeFile(path, '{"a":1}');
    const buffer = await sharp({ create: { width: 300, height: 20, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
    const drawn = await uploads.add({ buffer, name: 'white.png', fileInfo: { alternativeText: 'white' } });
    expect(drawn).to.include({ alternativeText: 'white', width: 300, height: 20 });
    expect(await uploads.add({ path })).to.include({ name: 'package.json', mime: 'application/json' });
    expect(await uploads.add({ stream: createReadStream(path), name: 'b.txt' })).to.include({ size: 0.01 });
    const served = await fetch(url + (drawn['url'] as string));
    expect(Buffer.from(await served.arrayBuffer()).equals(buffer)).to.equal(true);
    expect(await stored()).to.have.length(4);
    await quire.app.documents('plugin::upload.file').delete({ documentId: drawn['documentId'] as string });
    await uploads.remove(2);
    expect(await stored()).to.have.length(1);
  });

  it('throw errors with the reason in app code', async () => {
    const refusals: [object, string][] = [
      [{ buffer: Buffer.alloc(20_001), name: 'x' }, 'x is larger than 20000 bytes'],
      [{ buffer: Buffer.alloc(0), name: 'x' }, 'Files are empty: x'],
      [{ name: 'x' }, 'one of path, buffer and stream is needed'],
      [{ buffer: Buffer.alloc(1) }, 'name is missing'],
      [
        { path: join(app.directory, 'nothing.png') },
        `path cannot be read: ENOENT: no such file or directory, access '${join(app.directory, 'nothing.png')}'`,
      ],
      [
        { buffer: Buffer.from('x'), name: 'x', fileInfo: { mime: 'text/html' } },
        'Invalid key mime at fileInfo',
      ],
    ];
    for (const [file, message] of refusals) {
      const thrown = await quire.app.uploads.add(file).catch((error: Error) => error);
      expect(thrown).to.have.property('message', message);
    }
    expect(await stored().catch(() => [])).to.deep.equal([]);
  });

  it('without a record after a crash are removed at the next start', async () => {
    const folder = join(app.directory, 'public', 'uploads');
    await quire.stop();
    const claims = join(folder, '.quire', 'claims');
    await mkdir(claims, { recursive: true });
    await writeFile(join(folder, 'lost_0123456789.txt'), 'x');
    await writeFile(join(claims, 'lost_0123456789.txt'), lateOwner);
    await quire.start();
    await quire.stop();
    expect(await stored()).to.deep.equal([]);
    await quire.start();
  });

  it('work with the Strapi client', async () => {
    const { token } = await quire.app.access.createToken({ name: 'all', access: 'full-access' });
    const client = strapi({ baseURL: `${url}/api`, auth: token });
    const [file] = (await client.files.upload(Buffer.from('a,b'), {
      filename: 'table.csv',
      mimetype: 'text/csv',
      fileInfo: { caption: 'two columns' },
    })) as unknown as FileJson[];
    expect(file).to.include({ name: 'table.csv', caption: 'two columns', mime: 'text/csv' });
    expect(await client.files.find({ sort: 'id' })).to.deep.equal([file]);
    expect(await client.files.findOne(file!.id)).to.deep.equal(file);
    const changed = await client.files.update(file!.id, { name: 'other.csv', alternativeText: 'alt' });
    expect(changed).to.include({ name: 'other.csv', alternativeText: 'alt', caption: 'two columns' });
    await client.files.delete(file!.id);
    expect(await client.files.find()).to.deep.equal([]);
  });
});
