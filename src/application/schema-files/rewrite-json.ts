import { isPlainObject, own } from '../../domain/document/plain-object.js';
import { indentOf, lineEnd, parseNodes, type JsonNode } from './json-text.js';

const longestLine = 110;

/**
 * Gives a JSON text another value. What is the same stays as somebody has written it, also where it moved: an item of a list is
 * found again by its `name` or `label`. An empty text becomes a new one, with an item of a list on one line where it fits.
 */
export function rewriteJson(text: string, value: unknown): string {
  const isNew = text === '';
  const root = isNew ? undefined : parseNodes(text);
  const writing = { text, unit: indentOf(text), known: root === undefined ? noItems : itemsIn(text, root) };
  const written = writeValue(writing, value, '', root, 'several').replaceAll(/\r?\n/g, lineEnd(text));
  return root === undefined ? `${written}\n` : text.slice(0, root.start) + written + text.slice(root.end);
}

interface Writing {
  readonly text: string;
  readonly unit: string;
  /** The items of all lists, by what names them. */
  readonly known: ReadonlyMap<string, JsonNode>;
}

const noItems: ReadonlyMap<string, JsonNode> = new Map();

const valueAt = (text: string, { start, end }: JsonNode): unknown => JSON.parse(text.slice(start, end));

function itemsIn(text: string, node: JsonNode): ReadonlyMap<string, JsonNode> {
  const found = new Map<string, JsonNode>();
  const add = ({ items = [], members = [] }: JsonNode): void => {
    for (const item of items) {
      const name = identityOf(valueAt(text, item));
      if (name !== undefined) found.set(name, item);
    }
    for (const each of [...items, ...members.map((member) => member.value)]) add(each);
  };
  add(node);
  return found;
}

function identityOf(value: unknown): string | undefined {
  if (typeof value === 'string') return `name ${value}`;
  if (!isPlainObject(value)) return undefined;
  const key = ['name', 'label'].find((one) => typeof own(value, one) === 'string');
  return key === undefined ? undefined : `${key} ${String(own(value, key))}`;
}

/** Whether a list or an object stands on one line: as it did, or if it fits. */
type Lines = 'one' | 'one if it fits' | 'several';

/** Writes a value whose first line begins at the depth `outer`; `lines` is for one that had no place before. */
function writeValue(
  writing: Writing,
  value: unknown,
  outer: string,
  former: JsonNode | undefined,
  lines: Lines,
): string {
  const { text } = writing;
  const before = former === undefined ? undefined : text.slice(former.start, former.end);
  if (before !== undefined && isSame(JSON.parse(before), value)) return before;
  const isAlike = Array.isArray(value) ? former?.items !== undefined : former?.members !== undefined;
  const isShort = Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null);
  const wanted =
    before !== undefined && isAlike
      ? before.includes('\n')
        ? 'several'
        : 'one'
      : isShort && lines === 'several'
        ? 'one if it fits'
        : lines;
  if (Array.isArray(value)) return writeList(writing, value, outer, wanted);
  return isPlainObject(value) ? writeObject(writing, value, outer, former, wanted) : JSON.stringify(value);
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function writeList(writing: Writing, items: readonly unknown[], outer: string, lines: Lines): string {
  const inner = outer + writing.unit;
  const parts = items.map((item) =>
    writeValue(writing, item, inner, writing.known.get(identityOf(item) ?? ''), 'one if it fits'),
  );
  return joined(['[', ']'], parts, outer, inner, lines);
}

function writeObject(
  writing: Writing,
  value: Readonly<Record<string, unknown>>,
  outer: string,
  former: JsonNode | undefined,
  lines: Lines,
): string {
  const inner = outer + writing.unit;
  const had = former?.members ?? [];
  const kept = had.map(({ key }) => key).filter((key) => Object.hasOwn(value, key));
  const parts = [...new Set([...kept, ...Object.keys(value)])].map((key) => {
    const place = had.findLast((member) => member.key === key)?.value;
    return `${JSON.stringify(key)}: ${writeValue(writing, own(value, key), inner, place, lines)}`;
  });
  return joined(lines === 'several' ? ['{', '}'] : ['{ ', ' }'], parts, outer, inner, lines);
}

function joined(
  [open, close]: readonly [string, string],
  parts: readonly string[],
  outer: string,
  inner: string,
  lines: Lines,
): string {
  if (parts.length === 0) return open.trim() + close.trim();
  const line = `${open}${parts.join(', ')}${close}`;
  const fits = !line.includes('\n') && (lines === 'one' || outer.length + line.length <= longestLine);
  if (lines !== 'several' && fits) return line;
  return `${open.trim()}\n${parts.map((part) => inner + part).join(',\n')}\n${outer}${close.trim()}`;
}
