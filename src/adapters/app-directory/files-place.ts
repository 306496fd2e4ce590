import type * as t from 'io-ts';
import { codec, decode, section, unread, type InvalidSetting } from './config-codec.js';
import { Flag, PublicUrl, Secret, Text } from './setting-codecs.js';

/** Where files are stored. */
export type FilesPlace =
  /** A folder: absolute, or relative to the app directory. */
  { readonly kind: 'local'; readonly folder: string } | ({ readonly kind: 's3' } & BucketSettings);

export interface BucketSettings {
  readonly bucket: string;
  readonly region?: string;
  readonly endpoint?: string;
  readonly forcePathStyle?: boolean;
  readonly credentials?: Credentials;
  readonly folder?: string;
  readonly publicUrl?: string;
  readonly acl?: string;
}

interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

const Folder = codec('a folder of letters, digits, - _ . and /', (raw) =>
  typeof raw === 'string' && /^[\w.-]+(\/[\w.-]+)*$/.test(raw) && !/(^|\/)\.\.?(\/|$)/.test(raw)
    ? raw
    : undefined,
);

const Keys = { accessKeyId: Secret, secretAccessKey: Secret, sessionToken: Secret };

const S3Options = section(
  {
    credentials: section(Keys),
    ...Keys,
    region: Text,
    endpoint: PublicUrl,
    forcePathStyle: Flag,
    params: section({ Bucket: Text, ACL: Text }, unread('signedUrlExpires')),
  },
  unread('signatureVersion', 's3ForcePathStyle'),
);

/** The options of an upload provider, as existing projects write them. */
export const ProviderOptions = section(
  { folder: Text, baseUrl: PublicUrl, rootPath: Folder, s3Options: S3Options },
  unread('localServer', 'providerConfig'),
);

export const defaultFolder = 'public/uploads';

const local: ReadonlySet<string> = new Set(['local', '@strapi/provider-upload-local']);
const s3: ReadonlySet<string> = new Set(['aws-s3', 's3', '@strapi/provider-upload-aws-s3']);

const refused = (path: string, message: string): InvalidSetting => ({
  path: `upload.config.${path}`,
  message,
});

/** Returns where the config file stores files. */
export function placeIn(
  provider: string | undefined,
  { folder, baseUrl, rootPath, s3Options = {} }: t.TypeOf<typeof ProviderOptions>,
): FilesPlace | InvalidSetting {
  if (provider === undefined || local.has(provider))
    return { kind: 'local', folder: folder ?? defaultFolder };
  if (!s3.has(provider)) return refused('provider', foreignProvider(provider));
  const { params = {}, region, endpoint, forcePathStyle } = s3Options;
  if (params.Bucket === undefined)
    return refused('providerOptions.s3Options.params.Bucket', 'is missing: name the bucket');
  const credentials = readCredentials({ ...s3Options, ...s3Options.credentials });
  if (credentials !== undefined && 'message' in credentials) return credentials;
  return bucketOf(params.Bucket, {
    region,
    endpoint: endpoint || undefined,
    forcePathStyle,
    credentials,
    folder: rootPath,
    publicUrl: baseUrl || undefined,
    acl: params.ACL,
  });
}

/** Services that a bucket of S3 stands for, by what the names of their packages contain. */
const speaksS3: readonly (readonly [name: RegExp, service: string, endpoint: string])[] = [
  [/r2/, 'Cloudflare R2', 'https://<account>.r2.cloudflarestorage.com'],
  [/gcs|google/, 'Google Cloud Storage', 'https://storage.googleapis.com and HMAC keys'],
  [/digitalocean|spaces|do-/, 'Spaces', 'https://<region>.digitaloceanspaces.com'],
  [/minio/, 'MinIO', 'its address and forcePathStyle: true'],
];

/**
 * Packages of providers cannot be used: the server reads files back, and makes their addresses from their names, and the
 * interface of Strapi's providers has neither.
 */
function foreignProvider(provider: string): string {
  const [, service, endpoint] = speaksS3.find(([name]) => name.test(provider)) ?? [];
  const use =
    service === undefined
      ? 'use "local" or "aws-s3", or set FILES_URL; an export of Strapi brings its files along'
      : `${service} has the interface of S3, so use "aws-s3" with s3Options.endpoint ${endpoint}`;
  return `"${provider}" is not offered: ${use} (docs/media.md)`;
}

/** The settings of uploads without the options of a provider that is refused, as it has options of its own. */
export function withoutForeignOptions(upload: unknown): unknown {
  const { config } = (upload ?? {}) as { readonly config?: Readonly<Record<string, unknown>> | null };
  const provider = config?.['provider'];
  if (typeof provider !== 'string' || local.has(provider) || s3.has(provider)) return upload;
  return { ...(upload as object), config: { ...config, providerOptions: undefined } };
}

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Omits undefined members. */
const bucketOf = (bucket: string, said: Optional<BucketSettings>): FilesPlace => ({
  ...(Object.fromEntries(
    Object.entries(said).filter(([, value]) => value !== undefined),
  ) as Partial<BucketSettings>),
  kind: 's3',
  bucket,
});

function readCredentials({
  accessKeyId,
  secretAccessKey,
  sessionToken,
}: Optional<Credentials>): Credentials | InvalidSetting | undefined {
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return refused(
      'providerOptions.s3Options.credentials',
      'accessKeyId and secretAccessKey go together: set both or neither',
    );
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

/** `FILES_URL`: `s3://bucket/folder?region=…&endpoint=…&forcePathStyle=true&publicUrl=…&acl=…`, or a folder. */
export const FilesUrl = codec(
  'a folder, or s3://bucket/folder?region=…&endpoint=…&forcePathStyle=true&publicUrl=…&acl=… (keys: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY) (secret)',
  readFilesUrl,
);

const query = section({
  region: Text,
  endpoint: PublicUrl,
  forcePathStyle: Flag,
  publicUrl: PublicUrl,
  acl: Text,
});

function readFilesUrl(raw: unknown): FilesPlace | undefined {
  if (typeof raw !== 'string' || raw.trim() === '') return undefined;
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(raw)) return { kind: 'local', folder: raw };
  if (!URL.canParse(raw)) return undefined;
  const { protocol, hostname, port, username, password, pathname, searchParams, hash } = new URL(raw);
  if (protocol !== 's3:' || hostname === '' || `${port}${username}${password}${hash}` !== '')
    return undefined;
  const { value, refusals } = decode(query, Object.fromEntries(searchParams));
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  if (value === undefined || refusals.length > 0 || (folder !== '' && !Folder.is(folder))) return undefined;
  return bucketOf(hostname, { ...value, folder: folder === '' ? undefined : folder });
}
