import { ok, type Result } from '../../domain/result.js';
import type { Log } from '../ports/log.js';
import type { LocaleRecord } from './locale-records.js';

/** The last known locales, kept near. */
export interface LocaleCache {
  records(): readonly LocaleRecord[];
  recordOf(code: string): LocaleRecord | undefined;
  defaultCode(): string;
  knows(code: string): Promise<boolean>;
  refresh(): Promise<Result<void>>;
  watch(): void;
  stop(): void;
}

const pollMilliseconds = 1000;
const recheckMilliseconds = 250;

/** There are few of them, so they are read whole, once a second. */
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
  let timer: NodeJS.Timeout | undefined;
  // Readings follow one another, so that an older answer never replaces a newer one.
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
  const poll = async (): Promise<void> => {
    const found = await refresh().catch((error: unknown) =>
      log.error('locales could not be read', { error }),
    );
    if (found?.ok === false) log.debug('locales can not be read', { reason: found.failure.message });
  };

  // Codes that are none cost no more than a few questions a second, however many are tried.
  let rechecking: Promise<void> | undefined;
  const recheck = (): Promise<void> => {
    rechecking ??= poll().finally(() => {
      setTimeout(() => (rechecking = undefined), recheckMilliseconds).unref();
    });
    return rechecking;
  };
  const schedule = (): void => {
    timer = setTimeout(() => void poll().finally(() => timer && schedule()), pollMilliseconds);
    timer.unref();
  };
  return {
    records: () => records,
    recordOf: (code) => byCode.get(code),
    defaultCode: () => defaultCode,
    refresh,
    async knows(code) {
      if (byCode.has(code)) return true;
      await recheck();
      return byCode.has(code);
    },
    watch: () => {
      if (timer === undefined) schedule();
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** The one that was made the default last. */
export const latestDefault = (records: readonly LocaleRecord[]): LocaleRecord | undefined =>
  records.reduce<LocaleRecord | undefined>(
    (latest, record) =>
      record.defaultSince !== null && record.defaultSince > (latest?.defaultSince ?? '') ? record : latest,
    undefined,
  );
