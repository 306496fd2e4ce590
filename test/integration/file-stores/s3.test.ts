import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { expect } from 'chai';
import S3rver from 's3rver';
import { createS3FileStore } from '../../../src/adapters/files/s3/create-s3-file-store.js';
import type { S3Options } from '../../../src/adapters/files/s3/s3-options.js';
import { servedType } from '../../../src/domain/media/served-types.js';
import { describeFileStore } from './describe-file-store.js';
import { lateOwner } from './late-owner.js';

const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
const region = 'us-east-1';
const Bucket = 'pictures';

describe('a bucket', () => {
  let server: S3rver;
  let directory: string;
  let options: S3Options;
  let client: S3Client;

  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quire-s3-'));
    const configureBuckets = [{ name: Bucket }];
    server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
    const { port } = await server.run();
    const endpoint = `http://127.0.0.1:${port}`;
    options = { bucket: Bucket, region, endpoint, forcePathStyle: true, credentials, folder: 'quire/files' };
    client = new S3Client({ region, endpoint, forcePathStyle: true, credentials });
  });
  after(async () => {
    client.destroy();
    await server.close();
    await rm(directory, { recursive: true });
  });

  const names = async (Prefix: string): Promise<readonly string[]> => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    return Contents.map(({ Key = '' }) => Key);
  };

  let count = 0;
  describeFileStore('a bucket', async () => {
    const folder = `run-${(count += 1)}`;
    const open = () => createS3FileStore({ ...options, folder });
    return {
      store: open(),
      names: () => names(`${folder}/`),
      async inherit() {
        for (const Key of await names(`${folder}/.quire/claims/`))
          await client.send(new PutObjectCommand({ Bucket, Key, Body: lateOwner }));
        return open();
      },
      close: () => Promise.resolve(),
    };
  });

  it('gives its files out itself, each as what it is', async () => {
    const store = createS3FileStore(options);
    expect(store.provider).to.equal('aws-s3');
    for (const ext of ['.png', '.svg']) {
      const key = `a_0123456789${ext}`;
      async function* content(): AsyncGenerator<Uint8Array> {
        yield Buffer.from('x');
      }
      await store.put({ key, content: content(), type: servedType(ext) });
      expect(store.urlOf(key)).to.equal(`${options.endpoint}/pictures/quire/files/${key}`);
      const { headers } = await fetch(store.urlOf(key) ?? '');
      expect(headers.get('content-type')).to.equal(servedType(ext).mime);
      expect(headers.get('content-disposition')).to.equal(ext === '.svg' ? 'attachment' : null);
      expect(headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    }
  });

  it('has absolute addresses', () => {
    const urlOf = (more: Partial<S3Options>) =>
      createS3FileStore({ bucket: 'b', region: 'eu-west-1', ...more }).urlOf('k_0123456789.png');
    expect(urlOf({})).to.equal('https://b.s3.eu-west-1.amazonaws.com/k_0123456789.png');
    expect(urlOf({ folder: 'f' })).to.equal('https://b.s3.eu-west-1.amazonaws.com/f/k_0123456789.png');
    expect(urlOf({ endpoint: 'https://s3.example:9000/' })).to.equal(
      'https://b.s3.example:9000/k_0123456789.png',
    );
    expect(urlOf({ publicUrl: 'https://cdn.example/x/' })).to.equal('https://cdn.example/x/k_0123456789.png');
  });

  it('says when it cannot be reached, or does not let anybody in', async () => {
    const content = (async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('x');
    })();
    const key = 'a_0123456789.txt';
    const nowhere = createS3FileStore({ ...options, endpoint: 'http://127.0.0.1:1' });
    const type = servedType('.txt');
    const refusals = [
      await nowhere.put({ key, content, type }),
      await nowhere.claim(key),
      await nowhere.orphaned(),
      await createS3FileStore({ ...options, bucket: 'none' }).claim(key),
      await createS3FileStore({ ...options, credentials: { ...credentials, accessKeyId: 'wrong' } }).remove([
        { key },
      ]),
    ];
    for (const refusal of refusals)
      expect(refusal).to.have.nested.property('failure.code', 'MEDIA.UNAVAILABLE');
  });
});
