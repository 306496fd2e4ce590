import type { Container } from 'inversify';
import { createGrantFilters } from '../adapters/delivery/codec/create-grant-filters.js';
import { auditedAccess } from '../application/audit/audited-access.js';
import type { Log } from '../application/ports/log.js';
import type { Store } from '../application/ports/store.js';
import { withGrants } from '../application/schema-changes/with-grants.js';
import { failure } from '../domain/failure.js';
import { systemPrincipal } from '../domain/permission/permission.js';
import { err, ok, type Result } from '../domain/result.js';
import { createContainer } from './create-container.js';
import type { App } from './read-app.js';
import { tokens } from './tokens.js';

/** The container of an app whose store is open. */
export interface OpenApp {
  readonly container: Container;
  readonly store: Store;
}

/** Starting the built-in PostgreSQL for the first time takes some seconds; a server elsewhere answers or is not there. */
const patience = { embedded: 120_000, server: 8_000 };

/** Opens the database that the app's settings name. `otherwise` is who changes access where nobody is named. */
export async function openApp(app: App, log: Log, otherwise = systemPrincipal): Promise<Result<OpenApp>> {
  const container = createContainer(app, log);
  const opening = container.get(tokens.openStore)();
  const opened = await withinTime(
    opening,
    app.config.databaseUrl === undefined ? patience.embedded : patience.server,
  );
  if (!opened.ok) return opened;
  const { access: kept, ...rest } = opened.value;
  const access = app.config.audit.enabled
    ? auditedAccess(kept, container.get(tokens.clock), otherwise)
    : kept;
  const schema = withGrants(rest.schema, access, { schema: app.schema, filters: createGrantFilters() });
  const store = { ...rest, access, schema };
  container.bind(tokens.store).toConstantValue(store);
  return ok({ container, store });
}

async function withinTime(opening: Promise<Result<Store>>, milliseconds: number): Promise<Result<Store>> {
  const late = err(
    failure('STORE.UNAVAILABLE', `The database did not answer within ${milliseconds / 1000} s`),
  );
  let timer: NodeJS.Timeout | undefined;
  const waiting = new Promise<Result<Store>>((resolve) => {
    timer = setTimeout(() => resolve(late), milliseconds);
  });
  try {
    return await Promise.race([opening, waiting]);
  } finally {
    clearTimeout(timer);
  }
}
