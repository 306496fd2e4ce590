import { userInfo } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../adapters/app-directory/create-env.js';
import { controllerUids } from '../adapters/app-directory/controller-files.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import { decode } from '../adapters/app-directory/config-codec.js';
import { ServerUrl } from '../adapters/app-directory/setting-codecs.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { OpenTransfer, Session } from '../adapters/delivery/cli/session.js';
import { createGrantFilters } from '../adapters/delivery/codec/create-grant-filters.js';
import { createAccessFiles } from '../application/access/file/create-access-files.js';
import { createRoles } from '../application/access/roles/create-roles.js';
import { createUsers } from '../application/accounts/users.js';
import { createAuditTrail } from '../application/audit/audit-trail.js';
import { createFollowerService } from '../application/change-log/manage-followers.js';
import { writingFor } from '../application/audit/writing-for.js';
import { createTransfer } from '../application/transfer/create-transfer.js';
import { systemPrincipal, type Principal } from '../domain/permission/permission.js';
import { err, ok, type Result } from '../domain/result.js';
import { databaseKind } from './database-kind.js';
import { adminUrl } from './app-settings.js';
import { createContainer } from './create-container.js';
import { databaseAddress, openDatabase, openStore } from './open-store.js';
import { exportFrom, importInto } from './archives.js';
import { backUpFrom, restoreInto } from './backups.js';
import type { Parts } from './parts.js';
import { logFor, readApp, type App } from './read-app.js';

/** Opens an app's database for one command, in addition to the servers that use it. */
export async function openSession(
  directory: string,
  processEnvironment: Environment,
): Promise<Result<Session, Problem>> {
  const environment = readEnvironment(directory, processEnvironment);
  const app = await readApp(directory, environment);
  if (!app.ok) return app;
  if (databaseKind(app.value.config.databaseUrl) === 'memory') {
    return err({
      message: 'DATABASE_URL=memory: has nothing that outlives a server: this command would change nothing',
    });
  }
  const log = logFor(environment, 'warn');
  // Without them, tables have leftovers that they need.
  for (const sentence of app.value.unasked) log.warn(sentence);
  const principal = commandLine();
  const store = await openStore(app.value, log, { changedBy: principal });
  if (!store.ok) return store;
  const parts = createContainer({ app: app.value, store: store.value, log });
  parts.declaredActions.expect(await controllerUids(app.value.codeDirectory));
  return ok(sessionOf(parts, principal));
}

function sessionOf(parts: Parts, principal: Principal): Session {
  const { schema, store, access, locales, secrets, clock, log } = parts;
  const documents = writingFor(parts.documents, principal);
  const needed = { schema, documents, secrets, clock };
  return {
    access,
    roles: createRoles({ documents, access }),
    users: createUsers(needed),
    administration: parts.administration,
    principal,
    adminUrl: adminUrl(parts.app),
    isAdminUrlAssumed: !parts.app.config.publicUrl,
    accessFiles: createAccessFiles({ ...needed, store: store.access, filters: createGrantFilters() }),
    locales,
    webhooks: parts.webhooks,
    releases: parts.releases,
    bulkJobs: parts.bulkJobs,
    history: parts.history,
    schema: store.schema,
    totals: store.totals,
    audit: createAuditTrail({ store: store.audit, clock, log }),
    indexes: parts.indexes,
    followers: createFollowerService(store.changes, store.followers),
    openTransfer: transferFrom(parts),
    openImport: importInto(parts),
    exportTo: exportFrom(parts),
    backUp: backUpFrom(parts, sourceNameOf(parts.app)),
    openRestore: restoreInto(parts),
    close: () => store.close(),
  };
}

/** The actor in the audit trail. In a container the process may have a user id without a name. */
function commandLine(): Principal {
  try {
    return { ...systemPrincipal, name: `command line as ${userInfo().username}` };
  } catch {
    return { ...systemPrincipal, name: `command line as ${process.getuid?.() ?? 'somebody'}` };
  }
}

/** Returns a function that creates transfers from the open database. */
const transferFrom =
  ({ app, schema, store: source, clock, ids, log }: Parts): OpenTransfer =>
  async (to) => {
    const sourceName = sourceNameOf(app);
    const url = readTarget(to, sourceName);
    if (!url.ok) return url;
    const target = await openDatabase(url.value, app, log, { urlSetting: '--to' });
    if (!target.ok) return target;
    const transfer = createTransfer({ schema, source, target: target.value, sourceName, clock, ids });
    return ok({ transfer, targetName: databaseAddress(to), close: () => target.value.close() });
  };

const sourceNameOf = ({ directory, config: { databaseUrl } }: App): string =>
  databaseUrl === undefined
    ? `the built-in PostgreSQL in ${join(directory, '.quire')}`
    : databaseAddress(databaseUrl);

/** The message does not include the address, which may contain a password. */
function readTarget(to: string, sourceName: string): Result<string, Problem> {
  const refused = (message: string) => err({ code: 'INPUT.INVALID', message });
  if (databaseKind(to) === 'memory')
    return refused(
      '--to memory: has nothing that outlives this command: name a database to keep the copy in',
    );
  const { value = to, refusals } = decode(ServerUrl, to);
  const [wrong] = refusals;
  if (wrong !== undefined) return refused(`--to ${wrong.message}`);
  return databaseAddress(value) === sourceName
    ? refused('--to is the database that the app has already')
    : ok(value);
}
