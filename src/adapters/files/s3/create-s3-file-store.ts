import type { ByteRange, FileStore, OpenFile } from '../../../application/ports/file-store.js';
import { isFileKey } from '../../../domain/media/file-key.js';
import type { Result } from '../../../domain/result.js';
import { attempt, isMissing } from './bucket-failure.js';
import { createClaims } from './claims.js';
import { connectTo, type Bucket } from './connect-to.js';
import { createPut } from './put-object.js';
import type { S3Options } from './s3-options.js';
import { urlsOf } from './urls-of.js';

/** Files in a bucket of S3, or of what speaks as S3 does. Clients get them from there. */
export function createS3FileStore(options: S3Options): FileStore {
  const bucket = connectTo(options);
  return {
    provider: 'aws-s3',
    urlOf: urlsOf(options),
    put: createPut(bucket, options.acl),
    open: (key) => (isFileKey(key) ? openObject(bucket, key) : Promise.resolve(null)),
    remove: (keys) => removeObjects(bucket, keys.filter(isFileKey)),
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
