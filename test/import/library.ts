import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createLocalFileStore } from '../../src/adapters/files/local/create-local-file-store.js';
import { createProviderFileStore } from '../../src/adapters/files/provider/create-provider-file-store.js';
import { servingCode } from '../../src/adapters/app-directory/controller-files.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createArchiveWriter } from '../../src/adapters/archive-file/create-archive-writer.js';
import { createScratch } from '../../src/adapters/archive-file/create-scratch.js';
import { openArchive } from '../../src/adapters/archive-file/open-archive.js';
import type { FileStore } from '../../src/application/ports/file-store.js';
import type { Log } from '../../src/application/ports/log.js';
import type { Store } from '../../src/application/ports/store.js';
import { exportArchive } from '../../src/application/strapi-archive/export-archive.js';
import {
  importArchive,
  stages,
  type ImportReport,
  type ImportRequest,
} from '../../src/application/strapi-archive/import-archive.js';
import { createContainer } from '../../src/bootstrap/create-container.js';
import { deliveryModules } from '../../src/bootstrap/modules/delivery-module.js';
import { prepareApp } from '../../src/bootstrap/prepare-app.js';
import { appBaseOf } from '../../src/bootstrap/app-base.js';
import { readApp, readCode, type App, type Code } from '../../src/bootstrap/read-app.js';
import { findAsSystem } from '../../src/application/documents/system-query.js';
import { textOf } from '../../src/domain/document/text-of.js';
import { systemPrincipal } from '../../src/domain/permission/permission.js';
import { equals } from '../../src/domain/query/compare.js';
import { fileType } from '../../src/domain/schema/built-in-uids.js';
import { ok, type Result } from '../../src/domain/result.js';
import { valueOf } from '../contract/world.js';
import { documentsNamed } from '../integration/transfer/transfer-world.js';
import { openEmpty, type Opened, type StoreKind } from '../integration/transfer/opened-stores.js';

/** A library that Strapi 5.54 has exported; `answers.json` is what it answered before. */
export const libraryPath = (name: string): string =>
  fileURLToPath(new URL(`library/${name}`, import.meta.url));

const nothing = (): void => undefined;
const log: Log = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: (message, fields) => void process.stderr.write(`${message} ${JSON.stringify(fields)}\n`),
};

interface Asked {
  readonly key?: string;
  /** Throws after so many batches, as if the process had ended there. */
  readonly stopAfter?: number;
}

export interface LibraryApp {
  readonly app: App;
  readonly store: Store;
  readonly files: FileStore;
  import(path: string, request?: Partial<ImportRequest> & Asked): Promise<Result<ImportReport>>;
  /** Returns the path of the archive. */
  export(path: string, form?: { readonly key?: string; readonly compress?: boolean }): Promise<string>;
  /** Serves what is in the store. */
  serve(): Promise<Served>;
  close(): Promise<void>;
}

/** An upload provider that nobody may call. */
export const elsewhere = (staging: FileStore): FileStore =>
  createProviderFileStore({
    name: 'owl',
    init: () => Promise.reject(new Error('the provider was called')),
    actions: {},
    staging,
    log,
  });

/** Gives the cover of the library a focal point, and marks it as decoration. */
export async function describeCover({ app: { schema }, store }: LibraryApp): Promise<void> {
  const documents = documentsNamed('describe', store, schema);
  const [cover] = valueOf(
    await findAsSystem(documents, fileType, { filters: equals('name', 'cover.jpg'), limit: 1 }),
  );
  valueOf(
    await documents.update(systemPrincipal, {
      kind: 'update',
      type: fileType,
      documentId: textOf(cover?.['documentId']),
      layer: 'published',
      data: { alternativeText: '', focalPoint: { x: 12.5, y: 80 } },
      answer: {},
    }),
  );
}

interface Served {
  readonly url: string;
  /** A token that may do everything. */
  readonly token: string;
  stop(): Promise<void>;
}

const accounts = {
  allowRegister: true,
  defaultRole: 'authenticated',
  emailConfirmation: false,
  resetPasswordUrl: null,
};

/** The library's app over an empty store. */
export async function openLibrary(
  kind: StoreKind,
  change: (directory: string) => Promise<void> = async () => {},
  filesOf: (inFolder: FileStore) => FileStore = (inFolder) => inFolder,
): Promise<LibraryApp> {
  const directory = await mkdtemp(join(tmpdir(), 'quire-test-'));
  await cp(libraryPath('src'), join(directory, 'src'), { recursive: true });
  await change(directory);
  const { app, code } = await appOf(directory);
  const base = appBaseOf(app, log);
  const opened: Opened = await openEmpty(kind, app.schema);
  const { store } = opened;
  const uploads = join(directory, 'public/uploads');
  const files = filesOf(createLocalFileStore({ folder: uploads, path: '/uploads' }));
  return {
    app,
    store,
    files,
    async import(path, { key, stopAfter, ...request } = {}) {
      const archive = await openArchive(path, key);
      if (!archive.ok) return archive;
      const scratch = createScratch();
      try {
        return await importArchive(
          {
            schema: app.schema,
            ...(await servingCode(directory)),
            target: stopAfter === undefined ? store : stopping(store, stopAfter),
            files,
            scratch,
            settings: accounts,
            setDefaultLocale: async () => ok(undefined),
            clock: { now: () => new Date().toISOString() },
            ids: { documentId: () => `run${Math.random()}` },
          },
          { archive: archive.value, stages: new Set(stages), dryRun: false, force: false, ...request },
          { onRead: nothing, onWritten: nothing },
        );
      } finally {
        scratch.close();
      }
    },
    async export(path, { key, compress = true } = {}) {
      const scratch = createScratch();
      const writer = valueOf(await createArchiveWriter(path, { key, compress }));
      const [clock, ids] = [createClock(), createIds()];
      const exported = valueOf(
        await exportArchive({
          schema: app.schema,
          source: store,
          files,
          scratch,
          writer,
          accounts,
          clock,
          ids,
        }),
      );
      scratch.close();
      return exported.archive;
    },
    async serve() {
      const parts = createContainer({ app, store, log }, ...deliveryModules(base));
      valueOf((await prepareApp(parts, code)) as Result<void>);
      const { port } = await parts.httpServer.listen(0, '127.0.0.1');
      const { token } = valueOf(await parts.access.createToken({ name: 'test', access: 'full-access' }));
      return {
        url: `http://127.0.0.1:${port}`,
        token,
        stop: async () => {
          await parts.httpServer.close();
          await parts.graphqlGate.close();
          await parts.access.stop();
          parts.locales.stop();
          parts.images.close();
          await parts.statistics.stop();
        },
      };
    },
    async close() {
      await opened.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const appOf = async (directory: string) => {
  const app = valueOf(
    (await readApp(directory, { NODE_ENV: 'test', DATABASE_URL: 'memory:' })) as Result<App>,
  );
  return { app, code: valueOf((await readCode(app)) as Result<Code>) };
};

/** Reads a JSON file of the library. */
export const readLibraryJson = async (name: string): Promise<unknown> =>
  JSON.parse(await readFile(libraryPath(name), 'utf8'));

function stopping(store: Store, afterPuts: number): Store {
  let puts = 0;
  const put: Store['archive']['put'] = (batch, mark) => {
    if (puts++ === afterPuts) throw new Error('stopped here');
    return store.archive.put(batch, mark);
  };
  return { ...store, archive: { ...store.archive, put } };
}
