import type { Attrs, Node, NodeType } from 'prosemirror-model';
import { Selection, type Command, type EditorState, type Transaction } from 'prosemirror-state';
import { blocksSchema, type Extra } from './blocks-schema.js';
import { changeLines, lineCommand, retyped, type Line, type LineChange } from './lines.js';
import { none } from './write-blocks.js';

const { nodes, marks } = blocksSchema;

export type ListFormat = 'ordered' | 'unordered';

const asBlock =
  (type: NodeType, attrs?: Attrs): LineChange =>
  ({ block }) => ({ block: retyped(block, type, attrs), lists: [] });

/** Makes paragraphs, headings and the like of the chosen lines, and takes them out of lists. */
export const setBlock = (type: NodeType, attrs?: Attrs): Command => lineCommand(asBlock(type, attrs));

/** The same on a transaction, as input rules have it. */
export const withBlock = (tr: Transaction, type: NodeType, attrs?: Attrs): Transaction | null =>
  changeLines(tr, asBlock(type, attrs));

const formatOf = (list: Node | undefined): unknown => list?.attrs['format'];

/** Puts lines without a list into one, which goes on from the line above where it has the same format. */
const intoList = (format: ListFormat): LineChange => {
  const list = nodes.list.create({ format });
  return ({ block, lists }, before) => {
    if (lists.length > 0 || !block.isTextblock) return { block, lists };
    const above = before?.lists[0];
    const joined = above !== undefined && formatOf(above) === format ? above : list;
    return { block: retyped(block, nodes.item), lists: [joined] };
  };
};

export const withList = (tr: Transaction, format: ListFormat): Transaction | null =>
  changeLines(tr, intoList(format));

/** The list right around the caret. */
export function listAt({ selection: { $from } }: EditorState): Node | null {
  const list = $from.depth > 1 ? $from.node(-1) : null;
  return list?.type === nodes.list ? list : null;
}

/** Makes items of the chosen lines, paragraphs of items, or a list of the other kind. */
export const toggleList =
  (format: ListFormat): Command =>
  (state, dispatch) => {
    const list = listAt(state);
    if (list === null) return lineCommand(intoList(format))(state, dispatch);
    if (formatOf(list) === format) return setBlock(nodes.paragraph)(state, dispatch);
    const other = nodes.list.create({ ...list.attrs, format }, list.content);
    const inOther = (line: Line): Line => ({
      ...line,
      lists: line.lists.map((one) => (one === list ? other : one)),
    });
    return lineCommand(
      (line) => line,
      (lines) => lines.map(inOther),
    )(state, dispatch);
  };

/** Puts items one list deeper, below the item above. */
export const indent: Command = lineCommand(({ block, lists }, before) => {
  const own = lists.at(-1);
  const depth = lists.length;
  if (own === undefined || before === undefined) return null;
  const isBelow = lists.every((list, at) => before.lists[at] === list);
  if (!isBelow) return null;
  const deeper =
    before.lists[depth] ?? nodes.list.create({ format: formatOf(own), extra: { indentLevel: depth } });
  return { block, lists: [...lists, deeper] };
});

/** Takes items out of one list; out of the last one they are paragraphs. */
export const outdent: Command = lineCommand(({ block, lists }) => {
  if (lists.length === 0) return null;
  const left = lists.slice(0, -1);
  return { block: left.length === 0 ? retyped(block, nodes.paragraph) : block, lists: left };
});

/**
 * Puts an image below the line of a place, or instead of it where it is empty, with a line below it. A caret that was there goes on
 * in that line.
 * Returns the place below it.
 */
export function putImage(tr: Transaction, image: Extra, at: number): number {
  const node = nodes.image.create({ image, children: none });
  const $at = tr.doc.resolve(at);
  const isThere = tr.selection.from === at || tr.selection.to === at;
  const isInstead = $at.depth === 1 && $at.parent.childCount === 0;
  const after = $at.depth === 0 ? at : $at.after(1);
  if (isInstead) tr.replaceWith($at.before(1), after, node);
  else tr.insert(after, node);
  const end = tr.mapping.map(after);
  if (tr.doc.nodeAt(end)?.isAtom !== false) tr.insert(end, nodes.paragraph.create());
  if (isThere) tr.setSelection(Selection.near(tr.doc.resolve(end), 1)).scrollIntoView();
  return end;
}

export const insertImage =
  (image: Extra): Command =>
  ({ tr, selection: { $from, to } }, dispatch) => {
    putImage(tr, image, $from.depth === 0 ? to : $from.pos);
    dispatch?.(tr);
    return true;
  };

/** The link at the caret, with where it begins and ends. */
export function linkAt({ selection: { $from, empty, from, to } }: EditorState) {
  const { parent } = $from;
  const inside = $from.marks().find(({ type }) => type === marks.link);
  const mark = inside ?? parent.maybeChild($from.index())?.marks.find(({ type }) => type === marks.link);
  if (mark === undefined) return null;
  if (!empty) return { mark, from, to };
  const at =
    $from.parentOffset === 0
      ? 0
      : inside === undefined
        ? $from.index()
        : parent.childBefore($from.parentOffset).index;
  const isIn = (index: number): boolean => mark.isInSet(parent.maybeChild(index)?.marks ?? []);
  const placeOf = (index: number): number =>
    parent.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, $from.start());
  let [first, last] = [at, at];
  while (isIn(first - 1)) first -= 1;
  while (isIn(last + 1)) last += 1;
  return { mark, from: placeOf(first), to: placeOf(last + 1) };
}

/** Links the chosen text, changes the link at the caret, or writes the address as a text. Null takes the link away. */
export const setLink =
  (url: string | null): Command =>
  (state, dispatch) => {
    const { tr, selection } = state;
    const found = linkAt(state);
    const { from, to } = found ?? selection;
    const extra: unknown = found?.mark.attrs['extra'] ?? {};
    if (found !== null) tr.removeMark(from, to, found.mark);
    if (url !== null && from === to)
      tr.insert(from, blocksSchema.text(url, [...(state.storedMarks ?? []), marks.link.create({ url })]));
    else if (url !== null) tr.addMark(from, to, marks.link.create({ url, extra }));
    if (!tr.docChanged) return false;
    dispatch?.(tr.removeStoredMark(marks.link));
    return true;
  };

/** The language of a code block. */
export const setLanguage =
  (language: string): Command =>
  ({ tr, selection: { $from } }, dispatch) => {
    if ($from.parent.type !== nodes.codeBlock) return false;
    const { language: _, ...rest } = $from.parent.attrs['extra'] as Extra;
    const extra = language === '' ? rest : { ...rest, language };
    dispatch?.(tr.setNodeMarkup($from.before(), null, { extra }));
    return true;
  };
