import { secondsAway } from '../adapters/delivery/rest/accounts/sign-in-cookies.js';
import type { Parts } from './parts.js';

/** Returns what answers true the first time that any server gets the state of a sign-in; false if that is unknown. */
export const usesOnce =
  ({ store, keyedHash }: Pick<Parts, 'store' | 'keyedHash'>) =>
  async (state: string): Promise<boolean> => {
    const used = await store.rates.count(`finished ${keyedHash(state)}`, secondsAway * 1000);
    return used.ok && used.value.count === 1;
  };
