import { homeEntries } from '../../contract/limits.js';
import { openKept, type Kept } from './kept.js';

/** The entries that an administrator has opened in this browser, the latest first, each as `GET home` takes it. */
export const openSeen = (administrator: string): Kept<readonly string[]> =>
  openKept(administrator, ['seen'], (given) =>
    Array.isArray(given)
      ? given
          .filter((one): one is string => typeof one === 'string' && isEntry.test(one))
          .slice(0, homeEntries)
      : null,
  );

const isEntry = /^[\w:.-]+\/[\w-]+(\/[\w-]+)?$/;

/** Puts an entry before the others. */
export function noteSeen(
  administrator: string,
  { uid, id, locale }: { readonly uid: string; readonly id: string; readonly locale: string | undefined },
): void {
  const seen = openSeen(administrator);
  const entry = [uid, id, ...(locale === undefined ? [] : [locale])].join('/');
  seen.write([entry, ...(seen.read() ?? []).filter((one) => one !== entry)].slice(0, homeEntries));
}
