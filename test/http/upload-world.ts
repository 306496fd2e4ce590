import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalFileStore } from '../../src/adapters/files/local/create-local-file-store.js';
import { createRestApp } from '../../src/adapters/delivery/rest/create-rest-app.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createDocuments, type Documents } from '../../src/application/documents/documents.js';
import type { Media } from '../../src/application/media/media.js';
import type { FileStore } from '../../src/application/ports/file-store.js';
import type { ImageProcessor } from '../../src/application/ports/image-processor.js';
import { failure } from '../../src/domain/failure.js';
import { grantsOf, type Action, type Principal } from '../../src/domain/permission/permission.js';
import { err, ok, type Result } from '../../src/domain/result.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { createTestMedia } from '../media.js';
import { openDocuments } from './chosen-store.js';
import { mediaSources } from './upload-schema.js';
import { schemaFrom } from '../schema-builders.js';

/** Uploads over HTTP into a separate folder, with records in memory. */
export interface UploadWorld {
  readonly app: ReturnType<typeof createRestApp>;
  readonly schema: Schema;
  readonly documents: Documents;
  readonly media: Media;
  readonly files: FileStore;
  readonly folder: string;
  /** Messages logged as errors: bugs. */
  readonly errors: string[];
  /** Runs before the next write of a document. */
  between(work: () => Promise<void>): void;
  /** Names of files in the folder, including unfinished files and claims. */
  stored(): Promise<readonly string[]>;
  remove(): Promise<void>;
}

export interface UploadWorldOptions {
  readonly fileSize?: number;
  readonly maxFiles?: number;
  readonly images?: ImageProcessor;
  readonly freeSpace?: () => Promise<number>;
  readonly wrapFiles?: (files: FileStore) => FileStore;
  readonly wrapDocuments?: (documents: Documents) => Documents;
}

const grants = (type: string, ...actions: Action[]) => [type, actions] as const;

const listed = (name: string, ...entries: (readonly [string, readonly Action[]])[]): Principal => ({
  kind: 'token',
  name,
  grants: grantsOf(entries),
});

const file = 'plugin::upload.file';

const captions = { fields: new Set(['caption']), filter: null };

const principals: Readonly<Record<string, Principal>> = {
  full: { kind: 'token', name: 'full', grants: { kind: 'all' } },
  read: { kind: 'token', name: 'read', grants: { kind: 'read' } },
  upload: listed('upload', grants(file, 'create')),
  change: listed('change', grants(file, 'update')),
  captions: {
    ...listed('captions'),
    grants: { kind: 'listed', listed: new Map([[file, new Map([['update', captions]])]]) },
  },
};
const everybody: Principal = { ...listed('public'), kind: 'public' };

function authenticate(header: string | undefined): Result<Principal> {
  const token = /^bearer\s+(\S+)$/i.exec(header ?? '')?.[1];
  if (token === undefined) return ok(everybody);
  const principal = principals[token];
  return principal === undefined
    ? err(failure('POLICY.UNAUTHENTICATED', 'Missing or invalid credentials'))
    : ok(principal);
}

const mediaSchema = (): Schema => schemaFrom(mediaSources);

const same = <T>(value: T): T => value;
const ignore = (): void => {};

export async function createUploadWorld({
  fileSize = 1024 * 1024,
  maxFiles = 10,
  images,
  freeSpace,
  wrapFiles = same,
  wrapDocuments = same,
}: UploadWorldOptions = {}): Promise<UploadWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-files-'));
  const schema = mediaSchema();
  const errors: string[] = [];
  const error = (message: string, fields?: object): void =>
    void errors.push(`${message} ${JSON.stringify(fields)}`);
  const log = { debug: ignore, info: ignore, warn: ignore, error };
  const store = openDocuments(schema);
  const passwords = { hash: (password: string) => Promise.resolve(`hash of ${password.length}`) };
  const parts = { schema, store, clock: createClock(), ids: createIds(), passwords };
  let waiting: (() => Promise<void>) | undefined;
  const documents = wrapDocuments(
    withBefore(createDocuments(parts), async () => {
      const work = waiting;
      waiting = undefined;
      await work?.();
    }),
  );
  const files = wrapFiles(
    createLocalFileStore({ folder, path: '/uploads', ...(freeSpace && { freeSpace }) }),
  );
  const media = createTestMedia({ schema, documents, files, log }, { fileSize, files: maxFiles }, images);
  const served = { media, filesPath: '/uploads' };
  const app = createRestApp({ documents, schema, media: served, authenticate, log });
  return {
    app,
    schema,
    documents,
    media,
    files,
    folder,
    errors,
    between: (work) => void (waiting = work),
    stored: () => listFiles(folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

const withBefore = (documents: Documents, before: () => Promise<void>): Documents => ({
  ...documents,
  update: async (...asked) => {
    await before();
    return documents.update(...asked);
  },
  delete: async (...asked) => {
    await before();
    return documents.delete(...asked);
  },
});

/** Returns paths in the folder with `/`, without folders. */
async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
