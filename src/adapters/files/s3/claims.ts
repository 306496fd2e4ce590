import type { FileStore } from '../../../application/ports/file-store.js';
import { isFileKey } from '../../../domain/media/file-key.js';
import { isGone, owner } from '../owner.js';
import { attempt, isMissing } from './bucket-failure.js';
import type { Bucket } from './connect-to.js';

const folder = '.quire/claims/';

/** Claims are small objects, one for each key, that name the process which works on it. */
export function createClaims(bucket: Bucket): Pick<FileStore, 'claim' | 'release' | 'orphaned'> {
  const { at, connect } = bucket;
  return {
    claim: (key) =>
      attempt(async () => {
        if (!isFileKey(key)) return;
        const { s3, client } = await connect();
        const text = { Body: owner, ContentType: 'text/plain' };
        await client.send(new s3.PutObjectCommand({ ...at(folder + key), ...text }));
      }),
    release: (key) =>
      attempt(async () => {
        if (!isFileKey(key)) return;
        const { s3, client } = await connect();
        await client.send(new s3.DeleteObjectCommand(at(folder + key)));
      }),
    orphaned: () =>
      attempt(async () => {
        const keys: string[] = [];
        for await (const { key, since } of claimed(bucket)) {
          if (isFileKey(key) && isGone(await ownerOf(bucket, key), since)) keys.push(key);
        }
        return keys;
      }),
  };
}

async function* claimed({ at, connect }: Bucket) {
  const { s3, client } = await connect();
  const { Bucket: name, Key: Prefix } = at(folder);
  const pages = s3.paginateListObjectsV2({ client }, { Bucket: name, Prefix });
  for await (const { Contents = [] } of pages) {
    for (const { Key = '', LastModified } of Contents)
      yield { key: Key.slice(Prefix.length), since: LastModified ?? new Date() };
  }
}

async function ownerOf({ at, connect }: Bucket, key: string): Promise<string> {
  const { s3, client } = await connect();
  const found = await client.send(new s3.GetObjectCommand(at(folder + key))).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  return (await found?.Body?.transformToString()) ?? '';
}
