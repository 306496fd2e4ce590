import * as t from 'io-ts';
import { decodeSetting, section, setting, type Decoded, type Refusal } from './config-section.js';
import { Count, Decoders, Flag, PublicUrl, Secret, Text } from './setting-codecs.js';

/** Where files are kept. */
export type FilesPlace =
  /** A folder: absolute, or in the app directory. */
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

/** What `config/plugins.js` says under `upload.config`. */
export interface UploadSettings {
  readonly sizeLimit?: number;
  readonly maxFiles?: number;
  readonly maxPixels?: number;
  readonly decoders?: number;
  readonly breakpoints?: Readonly<Record<string, number>>;
  readonly place?: FilesPlace;
}

export const defaultFolder = 'public/uploads';

/** Up to what a number holds exactly. */
export const Bytes = setting('a whole number of bytes, from 1 on', (raw) => {
  const number = typeof raw === 'string' && /^\d{1,15}$/.test(raw) ? Number(raw) : raw;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : undefined;
});

const Breakpoints = setting('an object of pixels by name, such as { small: 500 }', readBreakpoints);

function readBreakpoints(raw: unknown): Readonly<Record<string, number>> | undefined {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return undefined;
  const entries = Object.entries(raw);
  const fits = entries.every(
    ([name, pixels]) =>
      /^[a-z]{1,20}$/.test(name) &&
      name !== 'thumbnail' &&
      Number.isInteger(pixels) &&
      (pixels as number) >= 16 &&
      (pixels as number) <= 8192,
  );
  return fits && entries.length <= 10 ? (raw as Readonly<Record<string, number>>) : undefined;
}

const Folder = setting('a folder of letters, digits, - _ . and /', (raw) =>
  typeof raw === 'string' && /^[\w.-]+(\/[\w.-]+)*$/.test(raw) && !/(^|\/)\.\.?(\/|$)/.test(raw)
    ? raw
    : undefined,
);

const Keys = { accessKeyId: Secret, secretAccessKey: Secret, sessionToken: Secret };

const S3 = section(
  {
    credentials: section(Keys),
    ...Keys,
    region: Text,
    endpoint: PublicUrl,
    forcePathStyle: Flag,
    params: section({ Bucket: Text, ACL: Text }, ['signedUrlExpires']),
  },
  ['signatureVersion', 's3ForcePathStyle'],
);

const ProviderOptions = section({ folder: Text, baseUrl: PublicUrl, rootPath: Folder, s3Options: S3 }, [
  'localServer',
  'providerConfig',
]);

const UploadConfig = section(
  {
    provider: Text,
    providerOptions: ProviderOptions,
    sizeLimit: Bytes,
    maxFiles: Count,
    maxPixels: Count,
    decoders: Decoders,
    breakpoints: Breakpoints,
  },
  ['actionOptions', 'security', 'autoOrientation', 'sizeOptimization', 'responsiveDimensions'],
);

const Upload = section({ config: UploadConfig }, ['enabled', 'resolve']);

/** Decodes the part of `config/plugins.js` that is about uploads, in the words that existing projects have. */
export function decodeUpload(raw: unknown): Decoded<UploadSettings> {
  const upload = t.UnknownRecord.is(raw) ? raw['upload'] : undefined;
  if (upload === undefined || upload === null) return { value: {}, refusals: [] };
  const { value, refusals } = decodeSetting(Upload, upload);
  const at = refusals.map(({ path, message }) => ({
    path: path === '' ? 'upload' : `upload.${path}`,
    message,
  }));
  if (value === undefined) return { refusals: at };
  const { provider, providerOptions = {}, ...rest } = value.config ?? {};
  const place = readPlace(provider, providerOptions);
  const wrong = 'message' in place ? [place] : [];
  return { value: { ...rest, ...(!('message' in place) && { place }) }, refusals: [...at, ...wrong] };
}

const local: ReadonlySet<string> = new Set(['local', '@strapi/provider-upload-local']);
const s3: ReadonlySet<string> = new Set(['aws-s3', 's3', '@strapi/provider-upload-aws-s3']);

const refused = (path: string, message: string): Refusal => ({ path: `upload.config.${path}`, message });

function readPlace(
  provider: string | undefined,
  { folder, baseUrl, rootPath, s3Options = {} }: t.TypeOf<typeof ProviderOptions>,
): FilesPlace | Refusal {
  if (provider === undefined || local.has(provider))
    return { kind: 'local', folder: folder ?? defaultFolder };
  if (!s3.has(provider)) return refused('provider', `"${provider}" is not offered: use "local" or "aws-s3"`);
  const { params = {}, region, endpoint, forcePathStyle } = s3Options;
  if (params.Bucket === undefined) return refused('providerOptions.s3Options.params.Bucket', 'is missing');
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

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Without what is not said. */
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
}: Optional<Credentials>): Credentials | Refusal | undefined {
  if (accessKeyId === undefined && secretAccessKey === undefined) return undefined;
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return refused('providerOptions.s3Options.credentials', 'accessKeyId and secretAccessKey go together');
  return { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
}

/** `FILES_URL`: `s3://bucket/folder?region=…&endpoint=…&forcePathStyle=true&publicUrl=…&acl=…`, or a folder. */
export const FilesUrl = setting(
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
  const { value, refusals } = decodeSetting(query, Object.fromEntries(searchParams));
  const folder = pathname.replace(/^\/+|\/+$/g, '');
  if (value === undefined || refusals.length > 0 || (folder !== '' && !Folder.is(folder))) return undefined;
  return bucketOf(hostname, { ...value, folder: folder === '' ? undefined : folder });
}
