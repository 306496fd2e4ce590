import type * as t from 'io-ts';
import { isPlainObject, type PlainObject } from '../../domain/document/plain-object.js';
import { codec, decode, section, unread, type InvalidSetting } from './config-codec.js';
import { Flag, PublicUrl, Secret, Text } from './setting-codecs.js';

/** Where files are stored. */
export type FilesPlace =
  /** A folder: absolute, or relative to the app directory. */
  | { readonly kind: 'local'; readonly folder: string }
  | ({ readonly kind: 's3' } & BucketSettings)
  | ({ readonly kind: 'package' } & PackageSettings);

/** An upload provider as its package gets it. */
export interface PackageSettings {
  /** The name of the package, or what follows `@strapi/provider-upload-` in it. */
  readonly provider: string;
  readonly options: unknown;
  /** What each of its functions gets, by their names. */
  readonly actions: PlainObject;
}

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

/** The place of an upload provider that is a package, with options of its own; undefined: any other place. */
export function packagePlace(upload: unknown): FilesPlace | undefined {
  const { config } = (upload ?? {}) as { readonly config?: Readonly<Record<string, unknown>> | null };
  const provider = config?.['provider'];
  if (typeof provider !== 'string' || provider === '' || local.has(provider) || s3.has(provider))
    return undefined;
  const actions = config?.['actionOptions'];
  return {
    kind: 'package',
    provider,
    options: config?.['providerOptions'] ?? {},
    actions: isPlainObject(actions) ? actions : {},
  };
}

/** The settings of uploads without the options that only a package reads. */
export function withoutPackageOptions(upload: unknown): unknown {
  if (packagePlace(upload) === undefined) return upload;
  const { config } = upload as { readonly config: object };
  return { ...(upload as object), config: { ...config, provider: undefined, providerOptions: undefined } };
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
