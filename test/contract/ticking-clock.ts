import type { Clock } from '../../src/application/ports/clock.js';

/** A clock whose time advances with each reading, so that later writes have later times. */
export function createClock(): Clock {
  let last = 0;
  return {
    now() {
      last = Math.max(Date.now(), last + 1);
      return new Date(last).toISOString();
    },
  };
}
