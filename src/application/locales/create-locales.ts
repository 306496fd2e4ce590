import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Schema } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/documents.js';
import type { Clock } from '../ports/clock.js';
import type { Locales } from '../ports/locales.js';
import type { Log } from '../ports/log.js';
import { countContent, removeContent } from './content-in-locale.js';
import { createLocaleCache } from './locale-cache.js';
import { checkLocaleCode, localeName } from './locale-code.js';
import { addLocale, changeLocale, readLocales, removeLocale, type LocaleRecord } from './locale-records.js';

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
  list(): readonly ListedLocale[];
  /** Of one that is there, changes the name if one is given. */
  add(code: unknown, name?: unknown): Promise<Result<ListedLocale>>;
  setDefault(code: unknown): Promise<Result<void>>;
  /** Refused for the default one, and while there are documents in it, unless they are to go too. */
  remove(code: unknown, options: { readonly withDocuments: boolean }): Promise<Result<void>>;
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

export function createLocales(dependencies: LocalesDependencies): LocaleService {
  const { schema, documents, clock, log } = dependencies;
  const cache = createLocaleCache({
    fallback: schema.defaultLocale,
    read: () => readLocales(documents),
    log,
  });
  const listed = ({ code, name }: LocaleRecord): ListedLocale => ({
    code,
    name,
    isDefault: code === cache.defaultCode(),
  });
  const changed = async (change: Result<unknown>): Promise<Result<void>> =>
    change.ok ? cache.refresh() : change;
  const find = async (code: unknown): Promise<Result<LocaleRecord>> => {
    const checked = checkLocaleCode(code);
    if (!checked.ok) return checked;
    const refreshed = await cache.refresh();
    if (!refreshed.ok) return refreshed;
    const record = cache.records().find((one) => one.code === checked.value);
    return record === undefined ? err(unknown(checked.value, cache.records())) : ok(record);
  };
  return {
    get default() {
      return cache.defaultCode();
    },
    knows: cache.knows,
    watch: cache.watch,
    stop: cache.stop,
    list: () => cache.records().map(listed),
    load: () => load(dependencies, cache.refresh, cache.records),
    async add(code, name) {
      const checked = checkAdded(code, name);
      if (!checked.ok) return checked;
      const refreshed = await cache.refresh();
      if (!refreshed.ok) return refreshed;
      const found = (): LocaleRecord | undefined =>
        cache.records().find((one) => one.code === checked.value.code);
      const before = found();
      const stored =
        before === undefined
          ? await addLocale(documents, checked.value)
          : name === undefined || before.name === name
            ? ok(null)
            : await changeLocale(documents, before.documentId, { name: checked.value.name });
      const reread = await cache.refresh();
      const record = found();
      // Another process may have added it meanwhile: then it is there, which is what was wanted.
      if (!stored.ok && record === undefined) return stored;
      if (!reread.ok) return reread;
      return record === undefined ? err(unknown(checked.value.code, cache.records())) : ok(listed(record));
    },
    async setDefault(code) {
      const record = await find(code);
      if (!record.ok) return record;
      if (record.value.code === cache.defaultCode()) return ok(undefined);
      return changed(await changeLocale(documents, record.value.documentId, { defaultSince: clock.now() }));
    },
    async remove(code, { withDocuments }) {
      const record = await find(code);
      if (!record.ok) return record;
      const removable = await checkRemovable(
        dependencies,
        record.value.code,
        cache.defaultCode(),
        withDocuments,
      );
      if (!removable.ok) return removable;
      return changed(await removeLocale(documents, record.value.documentId));
    },
  };
}

const longestName = 100;

function checkAdded(code: unknown, name: unknown): Result<{ readonly code: string; readonly name: string }> {
  const checked = checkLocaleCode(code);
  if (!checked.ok) return checked;
  if (name === undefined) return ok({ code: checked.value, name: localeName(checked.value) });
  if (typeof name === 'string' && name.trim() !== '' && name.length <= longestName)
    return ok({ code: checked.value, name });
  return err(failure('INPUT.INVALID', `The name of a locale has 1 to ${longestName} characters`));
}

const unknown = (code: string, records: readonly LocaleRecord[]) =>
  failure(
    'INPUT.INVALID',
    `There is no locale "${code}"; there are: ${records.map((one) => one.code).join(', ')}`,
  );

async function load(
  { documents, schema, clock }: LocalesDependencies,
  refresh: () => Promise<Result<void>>,
  records: () => readonly LocaleRecord[],
): Promise<Result<void>> {
  const read = await refresh();
  if (!read.ok || records().length > 0) return read;
  const code = schema.defaultLocale;
  const added = await addLocale(documents, { code, name: localeName(code), defaultSince: clock.now() });
  const reread = await refresh();
  // Where two servers begin at once, the other one's may be there.
  return added.ok || (reread.ok && records().length > 0) ? reread : added;
}

async function checkRemovable(
  { documents, schema }: LocalesDependencies,
  code: string,
  defaultCode: string,
  withDocuments: boolean,
): Promise<Result<null>> {
  if (code === defaultCode)
    return err(
      failure('INPUT.MISMATCH', `"${code}" is the default locale: make another one the default first`),
    );
  if (withDocuments) return removeContent(documents, schema, code);
  const counts = await countContent(documents, schema, code);
  if (!counts.ok || counts.value.size === 0) return counts.ok ? ok(null) : counts;
  const told = [...counts.value].map(([{ uid }, count]) => `${count} of ${uid}`).join(', ');
  return err(
    failure(
      'INPUT.MISMATCH',
      `There are documents in "${code}": ${told}. Repeat with --with-documents to delete them too.`,
    ),
  );
}
