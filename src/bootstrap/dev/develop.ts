import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readEnvironment } from '../../adapters/app-directory/read-environment.js';
import { watchApp } from '../../adapters/app-directory/watch-app.js';
import type { Problem } from '../../adapters/delivery/cli/describe-problem.js';
import { createLog } from '../../adapters/host/create-log.js';
import { err, ok, type Result } from '../../domain/result.js';
import { Development, type DevelopRequest } from './development.js';

/** Serves an app, and each change of its files, until `stopped` resolves. */
export async function develop(
  request: DevelopRequest,
  stopped: Promise<void>,
): Promise<Result<void, Problem>> {
  const { directory } = request;
  const { NODE_ENV } = readEnvironment(directory, process.env);
  if (NODE_ENV === 'production')
    return err({ message: 'NODE_ENV is production: quire dev is for development, quire start serves' });
  if (!existsSync(join(directory, 'src')))
    return err({
      message: `${directory} is no app directory: name one with --app, or make one with quire init`,
    });
  const log = createLog({ level: 'info', json: false });
  const development = new Development(request, log, (text) => process.stderr.write(`${text}\n`));
  const watched = await watchApp(
    directory,
    (files) => development.change(files),
    (error) => log.warn('some files cannot be followed', { error }),
  );
  const ended = stopped.then(() => ok(undefined));
  const started = await Promise.race([development.start(), ended]);
  if (started.ok) await ended;
  await watched.close();
  await development.stop();
  return started;
}
