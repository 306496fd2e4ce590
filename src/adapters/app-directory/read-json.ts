import { readFile } from 'node:fs/promises';

export type ReadJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Reads a JSON file. The message of a fault includes line and column. */
export async function readJson(path: string): Promise<ReadJson> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return { ok: false, message: readMessage(error as NodeJS.ErrnoException) };
  }
  return parseJson(text.startsWith('\uFEFF') ? text.slice(1) : text);
}

export function parseJson(text: string): ReadJson {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    return { ok: false, message: `is no JSON: ${faultOf(text)}` };
  }
}

function readMessage(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file: add it';
  if (error.code === 'EACCES') return 'cannot be read: give the server the right to read it';
  return `cannot be read: ${error.message}`;
}

function faultOf(text: string): string {
  const at = faultPosition(text);
  const before = text.slice(0, at).split('\n');
  const place = `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  const point = text.codePointAt(at);
  const character = point === undefined ? undefined : String.fromCodePoint(point);
  return character === undefined
    ? `it ends too early, at ${place}`
    : `unexpected ${JSON.stringify(character)} at ${place}`;
}

/** Finds the first wrong character by bisection, because the parser does not always report its position. */
function faultPosition(text: string): number {
  let fine = 0;
  let broken = text.length + 1;
  while (broken - fine > 1) {
    const middle = (fine + broken) >>> 1;
    if (isBroken(text.slice(0, middle))) broken = middle;
    else fine = middle;
  }
  return broken - 1;
}

/** Whether no continuation of `text` can be JSON. */
function isBroken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    const { message } = error as Error;
    if (/^(Unexpected end|Unterminated string)/.test(message)) return false;
    const position = /at position (\d+)/.exec(message)?.[1];
    return position === undefined || Number(position) < text.length;
  }
}
