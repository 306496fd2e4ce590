import { setTimeout as sleep } from 'node:timers/promises';
import { isRace } from './database-error.js';

const attempts = 12;

/**
 * Does `work` again where another writer was faster, with growing pauses, a second in all at most. It has done nothing
 * when it rejects: it is a transaction, or one operation.
 */
export async function afterRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error;
      await sleep(Math.random() * Math.min(200, 2 ** attempt));
    }
  }
}
