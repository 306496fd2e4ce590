import type { Place } from './entry-state.js';

export interface KeptPlace extends Pick<Place, 'uid' | 'locale'> {
  /** `new`: it does not exist yet. `-`: the document of a single type. */
  readonly id: string;
  /** Null: it is not known. */
  readonly label: string | null;
}

const prefixOf = (administrator: string): string => `quire ${administrator}`;

interface JournalPlace extends Omit<KeptPlace, 'label'> {
  /** The name of the window that writes it. */
  readonly window: string;
}

export const journalKeyOf = (administrator: string, { uid, id, locale, window }: JournalPlace): string =>
  [prefixOf(administrator), uid, id, locale ?? '', window].join(' ');

/** Of a journal; what else is kept for an administrator has other names. */
const isUid = (text: string): boolean => text.includes('::');

interface Found extends JournalPlace {
  readonly key: string;
}

/** The keys of the journals of an administrator. */
export function keysOfJournals(administrator: string): readonly Found[] {
  try {
    return Object.keys(localStorage).flatMap((key): Found[] => {
      if (!key.startsWith(`${prefixOf(administrator)} `)) return [];
      const rest = key.slice(prefixOf(administrator).length + 1);
      const [uid = '', id = '', locale = '', name = ''] = rest.split(' ');
      if (!isUid(uid)) return [];
      return [{ key, uid, id, locale: locale || undefined, window: name.split('.')[0] ?? '' }];
    });
  } catch {
    return [];
  }
}

function labelIn(key: string): string | null {
  try {
    const { label = null } = JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<KeptPlace>;
    return label;
  } catch {
    return null;
  }
}

/** The entries of an administrator of which this browser has unsaved edits. */
export function keptPlaces(administrator: string): readonly KeptPlace[] {
  const places = keysOfJournals(administrator).map(({ key, uid, id, locale }): [string, KeptPlace] => [
    [uid, id, locale].join(' '),
    { uid, id, locale, label: labelIn(key) },
  ]);
  return [...new Map(places).values()];
}

export function removeJournals(administrator: string): void {
  for (const { key } of keysOfJournals(administrator)) localStorage.removeItem(key);
}
