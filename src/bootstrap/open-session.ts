import type { Environment } from '../adapters/app-directory/create-env.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import type { Session } from '../adapters/delivery/cli/run-command.js';
import { createLog } from '../adapters/host/create-log.js';
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
  const opened = await openApp(app.value, log);
  if (!opened.ok) return opened;
  const { container, store } = opened.value;
  return ok({
    access: container.get(tokens.access),
    locales: container.get(tokens.locales),
    schema: store.schema,
    openTransfer: transferFrom(app.value, opened.value, log),
    close: () => store.close(),
  });
}
