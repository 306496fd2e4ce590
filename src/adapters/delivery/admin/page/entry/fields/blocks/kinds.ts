import { NodeSelection, type Command, type EditorState } from 'prosemirror-state';
import type { MessageId } from '../../../messages/messages.js';
import { listAt, setBlock, toggleList } from './block-commands.js';
import { blocksSchema } from './blocks-schema.js';

const { nodes } = blocksSchema;

/** A kind of block that a line can become. */
export interface Kind {
  readonly id: string;
  readonly label: MessageId;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly command: Command;
}

const levels = [1, 2, 3, 4, 5, 6] as const;

/** The kinds of lines outside of lists, in the order of the toolbar's list. */
export const kinds: readonly Kind[] = [
  { id: 'paragraph', label: 'blocks.paragraph', command: setBlock(nodes.paragraph) },
  ...levels.map((level) => ({
    id: `heading${level}`,
    label: 'blocks.heading' as const,
    values: { level },
    command: setBlock(nodes.heading, { level }),
  })),
  { id: 'quote', label: 'blocks.quote', command: setBlock(nodes.quote) },
  { id: 'codeBlock', label: 'blocks.codeBlock', command: setBlock(nodes.codeBlock) },
];

export const lists: readonly Kind[] = [
  { id: 'unordered', label: 'blocks.unordered', command: toggleList('unordered') },
  { id: 'ordered', label: 'blocks.ordered', command: toggleList('ordered') },
];

/** The id of the kind that the caret is in, or of the image that is chosen. */
export function kindAt(state: EditorState): string {
  const list = listAt(state);
  if (list !== null) return String(list.attrs['format']);
  if (state.selection instanceof NodeSelection) return state.selection.node.type.name;
  const { parent } = state.selection.$from;
  return parent.type === nodes.heading ? `heading${parent.attrs['level']}` : parent.type.name;
}
