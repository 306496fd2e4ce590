import type { MediaFile } from '../../contract/media.js';
import { kindOf, lacksText } from './file-kinds.js';
import { kinds, type Kind, type Narrowed } from './media-search.js';

/** What is asked for in the library. */
export interface Asked extends Narrowed {
  readonly folder?: string;
  /** Whether the administrator sees folders. What is narrowed is looked for below the folder, too. */
  readonly hasFolders?: boolean;
}

export const nothingNarrowed = {
  search: undefined,
  kind: undefined,
  text: undefined,
  size: undefined,
  age: undefined,
  use: undefined,
} satisfies Record<keyof Narrowed, undefined>;

export const isNarrowed = ({ search = '', kind, text, size, age, use }: Narrowed): boolean =>
  search !== '' || [kind, text, size, age, use].some((one) => one !== undefined);

/** One condition: for the server, which reads it below `filters[$and][n]`, and for a file that is here. */
interface Condition {
  readonly query: readonly (readonly [path: string, value: string])[];
  holds(file: MediaFile): boolean;
}

/** Files of some kinds. Documents are those of no other kind. */
export function ofKinds(wanted: readonly Kind[]): Condition {
  const isInverse = wanted.includes('document');
  const named = kinds.filter((one) => one !== 'document' && wanted.includes(one) !== isInverse);
  const place = isInverse ? '[$not][$or]' : '[$or]';
  return {
    query: named.map((kind, at) => [`${place}[${at}][mime][$startsWith]`, `${kind}/`]),
    holds: (file) => wanted.includes(kindOf(file)),
  };
}

const texts: Readonly<Record<NonNullable<Narrowed['text']>, Condition>> = {
  missing: { query: [['[alternativeText][$null]', 'true']], holds: lacksText },
  decorative: {
    query: [['[alternativeText][$eq]', '']],
    holds: ({ alternativeText }) => alternativeText === '',
  },
};

/** In kilobytes: from the first, up to below the second. */
const bounds = { small: [0, 100], medium: [100, 1000], large: [1000, 10_000], huge: [10_000, null] } as const;

function ofSize(name: NonNullable<Narrowed['size']>): Condition {
  const [from, below] = bounds[name];
  return {
    query: [['[size][$gte]', `${from}`], ...(below === null ? [] : [['[size][$lt]', `${below}`] as const])],
    holds: ({ size }) => size >= from && (below === null || size < below),
  };
}

const days = { day: 1, week: 7, month: 30, year: 365 } as const;
const dayMs = 86_400_000;

function ofAge(name: NonNullable<Narrowed['age']>): Condition {
  const isOlder = name === 'older';
  const time = new Date(Date.now() - days[isOlder ? 'year' : name] * dayMs).toISOString();
  return {
    query: [[`[createdAt][${isOlder ? '$lt' : '$gte'}]`, time]],
    holds: ({ createdAt }) => createdAt < time === isOlder,
  };
}

const conditionsOf = ({ kind, text, size, age }: Narrowed): readonly Condition[] => [
  ...(kind === undefined ? [] : [ofKinds([kind])]),
  ...(text === undefined ? [] : [ofKinds(['image']), texts[text]]),
  ...(size === undefined ? [] : [ofSize(size)]),
  ...(age === undefined ? [] : [ofAge(age)]),
];

/** Makes the query of `GET media`, without its page. */
export function queryWith(search: string, conditions: readonly Condition[]): URLSearchParams {
  const params = new URLSearchParams();
  if (search !== '') params.set('search', search);
  for (const [at, { query }] of conditions.filter(({ query: one }) => one.length > 0).entries())
    for (const [path, value] of query) params.set(`filters[$and][${at}]${path}`, value);
  return params;
}

/** The same for what is asked for in the library. */
export function mediaQuery(asked: Asked): URLSearchParams {
  const { search = '', folder, hasFolders = false } = asked;
  const params = queryWith(search, conditionsOf(asked));
  if (hasFolders) params.set('folder', folder ?? 'root');
  if (hasFolders && isNarrowed(asked)) params.set('below', 'true');
  return params;
}

/** Whether a file belongs to what is asked for. */
export function isFound(file: MediaFile, asked: Asked): boolean {
  const { search = '', folder, hasFolders = false } = asked;
  return (
    (!hasFolders || isNarrowed(asked) || file.folder === (folder ?? null)) &&
    conditionsOf(asked).every(({ holds }) => holds(file)) &&
    [file.name, file.alternativeText, file.caption].some((text) =>
      (text ?? '').toLowerCase().includes(search.toLowerCase()),
    )
  );
}
