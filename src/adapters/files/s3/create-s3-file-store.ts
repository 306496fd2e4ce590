import type { ByteRange, FileStore, NewFile, OpenFile } from '../../../application/ports/file-store.js';
import { isFileKey } from '../../../domain/media/file-key.js';
import { ok, type Result } from '../../../domain/result.js';
import { attempt, isMissing } from './bucket-failure.js';
import { createClaims } from './claims.js';
import { connectTo, type Bucket } from './connect-to.js';
import { type S3Options, pathOf } from './s3-options.js';
import { Readable } from 'node:stream';
import type { ObjectCannedACL } from '@aws-sdk/client-s3';

/** Stores files in a bucket of S3 or of a service with its API. Clients fetch them from there. */
export function createS3FileStore(options: S3Options): FileStore {
  const bucket = connectTo(options);
  const urlOf = urlsOf(options);
  const write = createWriter(bucket, options.acl);
  return {
    provider: 'aws-s3',
    load: async () => {},
    urlOf,
    put: async (file) => {
      const written = await write(file);
      return written.ok ? ok({ url: urlOf(file.key) }) : written;
    },
    open: (key) => (isFileKey(key) ? openObject(bucket, key) : Promise.resolve(null)),
    remove: (files) => removeObjects(bucket, files.map(({ key }) => key).filter(isFileKey)),
    ...createClaims(bucket),
  };
}

async function openObject(bucket: Bucket, key: string): Promise<OpenFile | null> {
  const { s3, client } = await bucket.connect();
  const found = await client.send(new s3.HeadObjectCommand(bucket.at(key))).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (found === null) return null;
  return {
    size: found.ContentLength ?? 0,
    modified: found.LastModified ?? new Date(0),
    read: (range) => readObject(bucket, key, range),
    close: () => Promise.resolve(),
  };
}

async function* readObject(
  { connect, at }: Bucket,
  key: string,
  range: ByteRange | undefined,
): AsyncGenerator<Uint8Array> {
  const { s3, client } = await connect();
  const asked = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` };
  const { Body } = await client.send(new s3.GetObjectCommand({ ...at(key), ...asked }));
  yield* Body as AsyncIterable<Uint8Array>;
}

const removeObjects = ({ connect, at }: Bucket, keys: readonly string[]): Promise<Result<void>> =>
  attempt(async () => {
    const { s3, client } = await connect();
    for (const key of keys) await client.send(new s3.DeleteObjectCommand(at(key)));
  });

/** Returns a function for the absolute URL of a key. */
function urlsOf(options: S3Options): (key: string) => string {
  const base = baseOf(options).replace(/\/+$/, '');
  return (key) => `${base}/${pathOf(options, key)}`;
}

function baseOf({ bucket, region, endpoint, forcePathStyle, publicUrl }: S3Options): string {
  if (publicUrl !== undefined) return publicUrl;
  const url = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (forcePathStyle === true) return `${url.href.replace(/\/+$/, '')}/${bucket}`;
  url.hostname = `${bucket}.${url.hostname}`;
  return url.href;
}

/** Uploads files as they arrive, large ones in parts. An incomplete upload leaves no object. */
function createWriter({ at, connect }: Bucket, acl: string | undefined) {
  return ({ key, content, type }: NewFile): Promise<Result<void>> =>
    attempt(async () => {
      if (!isFileKey(key)) throw new Error(`${JSON.stringify(key)} is no key of a file`);
      const { client } = await connect();
      const { Upload } = await import('@aws-sdk/lib-storage');
      const source = remembering(content);
      const upload = new Upload({
        client,
        queueSize: 2,
        params: {
          ...at(key),
          Body: Readable.from(source.content, { objectMode: false }),
          ContentType: type.mime,
          CacheControl: 'public, max-age=31536000, immutable',
          ...(!type.inline && { ContentDisposition: 'attachment' }),
          ...(acl !== undefined && { ACL: acl as ObjectCannedACL }),
        },
      });
      await upload.done().catch((error: unknown) => {
        throw source.thrown() ?? error;
      });
    });
}

/** Wraps content to remember the error that it throws, which the SDK may replace by its own. */
function remembering(content: AsyncIterable<Uint8Array>) {
  let thrown: unknown;
  async function* pass(): AsyncGenerator<Uint8Array> {
    try {
      yield* content;
    } catch (error) {
      thrown = error;
      throw error;
    }
  }
  return { content: pass(), thrown: () => thrown };
}
