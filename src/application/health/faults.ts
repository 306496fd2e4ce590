import type { Clock } from '../ports/clock.js';
import type { Log } from '../ports/log.js';

/** An error that this server has logged. */
export interface Fault {
  /** ISO 8601. */
  readonly at: string;
  readonly message: string;
  /** The message of the error behind it, or why it happened; null: there is none. */
  readonly reason: string | null;
}

const most = 20;
const longest = 500;

/** Wraps a log so that its last errors can be read. The other fields are for the log alone. */
export function keepFaults(
  log: Log,
  clock: Clock,
): { readonly log: Log; readonly last: () => readonly Fault[] } {
  const kept: Fault[] = [];
  return {
    log: {
      debug: (...line) => log.debug(...line),
      info: (...line) => log.info(...line),
      warn: (...line) => log.warn(...line),
      error(message, fields) {
        kept.unshift({ at: clock.now(), message, reason: reasonIn(fields) });
        kept.splice(most);
        log.error(message, fields);
      },
    },
    last: () => [...kept],
  };
}

function reasonIn({ error, reason }: Readonly<Record<string, unknown>> = {}): string | null {
  const text = error instanceof Error ? error.message : (reason ?? error);
  return typeof text === 'string' && text !== '' ? text.slice(0, longest) : null;
}
