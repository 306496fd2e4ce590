/** A stretch of a text: in both, in the first alone, or in the second alone. */
export interface Stretch {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** More comparisons than this would be felt: the texts are then shown whole. */
const most = 4_000_000;

/** Compares two texts by words; spaces and signs are words of their own. */
export function compareTexts(from: string, to: string): readonly Stretch[] {
  return compareParts(wordsOf(from), wordsOf(to));
}

/** Compares two texts by lines. */
export const compareLines = (from: readonly string[], to: readonly string[]): readonly Stretch[] =>
  compareParts(
    from.map((line) => `${line}\n`),
    to.map((line) => `${line}\n`),
  );

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
const wordsOf = (text: string): readonly string[] =>
  Array.from(segmenter.segment(text), ({ segment }) => segment);

function compareParts(from: readonly string[], to: readonly string[]): readonly Stretch[] {
  const start = commonLength(from, to);
  const end = commonLength(from.slice(start).toReversed(), to.slice(start).toReversed());
  const [gone, added] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  return joined([
    ...from.slice(0, start).map((text): Stretch => ({ kind: 'same', text })),
    ...(gone.length * added.length > most ? replaced(gone, added) : changedParts(gone, added)),
    ...from.slice(from.length - end).map((text): Stretch => ({ kind: 'same', text })),
  ]);
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((part, index) => part !== other[index]);
  return at < 0 ? Math.min(one.length, other.length) : at;
}

const replaced = (gone: readonly string[], added: readonly string[]): readonly Stretch[] => [
  { kind: 'gone', text: gone.join('') },
  { kind: 'new', text: added.join('') },
];

/** By the longest common subsequence. */
function changedParts(from: readonly string[], to: readonly string[]): readonly Stretch[] {
  const width = to.length + 1;
  /** The length that is common to what follows two places. */
  const lengths = new Uint32Array((from.length + 1) * width);
  const at = (one: number, other: number): number => lengths[one * width + other] ?? 0;
  for (let one = from.length - 1; one >= 0; one -= 1)
    for (let other = to.length - 1; other >= 0; other -= 1)
      lengths[one * width + other] =
        from[one] === to[other]
          ? at(one + 1, other + 1) + 1
          : Math.max(at(one + 1, other), at(one, other + 1));
  const stretches: Stretch[] = [];
  let [one, other] = [0, 0];
  while (one < from.length || other < to.length) {
    const [gone, added] = [from[one], to[other]];
    if (gone !== undefined && gone === added) {
      stretches.push({ kind: 'same', text: gone });
      [one, other] = [one + 1, other + 1];
    } else if (gone !== undefined && (added === undefined || at(one + 1, other) >= at(one, other + 1))) {
      stretches.push({ kind: 'gone', text: gone });
      one += 1;
    } else if (added !== undefined) {
      stretches.push({ kind: 'new', text: added });
      other += 1;
    }
  }
  return stretches;
}

/** Puts neighbours together, and what is gone before what is new, so that whole phrases are marked. */
function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const found: Stretch[] = [];
  let [gone, added] = ['', ''];
  const flush = (): void => {
    if (gone !== '') found.push({ kind: 'gone', text: gone });
    if (added !== '') found.push({ kind: 'new', text: added });
    [gone, added] = ['', ''];
  };
  for (const [index, { kind, text }] of stretches.entries()) {
    if (kind === 'gone') gone += text;
    else if (kind === 'new') added += text;
    else if (/^[^\S\n]+$/.test(text) && gone + added !== '' && stretches[index + 1]?.kind !== 'same') {
      // A space between two words that changed belongs to both.
      gone += text;
      added += text;
    } else {
      flush();
      const last = found.at(-1);
      if (last?.kind === 'same') found[found.length - 1] = { kind, text: last.text + text };
      else found.push({ kind, text });
    }
  }
  flush();
  return found;
}
