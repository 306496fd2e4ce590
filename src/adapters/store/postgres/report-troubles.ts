import type { Log } from '../../../application/ports/log.js';
import { codeOf, isRefusal } from './database-error.js';
import { connectionRemedy, statementRemedy } from './remedies.js';

/** Logs what is wrong with the database, because clients are not told. */
export interface Troubles {
  /** A connection that was idle has ended. */
  lost(error: Error): void;
  /** A connection could not be opened. */
  notConnected(error: Error): void;
  /** A statement has failed. */
  failed(error: Error): void;
  end(): void;
}

/** Logs lost connections after a delay: Ctrl-C may stop Quire and the database together, which needs no warning. */
const lossDelayMs = 1_000;
/** What has not occurred for so long is logged again when it does. */
const quietMs = 60_000;

/** `urlSetting` is the setting that the address comes from. */
export function reportTroubles(log: Log, urlSetting: string): Troubles {
  const waiting = new Set<NodeJS.Timeout>();
  const occurredAt = new Map<string, number>();
  let isOpen = true;
  const logOnce = (what: string, error: Error, remedy: string): void => {
    const key = `${what} ${codeOf(error)}`;
    const now = performance.now();
    const isKnown = now - (occurredAt.get(key) ?? -Infinity) < quietMs;
    occurredAt.set(key, now);
    if (isKnown || !isOpen) return;
    log.warn(`the database refuses ${what}: ${error.message}. To go on, ${remedy}`);
  };
  return {
    lost({ message }) {
      if (!isOpen) return;
      const timer = setTimeout(() => {
        waiting.delete(timer);
        log.warn('a database connection was lost', { error: message });
      }, lossDelayMs);
      waiting.add(timer.unref());
    },
    notConnected(error) {
      if (!isRefusal(error)) return;
      logOnce('connections', error, connectionRemedy(error, urlSetting) ?? `correct ${urlSetting}`);
    },
    failed(error) {
      const remedy = statementRemedy(error, urlSetting);
      if (remedy !== undefined) logOnce('statements', error, remedy);
    },
    end() {
      isOpen = false;
      waiting.forEach((timer) => clearTimeout(timer));
    },
  };
}
