import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type {
  FileStore,
  KeptFile,
  NewFile,
  OpenFile,
  PlacedFile,
} from '../../../application/ports/file-store.js';
import type { Log } from '../../../application/ports/log.js';
import { textOf } from '../../../domain/document/text-of.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { extensionOf } from '../../../domain/media/file-key.js';
import { servedType } from '../../../domain/media/served-types.js';
import { reason } from '../../../domain/reason/reason.js';
import { err, ok, type Result } from '../../../domain/result.js';
import type { Json } from '../../../domain/schema/schema.js';

export interface ProviderOptions {
  /** The value of `provider` in file records. */
  readonly name: string;
  /** Makes the provider of its package. */
  readonly init: () => Promise<unknown>;
  /** What each of its functions gets beside the file, by their names. */
  readonly actions: Readonly<Record<string, unknown>>;
  /** Keeps files while they are uploaded, and remembers which ones these are. */
  readonly staging: FileStore;
  readonly log: Log;
}

type Action = (file: object, options?: unknown) => Promise<unknown>;

/** What packages of upload providers make: https://docs.strapi.io/cms/features/media-library#providers. */
interface Provider {
  readonly uploadStream?: Action;
  readonly upload?: Action;
  readonly delete: Action;
  readonly isPrivate?: () => unknown;
}

/**
 * Stores files through the package of an upload provider, which names their addresses. They cannot be read back; only
 * those that are claimed can, as they are staged until they are released.
 */
export function createProviderFileStore(options: ProviderOptions): FileStore {
  const { name, staging, log } = options;
  const claimed = new Set<string>();
  let made: Promise<Provider> | undefined;
  const open = (): Promise<Provider> => (made ??= openProvider(options));
  const attempt = async <T>(work: () => Promise<T>): Promise<Result<T>> => {
    try {
      return ok(await work());
    } catch (error) {
      log.error(`the upload provider ${name} failed`, { error });
      return err(failureOf(error));
    }
  };
  const unstage = (key: string): Promise<Result<void>> => staging.remove([{ key }]);
  return {
    provider: name,
    urlOf: () => null,
    load: async () => {
      const provider = await open();
      if ((await provider.isPrivate?.()) === true)
        log.warn(`the upload provider ${name} keeps files private, and their addresses are not signed here`);
    },
    async put(file) {
      const staged = await staging.put(file);
      if (!staged.ok) return staged;
      const stored = await staging.open(file.key);
      if (stored === null) throw new Error(`${file.key} was staged and is not there`);
      try {
        return await attempt(async () => upload(await open(), options, file, stored));
      } finally {
        await stored.close();
        if (!claimed.has(file.key)) await unstage(file.key);
      }
    },
    open: (key) => staging.open(key),
    async remove(files) {
      const unstaged = await staging.remove(files);
      if (!unstaged.ok) return unstaged;
      for (const file of files.filter((one) => isOf(name, one))) {
        const erase = async () => (await open()).delete(describeKept(file), options.actions['delete']);
        // Nobody tries again: a sweep has only the names of files.
        if (!(await attempt(erase)).ok) log.error(`a file without a record stays at ${file.url ?? file.key}`);
      }
      return ok(undefined);
    },
    async claim(key) {
      claimed.add(key);
      return staging.claim(key);
    },
    async release(key) {
      claimed.delete(key);
      const unstaged = await unstage(key);
      return unstaged.ok ? staging.release(key) : unstaged;
    },
    orphaned: () => staging.orphaned(),
  };
}

async function openProvider({ name, init }: ProviderOptions): Promise<Provider> {
  const made = (await init()) as Partial<Provider> | null;
  if (typeof made?.delete !== 'function')
    throw new Error(`The upload provider ${name} has no function delete`);
  if (typeof made.uploadStream !== 'function' && typeof made.upload !== 'function')
    throw new Error(`The upload provider ${name} has no function upload`);
  return made as Provider;
}

/** The members of a file that providers read, and set `url` and more of. */
interface Uploaded {
  url?: unknown;
  previewUrl?: unknown;
  provider_metadata?: unknown;
  readonly [member: string]: unknown;
}

async function upload(
  provider: Provider,
  { name, actions, log }: ProviderOptions,
  { key, type }: NewFile,
  stored: OpenFile,
): Promise<PlacedFile> {
  const stream = Readable.from(stored.read(), { objectMode: false });
  const described = {
    ...describe(key),
    mime: type.mime,
    // Thousands of bytes.
    size: Math.round(stored.size / 10) / 100,
    sizeInBytes: stored.size,
    getStream: () => stream,
  };
  // Providers pipe the stream on, and so hear nothing of its end by an error.
  const broken = once(stream, 'error').then(([error]: unknown[]) => Promise.reject(error as Error));
  const uploaded = async (): Promise<PlacedFile> => {
    const streams = provider.uploadStream !== undefined;
    const file: Uploaded = Object.assign(described, streams ? { stream } : { buffer: await buffer(stream) });
    if (streams) await provider.uploadStream?.(file, actions['uploadStream'] ?? actions['upload']);
    else await provider.upload?.(file, actions['upload']);
    try {
      return placed(name, file);
    } catch (error) {
      // It is there, and no record will name it.
      await provider.delete(file, actions['delete']).catch((why: unknown) => {
        log.error(`a file without a record stays at the upload provider ${name}: ${key}`, { error: why });
      });
      throw error;
    }
  };
  try {
    return await Promise.race([uploaded(), broken]);
  } finally {
    // What the provider has not read by then must not be read from a file that is closed.
    stream.destroy();
  }
}

function placed(name: string, { url, previewUrl, provider_metadata: metadata }: Uploaded): PlacedFile {
  if (typeof url !== 'string' || url === '') throw new Error(`The upload provider ${name} has set no url`);
  return {
    url,
    ...(typeof previewUrl === 'string' && { previewUrl }),
    // What JSON cannot hold, such as a function, is no metadata.
    ...(metadata !== undefined && { metadata: JSON.parse(JSON.stringify(metadata) ?? 'null') as Json }),
  };
}

/** Files that other providers keep, or that nobody has uploaded, are not for this one to remove. */
const isOf = (name: string, { url, provider = name }: KeptFile): boolean =>
  Boolean(url) && shortName(provider) === shortName(name);

/** Settings name a provider by its package, `@strapi/provider-upload-<name>` or `strapi-provider-upload-<name>`, or without that. */
const shortName = (provider: string): string =>
  provider.replace(/^(?:@strapi\/|strapi-)provider-upload-/, '');

function describeKept({ key, url, metadata }: KeptFile): object {
  const { mime } = servedType(extensionOf(key));
  return { ...describe(key), mime, url, provider_metadata: metadata ?? null };
}

function describe(key: string): { readonly name: string; readonly hash: string; readonly ext: string } {
  const ext = extensionOf(key);
  return { name: key, hash: key.slice(0, key.length - ext.length), ext };
}

function failureOf(error: unknown): Failure {
  const { name, message } = error instanceof Error ? error : new Error(textOf(error as Json));
  return name === 'PayloadTooLargeError'
    ? failure('MEDIA.TOO_LARGE', message)
    : failure('MEDIA.UNAVAILABLE', reason('files.unavailable', { code: name }));
}
