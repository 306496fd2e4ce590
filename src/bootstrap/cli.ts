import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { ServeRequest, StartRequest } from '../adapters/delivery/cli/command.js';
import { readEnvironment } from '../adapters/app-directory/read-environment.js';
import { createLog } from '../adapters/host/create-log.js';
import type { Problem } from '../adapters/delivery/cli/describe-problem.js';
import { runCommandLine } from '../adapters/delivery/cli/run-command-line.js';
import type { Log } from '../application/ports/log.js';
import { Canceller } from '../domain/cancellation.js';
import { ok, type Result } from '../domain/result.js';
import { exportVariables } from './export-variables.js';
import { packageManifest } from './package-root.js';
import { onRestartSignal } from './workers/restart-signal.js';
import { retired, tellEnding, tellServing, thisWorker } from './workers/this-worker.js';

/** Runs the command line of this process, and sets its exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  ignoreClosedPipes();
  process.exitCode = await runCommandLine({
    argv,
    directory: process.cwd(),
    version: packageManifest().version,
    out: (text) => void process.stdout.write(text),
    note: (text) => void process.stderr.write(text),
    noteWidth: process.stderr.isTTY ? process.stderr.columns : null,
    start,
    develop,
    init: async (request) => (await import('./init-project.js')).initProject(request, terminal()),
    printGraphql: async (app, format) =>
      (await import('./print-graphql.js')).printGraphql(resolve(app), process.env, format),
    printOpenApi: async (app, of) =>
      (await import('./print-openapi.js')).printOpenApi(resolve(app), process.env, of),
    types: async (request) =>
      (await import('./app-types.js')).appTypes({ ...request, app: resolve(request.app) }, process.env),
    link: async (app) => (await import('./link-app.js')).linkApp(resolve(app)),
    checkBackup: async (path, onRead) => (await import('./backups.js')).checkBackupFile(path, onRead),
    open: async (app) => (await import('./open-session.js')).openSession(resolve(app), process.env),
  });
  // A connection that fails to close must not keep the process alive longer than this.
  setTimeout(() => process.exit(), 2000).unref();
}

/**
 * Collects garbage at 1.6 times the memory in use: by default V8 lets the heap grow to four times. Little of the young generation
 * is still in use when it is collected, so one thread takes less for it than several (docs/performance.md).
 */
async function start({ app, port, host, workers }: StartRequest): Promise<Result<void, Problem>> {
  const stopped = stopSignal();
  const worker = thisWorker();
  const directory = resolve(app);
  if (workers !== undefined && worker === undefined) return startWorkers(directory, workers, stopped);
  // Resolves when this process has to end.
  const lingerMs = Promise.race([
    stopped.then(() => stopLingerMs),
    ...(worker === undefined ? [] : [retired().then(() => retireLingerMs)]),
  ]);
  if (worker !== undefined) void lingerMs.then(tellEnding);
  onRestartSignal(() => {
    // A worker may get it beside the process that has started it.
    if (worker === undefined) logBeside(directory).warn('there are no workers to replace (SIGUSR2)');
  });
  setFlagsFromString('--heap-growing-percent=60');
  setFlagsFromString('--no-parallel-scavenge');
  const { startServer } = await import('./start-server.js');
  exportVariables(directory);
  // Code of existing projects takes the directory of the process for that of the app.
  if (existsSync(directory)) process.chdir(directory);
  const environment = {
    ...process.env,
    ...(port !== undefined && { PORT: port }),
    ...(host !== undefined && { HOST: host }),
  };
  const isBeside = worker !== undefined && worker.number > 1;
  const stopping = new Canceller();
  void lingerMs.then(() => stopping.abort());
  const started = await startServer({ directory, environment, isBeside, stopping });
  if (!started.ok) return stopping.aborted ? endedEarly(directory, started.failure) : started;
  if (worker !== undefined) tellServing();
  await started.value.stop(await lingerMs);
  // Its channel would keep the process running.
  if (worker !== undefined) process.disconnect();
  return ok(undefined);
}

/** A server that had to end before it served has not failed. */
function endedEarly(directory: string, { message }: Problem): Result<void, Problem> {
  logBeside(directory).info(message);
  return ok(undefined);
}

/** How long a connection must be quiet before a worker that another has replaced closes it. */
const retireLingerMs = 1000;
/** The same for a server that stops: a request on its way is answered, but a stop does not take long. */
const stopLingerMs = 200;

async function startWorkers(
  directory: string,
  workers: number | 'auto',
  stopped: Promise<void>,
): Promise<Result<void, Problem>> {
  const { runWorkers } = await import('./workers/run-workers.js');
  const count = workers === 'auto' ? availableParallelism() : workers;
  return runWorkers(count, logBeside(directory), stopped);
}

/** The log of what is not the app's. */
function logBeside(directory: string): Log {
  const { NODE_ENV } = readEnvironment(directory, process.env);
  return createLog({ level: 'info', json: NODE_ENV === 'production' });
}

async function develop({ app, ...address }: ServeRequest): Promise<Result<void, Problem>> {
  const stopped = stopSignal();
  const { develop: serveChanges } = await import('./dev/develop.js');
  return serveChanges({ directory: resolve(app), ...address }, stopped);
}

/** Questions go to standard error, like everything that is not a result. */
const terminal = () =>
  process.stdin.isTTY && process.stderr.isTTY ? { input: process.stdin, output: process.stderr } : undefined;

/**
 * One Ctrl-C can arrive twice: from the terminal, and from `npm start`, which forwards it, or, as SIGTERM, from the process that
 * has started this worker.
 */
const repeatedSignalMs = 1000;

/** Resolves at the first SIGTERM or SIGINT; a second one of either ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((signalled) => {
    let first: number | undefined;
    for (const [signal, code] of [
      ['SIGTERM', 143],
      ['SIGINT', 130],
    ] as const) {
      process.on(signal, () => {
        if (first !== undefined && performance.now() - first > repeatedSignalMs) process.exit(code);
        first ??= performance.now();
        signalled();
      });
    }
  });
}

/** The reader may close the pipe early (`quire grants | head -1`). Anything else, such as a full disk, ends the process. */
function ignoreClosedPipes(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE') return;
      process.stderr.write(`quire: the output cannot be written: ${message}\n`);
      process.exit(1);
    });
  }
}
