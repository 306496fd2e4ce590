import { createPolling, type Polling } from '../stores/create-polling.js';
import { ok, type Result, err } from '../../domain/result.js';
import type { Log } from '../ports/log.js';
import type { LocaleRecord } from './locale-records.js';
import { failure, type Failure } from '../../domain/failure.js';
import { reason } from '../../domain/reason/reason.js';
import { checkLocaleCode } from './locale-code.js';

/** The latest known locales, in memory. */
export interface LocaleCache extends Pick<Polling, 'watch' | 'stop'> {
  records(): readonly LocaleRecord[];
  recordOf(code: string): LocaleRecord | undefined;
  defaultCode(): string;
  has(code: string): Promise<boolean>;
  refresh(): Promise<Result<void>>;
}

const recheckIntervalMs = 250;

/** There are few locales, so all of them are read once a second. */
export function createLocaleCache({
  fallback,
  read,
  log,
}: {
  readonly fallback: string;
  readonly read: () => Promise<Result<readonly LocaleRecord[]>>;
  readonly log: Log;
}): LocaleCache {
  let records: readonly LocaleRecord[] = [];
  let byCode: ReadonlyMap<string, LocaleRecord> = new Map();
  let defaultCode = fallback;
  // Reads run one after another, so that an older state never replaces a newer one.
  let last: Promise<unknown> = Promise.resolve();

  const readNow = async (): Promise<Result<void>> => {
    const found = await read();
    if (!found.ok) return found;
    records = found.value;
    byCode = new Map(records.map((record) => [record.code, record]));
    defaultCode = (latestDefault(records) ?? records[0])?.code ?? fallback;
    return ok(undefined);
  };
  const refresh = (): Promise<Result<void>> => {
    const next = last.then(readNow);
    last = next.catch(() => undefined);
    return next;
  };
  const poll = async (): Promise<boolean> => {
    const before = records;
    const found = await refresh().catch((error: unknown) =>
      log.error('locales could not be read', { error }),
    );
    if (found?.ok === false) log.debug('locales cannot be read', { reason: found.failure.message });
    return records !== before;
  };

  // Limits the queries that unknown codes cause to a few per second.
  const { recheck, watch, stop } = createPolling(poll, recheckIntervalMs);
  return {
    records: () => records,
    recordOf: (code) => byCode.get(code),
    defaultCode: () => defaultCode,
    refresh,
    async has(code) {
      if (byCode.has(code)) return true;
      await recheck();
      return byCode.has(code);
    },
    watch,
    stop,
  };
}

/** Returns the current default locale: the one that was made the default last. */
export const latestDefault = (records: readonly LocaleRecord[]): LocaleRecord | undefined =>
  records.reduce<LocaleRecord | undefined>(
    (latest, record) =>
      record.defaultSince !== null && record.defaultSince > (latest?.defaultSince ?? '') ? record : latest,
    undefined,
  );

/** Returns the stored locale of a code. Fails with `INPUT.INVALID` if there is none. */
export async function findLocale(cache: LocaleCache, code: unknown): Promise<Result<LocaleRecord>> {
  const checked = checkLocaleCode(code);
  if (!checked.ok) return checked;
  const refreshed = await cache.refresh();
  if (!refreshed.ok) return refreshed;
  const record = cache.recordOf(checked.value);
  return record === undefined ? err(unknownLocale(checked.value, cache.records())) : ok(record);
}

/** The refusal of a locale that is not one of the `known`. */
export const unknownLocale = (
  code: string,
  known: readonly { readonly code: string }[],
  details?: Failure['details'],
): Failure =>
  failure('INPUT.INVALID', reason('locale.noneOf', { code, codes: known.map((one) => one.code) }), details);
