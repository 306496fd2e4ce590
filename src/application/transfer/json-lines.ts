import { failure } from '../../domain/failure.js';
import { isPlainObject, type PlainObject } from '../../domain/document/plain-object.js';
import type { ArchivedFile } from '../ports/foreign-archive.js';
import { ThrownFailure } from '../thrown-failure.js';

/** A line of a file, for messages too. */
export interface JsonLine {
  readonly file: string;
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** No row of a content server is larger. */
export const longestLine = 64 * 1024 * 1024;
/** Far deeper than components nest. Deeper values would exhaust the stack of whatever walks them later. */
const deepest = 200;

const newline = 10;

/** Returns the lines that are not empty, as many at once as a piece of the file has. */
export async function* linesOf({ path, content }: ArchivedFile): AsyncGenerator<readonly JsonLine[]> {
  let number = 0;
  let begun: Uint8Array[] = [];
  let size = 0;
  const lineOf = (end: Uint8Array): JsonLine => {
    number++;
    const bytes = begun.length === 0 ? end : joined([...begun, end]);
    [begun, size] = [[], 0];
    return { file: path, number, bytes };
  };
  for await (const chunk of content) {
    const lines: JsonLine[] = [];
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      lines.push(lineOf(chunk.subarray(from, at)));
      from = at + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > longestLine) throw refusedLine({ file: path, number: number + 1 }, 'is longer than 64 MB');
    yield lines.filter(({ bytes }) => bytes.length > 0);
  }
  if (size > 0) yield [lineOf(new Uint8Array())];
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Parses a line that holds an object. Throws `ThrownFailure` that names the line. */
export function parseLine(line: JsonLine): PlainObject {
  let value: unknown;
  try {
    const text = decoder.decode(line.bytes);
    checkDepth(text, line);
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof ThrownFailure) throw error;
    throw refusedLine(line, 'is not valid JSON');
  }
  if (!isPlainObject(value)) throw refusedLine(line, 'is not a JSON object');
  return value;
}

function checkDepth(text: string, line: JsonLine): void {
  // Each level needs two characters, so that most lines need no further look.
  if (text.length <= 2 * deepest) return;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === 92) at++;
      else if (code === 34) isText = false;
    } else if (code === 34) isText = true;
    else if (code === 91 || code === 123) {
      if (++depth > deepest) throw refusedLine(line, `is nested more than ${deepest} levels deep`);
    } else if (code === 93 || code === 125) depth--;
  }
}

export const refusedLine = (
  { file, number }: Pick<JsonLine, 'file' | 'number'>,
  why: string,
): ThrownFailure => new ThrownFailure(failure('INPUT.MISMATCH', `${file}, line ${number} ${why}.`));
