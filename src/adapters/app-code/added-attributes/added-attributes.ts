import { isDeepStrictEqual } from 'node:util';
import type { PlainObject } from '../../../domain/document/plain-object.js';
import { attributesIn } from '../../../domain/schema/built-in.js';
import type { ContentTypeSource } from '../../../domain/schema/schema-source.js';

/** What code of an app adds to content-types. */
export interface AddedAttributes {
  /** With the attributes that code has added or changed. */
  readonly sources: readonly ContentTypeSource[];
  /** Sentences for the log: code that could not be asked. */
  readonly notes: readonly string[];
}

/** A promise that stays open would keep every command from going on. */
const longestAnswer = 10_000;

/**
 * Runs code that may add attributes, before there is a schema and the database is open; it is run again at the start, for all
 * else. What fails, or takes more than ten seconds, adds what it has until then, and has a note: at the start it is refused.
 */
export async function asked(file: string, run: () => unknown): Promise<readonly string[]> {
  const failures: unknown[] = [];
  // Of promises that nobody waits for. At the start they reject again, and are logged.
  const ignore = (): void => {};
  process.on('unhandledRejection', ignore);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`it did not end within ${longestAnswer / 1000} seconds`);
    timer = setTimeout(() => reject(error), longestAnswer);
  });
  try {
    await Promise.race([(async () => run())(), late]);
  } catch (error) {
    failures.push(error);
  } finally {
    clearTimeout(timer);
    setImmediate(() => process.off('unhandledRejection', ignore));
  }
  return failures.map(
    (error) =>
      `${file} cannot add attributes, as running it before the database is open failed: ${error instanceof Error ? error.message : String(error)}`,
  );
}

/** Returns the attributes that code has added to a definition or changed; null if there are none. */
export function changedAttributes(before: unknown, after: unknown): PlainObject | null {
  const known = attributesIn(before);
  const changed = Object.entries(attributesIn(after)).filter(
    ([name, value]) => !isDeepStrictEqual(value, known[name]),
  );
  return changed.length === 0 ? null : Object.fromEntries(changed);
}
