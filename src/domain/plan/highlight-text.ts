import { findersOf, searchedLength, wordsOf, type TextSearch } from './text-search.js';

/** A part of a text with the words that a search has found in it. Positions count UTF-16 code units, as in JavaScript. */
export interface Highlight {
  readonly text: string;
  /** The position of `text` in the whole text. */
  readonly offset: number;
  /** Where each word begins and ends in `text`, in their order. */
  readonly matches: readonly (readonly [start: number, end: number])[];
}

/** Letters and digits, in all forms that folding makes letters and digits of, and the accents on them. */
const runs = /[\p{L}\p{N}\p{M}]+/gu;

const [before, most] = [60, 200];

/** Returns the part around the first match of a search, null without one. */
export function highlightText(text: string, search: Pick<TextSearch, 'words' | 'near'>): Highlight | null {
  const finders = findersOf(search);
  const isFound = (run: string): boolean =>
    wordsOf(run).some((word) => finders.some(({ finds }) => finds(word)));
  const searched = text.slice(0, searchedLength);
  let [from, to] = [0, searched.length];
  const matches: [number, number][] = [];
  for (const { 0: run, index } of searched.matchAll(runs)) {
    const end = index + run.length;
    if (end > to) break;
    if (!isFound(run)) continue;
    if (matches.length === 0) [from, to] = partAround(searched, index, end);
    if (end <= to) matches.push([index - from, end - from]);
  }
  return matches.length === 0 ? null : { text: searched.slice(from, to), offset: from, matches };
}

/** Begins and ends between words, if there are gaps; otherwise between characters. */
function partAround(text: string, start: number, end: number): [from: number, to: number] {
  const earliest = Math.max(0, start - before);
  const latest = Math.min(text.length, Math.max(end, earliest + most));
  const gap = earliest === 0 ? 0 : text.slice(earliest, start).search(/\s\S/);
  const from = earliest === 0 ? 0 : gap === -1 ? between(text, earliest) : earliest + gap + 1;
  if (latest === text.length) return [from, latest];
  const tail = text.slice(end, latest).search(/\s\S*$/);
  return [from, tail === -1 ? between(text, latest) : end + tail];
}

/** The position, or the one after it if that is inside a character of two code units. */
const between = (text: string, at: number): number =>
  /^[\uDC00-\uDFFF]/.test(text.slice(at, at + 1)) ? at + 1 : at;
