import type { Clock } from '../../src/application/ports/clock.js';

/** Tells the time, later at every look, so that what was written after something else shows it. */
export function createClock(): Clock {
  let last = 0;
  return {
    now() {
      last = Math.max(Date.now(), last + 1);
      return new Date(last).toISOString();
    },
  };
}
