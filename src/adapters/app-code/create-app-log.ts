import { inspect } from 'node:util';
import type { Log } from '../../application/ports/log.js';

/** The log for the app's code, which passes whatever it has: texts, errors, objects. */
export interface AppLog {
  debug(...said: unknown[]): void;
  info(...said: unknown[]): void;
  warn(...said: unknown[]): void;
  error(...said: unknown[]): void;
}

export const createAppLog = (log: Log): AppLog => ({
  debug: (...said) => log.debug(text(said)),
  info: (...said) => log.info(text(said)),
  warn: (...said) => log.warn(text(said)),
  error: (...said) => {
    const error = said.find((one) => one instanceof Error);
    if (error === undefined) log.error(text(said));
    else log.error(text(said.map((one) => (one === error ? error.message : one))), { error });
  },
});

const text = (said: readonly unknown[]): string =>
  said
    .map((one) => (typeof one === 'string' ? one : inspect(one, { depth: 4, breakLength: Infinity })))
    .join(' ');
