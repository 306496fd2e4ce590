import { baseKeymap, chainCommands, newlineInCode, splitBlock, toggleMark } from 'prosemirror-commands';
import { InputRule, inputRules } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import type { MarkType } from 'prosemirror-model';
import { TextSelection, type Command, type Plugin } from 'prosemirror-state';
import { indent, listAt, outdent, setBlock, withBlock, withList } from './block-commands.js';
import { blocksSchema } from './blocks-schema.js';

const { nodes, marks } = blocksSchema;

/** Runs a command where the caret is at the start of a line, with nothing chosen. */
const atStart =
  (command: Command): Command =>
  (state, dispatch) =>
    state.selection.empty && state.selection.$from.parentOffset === 0 && command(state, dispatch);

const plainAtStart: Command = atStart((state, dispatch) => {
  const { parent } = state.selection.$from;
  return parent.type !== nodes.paragraph && parent.isTextblock && setBlock(nodes.paragraph)(state, dispatch);
});

const leaveEmptyItem: Command = (state, dispatch) =>
  state.selection.empty &&
  listAt(state) !== null &&
  state.selection.$from.parent.childCount === 0 &&
  outdent(state, dispatch);

/** A second empty line at the end of code goes on below it. */
const leaveCode: Command = ({ tr, selection: { $from, empty } }, dispatch) => {
  const { parent } = $from;
  const isEnd = empty && $from.parentOffset === parent.content.size && parent.textContent.endsWith('\n');
  if (parent.type !== nodes.codeBlock || !isEnd) return false;
  tr.delete($from.pos - 1, $from.pos);
  const after = tr.selection.$from.after();
  tr.insert(after, nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
};

const breakLine: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type === nodes.codeBlock) return newlineInCode(state, dispatch);
  dispatch?.(state.tr.replaceSelectionWith(nodes.break.create()).scrollIntoView());
  return true;
};

const headings = Object.fromEntries(
  [1, 2, 3, 4, 5, 6].map((level) => [`Mod-Alt-${level}`, setBlock(nodes.heading, { level })] as const),
);

/** Tab changes the depth of an item at its start; elsewhere it leaves the field. */
const keys: Readonly<Record<string, Command>> = {
  'Mod-b': toggleMark(marks.bold),
  'Mod-i': toggleMark(marks.italic),
  'Mod-u': toggleMark(marks.underline),
  'Mod-e': toggleMark(marks.code),
  'Mod-Shift-x': toggleMark(marks.strikethrough),
  'Mod-Alt-0': setBlock(nodes.paragraph),
  ...headings,
  Enter: chainCommands(leaveEmptyItem, leaveCode, newlineInCode, baseKeymap['Enter'] ?? splitBlock),
  'Shift-Enter': breakLine,
  Backspace: chainCommands(atStart(outdent), plainAtStart, baseKeymap['Backspace'] ?? outdent),
  Tab: atStart(indent),
  'Shift-Tab': atStart(outdent),
};

/** Publishing and saving belong to the page. */
const { 'Mod-Enter': _, Enter: __, Backspace: ___, ...others } = baseKeymap;

const markRule = (pattern: RegExp, length: number, type: MarkType): InputRule =>
  new InputRule(pattern, ({ tr }, match, start, end) => {
    const [whole, text = ''] = match;
    const from = start + whole.lastIndexOf(text);
    const to = from + text.length;
    tr.delete(to, end).delete(from - length, from);
    return tr.addMark(from - length, to - length, type.create()).removeStoredMark(type);
  });

const blockRule = (
  pattern: RegExp,
  make: (match: RegExpMatchArray) => Parameters<typeof setBlock>,
): InputRule =>
  new InputRule(pattern, ({ tr }, match, start, end) => withBlock(tr.delete(start, end), ...make(match)));

/** What is typed as in Markdown. */
const rules: readonly InputRule[] = [
  blockRule(/^(#{1,6}) $/, ([, signs = '']) => [nodes.heading, { level: signs.length }]),
  blockRule(/^> $/, () => [nodes.quote]),
  blockRule(/^``` $/, () => [nodes.codeBlock]),
  new InputRule(/^[-*+] $/, ({ tr }, _match, start, end) => withList(tr.delete(start, end), 'unordered')),
  new InputRule(/^1[.)] $/, ({ tr }, _match, start, end) => withList(tr.delete(start, end), 'ordered')),
  markRule(/(?:^|[\s(])\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, 2, marks.bold),
  markRule(/(?:^|[\s(])\*([^*\s](?:[^*]*[^*\s])?)\*$/, 1, marks.italic),
  markRule(/(?:^|[\s(])_([^_\s](?:[^_]*[^_\s])?)_$/, 1, marks.italic),
  markRule(/(?:^|[\s(])~~([^~\s](?:[^~]*[^~\s])?)~~$/, 2, marks.strikethrough),
  markRule(/(?:^|[\s(])`([^`]+)`$/, 1, marks.code),
];

export const editorPlugins: readonly Plugin[] = [inputRules({ rules }), keymap(keys), keymap(others)];
