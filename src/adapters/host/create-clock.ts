import type { Clock } from '../../application/ports/clock.js';

/** The machine's clock. */
export const createClock = (): Clock => ({ now: () => new Date().toISOString() });
