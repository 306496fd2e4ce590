import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Log } from '../../application/ports/log.js';
import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import { ensureCluster } from './create-cluster.js';
import { dataPlace, handOver, makeDataDir, recordPlace, type DataPlace } from './data-place.js';
import { findBinaries, type Binaries } from './find-binaries.js';
import { withLock } from './lock-file.js';
import { keepRunning } from './keep-running.js';
import { findPostmaster, startPostmaster, stopPostmaster, whenReady, type Postmaster } from './postmaster.js';
import { registerUser, type Registration } from './register-user.js';
import { separateAdmin } from './separate-admin.js';

export interface EmbeddedPostgresOptions {
  /** The folder of the data and of related files: `<app>/.quire/postgres`. Created if it does not exist. */
  readonly dataDir: string;
  readonly log: Log;
  /** Called with a message for people before each step that takes a while. */
  readonly onProgress: (message: string) => void;
  /** More settings of PostgreSQL. They apply if this call starts the server. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Makes the role a superuser, for tests and benchmarks, which create and drop databases. Applies if this call creates
   * the role.
   */
  readonly isTool?: boolean;
}

export interface EmbeddedPostgres {
  /** On 127.0.0.1, with the password, as an ordinary role that owns the database. */
  readonly url: string;
  /** Leaves the server. The last user stops it, and waits until it has stopped. A second call does nothing. */
  stop(): Promise<void>;
}

/**
 * Starts the PostgreSQL server of `dataDir`, or joins the one that runs there, even if the process that started it was
 * killed. Fails with `STORE.UNAVAILABLE` and the end of the server's log.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<Result<EmbeddedPostgres>> {
  try {
    makeDataDir(options.dataDir);
    // Without symbolic links, as the system reports the folder of a running server.
    const dataDir = realpathSync(options.dataDir);
    const lock = join(dataDir, 'lock');
    return ok(await withLock(lock, () => joinServer(dataDir, lock, options)));
  } catch (error) {
    const text = `The embedded PostgreSQL cannot be used: ${reasonOf(error, options.dataDir)}`;
    return err(failure('STORE.UNAVAILABLE', text));
  }
}

function reasonOf(error: unknown, dataDir: string): string {
  const { code, message, path = dataDir } = error as NodeJS.ErrnoException;
  if (code !== 'EACCES' && code !== 'EPERM' && code !== 'EROFS') return message;
  return `user ${process.getuid?.()} may not write ${path}; give ${dataDir} over to it, or start as its owner`;
}

async function joinServer(
  dataDir: string,
  lock: string,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { log, onProgress } = options;
  const place = dataPlace(dataDir);
  if (place.moved) {
    log.info(
      `The database is in ${place.data}: PostgreSQL does not run as root, and its user cannot enter ${dataDir}`,
    );
  }
  const binaries = await findBinaries(place.account, place.copies);
  await ensureCluster(place, binaries, onProgress);
  recordPlace(place, dataDir);
  const server = await runningServer(place, binaries, options);
  const user = registerUser(place.users);
  handOver(place, dataDir);
  const url = urlOf(place, server);
  try {
    await separateAdmin(url, options.isTool ?? false);
  } catch (error) {
    if (user.leave()) await stopPostmaster(place, binaries);
    throw error;
  }
  const stopKeeping = keepRunning(server, place, {
    log,
    underLock: (work) => withLock(lock, work),
    start: () => startPostmaster(place, binaries, options.settings ?? {}),
  });
  const stop = stopOnce(lock, place, binaries, user, log);
  return { url, stop: () => (stopKeeping(), stop()) };
}

async function runningServer(
  place: DataPlace,
  binaries: Binaries,
  { onProgress, settings = {} }: EmbeddedPostgresOptions,
): Promise<Postmaster> {
  const found = findPostmaster(place.data);
  if (found === undefined) return startPostmaster(place, binaries, settings);
  if (!found.ready) onProgress('Waiting for PostgreSQL, which is starting');
  return whenReady(place, () =>
    findPostmaster(place.data) === undefined ? 'the server that was starting has ended' : undefined,
  );
}

function urlOf({ password }: DataPlace, { port }: Postmaster): string {
  return `postgres://quire:${encodeURIComponent(readFileSync(password, 'utf8').trim())}@127.0.0.1:${port}/postgres`;
}

function stopOnce(
  lock: string,
  place: DataPlace,
  binaries: Binaries,
  user: Registration,
  log: Log,
): () => Promise<void> {
  let stopping: Promise<void> | undefined;
  const leave = async (): Promise<void> => {
    if (!user.leave()) return;
    if (!(await stopPostmaster(place, binaries)))
      log.warn('PostgreSQL has not stopped within a minute; it is left alone');
  };
  return () => (stopping ??= withLock(lock, leave));
}
