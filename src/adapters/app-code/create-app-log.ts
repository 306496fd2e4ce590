import { format, inspect } from 'node:util';
import type { Log } from '../../application/ports/log.js';

/** The log for app code. It accepts texts, errors and objects; a first text may have the places of `util.format`. */
export interface AppLog {
  /** Lines below it are dropped. Scripts set it to `error`. */
  level: string;
  silly(...said: unknown[]): void;
  verbose(...said: unknown[]): void;
  debug(...said: unknown[]): void;
  http(...said: unknown[]): void;
  info(...said: unknown[]): void;
  warn(...said: unknown[]): void;
  error(...said: unknown[]): void;
}

const ranks = { error: 0, warn: 1, info: 2, http: 3, verbose: 4, debug: 5, silly: 6 } as const;

type Level = keyof typeof ranks;

export function createAppLog(log: Log): AppLog {
  const at =
    (level: Level, target: 'debug' | 'info' | 'warn' | 'error') =>
    (...said: unknown[]): void => {
      const least = Object.hasOwn(ranks, made.level) ? ranks[made.level as Level] : ranks.silly;
      if (ranks[level] <= least) write(log, target, said);
    };
  const made: AppLog = {
    level: 'silly',
    silly: at('silly', 'debug'),
    verbose: at('verbose', 'debug'),
    debug: at('debug', 'debug'),
    http: at('http', 'info'),
    info: at('info', 'info'),
    warn: at('warn', 'warn'),
    error: at('error', 'error'),
  };
  return made;
}

/** An error keeps its stack: it is a field of the line. */
function write(log: Log, level: 'debug' | 'info' | 'warn' | 'error', said: readonly unknown[]): void {
  const error = said.find((one) => one instanceof Error);
  if (error === undefined) log[level](text(said));
  else log[level](text(said.map((one) => (one === error ? error.message : one))), { error });
}

function text(said: readonly unknown[]): string {
  const [first] = said;
  if (typeof first === 'string' && /%[sdifjoOc]/.test(first)) return format(...said);
  return said
    .map((one) => (typeof one === 'string' ? one : inspect(one, { depth: 4, breakLength: Infinity })))
    .join(' ');
}
