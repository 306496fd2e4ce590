import type { Log } from '../ports/log.js';
import type { TotalsStore } from '../ports/totals-store.js';
import { repeatedWork, type RepeatedWork } from '../repeated-work.js';

/** How often the differences are folded, and after how many times the store is asked for types that have become large. */
const foldMs = 1_000;
const prepareEvery = 60;

/**
 * Keeps the totals up to date. Without types that have kept totals, nothing is folded. `keeps` is told how many have, once
 * they are counted.
 */
export function createTotalsKeeper(
  totals: TotalsStore,
  log: Log,
  keeps: (types: number) => void,
): RepeatedWork {
  let kept = 0;
  let steps = 0;
  return repeatedWork({
    async step() {
      if (steps++ % prepareEvery === 0) {
        const prepared = await totals.prepare();
        if (prepared.ok) {
          kept = prepared.value;
          keeps(kept);
        } else log.debug(`totals could not be prepared: ${prepared.failure.message}`);
      }
      const folded = kept > 0 ? await totals.fold() : undefined;
      if (folded?.ok === false) log.debug(`totals could not be folded: ${folded.failure.message}`);
    },
    pauseMs: () => foldMs,
    failed: (error) => log.error('keeping totals failed', { error }),
  });
}
