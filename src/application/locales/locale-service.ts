import type { Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/documents.js';
import type { Clock } from '../ports/clock.js';
import type { Locales } from '../ports/locales.js';
import type { Log } from '../ports/log.js';

/**
 * The locales that content can be written in, kept as documents of `plugin::i18n.locale`. What a request needs is
 * answered from memory; a change made here is in use when its promise resolves, one made by another process within two
 * seconds. Refused input is `INPUT.INVALID`, what does not fit what is stored `INPUT.MISMATCH`.
 */
export interface LocaleService extends Locales {
  /** Reads them; makes the first one, English, where there is none. */
  load(): Promise<Result<void>>;
  /** Follows changes by other processes until `stop`. */
  watch(): void;
  stop(): void;
  /** In the order in which they were added. */
  list(): readonly ListedLocale[];
  /** Of one that is there, changes the name if one is given. */
  add(code: unknown, name?: unknown): Promise<Result<ListedLocale>>;
  setDefault(code: unknown): Promise<Result<ListedLocale>>;
  /**
   * Refused for the default one, and while there are documents in it, unless they are to go too: then
   * `details.documents` says how many of which content-type. Repeating a removal that broke off goes on with it.
   */
  remove(code: unknown, options: { readonly withDocuments: boolean }): Promise<Result<ListedLocale>>;
}

export interface ListedLocale {
  readonly code: string;
  readonly name: string;
  readonly isDefault: boolean;
}

export interface LocalesDependencies {
  readonly schema: Schema;
  /** Over the same store, and without locales of their own: these are what they would ask. */
  readonly documents: Documents;
  readonly clock: Clock;
  readonly log: Log;
}
