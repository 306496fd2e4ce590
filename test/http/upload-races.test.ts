import { Readable } from 'node:stream';
import { expect } from 'chai';
import supertest from 'supertest';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { createUploadWorld, type UploadWorld } from './upload-world.js';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface FileRecord {
  readonly id: number;
  readonly documentId: string;
  readonly hash: string;
  readonly ext: string;
}

describe('concurrent writers of one file', () => {
  let world: UploadWorld;

  let beforeDelete: () => Promise<void>;

  beforeEach(async () => {
    beforeDelete = async () => {};
    world = await createUploadWorld({
      wrapDocuments: (documents) => ({
        ...documents,
        delete: async (...asked) => {
          await beforeDelete();
          return documents.delete(...asked);
        },
      }),
    });
  });
  afterEach(async () => {
    expect(world.errors).to.deep.equal([]);
    await world.remove();
  });

  const call = (method: 'get' | 'post' | 'delete', path: string): supertest.Test =>
    supertest(world.app)[method](path).set('Authorization', 'Bearer full');

  const add = async (): Promise<FileRecord> =>
    ((await call('post', '/api/upload').attach('files', png, 'a.png')).body as [FileRecord])[0];

  const replace = ({ id }: FileRecord, name: string): supertest.Test =>
    call('post', `/api/upload?id=${id}`).attach('files', png, name);

  const records = async (): Promise<readonly FileRecord[]> =>
    (await call('get', '/api/upload/files')).body as FileRecord[];

  const expectNothingElse = async (): Promise<void> => {
    const named = (await records()).map(({ hash, ext }) => hash + ext);
    expect(await world.stored()).to.deep.equal(named.toSorted());
  };

  it('replace it one after the other, and only the last content remains', async () => {
    const file = await add();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => replace(file, `${index}.png`)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 8 }, () => 200));
    const hashes = answers.map(({ body }) => (body as FileRecord).hash);
    expect(hashes).to.include((await records())[0]?.hash);
    await expectNothingElse();
  });

  it('delete it with the content that has replaced it', async () => {
    const file = await add();
    let replaced: Promise<unknown> | undefined;
    beforeDelete = async () =>
      void (await (replaced ??= replace(file, 'b.png').then(({ status }) => status)));
    expect(await call('delete', `/api/upload/files/${file.id}`)).to.have.property('status', 200);
    expect(await replaced).to.equal(200);
    expect(await records()).to.deep.equal([]);
    await expectNothingElse();
  });

  it('leave nothing if they replace a file that is being deleted', async () => {
    const file = await add();
    const started = await world.media.replace(systemPrincipal, file.id);
    if (!started.ok) throw new Error(started.failure.message);
    await started.value.receive({ name: 'b.png', content: Readable.from([png]) });
    expect(await call('delete', `/api/upload/files/${file.id}`)).to.have.property('status', 200);
    const finished = await started.value.finish();
    expect(finished.ok ? null : finished.failure.code).to.equal('DOCUMENT.NOT_FOUND');
    await expectNothingElse();
  });
});
