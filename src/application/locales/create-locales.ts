import { ok, type Result } from '../../domain/result.js';
import { addLocale } from './add-locale.js';
import { findLocale } from './find-locale.js';
import { createLocaleCache, latestDefault, type LocaleCache } from './locale-cache.js';
import { localeName } from './locale-code.js';
import { insertLocale, readLocales, updateLocale, type LocaleRecord } from './locale-records.js';
import type { ListedLocale, LocalesDependencies, LocaleService } from './locale-service.js';
import { removeLocale } from './remove-locale.js';

/** A service that knows of no locale but the schema's default one until it is told to `load`. */
export function createLocales(dependencies: LocalesDependencies): LocaleService {
  const { schema, documents, log } = dependencies;
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
  const asListed = (changed: Result<LocaleRecord>): Result<ListedLocale> =>
    changed.ok ? ok(listed(changed.value)) : changed;
  return {
    get default() {
      return cache.defaultCode();
    },
    knows: cache.knows,
    watch: cache.watch,
    stop: cache.stop,
    list: () => cache.records().map(listed),
    load: () => load(dependencies, cache),
    add: async (code, name) => asListed(await addLocale(documents, cache, code, name)),
    setDefault: async (code) => asListed(await setDefault(dependencies, cache, code)),
    remove: async (code, options) => asListed(await removeLocale(dependencies, cache, code, options)),
  };
}

async function load(
  { documents, schema, clock }: LocalesDependencies,
  cache: LocaleCache,
): Promise<Result<void>> {
  const read = await cache.refresh();
  if (!read.ok || cache.records().length > 0) return read;
  const code = schema.defaultLocale;
  const added = await insertLocale(documents, { code, name: localeName(code), defaultSince: clock.now() });
  const reread = await cache.refresh();
  // Where two servers begin at once, the other one's may be there.
  return added.ok || (reread.ok && cache.records().length > 0) ? reread : added;
}

async function setDefault(
  { documents, clock }: LocalesDependencies,
  cache: LocaleCache,
  code: unknown,
): Promise<Result<LocaleRecord>> {
  const found = await findLocale(cache, code);
  if (!found.ok || found.value.code === cache.defaultCode()) return found;
  const defaultSince = laterThan(latestDefault(cache.records())?.defaultSince, clock.now());
  const updated = await updateLocale(documents, found.value.documentId, { defaultSince });
  if (!updated.ok) return updated;
  const reread = await cache.refresh();
  return reread.ok ? found : reread;
}

/** `now`, unless the clock of whoever chose the last one was ahead. */
const laterThan = (last: string | null | undefined, now: string): string =>
  last == null || last < now ? now : new Date(Date.parse(last) + 1).toISOString();
