import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import sharp from 'sharp';
import supertest from 'supertest';
import { createUploadWorld, type UploadWorld } from './upload-world.js';

interface FileJson {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly hash: string;
  readonly ext: string;
  readonly url: string;
  readonly mime: string;
  readonly formats: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
  readonly [name: string]: unknown;
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7' } });

describe('uploads over HTTP', () => {
  let world: UploadWorld;
  let tiny: Buffer;

  before(async () => (tiny = await picture(1, 1).png().toBuffer()));
  beforeEach(async () => (world = await createUploadWorld()));
  afterEach(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.remove();
  });

  const post = (query = '', token = 'full'): supertest.Test =>
    supertest(world.app).post(`/api/upload${query}`).set('Authorization', `Bearer ${token}`);
  const get = (path: string, token = 'full'): supertest.Test =>
    supertest(world.app).get(path).set('Authorization', `Bearer ${token}`);
  const add = async (bytes: Buffer, name: string): Promise<FileJson> => {
    const { body, status } = await post().attach('files', bytes, name);
    expect(status, JSON.stringify(body)).to.equal(201);
    return (body as FileJson[])[0]!;
  };

  it('answers a bare list of records, with the members that clients expect', async () => {
    const { status, body } = await post().attach('files', tiny, 'a b é.png');
    const [file] = body as FileJson[];
    expect(status).to.equal(201);
    expect(Object.keys(file ?? {})).to.deep.equal(
      (
        'id documentId name alternativeText caption focalPoint width height formats hash ext mime size url previewUrl ' +
        'provider provider_metadata createdAt updatedAt publishedAt isUrlSigned'
      ).split(' '),
    );
    expect(file).to.include({ name: 'a b é.png', ext: '.png', mime: 'image/png', width: 1, height: 1 });
    expect(file).to.include({ formats: null, provider: 'local', previewUrl: null, isUrlSigned: false });
    expect(file?.hash).to.match(/^a_b_e_[0-9a-f]{10}$/);
    expect(file?.url).to.equal(`/uploads/${file?.hash}.png`);
    expect(file?.['size']).to.equal(Math.round(tiny.length / 10) / 100);
    expect(await world.stored()).to.deep.equal([`${file?.hash}.png`]);
  });

  it('creates the formats that are smaller than the picture', async () => {
    const large = await add(await picture(1200, 600).jpeg().toBuffer(), 'large.jpeg');
    expect(large).to.include({ ext: '.jpeg', mime: 'image/jpeg', width: 1200, height: 600 });
    const sizes = Object.entries(large.formats ?? {}).map(([name, { width, height }]) => [
      name,
      width,
      height,
    ]);
    expect(sizes).to.deep.equal([
      ['thumbnail', 245, 123],
      ['small', 500, 250],
      ['medium', 750, 375],
      ['large', 1000, 500],
    ]);
    const small = large.formats?.['small'];
    expect(small).to.include({
      name: `small_${large.hash}.jpeg`,
      hash: `small_${large.hash}`,
      ext: '.jpeg',
      mime: 'image/jpeg',
      path: null,
      url: `/uploads/small_${large.hash}.jpeg`,
    });
    const served = await get(String(small?.['url']));
    expect(served.body).to.have.length(small?.['sizeInBytes'] as number);
    const middle = await add(await picture(600, 100).webp().toBuffer(), 'middle.webp');
    expect(Object.keys(middle.formats ?? {})).to.deep.equal(['thumbnail', 'small']);
  });

  it('reports the size after EXIF rotation, and rotates the formats', async () => {
    const turned = await picture(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const file = await add(turned, 'turned.jpg');
    expect(file).to.include({ width: 200, height: 400 });
    expect(file.formats?.['thumbnail']).to.include({ width: 78, height: 156 });
  });

  it('accepts several files, each with its own info', async () => {
    const { body } = await post()
      .field('fileInfo', JSON.stringify({ alternativeText: 'one', name: 'first.png' }))
      .field('fileInfo', JSON.stringify({ caption: 'two', focalPoint: { x: 1, y: 2 } }))
      .attach('files', tiny, 'one.png')
      .attach('files', tiny, 'two.png');
    const files = body as FileJson[];
    expect(
      files.map(({ name, alternativeText, caption, focalPoint }) => ({
        name,
        alternativeText,
        caption,
        focalPoint,
      })),
    ).to.deep.equal([
      { name: 'first.png', alternativeText: 'one', caption: null, focalPoint: null },
      { name: 'two.png', alternativeText: null, caption: 'two', focalPoint: { x: 1, y: 2 } },
    ]);
  });

  it('applies a single info to all files', async () => {
    const { body } = await post()
      .attach('files', tiny, 'one.png')
      .attach('files', tiny, 'two.png')
      .field('fileInfo', '{"caption":"both"}');
    expect((body as FileJson[]).map(({ caption }) => caption)).to.deep.equal(['both', 'both']);
  });

  it('lists, filters and sorts records, and answers one by either id', async () => {
    const one = await add(tiny, 'one.png');
    const two = await add(Buffer.from('hello'), 'two.txt');
    const list = await get('/api/upload/files?pagination[pageSize]=1&sort=id:desc');
    expect((list.body as FileJson[]).map(({ name }) => name)).to.deep.equal(['two.txt', 'one.png']);
    const texts = await get('/api/upload/files?filters[mime][$startsWith]=text&fields=name');
    expect(texts.body).to.deep.equal([
      { id: two.id, documentId: two.documentId, name: 'two.txt', isUrlSigned: false },
    ]);
    for (const id of [one.id, one.documentId]) {
      const found = await get(`/api/upload/files/${id}`);
      expect(found.body).to.deep.equal(one);
    }
    expect(await get('/api/upload/files/99')).to.have.property('status', 404);
    expect(await get('/api/upload/files/99999999999999')).to.have.property('status', 404);
    expect(await get('/api/upload/files/nobody')).to.have.property('status', 404);
    expect((await get('/api/upload/files?filters[nope]=1')).body).to.have.nested.property(
      'error.message',
      'Invalid key nope',
    );
    expect(
      await supertest(world.app).head('/api/upload/files').set('Authorization', 'Bearer full'),
    ).to.have.property('status', 200);
  });

  it('refuses a name that is not a text', async () => {
    for (const name of ['%zz', '%ff']) {
      const { status, body } = await get(`/api/upload/files/${name}`);
      expect([status, (body as { error: { message: string } }).error.message]).to.deep.equal([
        400,
        'failed to decode',
      ]);
    }
  });

  it('changes the info of a file by a form or by JSON', async () => {
    const { id, documentId } = await add(tiny, 'one.png');
    const byForm = await post(`?id=${id}`).field('fileInfo', '{"alternativeText":"new","name":"other.png"}');
    expect(byForm.status).to.equal(200);
    expect(byForm.body).to.include({ id, alternativeText: 'new', name: 'other.png' });
    const blank = await post(`?id=${documentId}`).send({ fileInfo: { name: '  ' } });
    expect(blank.status, JSON.stringify(blank.body)).to.equal(400);
    const byJson = await post(`?id=${documentId}`).send({ fileInfo: { caption: 'said', name: '' } });
    expect(byJson.body).to.include({ id, alternativeText: 'new', caption: 'said', name: 'other.png' });
    expect(await post('?id=77').send({ fileInfo: {} })).to.have.property('status', 404);
  });

  it('replaces a file: same record, new address, and the old file is removed', async () => {
    const before = await add(await picture(300, 300).png().toBuffer(), 'old.png');
    const replaced = await post(`?id=${before.id}`).attach(
      'files',
      await picture(2, 2).webp().toBuffer(),
      'new.webp',
    );
    expect(replaced.status).to.equal(200);
    const after = replaced.body as FileJson;
    expect(after).to.include({
      id: before.id,
      documentId: before.documentId,
      name: 'old.png',
      mime: 'image/webp',
    });
    expect(after).to.include({ formats: null, width: 2 });
    expect(await world.stored()).to.deep.equal([`${after.hash}.webp`]);
    expect(await get(before.url)).to.have.property('status', 404);
  });

  it('keeps the focal point of a replaced picture with the same proportions, and clears it for others', async () => {
    const { id } = await add(await picture(300, 200).png().toBuffer(), 'wide.png');
    const point = { x: 20, y: 80 };
    const set = await post(`?id=${id}`).send({ fileInfo: { focalPoint: point } });
    expect(set.body).to.deep.include({ focalPoint: point });
    const replace = async (width: number, height: number, info = '{}') => {
      const bytes = await picture(width, height).png().toBuffer();
      const { body } = await post(`?id=${id}`).field('fileInfo', info).attach('files', bytes, 'b.png');
      return (body as FileJson)['focalPoint'];
    };
    expect(await replace(150, 100)).to.deep.equal(point);
    expect(await replace(100, 150)).to.equal(null);
    expect(await replace(150, 100, '{"focalPoint":{"x":1,"y":2}}')).to.deep.equal({ x: 1, y: 2 });
    const cleared = await post(`?id=${id}`).send({ fileInfo: { focalPoint: null } });
    expect(cleared.body).to.deep.include({ focalPoint: null });
  });

  it('refuses what is no focal point, and changes nothing', async () => {
    const { id } = await add(tiny, 'a.png');
    const said = 'focalPoint must be null, or x and y in percent of width and height, each from 0 to 100';
    for (const focalPoint of [{ x: 101, y: 0 }, { x: 1 }, { x: 1, y: 2, z: 3 }, '1 2', [1, 2], 5, false]) {
      const { status, body } = await post(`?id=${id}`).send({ fileInfo: { caption: 'no', focalPoint } });
      expect(status, JSON.stringify(focalPoint)).to.equal(400);
      expect(body).to.have.nested.property('error.message', said);
    }
    const file = await get(`/api/upload/files/${id}`);
    expect(file.body).to.deep.include({ caption: null, focalPoint: null });
  });

  it('tells an empty alternative text, which marks decoration, from none', async () => {
    const { id } = await add(tiny, 'a.png');
    await add(tiny, 'b.png');
    const marked = await post(`?id=${id}`).send({ fileInfo: { alternativeText: '' } });
    expect(marked.body).to.include({ alternativeText: '' });
    const names = async (filter: string) =>
      ((await get(`/api/upload/files?filters[alternativeText]${filter}`)).body as FileJson[]).map(
        ({ name }) => name,
      );
    expect(await names('[$eq]=')).to.deep.equal(['a.png']);
    expect(await names('[$null]=true')).to.deep.equal(['b.png']);
  });

  it('deletes a file with its formats, and answers the former record', async () => {
    const file = await add(await picture(300, 300).png().toBuffer(), 'old.png');
    expect(await world.stored()).to.have.length(2);
    const removed = await supertest(world.app)
      .delete(`/api/upload/files/${file.id}`)
      .set('Authorization', 'Bearer full');
    expect(removed.status).to.equal(200);
    expect(removed.body).to.deep.equal(file);
    expect(await world.stored()).to.deep.equal([]);
    expect((await get('/api/upload/files')).body).to.deep.equal([]);
    const again = await supertest(world.app)
      .delete(`/api/upload/files/${file.id}`)
      .set('Authorization', 'Bearer full');
    expect(again.status).to.equal(404);
  });

  it('requires permission for each step', async () => {
    const { id } = await add(tiny, 'one.png');
    expect(await post('', 'upload').attach('files', tiny, 'a.png')).to.have.property('status', 201);
    expect(await post('', 'read').attach('files', tiny, 'a.png')).to.have.property('status', 403);
    expect(await post('', 'nobody').attach('files', tiny, 'a.png')).to.have.property('status', 401);
    expect(await post(`?id=${id}`, 'upload').field('fileInfo', '{}')).to.have.property('status', 403);
    expect(await post(`?id=${id}`, 'change').field('fileInfo', '{}')).to.have.property('status', 200);
    expect(await get('/api/upload/files', 'upload')).to.have.property('status', 403);
    expect(await get(`/api/upload/files/${id}`, 'read')).to.have.property('status', 200);
    const path = `/api/upload/files/${id}`;
    expect(await supertest(world.app).delete(path).set('Authorization', 'Bearer change')).to.have.property(
      'status',
      403,
    );
    const wrong = await supertest(world.app).put('/api/upload');
    expect(wrong.status).to.equal(405);
    expect(wrong.headers['allow']).to.equal('POST');
  });

  it('accepts a caption as JSON from a user who may change it', async () => {
    const { id } = await add(Buffer.from('text'), 'a.txt');
    const say = (fileInfo: object) => post(`?id=${id}`, 'captions').send({ fileInfo });
    expect(await say({ caption: 'mine' })).to.have.property('status', 200);
    expect(await say({ name: 'other' })).to.have.property('status', 400);
    expect(await post(`?id=${id}`, 'read').send({ fileInfo: {} })).to.have.property('status', 403);
  });

  it('says that there are no files where there is no body, nor a length of one', async () => {
    const server = createServer(world.app).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { authorization: 'Bearer full' };
    const asked = request({ port, method: 'POST', path: '/api/upload', headers });
    for (const header of ['content-length', 'transfer-encoding']) asked.removeHeader(header);
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    expect(await text(answer)).to.contain('Files are empty');
    server.close();
  });

  it('refuses what is not an upload, and says why', async () => {
    const refusals: [supertest.Test, number, string][] = [
      [post(), 400, 'Files are empty'],
      [post().field('fileInfo', '{}'), 400, 'Files are empty'],
      [post().send({ files: [] }), 400, 'Files are empty'],
      [post().attach('files', Buffer.alloc(0), 'none.png'), 400, 'Files are empty: none.png'],
      [post().attach('picture', tiny, 'a.png'), 400, 'Invalid key picture: files are sent as "files"'],
      [post().attach('files', tiny, 'a.png').field('fileInfo', '{'), 400, 'fileInfo must be JSON'],
      [post().attach('files', tiny, 'a.png').field('fileInfo', '3'), 400, 'fileInfo must be an object'],
      [
        post().attach('files', tiny, 'a.png').field('fileInfo', '{"hash":"x"}'),
        400,
        'Invalid key hash at fileInfo',
      ],
      [
        post().attach('files', tiny, 'a.png').field('fileInfo', '{"nope":1}'),
        400,
        'Invalid key nope at fileInfo',
      ],
      [
        post().attach('files', tiny, 'a.png').field('fileInfo', '[{},{}]'),
        400,
        'fileInfo is there 2 times, for 1 files',
      ],
      [
        post().attach('files', tiny, 'a.png').field('fileInfo', '{"name":7}'),
        400,
        'name must be a `string` type, but the final value was: `7`.',
      ],
      [
        post('?status=gone').attach('files', tiny, 'a.png'),
        400,
        'Invalid status. Expected draft or published',
      ],
    ];
    for (const [request, status, message] of refusals) {
      const { body, status: given } = await request;
      expect((body as { error: { message: string } }).error.message).to.equal(message);
      expect(given, message).to.equal(status);
      expect(await world.stored(), message).to.deep.equal([]);
    }
    expect((await get('/api/upload/files')).body).to.deep.equal([]);
    for (const request of [post(), post().field('fileInfo', '{}'), post().send({ files: [] })])
      expect((await request).body).to.have.nested.property('error.name', 'ValidationError');
  });
});
