import type { Principal } from '../../domain/permission/permission.js';
import type { Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/documents.js';
import type { Clock } from '../ports/clock.js';
import type { Locales } from '../ports/locales.js';
import type { Log } from '../ports/log.js';

/**
 * Manages the locales of content, which are documents of `plugin::i18n.locale`. Requests are served from memory. A
 * change made here takes effect when its promise resolves, a change by another process within two seconds. Invalid
 * input fails with `INPUT.INVALID`, and input that does not fit stored data with `INPUT.MISMATCH`.
 */
export interface LocaleService extends Locales {
  /** Loads the locales. Adds the first one, English, if there is none. */
  load(): Promise<Result<void>>;
  /** Follows changes by other processes until `stop`. */
  watch(): void;
  stop(): void;
  /** Returns the locales in the order in which they were added. */
  list(): readonly ListedLocale[];
  /** Adds a locale. For an existing one, changes the name if one is given. The audit trail names `by`, as below. */
  add(code: unknown, name?: unknown, by?: Principal): Promise<Result<ListedLocale>>;
  setDefault(code: unknown, by?: Principal): Promise<Result<ListedLocale>>;
  /**
   * Removes a locale. Fails for the default locale, and if documents exist in it unless `withDocuments` is set;
   * `details.documents` then has their number by content-type. An interrupted removal can be repeated.
   */
  remove(
    code: unknown,
    options: { readonly withDocuments: boolean; readonly by?: Principal },
  ): Promise<Result<ListedLocale>>;
}

export interface ListedLocale {
  readonly code: string;
  readonly name: string;
  readonly isDefault: boolean;
}

export interface LocalesDependencies {
  readonly schema: Schema;
  /** Must use the same store and have no locales of its own, because it reads the locales. */
  readonly documents: Documents;
  readonly clock: Clock;
  readonly log: Log;
}
