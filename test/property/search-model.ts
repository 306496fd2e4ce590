/** What is searched, and who asks for what: a plain model of searches, without indexes. */
export interface Text {
  readonly id: string;
  readonly locale: string;
  readonly isPublished: boolean;
  readonly size: number;
  readonly [attribute: string]: unknown;
}

export interface Question {
  readonly words: readonly string[];
  readonly locale: string;
  /** What the reader may read; null: everything that is not private. */
  readonly fields: readonly string[] | null;
  /** The size of what the reader may read; null: any. */
  readonly size: number | null;
  readonly isSorted: boolean;
  readonly offset: number;
  readonly limit: number;
  readonly count: 'exact' | 'estimated' | 'none';
}

type Weights = Readonly<Record<string, number>>;

/** Returns the ids of what is found, in the order of `texts` where nothing else decides. */
export function found(texts: readonly Text[], question: Question, weights: Weights) {
  const { locale, fields, size } = question;
  const seen = texts.filter(
    (text) => text.locale === locale && text.isPublished && (size === null || text.size === size),
  );
  const names = Object.keys(weights).filter((name) => fields === null || fields.includes(name));
  const words = distinct(question.words.map(folded));
  const exact = ranked(seen, words, names, weights, false);
  const ids = (exact.length > 0 ? exact : ranked(seen, words, names, weights, true)).map(({ id }) => id);
  const inOrder = texts.map(({ id }) => id).filter((id) => ids.includes(id));
  return { ids: question.isSorted ? inOrder : ids };
}

const distinct = (words: readonly string[]) => words.filter((word, at) => words.lastIndexOf(word) === at);

const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\u030a/g, '')
    .toLowerCase();

function ranked(
  texts: readonly Text[],
  words: readonly string[],
  names: readonly string[],
  weights: Weights,
  near: boolean,
) {
  const last = words.length - 1;
  return texts
    .flatMap((text) => {
      const lists = names.map((name) => folded(String(text[name])).split(' ').filter(Boolean));
      const has = (list: readonly string[], at: number, form: Form): boolean =>
        list.some((each) => isLike(words[at] ?? '', each, { ...form, begins: form.begins && at === last }));
      const all = (list: readonly string[], begins: boolean): boolean =>
        words.every((_, at) => has(list, at, { near, begins }));
      if (!words.every((_, at) => lists.some((list) => has(list, at, { near, begins: true })))) return [];
      const exact = words.filter((_, at) =>
        lists.some((list) => has(list, at, { near: false, begins: true })),
      );
      const weight = lists.reduce((sum, list, at) => {
        const each = weights[names[at] ?? ''] ?? 0;
        return (
          sum +
          (all(list, true) ? each : 0) +
          (all(list, true) && has(list, last, { near, begins: false }) ? each : 0)
        );
      }, 0);
      return [{ id: text.id, exact: near ? exact.length : 0, weight }];
    })
    .sort((a, b) => b.exact - a.exact || b.weight - a.weight);
}

interface Form {
  readonly near: boolean;
  readonly begins: boolean;
}

function isLike(word: string, each: string, { near, begins }: Form): boolean {
  const forms = begins ? Array.from({ length: each.length }, (_, at) => each.slice(0, at + 1)) : [each];
  const allowsErrors = near && /^([a-zø]{4,}|[а-я]{4,})$/.test(word);
  return forms.some((form) => form === word || (allowsErrors && hasOneError(word, form)));
}

/** Whether one letter is missing, too many or another, or two neighbours are swapped. */
function hasOneError(one: string, other: string): boolean {
  if (/\d/.test(other)) return false;
  if (/[а-я]/.test(one) !== /[а-я]/.test(other)) return false;
  const [a, b] = [Array.from(one), Array.from(other)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  const rest = [a.slice(start), b.slice(start)] as const;
  const tail = (from: number, to: number): boolean =>
    rest[0].slice(from).join('') === rest[1].slice(to).join('');
  const isSwapped = rest[0][0] === rest[1][1] && rest[0][1] === rest[1][0] && tail(2, 2);
  return tail(1, 0) || tail(0, 1) || tail(1, 1) || (rest[0].length > 1 && isSwapped);
}
