import { userInfo } from 'node:os';
import type { Environment } from '../adapters/app-directory/create-env.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { Session } from '../adapters/delivery/cli/run-command.js';
import { createGrantFilters } from '../adapters/delivery/codec/create-grant-filters.js';
import { createLog } from '../adapters/host/create-log.js';
import { createAccessFiles } from '../application/access/file/create-access-files.js';
import { createAuditTrail } from '../application/audit/audit-trail.js';
import { writingFor } from '../application/audit/writing-for.js';
import { createRoles } from '../application/access/roles/create-roles.js';
import { createUsers } from '../application/accounts/users.js';
import { systemPrincipal, type Principal } from '../domain/permission/permission.js';
import { err, ok, type Result } from '../domain/result.js';
import { logOptions } from './log-options.js';
import { openApp } from './open-app.js';
import { transferFrom } from './open-transfer.js';
import { readApp } from './read-app.js';
import { tokens } from './tokens.js';

/** Opens an app's database for one command, beside whichever servers run on it. */
export async function openSession(
  directory: string,
  processEnvironment: Environment,
): Promise<Result<Session, Problem>> {
  const environment = readEnvironment(directory, processEnvironment);
  const app = await readApp(directory, environment);
  if (!app.ok) return app;
  if (app.value.config.databaseUrl?.startsWith('memory:')) {
    return err({
      message: 'DATABASE_URL=memory: has nothing that outlives a server: this command would change nothing',
    });
  }
  const log = createLog({ ...logOptions(environment), level: 'warn' });
  const principal = commandLine();
  const opened = await openApp(app.value, log, principal);
  if (!opened.ok) return opened;
  const { container, store } = opened.value;
  const parts = {
    schema: app.value.schema,
    documents: writingFor(container.get(tokens.documents), principal),
    secrets: container.get(tokens.secrets),
    clock: container.get(tokens.clock),
  };
  return ok({
    access: container.get(tokens.access),
    roles: createRoles({ documents: parts.documents, access: container.get(tokens.access) }),
    users: createUsers(parts),
    accessFiles: createAccessFiles({
      ...parts,
      store: container.get(tokens.store).access,
      filters: createGrantFilters(),
    }),
    locales: container.get(tokens.locales),
    schema: store.schema,
    audit: createAuditTrail({ store: store.audit, clock: parts.clock, log }),
    openTransfer: transferFrom(app.value, opened.value, log),
    close: () => store.close(),
  });
}

/** Who the audit trail names. A container may run as a number without a name. */
function commandLine(): Principal {
  try {
    return { ...systemPrincipal, name: `command line as ${userInfo().username}` };
  } catch {
    return { ...systemPrincipal, name: `command line as ${process.getuid?.() ?? 'somebody'}` };
  }
}
