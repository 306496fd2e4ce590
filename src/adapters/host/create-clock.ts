import type { Clock } from '../../application/ports/clock.js';

/** The host's own clock. */
export const createClock = (): Clock => ({ now: () => new Date().toISOString() });
