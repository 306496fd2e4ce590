import { Container } from 'inversify';
import type { AppBase } from '../adapters/app-code/create-app-base.js';
import type { Log } from '../application/ports/log.js';
import type { Store } from '../application/ports/store.js';
import { accountsModule } from './modules/accounts-module.js';
import { applicationModule } from './modules/application-module.js';
import { deliveryModule } from './modules/delivery-module.js';
import { identityModule } from './modules/identity-module.js';
import { mediaModule } from './modules/media-module.js';
import { nobodyObserving } from './open-observing.js';
import { partsModule, partsOf, type Parts } from './parts.js';
import type { App } from './read-app.js';

/** Creates the parts of an app on its open store. */
export function createContainer(
  app: App,
  appBase: AppBase,
  store: Store,
  log: Log,
  observing = nobodyObserving,
): Parts {
  const container = new Container();
  const givenModule = partsModule((define) => {
    define('app', () => app);
    define('appBase', () => appBase);
    define('schema', () => app.schema);
    define('store', () => store);
    define('log', () => log);
    define('readiness', () => ({ ready: false, stopping: false }));
    define('observing', () => observing);
  });
  container.load(givenModule, identityModule, applicationModule, accountsModule, mediaModule, deliveryModule);
  return partsOf(container);
}
