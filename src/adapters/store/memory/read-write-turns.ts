import { Cancelled, inTurns } from '../../../application/stores/in-turns.js';
import type { Cancellation } from '../../../domain/cancellation.js';
import { failure } from '../../../domain/failure.js';
import { err, type Result } from '../../../domain/result.js';

/**
 * Keeps reads and writes apart, so that a read sees one state. A read waits for the writes that were called before it; a
 * write waits for earlier writes, and for reads that have paused halfway.
 */
export interface ReadWriteTurns {
  read<T>(steps: () => Generator<unknown, Result<T>>, signal?: Cancellation): Promise<Result<T>>;
  write<T>(work: () => T | Promise<T>): Promise<T>;
}

const tookTooLong = err(failure('STORE.TIMEOUT', 'The read took too long'));

export function createReadWriteTurns(): ReadWriteTurns {
  const now = { paused: 0, writes: 0 };
  let lastWrite: Promise<unknown> = Promise.resolve();
  let waiting: (() => void)[] = [];
  const change = (signal?: Cancellation): Promise<void> =>
    new Promise((resolve) => {
      waiting.push(resolve);
      signal?.addEventListener('abort', resolve);
    });
  const changed = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  async function writeAfter<T>(before: Promise<unknown>, work: () => T | Promise<T>): Promise<T> {
    await before;
    try {
      while (now.paused > 0) await change();
      return await work();
    } finally {
      now.writes -= 1;
      if (now.writes === 0) changed();
    }
  }
  return {
    async read(steps, signal) {
      while (now.writes > 0) {
        if (signal?.aborted === true) return tookTooLong;
        await change(signal);
      }
      let holds = false;
      try {
        return await inTurns(steps(), signal, () => {
          holds = true;
          now.paused += 1;
        });
      } catch (error) {
        if (!(error instanceof Cancelled)) throw error;
        return tookTooLong;
      } finally {
        if (holds) now.paused -= 1;
        if (holds && now.paused === 0) changed();
      }
    },
    write(work) {
      now.writes += 1;
      const written = writeAfter(lastWrite, work);
      lastWrite = written.catch(() => {});
      return written;
    },
  };
}
