import type { Log } from '../../../application/ports/log.js';

/** Logs lost connections after a delay: Ctrl-C may stop Quire and the database together, which needs no warning. */
const lossDelayMs = 1_000;

export function reportLosses(log: Log): { report(error: Error): void; end(): void } {
  const waiting = new Set<NodeJS.Timeout>();
  let isOpen = true;
  return {
    report({ message }) {
      if (!isOpen) return;
      const timer = setTimeout(() => {
        waiting.delete(timer);
        log.warn('a database connection was lost', { error: message });
      }, lossDelayMs);
      waiting.add(timer.unref());
    },
    end() {
      isOpen = false;
      waiting.forEach((timer) => clearTimeout(timer));
    },
  };
}
