import type * as S3 from '@aws-sdk/client-s3';
import { pathOf, type S3Options } from './s3-options.js';

/** A bucket and its connection. */
export interface Bucket {
  /** The parameters that name an object in a request. */
  at(key: string): { readonly Bucket: string; readonly Key: string };
  /** Creates the client on first use, because its modules are slow to load. */
  connect(): Promise<Connection>;
}

export interface Connection {
  readonly s3: typeof S3;
  readonly client: S3.S3Client;
}

export function connectTo(options: S3Options): Bucket {
  let connection: Promise<Connection> | undefined;
  return {
    at: (key) => ({ Bucket: options.bucket, Key: pathOf(options, key) }),
    connect: () => (connection ??= connect(options)),
  };
}

async function connect({ region, endpoint, forcePathStyle, credentials }: S3Options): Promise<Connection> {
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(forcePathStyle !== undefined && { forcePathStyle }),
    ...(credentials !== undefined && { credentials }),
    // Some services with the API of S3 do not support the checksums that newer clients add.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { s3, client };
}
