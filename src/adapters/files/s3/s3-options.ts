export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** `https://s3.example.org`; absent: Amazon's. */
  readonly endpoint?: string;
  /** Use `endpoint/bucket/key` instead of `bucket.endpoint/key`. */
  readonly forcePathStyle?: boolean;
  /** Absent: from the environment, a profile or the machine's role. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** The folder in the bucket, without slashes at its ends. */
  readonly folder?: string;
  /** The URL that clients fetch files from if it is not the bucket's: `https://cdn.example.org`. */
  readonly publicUrl?: string;
  /** For example `public-read`; absent: the bucket's default. */
  readonly acl?: string;
}

/** Returns the key with its folder. */
export const pathOf = ({ folder }: Pick<S3Options, 'folder'>, key: string): string =>
  folder === undefined || folder === '' ? key : `${folder}/${key}`;
