import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { useEffect, useImperativeHandle, useState, type Ref } from 'react';
import { say, type MessageId } from '../../../messages/messages.js';
import { blocksSchema } from './blocks-schema.js';
import { kinds, lists } from './kinds.js';

export interface MenuHandle {
  /** Returns whether the key was one for the menu. */
  press(event: KeyboardEvent): boolean;
}

interface Props {
  readonly ref: Ref<MenuHandle>;
  readonly id: string;
  readonly view: EditorView;
  readonly state: EditorState;
  readonly run: (command: Command) => void;
  readonly pickImage: () => void;
  /** Called with the id of the option that the keys are at. */
  readonly activate: (option: string | null) => void;
}

interface Choice {
  readonly id: string;
  readonly label: MessageId;
  readonly values?: Readonly<Record<string, unknown>>;
  /** Null: an image is chosen. */
  readonly command: Command | null;
}

const choices: readonly Choice[] = [
  ...kinds,
  ...lists,
  { id: 'image', label: 'blocks.image', command: null },
];

const textOf = ({ label, values }: Choice): string => say(label, values);

/** What is typed behind a slash that begins a line; null where there is none. */
function typedIn({ selection: { $from, empty } }: EditorState): string | null {
  const { parent } = $from;
  const isText = parent.isTextblock && parent.type !== blocksSchema.nodes.codeBlock;
  if (!empty || !isText || parent.childCount !== 1 || $from.parentOffset !== parent.content.size) return null;
  return /^\/([\p{L}\p{N} ]{0,20})$/u.exec(parent.textContent)?.[1] ?? null;
}

/** The choice of a block that `/` opens at the begin of a line. The caret stays in the text. */
export function BlocksMenu({ ref, id, view, state, run, pickImage, activate }: Props) {
  const [at, setAt] = useState(0);
  const [dismissed, setDismissed] = useState(false);
  const typed = typedIn(state);
  const isTyping = typed !== null && view.hasFocus();
  const words = (typed ?? '').trim().toLowerCase();
  const found = choices.filter((choice) => textOf(choice).toLowerCase().includes(words));
  const isOpen = isTyping && !dismissed && found.length > 0;
  const active = found[Math.min(at, found.length - 1)];
  useEffect(() => setAt(0), [typed]);
  useEffect(() => {
    if (!isTyping) setDismissed(false);
  }, [isTyping]);
  const option = isOpen && active !== undefined ? `${id}-${active.id}` : null;
  useEffect(() => {
    activate(option);
    if (option !== null) document.getElementById(option)?.scrollIntoView({ block: 'nearest' });
  }, [option, activate]);

  const choose = ({ command }: Choice): void => {
    const { $from } = view.state.selection;
    view.dispatch(view.state.tr.delete($from.start(), $from.pos));
    if (command === null) pickImage();
    else run(command);
  };
  useImperativeHandle(ref, () => ({
    press({ key, ctrlKey, metaKey, altKey }) {
      if (!isOpen || ctrlKey || metaKey || altKey) return false;
      const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
      else if (key === 'Escape') setDismissed(true);
      else if (key === 'Enter' && active !== undefined) choose(active);
      else return false;
      return true;
    },
  }));
  if (!isOpen) return null;
  return (
    <div
      className="blocks-menu options"
      role="listbox"
      id={id}
      aria-label={say('blocks.menu')}
      style={placeIn(view)}
    >
      {found.map((choice) => (
        <div
          key={choice.id}
          id={`${id}-${choice.id}`}
          className="option"
          role="option"
          aria-selected={choice === active}
          data-focused={choice === active || undefined}
          onMouseDown={(event) => {
            event.preventDefault();
            choose(choice);
          }}
        >
          {textOf(choice)}
        </div>
      ))}
    </div>
  );
}

/** Below the caret, or above it where there is more room. */
function placeIn(view: EditorView): {
  readonly left: number;
  readonly top?: number;
  readonly bottom?: number;
} {
  const caret = view.coordsAtPos(view.state.selection.from);
  const frame = (view.dom.closest('.blocks') ?? view.dom).getBoundingClientRect();
  const left = Math.max(0, Math.min(caret.left - frame.left, frame.width - 240));
  const isLow = innerHeight - caret.bottom < 260 && caret.top > 260;
  return isLow ? { left, bottom: frame.bottom - caret.top + 4 } : { left, top: caret.bottom - frame.top + 4 };
}
