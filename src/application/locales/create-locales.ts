import type { Principal } from '../../domain/permission/permission.js';
import { ok, type Result, err } from '../../domain/result.js';
import { findLocale, createLocaleCache, latestDefault, type LocaleCache } from './locale-cache.js';
import { localeName, checkLocaleCode } from './locale-code.js';
import { insertLocale, readLocales, updateLocale, type LocaleRecord } from './locale-records.js';
import type { ListedLocale, LocalesDependencies, LocaleService } from './locale-service.js';
import { removeLocale } from './remove-locale.js';
import { failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { writingFor } from '../audit/writing-for.js';
import type { Documents } from '../documents/documents.js';
import { later } from '../later.js';

/** Creates the service. Until `load`, the schema's default locale is the only one. */
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
  const actingFor = (by: Principal | undefined): LocalesDependencies =>
    by === undefined ? dependencies : { ...dependencies, documents: writingFor(documents, by) };
  const asListed = (changed: Result<LocaleRecord>): Result<ListedLocale> =>
    changed.ok ? ok(listed(changed.value)) : changed;
  return {
    get default() {
      return cache.defaultCode();
    },
    has: cache.has,
    watch: cache.watch,
    stop: cache.stop,
    list: () => cache.records().map(listed),
    load: () => load(dependencies, cache),
    add: async (code, name, by) => asListed(await addLocale(actingFor(by).documents, cache, code, name)),
    setDefault: async (code, by) => asListed(await setDefault(actingFor(by), cache, code)),
    remove: async (code, { by, ...options }) =>
      asListed(await removeLocale(actingFor(by), cache, code, options)),
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
  // Another server that starts at the same time may have added it.
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

/** Returns `now`, or a time after `last` if that is later because of another server's clock. */
const laterThan = (last: string | null | undefined, now: string): string =>
  last == null || last < now ? now : later(last, 1);

const longestName = 100;

/** Adds a locale, or renames an existing one. */
async function addLocale(
  documents: Documents,
  cache: LocaleCache,
  code: unknown,
  name: unknown,
): Promise<Result<LocaleRecord>> {
  const checked = checkLocaleCode(code);
  if (!checked.ok) return checked;
  if (name !== undefined && !isName(name))
    return err(failure('INPUT.INVALID', reason('locale.name', { max: longestName })));
  const refreshed = await cache.refresh();
  if (!refreshed.ok) return refreshed;
  const before = cache.recordOf(checked.value);
  if (before !== undefined && (name === undefined || name === before.name)) return ok(before);
  const stored =
    before === undefined
      ? await insertLocale(documents, { code: checked.value, name: name ?? localeName(checked.value) })
      : await updateLocale(documents, before.documentId, { name: name ?? before.name });
  const found = await findLocale(cache, checked.value);
  // Another process may have added it in the meantime, with the same effect.
  return stored.ok || found.ok ? found : stored;
}

const isName = (name: unknown): name is string =>
  typeof name === 'string' && name.trim() !== '' && name.length <= longestName;
