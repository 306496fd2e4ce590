export interface S3Options {
  readonly bucket: string;
  readonly region: string;
  /** `https://s3.example.org`; absent: Amazon's own. */
  readonly endpoint?: string;
  /** `endpoint/bucket/key` in place of `bucket.endpoint/key`. */
  readonly forcePathStyle?: boolean;
  /** Absent: what the environment, a profile or the machine's role offers. */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** The folder in the bucket, without slashes at its ends. */
  readonly folder?: string;
  /** Where clients get files, where that is not the bucket itself: `https://cdn.example.org`. */
  readonly publicUrl?: string;
  /** Such as `public-read`; absent: what the bucket says. */
  readonly acl?: string;
}

/** A key with its folder. */
export const pathOf = ({ folder }: Pick<S3Options, 'folder'>, key: string): string =>
  folder === undefined || folder === '' ? key : `${folder}/${key}`;
