import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { readEnvironment } from '../../adapters/app-directory/read-environment.js';
import type { Environment } from '../../adapters/app-directory/create-env.js';
import { describeProblem, type Problem } from '../../adapters/delivery/cli/describe-problem.js';
import type { HttpServer } from '../../adapters/delivery/rest/create-http-server.js';
import { problemFirst } from '../../adapters/delivery/rest/development/problem-page.js';
import { forwardRequests } from '../../adapters/delivery/rest/server/forward-requests.js';
import { PassedConnections } from '../../adapters/delivery/rest/server/passed-connections.js';
import { writeTypes } from '../../adapters/types/write-types.js';
import { Canceller } from '../../domain/cancellation.js';
import { err, ok, type Result } from '../../domain/result.js';
import { outlineOf, possibleRenames } from '../../domain/schema/possible-renames.js';
import { databaseKind } from '../database-kind.js';
import { exportVariables } from '../export-variables.js';
import { logFor, readApp, type App } from '../read-app.js';
import { startServer, type Accept, type RunningServer } from '../start-server.js';
import type { FromWorker, OpenRequest, Opened, ToWorker } from './messages.js';
import { createParentReload } from './reload-through-parent.js';
import { watchParent } from './watch-parent.js';

/**
 * A process that serves one version of an app's files for `quire dev`. It loads the server's modules at once and waits
 * for `open`, because modules cannot be unloaded, and loading them takes longer than opening an app.
 */

const graceMs = 10_000;
const lingerMs = 3_000;
const retireMs = graceMs + 2 * lingerMs + 5_000;

const stopping = new Canceller();
let connections: PassedConnections | undefined;
let running: RunningServer | undefined;
let opening: Promise<void> | undefined;
let problem: string | null = null;
let answerListen: (answer: Result<string, Problem>) => void = () => {};

const say = (message: FromWorker): void => void process.send?.(message);

const reload = createParentReload(say);

/** The parent accepts the connections. */
const accept: Accept = (httpServer, wanted) => {
  attach(httpServer);
  const answered = new Promise<Result<string, Problem>>((resolve) => (answerListen = resolve));
  say({ kind: 'listen', wanted: { host: wanted.host, port: wanted.port } });
  return answered;
};

function attach({ server }: HttpServer): void {
  const listeners = server.listeners('request') as RequestListener[];
  connections = new PassedConnections(
    server,
    problemFirst(() => problem ?? undefined, listeners),
  );
}

async function open(request: OpenRequest): Promise<void> {
  const { directory, port, host } = request;
  exportVariables(directory);
  // Code of existing projects takes the directory of the process for that of the app.
  if (existsSync(directory)) process.chdir(directory);
  const environment: Environment = {
    ...process.env,
    ...(port !== undefined && { PORT: port }),
    ...(host !== undefined && { HOST: host }),
  };
  const read = await readApp(directory, readEnvironment(directory, environment));
  if (!read.ok) return fail(read.failure);
  const renames = undecided(request, read.value);
  if (renames.length > 0) return say({ kind: 'undecided', renames });
  const isFollowing = request.served !== undefined;
  const started = await startServer(
    { directory, environment, read: read.value, isFollowing, reload, stopping },
    accept,
  );
  if (!started.ok) {
    // The parent shows nothing of a worker that has to end.
    if (stopping.aborted) logFor(environment, 'info').info(started.failure.message);
    return fail(started.failure);
  }
  running = started.value;
  refreshTypes(read.value, environment);
  say({ kind: 'opened', opened: describe(read.value) });
}

/** Types are for editors: where they cannot be written, the app serves all the same. */
function refreshTypes({ directory, schema }: App, environment: Environment): void {
  if (!existsSync(join(directory, 'tsconfig.json'))) return;
  try {
    writeTypes(schema, directory);
  } catch (error) {
    logFor(environment, 'warn').warn('types cannot be written', { error });
  }
}

const fail = (failure: Problem): void => say({ kind: 'failed', text: describeProblem(failure) });

const undecided = ({ served = {}, accepted }: OpenRequest, { schema }: App): readonly string[] =>
  possibleRenames(served, schema).filter((sentence) => !accepted.includes(sentence));

function describe({ schema, config: { databaseUrl } }: App): Opened {
  const kind = databaseKind(databaseUrl);
  return { outline: outlineOf(schema), database: kind === 'embedded' || kind === 'memory' ? kind : 'server' };
}

/**
 * Finishes the requests, closes the database, and ends the process. `successor` is the address of the version that
 * answers later requests on connections that are still open: closing them now could meet a request on its way.
 */
async function retire(successor?: string): Promise<never> {
  // What does not end by itself must not outlive the parent.
  setTimeout(() => process.exit(1), retireMs).unref();
  stopping.abort();
  // An app that is half open may have started the database.
  await opening;
  running?.endStreams();
  await connections?.finish(graceMs, successor === undefined ? undefined : forwardRequests(successor));
  await running?.stop();
  await connections?.close(lingerMs);
  process.exit(0);
}

process.on('message', (message: ToWorker, socket?: Socket) => {
  switch (message.kind) {
    case 'open':
      opening = open(message.request).catch((error: unknown) =>
        say({
          kind: 'failed',
          text: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
      );
      return;
    case 'connection':
      return socket && connections?.accept(socket);
    case 'listening':
      return answerListen(ok(message.url));
    case 'refused':
      return answerListen(err({ message: message.message }));
    case 'problem':
      return void (problem = message.text);
    case 'write':
    case 'reloaded':
      return reload.hear(message);
    case 'retire':
      return void retire(message.successor);
  }
});
// The terminal sends Ctrl-C to every process of the group, but it is the parent who decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
const noteRetiring = watchParent(retireMs);
// The parent has ended, perhaps by force.
process.on('disconnect', () => {
  noteRetiring();
  void retire();
});

await preload(process.env['DATABASE_URL']);
say({ kind: 'ready' });

/** Loads the driver that the app will probably need; the rest came with `startServer`. */
async function preload(databaseUrl: string | undefined): Promise<void> {
  const kind = databaseKind(databaseUrl);
  if (kind === 'memory') return;
  if (kind === 'mongodb') await import('../../adapters/store/mongodb/create-mongo-store.js');
  else await import('../../adapters/store/postgres/create-postgres-store.js');
}
