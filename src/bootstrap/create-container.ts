import { Container, type ContainerModule } from 'inversify';
import { keepFaults } from '../application/health/faults.js';
import type { Log } from '../application/ports/log.js';
import type { SchemaReload } from '../application/ports/schema-reload.js';
import type { Store } from '../application/ports/store.js';
import type { CallerPositions } from '../application/replicas/caller-positions.js';
import type { RepeatedWork } from '../application/repeated-work.js';
import { accountsModule } from './modules/accounts-module.js';
import { adminModule } from './modules/admin-module.js';
import { applicationModule } from './modules/application-module.js';
import { identityModule } from './modules/identity-module.js';
import { mediaModule } from './modules/media-module.js';
import { webhooksModule } from './modules/webhooks-module.js';
import { nobodyObserving, type Observing } from './open-observing.js';
import { partsModule, partsOf, type Parts } from './parts.js';
import type { App } from './read-app.js';

/** What the parts of an app are made from. */
export interface Given {
  readonly app: App;
  readonly store: Store;
  readonly writeWatch?: RepeatedWork | null;
  readonly positions?: CallerPositions | null;
  readonly log: Log;
  readonly observing?: Observing;
  readonly reload?: SchemaReload | null;
}

/** Creates the parts of an app on its open store, as commands need them; a server adds `deliveryModules`. */
export function createContainer(
  { app, store, writeWatch = null, positions = null, log, observing = nobodyObserving, reload = null }: Given,
  ...more: readonly ContainerModule[]
): Parts {
  const container = new Container();
  const givenModule = partsModule((define) => {
    define('app', () => app);
    define('schema', () => app.schema);
    define('store', () => store);
    define('writeWatch', () => writeWatch);
    define('positions', () => positions);
    // Modules ask for the log and the clock only when they make something.
    define('keptFaults', ({ clock }) => keepFaults(log, clock));
    define('log', ({ keptFaults }) => keptFaults.log);
    define('readiness', () => ({ ready: false, stopping: false }));
    define('observing', () => observing);
    define('reload', () => reload);
  });
  const modules = [
    identityModule,
    applicationModule,
    accountsModule,
    adminModule,
    mediaModule,
    webhooksModule,
  ];
  container.load(givenModule, ...modules, ...more);
  return partsOf(container);
}
