import { Count, Decoders, Secret, Text } from './setting-codecs.js';
import {
  Bytes,
  defaultFolder,
  FilesUrl,
  type BucketSettings,
  type FilesPlace,
  type UploadSettings,
} from './decode-upload.js';

export interface UploadConfig {
  /** Bytes of a file. */
  readonly sizeLimit: number;
  /** Files of one upload. */
  readonly maxFiles: number;
  /** Pixels of a picture; undefined: what the server thinks right. */
  readonly maxPixels?: number;
  /** Pictures that are decoded at once; undefined: what the server thinks right. */
  readonly decoders?: number;
  /** The longest side of each smaller picture, by name; undefined: what the server thinks right. */
  readonly breakpoints?: Readonly<Record<string, number>>;
  readonly place: FilesPlace;
}

export const uploadVariables = {
  FILES_URL: FilesUrl,
  UPLOAD_SIZE_LIMIT: Bytes,
  UPLOAD_MAX_PIXELS: Count,
  UPLOAD_DECODERS: Decoders,
  AWS_ACCESS_KEY_ID: Secret,
  AWS_SECRET_ACCESS_KEY: Secret,
  AWS_SESSION_TOKEN: Secret,
  AWS_REGION: Text,
};

interface Set {
  readonly FILES_URL?: FilesPlace;
  readonly UPLOAD_SIZE_LIMIT?: number;
  readonly UPLOAD_MAX_PIXELS?: number;
  readonly UPLOAD_DECODERS?: number;
  readonly AWS_ACCESS_KEY_ID?: string;
  readonly AWS_SECRET_ACCESS_KEY?: string;
  readonly AWS_SESSION_TOKEN?: string;
  readonly AWS_REGION?: string;
}

/** The environment first, the file second. */
export function combineUpload(
  set: Set,
  { sizeLimit, maxFiles, breakpoints, place, ...file }: UploadSettings,
): UploadConfig {
  const maxPixels = set.UPLOAD_MAX_PIXELS ?? file.maxPixels;
  const decoders = set.UPLOAD_DECODERS ?? file.decoders;
  return {
    sizeLimit: set.UPLOAD_SIZE_LIMIT ?? sizeLimit ?? 200 * 1024 * 1024,
    maxFiles: maxFiles ?? 100,
    ...(maxPixels !== undefined && { maxPixels }),
    ...(decoders !== undefined && { decoders }),
    ...(breakpoints !== undefined && { breakpoints }),
    place: withKeys(set, set.FILES_URL ?? place ?? { kind: 'local', folder: defaultFolder }),
  };
}

/** What is said about the bucket itself goes before what holds for all of Amazon's services. */
function withKeys(set: Set, place: FilesPlace): FilesPlace {
  if (place.kind === 'local') return place;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = set;
  const region = place.region ?? set.AWS_REGION ?? 'us-east-1';
  if (place.credentials !== undefined || accessKeyId === undefined || secretAccessKey === undefined)
    return { ...place, region };
  const sessionToken = AWS_SESSION_TOKEN === undefined ? {} : { sessionToken: AWS_SESSION_TOKEN };
  const credentials: BucketSettings['credentials'] = { accessKeyId, secretAccessKey, ...sessionToken };
  return { ...place, region, credentials };
}
