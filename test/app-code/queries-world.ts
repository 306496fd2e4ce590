import type { AppServices } from '../../src/adapters/app-code/app-services.js';
import { createAppBase, foldersOf } from '../../src/adapters/app-code/create-app-base.js';
import { createAppConfig } from '../../src/adapters/app-code/create-app-config.js';
import { describeSchema } from '../../src/adapters/app-code/describe-schema.js';
import { createAppObject, type AppObject } from '../../src/adapters/app-code/create-app-object.js';
import { createLocalFileStore } from '../../src/adapters/files/local/create-local-file-store.js';
import { createClock } from '../../src/adapters/host/create-clock.js';
import { createIds } from '../../src/adapters/host/create-ids.js';
import { createPasswordHasher } from '../../src/adapters/identity/create-password-hasher.js';
import { createTokenSecrets } from '../../src/adapters/identity/create-token-secrets.js';
import { createMemoryStore } from '../../src/adapters/store/memory/create-memory-store.js';
import { createAccess, type Access } from '../../src/application/access/access.js';
import { createRoles } from '../../src/application/access/roles/create-roles.js';
import { createDocuments } from '../../src/application/documents/documents.js';
import type { RowHooks } from '../../src/application/documents/row-hooks.js';
import { createLocales } from '../../src/application/locales/create-locales.js';
import type { ReleaseService } from '../../src/application/releases/release-service.js';
import type { Store } from '../../src/application/ports/store.js';
import type { Limits } from '../../src/domain/plan/read-plan.js';
import type { Schema } from '../../src/domain/schema/schema.js';
import { valueOf } from '../contract/results.js';
import { createTestMedia } from '../media.js';

export interface QueriesWorld {
  readonly app: AppObject;
  readonly access: Access;
  /** What was logged. */
  readonly lines: readonly string[];
  /** Whether a stored hash is that of the password. */
  verify(hash: unknown, password: string): Promise<boolean>;
}

/** The object of app code over a store, with roles and locales loaded. */
export async function createQueriesWorld(
  schema: Schema,
  store: Store = createMemoryStore({ schema }),
  limits?: Limits,
  hooks?: RowHooks,
): Promise<QueriesWorld> {
  const lines: string[] = [];
  const say = (message: string) => void lines.push(message);
  const log = { debug: say, info: say, warn: say, error: say };
  const clock = createClock();
  const passwords = createPasswordHasher();
  const stored = { schema, store: store.documents, clock, ids: createIds(), passwords };
  const locales = createLocales({ schema, documents: createDocuments(stored), clock, log });
  const documents = createDocuments({ ...stored, locales, ...(limits && { limits }) });
  const access = createAccess({ store: store.access, schema, clock, secrets: createTokenSecrets(), log });
  const roles = createRoles({ documents, access });
  valueOf(await access.load());
  valueOf(await roles.load());
  valueOf(await locales.load());
  const media = createTestMedia({
    schema,
    documents,
    files: createLocalFileStore({ folder: '/nowhere', path: '/uploads' }),
    log,
  });
  const folders = foldersOf('/app');
  const base = createAppBase({
    views: describeSchema(schema, { contentTypes: [], components: [] }),
    config: createAppConfig({}, say),
    dirs: { app: folders, dist: folders, static: { public: '/app/public' } },
    log,
  });
  const app = createAppObject({
    useDocuments: () => {},
    schema,
    documents,
    rowDocuments: documents,
    ...(hooks && { hooks }),
    access,
    roles,
    locales,
    media,
    base,
    log,
    isReady: () => true,
    services: {} as AppServices,
    releases: {} as ReleaseService,
    units: store.units,
  });
  return { app, access, lines, verify: (hash, password) => passwords.verify(String(hash), password) };
}
