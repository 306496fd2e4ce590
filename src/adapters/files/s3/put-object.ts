import { Readable } from 'node:stream';
import type { ObjectCannedACL } from '@aws-sdk/client-s3';
import type { FileStore } from '../../../application/ports/file-store.js';
import { isFileKey } from '../../../domain/media/file-key.js';
import { attempt } from './bucket-failure.js';
import type { Bucket } from './connect-to.js';

/** Sends files as they come, in parts where they are large; what is not sent whole is not there. */
export function createPut({ at, connect }: Bucket, acl: string | undefined): FileStore['put'] {
  return ({ key, content, type }) =>
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

/** Content that remembers what it has thrown, which its reader may tell in other words. */
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
