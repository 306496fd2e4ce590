import { readFile } from 'node:fs/promises';
import { parseNodes, type JsonMember, type JsonNode } from '../../application/schema-files/json-text.js';

export type ReadJson =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly message: string };

/** Reads a JSON file, in which no object may have two members of one name. The message of a fault includes line and column. */
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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, message: `is no JSON: ${faultOf(text)}` };
  }
  const second = secondOfTwo(parseNodes(text));
  if (second === undefined) return { ok: true, value };
  const { key, keyStart } = second;
  return {
    ok: false,
    message: `has ${JSON.stringify(key)} twice, at ${placeOf(text, keyStart)}: remove one`,
  };
}

/** Returns the first member whose object has another one of its name, which `JSON.parse` drops in silence. */
function secondOfTwo({ members = [], items = [] }: JsonNode): JsonMember | undefined {
  const keys = new Set<string>();
  for (const member of members) {
    if (keys.has(member.key)) return member;
    keys.add(member.key);
  }
  for (const node of [...members.map(({ value }) => value), ...items]) {
    const found = secondOfTwo(node);
    if (found !== undefined) return found;
  }
  return undefined;
}

function readMessage(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file: add it';
  if (error.code === 'EACCES') return 'cannot be read: give the server the right to read it';
  return `cannot be read: ${error.message}`;
}

function placeOf(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function faultOf(text: string): string {
  const at = faultPosition(text);
  const place = placeOf(text, at);
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
