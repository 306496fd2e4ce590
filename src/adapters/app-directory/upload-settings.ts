import { codec, unread, type InvalidSetting } from './config-codec.js';
import {
  defaultFolder,
  FilesUrl,
  placeIn,
  ProviderOptions,
  type BucketSettings,
  type FilesPlace,
} from './files-place.js';
import { Bytes, Count, Decoders, Secret, Text } from './setting-codecs.js';
import { described, setting, type Values } from './setting.js';

const Breakpoints = codec('an object of pixels by name, such as { small: 500 }', readBreakpoints);

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

const config = 'plugins.upload.config';

const defaultSizeLimit = 200 * 1024 * 1024;

export const uploadSettings = {
  upload: {
    filesUrl: setting(
      'FILES_URL',
      null,
      FilesUrl,
      described(defaultFolder),
      'Where uploaded files are kept: a folder, or s3://bucket/folder?region=… (docs/media.md)',
    ),
    provider: setting(
      null,
      `${config}.provider`,
      Text,
      described('local'),
      'The same as existing projects write it: local, aws-s3, or a package such as cloudinary (docs/media.md)',
    ),
    providerOptions: setting(
      null,
      `${config}.providerOptions`,
      ProviderOptions,
      described('none'),
      'The folder or the bucket of that provider, or what its package takes (docs/media.md)',
    ),
    accessKeyId: setting(
      'AWS_ACCESS_KEY_ID',
      null,
      Secret,
      described("what AWS's own tools find: a profile, the machine's role"),
      'The key for the bucket, with AWS_SECRET_ACCESS_KEY',
    ),
    secretAccessKey: setting(
      'AWS_SECRET_ACCESS_KEY',
      null,
      Secret,
      described('none'),
      'The secret of that key',
    ),
    sessionToken: setting(
      'AWS_SESSION_TOKEN',
      null,
      Secret,
      described('none'),
      'The session token of a temporary key',
    ),
    region: setting('AWS_REGION', null, Text, 'us-east-1', 'Where the bucket is, unless FILES_URL says'),
    sizeLimit: setting(
      'UPLOAD_SIZE_LIMIT',
      `${config}.sizeLimit`,
      Bytes,
      described(String(defaultSizeLimit)),
      'Bytes of an uploaded file at most',
    ),
    maxFiles: setting(null, `${config}.maxFiles`, Count, 100, 'Files of one upload at most'),
    maxPixels: setting(
      'UPLOAD_MAX_PIXELS',
      `${config}.maxPixels`,
      Count,
      described('50000000'),
      'Pixels of an uploaded picture at most, in all its pages together',
    ),
    decoders: setting(
      'UPLOAD_DECODERS',
      `${config}.decoders`,
      Decoders,
      described('1'),
      'Pictures that are decoded at once, each in its own process',
    ),
    breakpoints: setting(
      null,
      `${config}.breakpoints`,
      Breakpoints,
      described('small 500, medium 750, large 1000'),
      'The longest side of each smaller picture that is made, by name',
    ),
  },
};

export const otherUploadKeys = unread(
  'plugins.upload.enabled',
  'plugins.upload.resolve',
  `${config}.actionOptions`,
  `${config}.security`,
  `${config}.autoOrientation`,
  `${config}.sizeOptimization`,
  `${config}.responsiveDimensions`,
);

type Given = Values<typeof uploadSettings>['upload'];

export interface UploadConfig extends Pick<Given, 'maxFiles' | 'maxPixels' | 'decoders' | 'breakpoints'> {
  readonly place: FilesPlace;
  /** Bytes of a file at most. */
  readonly sizeLimit: number;
}

/**
 * `byPackage` is the place of a provider's package, if there is one. `maxFileSize` is that of `strapi::body`; the smaller of
 * two limits counts. Keys of the config file, or of `FILES_URL`, take precedence over the environment variables of AWS's tools.
 */
export function uploadConfig(
  given: Given,
  byPackage: FilesPlace | undefined,
  maxFileSize?: number,
): UploadConfig | readonly InvalidSetting[] {
  const { filesUrl, provider, providerOptions = {}, ...others } = given;
  const { accessKeyId, secretAccessKey, sessionToken, region, ...said } = others;
  const limits = [said.sizeLimit, maxFileSize].filter((limit) => limit !== undefined);
  const config = { ...said, sizeLimit: limits.length === 0 ? defaultSizeLimit : Math.min(...limits) };
  const place = filesUrl ?? byPackage ?? placeIn(provider, providerOptions);
  if ('message' in place) return [place];
  if (place.kind !== 's3') return { ...config, place };
  const inRegion = { ...place, region: place.region ?? region };
  if (place.credentials !== undefined || accessKeyId === undefined || secretAccessKey === undefined)
    return { ...config, place: inRegion };
  const token = sessionToken === undefined ? {} : { sessionToken };
  const credentials: BucketSettings['credentials'] = { accessKeyId, secretAccessKey, ...token };
  return { ...config, place: { ...inRegion, credentials } };
}
