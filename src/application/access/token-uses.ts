import { ok, type Result } from '../../domain/result.js';
import type { KeyValueStore } from '../ports/key-value-store.js';
import type { Log } from '../ports/log.js';
import { repeatedWork, type RepeatedWork } from '../repeated-work.js';

/**
 * When tokens were used last, on all servers of one database. A request only notes the time in memory; each server writes the
 * noted times once a minute.
 */
export interface TokenUses extends RepeatedWork {
  note(name: string, at: string): void;
  /** Returns the times in ISO 8601 by the names of tokens; those of other servers are up to a minute old. */
  last(): Promise<Result<ReadonlyMap<string, string>>>;
  /** Forgets a token that is gone. */
  forget(name: string): Promise<Result<void>>;
}

interface TokenUsesDependencies {
  readonly values: Pick<KeyValueStore, 'set' | 'remove' | 'all'>;
  readonly log: Log;
}

/** Of the keys of the times at which tokens were last used. */
export const usePrefix = 'quire token use ';
const pauseMs = 60_000;
/** How long the end waits for the last write. */
const lastWriteMs = 1_000;

export function createTokenUses({ values, log }: TokenUsesDependencies): TokenUses {
  const noted = new Map<string, string>();

  const write = async (): Promise<void> => {
    // What is used meanwhile is written the next time.
    const due = [...noted];
    for (const [name, at] of due) {
      const written = await values.set(usePrefix + name, at);
      if (!written.ok) {
        log.warn('the last uses of API tokens could not be written', { reason: written.failure.message });
        return;
      }
      // A later use stays for the next time.
      if (noted.get(name) === at) noted.delete(name);
    }
  };
  const failed = (error: unknown): void =>
    log.error('the last uses of API tokens could not be written', { error });
  const work = repeatedWork({ step: write, pauseMs: () => pauseMs, failed });

  return {
    note: (name, at) => void noted.set(name, at),
    async last() {
      const kept = await values.all(usePrefix);
      if (!kept.ok) return kept;
      const times = kept.value.flatMap(({ key, value }) =>
        typeof value === 'string' ? [[key.slice(usePrefix.length), value] as const] : [],
      );
      return ok(new Map([...times, ...noted]));
    },
    forget(name) {
      noted.delete(name);
      return values.remove(usePrefix + name);
    },
    watch: work.watch,
    async stop() {
      await work.stop();
      // A server that stops waits for no database that is gone.
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((resolve) => void (timer = setTimeout(resolve, lastWriteMs)));
      await Promise.race([write().catch(failed), late]);
      clearTimeout(timer);
    },
  };
}
