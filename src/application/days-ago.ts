import type { Clock } from './ports/clock.js';

export const millisecondsOfDay = 24 * 60 * 60 * 1000;

/** The moment so many days ago. At the earliest it is the begin of 1970, so "for ever" may be any number of days. */
export const daysAgo = (clock: Clock, days: number): string =>
  new Date(Math.max(0, Date.parse(clock.now()) - days * millisecondsOfDay)).toISOString();
