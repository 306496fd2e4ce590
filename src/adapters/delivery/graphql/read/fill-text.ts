import { randomBytes } from 'node:crypto';
import { NotWritable, type Written } from './writer-of.js';
import type { Rewrite } from './stored-text.js';

/**
 * A place in a store's text of documents: before a value, or (`end`) at the end of an object. There the object has a member
 * with the name `markName(index)`. Its separator and name, and for an end its value and the closing brace, are replaced.
 */
export interface Mark {
  readonly text: string;
  readonly rewrite: Rewrite | 'end';
}

/** JSON values have members of any name, but nobody can guess this one. It begins with a character that is soon found. */
const prefix = `~${randomBytes(8).toString('hex')}`;
const digits = 3;

/** The most marks of one text. */
export const maxMarks = 10 ** digits;

export const markName = (index: number): string => prefix + String(index).padStart(digits, '0');

const [quote, colon, zero] = ['"', ':', '0'].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
];

/** Returns the number of the mark at `at`; -1 if there is none. All stores write JSON without spaces around names. */
function markAt(text: string, at: number): number {
  let number = 0;
  for (let index = at; index < at + digits; index += 1) number = number * 10 + text.charCodeAt(index) - zero;
  return text.charCodeAt(at + digits) === quote && text.charCodeAt(at + digits + 1) === colon ? number : -1;
}

/** Returns the text with all marks replaced. Throws `NotWritable` or a `GraphQLError` as `Rewrite` does. */
export function fillText(text: string, marks: readonly Mark[]): Written {
  const steps = replacing(text, marks);
  if (text.length > longTextLength) return steps;
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Longer texts are filled in several turns of the event loop. */
const longTextLength = 512 * 1024;
const marksOfStep = 1_000;

function* replacing(text: string, marks: readonly Mark[]): Generator<void, string> {
  let filled = '';
  let from = 0;
  let count = 0;
  for (let at = text.indexOf(prefix); at !== -1; at = text.indexOf(prefix, from)) {
    const mark = marks[markAt(text, at + prefix.length)];
    if (mark === undefined) throw new NotWritable('no mark');
    const value = at + prefix.length + digits + 2;
    // Before it are a quotation mark and a brace or a comma.
    filled += text.slice(from, at - 2) + mark.text;
    from = value;
    if (mark.rewrite === 'end') from = text.indexOf('}', value) + 1;
    else if (mark.rewrite === 'not-null') refuseNull(text, value);
    else if (mark.rewrite !== 'unread') {
      from = endOfScalar(text, value);
      filled += mark.rewrite(text.slice(value, from));
    }
    if ((count += 1) % marksOfStep === 0) yield;
  }
  return filled + text.slice(from);
}

function refuseNull(text: string, at: number): void {
  if (text.startsWith('null', at)) throw new NotWritable('no value');
}

const afterScalar = /[,}\]]/g;

function endOfScalar(text: string, at: number): number {
  if (text[at] !== '"') {
    afterScalar.lastIndex = at;
    return afterScalar.exec(text)?.index ?? text.length;
  }
  for (let end = text.indexOf('"', at + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes += 1;
    if (slashes % 2 === 0) return end + 1;
  }
}
