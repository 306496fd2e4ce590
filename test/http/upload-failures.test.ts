import { once } from 'node:events';
import { readdir, writeFile, mkdir, utimes } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { expect } from 'chai';
import * as fc from 'fast-check';
import supertest from 'supertest';
import { createHttpServer } from '../../src/adapters/delivery/rest/create-http-server.js';
import { failure } from '../../src/domain/failure.js';
import { err, ok } from '../../src/domain/result.js';
import { lateOwner } from '../integration/file-stores/late-owner.js';
import { createUploadWorld, type UploadWorld, type UploadWorldOptions } from './upload-world.js';

const part = (name: string, content: string, filename?: string): string =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n${content}\r\n`;
const end = '--b--\r\n';

describe('uploads that fail', () => {
  let world: UploadWorld;

  const open = async (options?: UploadWorldOptions): Promise<void> =>
    void (world = await createUploadWorld(options));
  afterEach(() => world.remove());

  const post = (): supertest.Test =>
    supertest(world.app).post('/api/upload').set('Authorization', 'Bearer full');
  const messageOf = (body: unknown): string => (body as { error: { message: string } }).error.message;

  const expectNothing = async (): Promise<void> => {
    expect(await world.stored()).to.deep.equal([]);
    const { body } = await supertest(world.app).get('/api/upload/files').set('Authorization', 'Bearer full');
    expect(body).to.deep.equal([]);
  };

  describe('because of their size', () => {
    it('are refused past the size limit of a file, and earlier files of the request are removed', async () => {
      await open({ fileSize: 1000 });
      const request = post().attach('files', Buffer.alloc(1000, 1), 'fits.bin');
      const { status, body } = await request.attach('files', Buffer.alloc(1001, 1), 'large.bin');
      expect(status).to.equal(413);
      expect(body).to.deep.equal({
        data: null,
        error: { status: 413, name: 'PayloadTooLargeError', message: 'large.bin is larger than 1000 bytes' },
      });
      await expectNothing();
    });

    it('are not read to the end', async () => {
      await open({ fileSize: 100_000 });
      const server = createHttpServer(world.app);
      const { port } = await server.listen(0, '127.0.0.1');
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b', Authorization: 'Bearer full' };
      const request = http.request({ host: '127.0.0.1', port, method: 'POST', path: '/api/upload', headers });
      request.on('error', () => {});
      request.write(part('files', '', 'endless.bin').slice(0, -2));
      let sent = 0;
      const sending = setInterval(() => {
        if (sent < 50_000_000) sent += Buffer.alloc(50_000).length;
        request.write(Buffer.alloc(50_000, 1));
      }, 1);
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      expect(response.statusCode).to.equal(413);
      expect(response.headers.connection).to.equal('close');
      await once(response.resume(), 'end');
      clearInterval(sending);
      request.destroy();
      expect(sent).to.be.lessThan(50_000_000);
      await server.close();
      await expectNothing();
    });

    it('are refused past the length of all fields together, before the form has ended', async () => {
      await open();
      const server = createHttpServer(world.app);
      const { port } = await server.listen(0, '127.0.0.1');
      const headers = { 'Content-Type': 'multipart/form-data; boundary=b', Authorization: 'Bearer full' };
      const request = http.request({ host: '127.0.0.1', port, method: 'POST', path: '/api/upload', headers });
      request.on('error', () => {});
      request.write(part('x', 'y'.repeat(500_000)).repeat(4));
      const [response] = (await once(request, 'response')) as [http.IncomingMessage];
      expect(response.statusCode).to.equal(413);
      request.destroy();
      await server.close();
      await expectNothing();
    });

    it('are refused past the number of files, of parts and the length of a field', async () => {
      await open({ maxFiles: 2 });
      const three = post().attach('files', Buffer.from('1'), '1').attach('files', Buffer.from('2'), '2');
      const { status, body } = await three.attach('files', Buffer.from('3'), '3');
      expect([status, messageOf(body)]).to.deep.equal([413, 'There are more than 2 files']);
      const fields = await sendRaw(Array.from({ length: 300 }, () => part('x', 'y')).join('') + end);
      expect([fields.status, messageOf(fields.body)]).to.deep.equal([413, 'The form has too many parts']);
      const long = await sendRaw(part('x', 'y'.repeat(1024 * 1024 + 1)) + end);
      expect([long.status, messageOf(long.body)]).to.deep.equal([413, 'The fields of the form are too long']);
      await expectNothing();
    });

    it('are refused if the disk would become full', async () => {
      await open({ freeSpace: () => Promise.resolve(64 * 1024 * 1024 + 500_000) });
      expect(await post().attach('files', Buffer.from('small'), 'small.txt')).to.have.property('status', 201);
      const { status, body } = await post().attach('files', Buffer.alloc(900_000), 'large.bin');
      expect([status, messageOf(body)]).to.deep.equal([507, 'There is no room for the file']);
      expect((await world.stored()).length).to.equal(1);
    });

    it('are refused if the disk becomes full on the way', async () => {
      let asked = 0;
      await open({ fileSize: 1e8, freeSpace: () => Promise.resolve(asked++ === 0 ? 1e12 : 0) });
      const { status } = await post().attach('files', Buffer.alloc(20_000_000), 'large.bin');
      expect(status).to.equal(507);
      await expectNothing();
    });
  });

  const sendRaw = (body: string | Buffer, type = 'multipart/form-data; boundary=b'): supertest.Test =>
    post().set('Content-Type', type).send(body);

  describe('on the way', () => {
    it('leave nothing if the connection is cut', async () => {
      await open();
      const server = createHttpServer(world.app);
      const { port } = await server.listen(0, '127.0.0.1');
      const whole = part('files', 'first', 'first.txt') + part('files', 'x'.repeat(200_000), 'second.txt');
      for (const length of [10, 90, 120, 200, 1000, 100_000, whole.length]) {
        const headers = {
          'Content-Type': 'multipart/form-data; boundary=b',
          Authorization: 'Bearer full',
          'Content-Length': 1e6,
        };
        const request = http.request({
          host: '127.0.0.1',
          port,
          method: 'POST',
          path: '/api/upload',
          headers,
        });
        request.on('error', () => {});
        await new Promise<void>((resolve) => request.write(whole.slice(0, length), () => resolve()));
        const socket = request.socket!;
        request.destroy();
        if (!socket.closed) await once(socket, 'close');
      }
      await server.close();
      await eventually(expectNothing);
      expect(world.errors).to.deep.equal([]);
    });

    it('are refused with 400 if the form is broken', async () => {
      await open();
      const file = part('files', 'text', 'a.txt');
      const broken: [string, string?][] = [
        [''],
        ['garbage'],
        [file],
        [file + part('fileInfo', '{}').slice(0, -3)],
        [file + '--b\r\nContent-Disposition: nonsense'],
        [file + end, 'multipart/form-data'],
        [file + end, 'multipart/form-data; boundary=other'],
        [file + end, 'multipart/form-data; boundary='],
        [`--b--${file}${file}${file.slice(0, -2)}${end}`],
      ];
      for (const [body, type] of broken) {
        const { status } = await sendRaw(body, type);
        expect(status, body).to.equal(400);
        await expectNothing();
      }
      expect(world.errors).to.deep.equal([]);
    });

    it('never answer 500, whatever the form and its names', async () => {
      await open({ fileSize: 2000 });
      const name = fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.constantFrom('a.png', '../x', 'nul\u0000.txt', 'é'.repeat(400)),
      );
      const piece = fc.oneof(
        fc
          .tuple(
            fc.constantFrom('files', 'files[]', 'fileInfo', 'ref', '__proto__'),
            fc.string(),
            fc.option(name, { nil: undefined }),
          )
          .map(([field, content, filename]) => part(field, content, filename?.replace(/["\r\n]/g, ''))),
        fc.string(),
        fc.constantFrom('--b\r\n', '\r\n', '--b--', 'Content-Type: x\r\n'),
      );
      const form = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join('') + end);
      await fc.assert(
        fc.asyncProperty(form, async (body) => {
          const { status } = await sendRaw(Buffer.from(body));
          expect(status).to.be.oneOf([201, 400, 413]);
        }),
        { numRuns: 150 },
      );
      expect(world.errors).to.deep.equal([]);
      for (const path of await world.stored())
        expect(path).to.match(/^[A-Za-z0-9_]+_[0-9a-f]{10}(\.[a-z0-9]{1,8})?$/);
    });

    it('report a disk that is not writable', async () => {
      await open();
      await writeFile(join(world.folder, '.quire'), 'no folder');
      const { status, body } = await post().attach('files', Buffer.from('x'), 'x.txt');
      expect([status, messageOf(body)]).to.deep.equal([503, 'Files cannot be kept now: ENOTDIR']);
    });
  });

  describe('between files and database', () => {
    it('leave nothing if the record cannot be created', async () => {
      let made = 0;
      await open({
        wrapDocuments: (documents) => ({
          ...documents,
          create: (...asked) =>
            made++ === 1 ? Promise.resolve(err(failure('STORE.CONFLICT', 'no'))) : documents.create(...asked),
        }),
      });
      const { status } = await post()
        .attach('files', Buffer.from('1'), '1')
        .attach('files', Buffer.from('2'), '2');
      expect(status).to.equal(409);
      await expectNothing();
    });

    it('keep a file whose record may exist, until a sweep has checked', async () => {
      await open({
        wrapDocuments: (documents) => ({
          ...documents,
          async create(...asked) {
            await documents.create(...asked);
            return err(failure('STORE.UNAVAILABLE', 'gone'));
          },
        }),
      });
      const { status } = await post().attach('files', Buffer.from('1'), 'one.txt');
      expect(status).to.equal(503);
      await ageClaims();
      expect(await world.media.sweep()).to.deep.equal(ok(0));
      expect(await world.stored()).to.have.length(1);
    });

    it('are swept if the process that received them has ended', async () => {
      await open();
      const kept = await post().attach('files', Buffer.from('x'), 'kept.txt');
      const [file] = kept.body as { hash: string }[];
      const names = ['lost_0123456789.png', 'small_lost_0123456789.png', 'thumbnail_lost_0123456789.png'];
      for (const name of names) await writeFile(join(world.folder, name), 'x');
      const claims = join(world.folder, '.quire', 'claims');
      await writeFile(join(claims, 'lost_0123456789.png'), lateOwner);
      await writeFile(join(claims, `${file?.hash}.txt`), lateOwner);
      await writeFile(join(claims, 'busy_0123456789.png'), 'elsewhere~1~abc');
      const incoming = join(world.folder, '.quire', 'incoming');
      await mkdir(incoming, { recursive: true });
      await writeFile(join(incoming, `${lateOwner}~1`), 'half');
      await writeFile(join(incoming, 'elsewhere~1~abc~1'), 'half');
      expect(await world.media.sweep()).to.deep.equal(ok(1));
      expect(await world.stored()).to.deep.equal([
        '.quire/claims/busy_0123456789.png',
        '.quire/incoming/elsewhere~1~abc~1',
        `${file?.hash}.txt`,
      ]);
      await ageClaims();
      expect(await world.media.sweep()).to.deep.equal(ok(1));
      expect(await readdir(claims)).to.deep.equal([]);
    });

    it('leave a file that cannot be removed to a sweep', async () => {
      let broken = true;
      await open({
        wrapFiles: (files) => ({
          ...files,
          remove: (keys) =>
            broken ? Promise.resolve(err(failure('MEDIA.UNAVAILABLE', 'no'))) : files.remove(keys),
        }),
      });
      const { body } = await post().attach('files', Buffer.from('x'), 'x.txt');
      const [file] = body as { id: number }[];
      const removed = await supertest(world.app)
        .delete(`/api/upload/files/${file?.id}`)
        .set('Authorization', 'Bearer full');
      expect(removed.status).to.equal(200);
      expect(await world.stored()).to.have.length(2);
      broken = false;
      await ageClaims();
      expect(await world.media.sweep()).to.deep.equal(ok(1));
      await expectNothing();
    });
  });

  /** Makes the files look a day old. */
  async function ageClaims(): Promise<void> {
    const claims = join(world.folder, '.quire', 'claims');
    for (const name of await readdir(claims)) await utimes(join(claims, name), 1, 1);
  }
});

/** Waits, because cleaning up continues after the connection is closed. */
async function eventually(check: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      return await check();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  return check();
}
