import { readEnvironment } from '../../src/adapters/app-directory/read-environment.js';
import type { Store } from '../../src/application/ports/store.js';
import { appBaseOf } from '../../src/bootstrap/app-base.js';
import { createContainer } from '../../src/bootstrap/create-container.js';
import { extendPlugins } from '../../src/bootstrap/extend-plugins.js';
import { deliveryModules } from '../../src/bootstrap/modules/delivery-module.js';
import { readCodeOn } from '../../src/bootstrap/open-app.js';
import { openStore } from '../../src/bootstrap/open-store.js';
import { prepareApp } from '../../src/bootstrap/prepare-app.js';
import { logFor, readApp } from '../../src/bootstrap/read-app.js';
import { serve } from '../../src/bootstrap/start-server.js';
import type { Problem } from '../../src/adapters/delivery/cli/describe-problem.js';
import type { Result } from '../../src/domain/result.js';

/** Starts the app in this process, as `quire start` does, on a store that `wrap` changes. Returns its address. */
export async function startApp(directory: string, wrap: (store: Store) => Store): Promise<string> {
  const environment = readEnvironment(directory, process.env);
  const log = logFor(environment, 'error');
  const app = valueOf(await readApp(directory, environment));
  const code = valueOf(await readCodeOn(appBaseOf(app, log), app));
  const store = wrap(valueOf(await openStore(app, log)));
  const parts = createContainer({ app, store, log }, ...deliveryModules(code.base));
  const extended = valueOf(await extendPlugins(parts, code));
  valueOf(await prepareApp(parts, extended));
  const opened = { parts, destroy: async () => {}, close: () => store.close() };
  return valueOf(await serve(opened)).url;
}

function valueOf<T>(result: Result<T, Problem>): T {
  if (result.ok) return result.value;
  throw new Error(JSON.stringify(result.failure));
}
