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

const lookEvery = 1000;

/**
 * Starts a server again that has died (of too little memory, by somebody's hand), on its port, so that whoever uses
 * it goes on after some failed requests. Answers what ends this.
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
  const look = async (): Promise<void> => {
    if (isBusy || exists(pid)) return;
    isBusy = true;
    await underLock(revive).catch((error: unknown) => log.warn('PostgreSQL does not start again', { error }));
    isBusy = false;
  };
  const timer = setInterval(() => void look(), lookEvery);
  timer.unref();
  return () => {
    isOver = true;
    clearInterval(timer);
  };
}
