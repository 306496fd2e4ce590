import { Fragment, type Attrs, type Node, type NodeType } from 'prosemirror-model';
import { NodeSelection, TextSelection, type Command, type Transaction } from 'prosemirror-state';
import { blocksSchema, type Extra } from './blocks-schema.js';
import { textNodes } from './read-blocks.js';

/** A block with text or an image, and the lists that it is in, from outside in. */
export interface Line {
  readonly block: Node;
  readonly lists: readonly Node[];
}

/** Makes a line of a chosen one; `before` is the line above, as it is by then. Null: it cannot change. */
export type LineChange = (line: Line, before: Line | undefined) => Line | null;

const { nodes } = blocksSchema;

const linesOf = (node: Node, lists: readonly Node[] = []): readonly Line[] =>
  node.type === nodes.list
    ? node.children.flatMap((child) => linesOf(child, [...lists, node]))
    : [{ block: node, lists }];

/** Puts neighbours that share a list into it. A list that has not changed stays the same node. */
function blocksOf(lines: readonly Line[], depth = 0): readonly Node[] {
  const built: Node[] = [];
  for (let at = 0; at < lines.length;) {
    const list = lines[at]?.lists[depth];
    if (list === undefined) {
      built.push(...lines.slice(at, at + 1).map(({ block }) => block));
      at += 1;
      continue;
    }
    const after = lines.findIndex((line, one) => one > at && line.lists[depth] !== list);
    const end = after === -1 ? lines.length : after;
    const children = blocksOf(lines.slice(at, end), depth + 1);
    const isSame =
      children.length === list.childCount && children.every((child, one) => child === list.child(one));
    built.push(isSame ? list : list.copy(Fragment.from(children)));
    at = end;
  }
  return built;
}

const isLine = (node: Node): boolean => node.isTextblock || (node.isBlock && node.isAtom);

/** The places of lines between two positions, and the end of the last. */
function placesOf(doc: Node, from: number, to: number): readonly number[] {
  const places: number[] = [];
  doc.nodesBetween(from, to, (node, position) => {
    if (isLine(node)) places.push(position);
    return !isLine(node);
  });
  return places;
}

/** Changes the lines that the selection touches, which stays where it is. Returns null where nothing can change. */
export function changeLines(
  tr: Transaction,
  change: LineChange,
  all?: (lines: readonly Line[]) => readonly Line[],
): Transaction | null {
  const { doc, selection } = tr;
  const { $from, $to, $anchor, $head } = selection;
  const first = Math.max(0, $from.index(0) - 1);
  const last = Math.min($to.indexAfter(0), doc.childCount);
  const start = doc.children.slice(0, first).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const blocks = doc.children.slice(first, Math.max(last, $from.index(0) + 1));
  const end = blocks.reduce((sum, { nodeSize }) => sum + nodeSize, start);
  const places = placesOf(doc, start, end);
  const before = blocks.flatMap((block) => linesOf(block));
  const after: Line[] = [];
  for (const [at, line] of before.entries()) {
    const place = places[at] ?? 0;
    const isChosen = place < Math.max($to.pos, $from.pos + 1) && place + line.block.nodeSize > $from.pos;
    const next = isChosen ? change(line, after[at - 1]) : line;
    if (next === null) return null;
    after.push(next);
  }
  tr.replaceWith(start, end, blocksOf(all?.(after) ?? after));
  const moved = placesOf(tr.doc, start, tr.mapping.map(end));
  const mapped = (position: number): number => {
    const at = places.findLastIndex((place) => place <= position);
    return (moved[at] ?? start) + position - (places[at] ?? start);
  };
  return tr.setSelection(
    selection instanceof NodeSelection
      ? NodeSelection.create(tr.doc, mapped(selection.from))
      : TextSelection.between(tr.doc.resolve(mapped($anchor.pos)), tr.doc.resolve(mapped($head.pos))),
  );
}

export const lineCommand =
  (change: LineChange, all?: (lines: readonly Line[]) => readonly Line[]): Command =>
  (state, dispatch) => {
    const tr = changeLines(state.tr, change, all);
    if (tr === null) return false;
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Makes a block of another type with the same text, and the unknown keys that it has. */
export function retyped(block: Node, type: NodeType, attrs: Attrs = {}): Node {
  if (!block.isTextblock) return block;
  const { language: _, ...extra } = block.attrs['extra'] as Extra;
  const kept = type === nodes.codeBlock ? block.attrs['extra'] : extra;
  return type.create({ ...attrs, extra: kept }, inlineFor(block, type), block.marks);
}

/** Ends of lines are texts in code, and nodes elsewhere. */
function inlineFor(block: Node, type: NodeType): Fragment {
  const isCode = type === nodes.codeBlock;
  if (isCode === (block.type === nodes.codeBlock)) return block.content;
  return Fragment.fromArray(
    block.children.flatMap((child) =>
      textNodes(child.isText ? (child.text ?? '') : '\n', child.marks, isCode),
    ),
  );
}
