import { inTurns } from '../../../application/stores/in-turns.js';
import type { Cancellation } from '../../../domain/cancellation.js';
import { failure } from '../../../domain/failure.js';
import { err, type Result } from '../../../domain/result.js';

/** Reads that pause see one state: writes wait for them, and later reads wait for these writes. */
export interface ReadWriteTurns {
  read<T>(steps: () => Generator<unknown, Result<T>>, signal?: Cancellation): Promise<Result<T>>;
  write<T>(work: () => T): Promise<T>;
}

export function createReadWriteTurns(): ReadWriteTurns {
  const now = { paused: 0, writing: 0 };
  let waiting: (() => void)[] = [];
  const change = (): Promise<void> => new Promise((resolve) => void waiting.push(resolve));
  const changed = (): void => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };
  return {
    async read(steps, signal) {
      while (now.writing > 0) await change();
      let holds = false;
      try {
        return await inTurns(steps(), signal, () => {
          holds = true;
          now.paused += 1;
        });
      } catch (error) {
        if (signal?.aborted !== true) throw error;
        return err(failure('STORE.TIMEOUT', 'The read took too long'));
      } finally {
        if (holds) now.paused -= 1;
        if (holds && now.paused === 0) changed();
      }
    },
    async write(work) {
      now.writing += 1;
      try {
        while (now.paused > 0) await change();
        return work();
      } finally {
        now.writing -= 1;
        if (now.writing === 0) changed();
      }
    },
  };
}
