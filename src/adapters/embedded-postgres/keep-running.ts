import type { Log } from '../../application/ports/log.js';
import type { DataPlace } from './data-place.js';
import { findPostmaster, type Postmaster } from './postmaster.js';
import { exists } from './process-identity.js';

export interface Keeping {
  readonly log: Log;
  /** Runs `work` while no other process starts or stops the server. */
  readonly underLock: (work: () => Promise<void>) => Promise<void>;
  readonly start: () => Promise<Postmaster>;
}

const checkIntervalMs = 1000;

/**
 * Restarts the server on its port after it has died (out of memory, killed), so that its users continue after some
 * failed requests. Returns a function that ends this.
 */
export function keepRunning(
  server: Postmaster,
  { data }: DataPlace,
  { log, underLock, start }: Keeping,
): () => void {
  let { pid } = server;
  let isBusy = false;
  let isOver = false;
  const revive = async (): Promise<void> => {
    if (isOver) return;
    const found = findPostmaster(data);
    if (found === undefined) log.warn('PostgreSQL has ended unasked; it is started again');
    const running = found ?? (await start());
    pid = running.pid;
    if (running.port !== server.port)
      log.error(`PostgreSQL is on port ${running.port} now, for ${server.port} was taken: start again`);
  };
  const check = async (): Promise<void> => {
    if (isBusy || exists(pid)) return;
    isBusy = true;
    await underLock(revive).catch((error: unknown) => log.warn('PostgreSQL does not start again', { error }));
    isBusy = false;
  };
  const timer = setInterval(() => void check(), checkIntervalMs);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
