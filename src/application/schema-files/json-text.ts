/** Edits the text of a JSON file in place, so that everything else in it stays as somebody has written it. */

/** A value in a text that is known to be JSON, from `start` up to `end`. */
export interface JsonNode {
  readonly start: number;
  readonly end: number;
  /** Of an object. */
  readonly members?: readonly JsonMember[];
  /** Of a list. */
  readonly items?: readonly JsonNode[];
}

export interface JsonMember {
  readonly key: string;
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: JsonNode;
}

type Path = readonly string[];

/** Sets a member. A new one is added as the last of its object; missing objects on the way to it are made. */
export function setMember(text: string, path: Path, value: unknown): string {
  const { node, rest } = descend(text, path);
  const [key, ...deeper] = rest;
  const wanted = deeper.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  if (key === undefined) return replaced(text, node, formatted(text, wanted, depthAt(text, node.start)));
  return addMember(text, node, key, wanted);
}

/** Removes a member; a text without it stays the same. */
export function removeMember(text: string, path: Path): string {
  const { node, rest } = descend(text, path.slice(0, -1));
  const members = node.members ?? [];
  const at = rest.length > 0 ? -1 : members.findIndex(({ key }) => key === path.at(-1));
  const member = members[at];
  if (member === undefined) return text;
  if (members.length === 1) return replaced(text, node, '{}');
  const next = members[at + 1];
  const former = members[at - 1];
  const [from, to] =
    next === undefined ? [former?.value.end ?? 0, member.value.end] : [member.keyStart, next.keyStart];
  return text.slice(0, from) + text.slice(to);
}

/** Gives a member another key, in its place. */
export function renameMember(text: string, path: Path, to: string): string {
  const { node, rest } = descend(text, path.slice(0, -1));
  const member = rest.length > 0 ? undefined : node.members?.find(({ key }) => key === path.at(-1));
  return member === undefined
    ? text
    : text.slice(0, member.keyStart) + JSON.stringify(to) + text.slice(member.keyEnd);
}

/** Puts a member in front of another one of its object, or behind all of them, each on the lines where another one was. */
export function moveMember(text: string, path: Path, before: string | null): string {
  const { node, rest } = descend(text, path.slice(0, -1));
  const members = rest.length > 0 ? [] : (node.members ?? []);
  const moved = members.find(({ key }) => key === path.at(-1));
  if (moved === undefined || before === moved.key) return text;
  const others = members.filter((member) => member !== moved);
  const at = before === null ? others.length : others.findIndex(({ key }) => key === before);
  if (at === -1) return text;
  const order = [...others.slice(0, at), moved, ...others.slice(at)];
  return members.reduceRight((written, { keyStart, value: { end } }, place) => {
    const member = order[place] ?? moved;
    return written.slice(0, keyStart) + text.slice(member.keyStart, member.value.end) + written.slice(end);
  }, text);
}

/** Returns a new file in the form that most projects have. */
export const newText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Goes as far along the path as the text does. */
function descend(text: string, path: Path): { readonly node: JsonNode; readonly rest: Path } {
  let node = parseNodes(text);
  for (const [at, key] of path.entries()) {
    // The last of several members of one name is the one that counts.
    const next = node.members?.findLast((member) => member.key === key);
    if (next === undefined) return { node, rest: path.slice(at) };
    node = next.value;
  }
  return { node, rest: [] };
}

const replaced = (text: string, { start, end }: JsonNode, value: string): string =>
  text.slice(0, start) + value + text.slice(end);

function addMember(text: string, object: JsonNode, key: string, value: unknown): string {
  const { members } = object;
  if (members === undefined)
    return replaced(text, object, formatted(text, { [key]: value }, depthAt(text, object.start)));
  const last = members.at(-1);
  const [line, unit] = [lineEnd(text), indentOf(text)];
  const outer = depthAt(text, object.start);
  if (last !== undefined && !text.slice(object.start, last.keyStart).includes('\n')) {
    const isDense = text[last.keyEnd + 1] !== ' ';
    const plain = `${JSON.stringify(key)}:${JSON.stringify(value)}`;
    const inline = isDense ? plain : ` ${JSON.stringify(key)}: ${JSON.stringify(value)}`;
    return `${text.slice(0, last.value.end)},${inline}${text.slice(last.value.end)}`;
  }
  const inner = last === undefined ? outer + unit : depthAt(text, last.keyStart);
  const member = `${line}${inner}${JSON.stringify(key)}: ${formatted(text, value, inner)}`;
  return last === undefined
    ? replaced(text, object, `{${member}${line}${outer}}`)
    : `${text.slice(0, last.value.end)},${member}${text.slice(last.value.end)}`;
}

/** The white space at the beginning of the line of a place. */
function depthAt(text: string, at: number): string {
  const start = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
}

export const lineEnd = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

export const indentOf = (text: string): string => /\n([ \t]+)"/.exec(text)?.[1] ?? '  ';

/** Lists of plain values stay on one line if they are short, as most editors write them. */
function formatted(text: string, value: unknown, depth: string): string {
  const unit = indentOf(text);
  const write = (one: unknown, outer: string): string => {
    if (typeof one !== 'object' || one === null) return JSON.stringify(one);
    const inner = outer + unit;
    const [open, close] = Array.isArray(one) ? ['[', ']'] : ['{', '}'];
    const parts = Array.isArray(one)
      ? one.map((item: unknown) => write(item, inner))
      : Object.entries(one).map(([key, member]) => `${JSON.stringify(key)}: ${write(member, inner)}`);
    if (parts.length === 0) return open + close;
    const isPlain = Array.isArray(one) && one.every((item) => typeof item !== 'object' || item === null);
    const short = `${open}${parts.join(', ')}${close}`;
    if (isPlain && short.length <= 60) return short;
    return `${open}\n${parts.map((part) => inner + part).join(',\n')}\n${outer}${close}`;
  };
  return write(value, depth).replaceAll('\n', lineEnd(text));
}

/** Finds the places of all members and items. The text is JSON, which `JSON.parse` has read. */
export function parseNodes(text: string): JsonNode {
  let at = 0;
  const skip = (): void => {
    while (/[\s\uFEFF]/.test(text[at] ?? '')) at += 1;
  };
  const string = (): string => {
    const start = at;
    for (at += 1; text[at] !== '"' && at < text.length; at += 1) if (text[at] === '\\') at += 1;
    at += 1;
    return text.slice(start, at);
  };
  const members = (): readonly JsonMember[] => {
    const found: JsonMember[] = [];
    for (at += 1, skip(); at < text.length && text[at] !== '}'; skip()) {
      const keyStart = at;
      const key = JSON.parse(string()) as string;
      const keyEnd = at;
      skip();
      at += 1;
      found.push({ key, keyStart, keyEnd, value: value() });
      skip();
      if (text[at] === ',') at += 1;
    }
    at += 1;
    return found;
  };
  const items = (): readonly JsonNode[] => {
    const found: JsonNode[] = [];
    for (at += 1, skip(); at < text.length && text[at] !== ']'; skip()) {
      found.push(value());
      skip();
      if (text[at] === ',') at += 1;
    }
    at += 1;
    return found;
  };
  const value = (): JsonNode => {
    skip();
    const start = at;
    if (text[at] === '{') return { start, members: members(), end: at };
    if (text[at] === '[') return { start, items: items(), end: at };
    if (text[at] === '"') string();
    else while (at < text.length && !/[\s,\]}]/.test(text[at] ?? '')) at += 1;
    return { start, end: at };
  };
  return value();
}
