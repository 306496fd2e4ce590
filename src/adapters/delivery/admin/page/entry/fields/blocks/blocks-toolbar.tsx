import {
  Bold,
  Code,
  Image,
  IndentDecrease,
  IndentIncrease,
  Italic,
  Link,
  List,
  ListOrdered,
  Strikethrough,
  Underline,
  type LucideIcon,
} from 'lucide-react';
import { toggleMark } from 'prosemirror-commands';
import type { Command, EditorState } from 'prosemirror-state';
import { useRef, useState, type Ref } from 'react';
import { say, type MessageId } from '../../../messages/messages.js';
import { nameOfKeys } from '../../../messages/names.js';
import { moveStop, stopsIn } from '../../../ui/toolbar-stops.js';
import { indent, linkAt, listAt, outdent, setLanguage } from './block-commands.js';
import { blocksSchema, flags, type Extra, type Flag } from './blocks-schema.js';
import { kindAt, kinds, lists } from './kinds.js';
import { LinkForm } from './link-form.js';

interface Props {
  readonly ref: Ref<HTMLDivElement>;
  readonly name: string;
  readonly path: string;
  readonly state: EditorState;
  /** Runs a command, and goes back to the text. */
  readonly run: (command: Command) => void;
  /** Runs a command from a control that somebody goes on using. */
  readonly apply: (command: Command) => void;
  readonly focusText: () => void;
  readonly pickImage: () => void;
  /** Whether the address of a link is asked for. */
  readonly isLinking: boolean;
  readonly setLinking: (isLinking: boolean) => void;
}

const { marks, nodes } = blocksSchema;

const icons: Readonly<Record<Flag | 'unordered' | 'ordered', LucideIcon>> = {
  bold: Bold,
  italic: Italic,
  underline: Underline,
  strikethrough: Strikethrough,
  code: Code,
  unordered: List,
  ordered: ListOrdered,
};

const keysOf: Readonly<Record<Flag, string>> = {
  bold: 'Mod+b',
  italic: 'Mod+i',
  underline: 'Mod+u',
  strikethrough: 'Mod+Shift+x',
  code: 'Mod+e',
};

export const linkKey = 'Mod+k';

function isMarked({ doc, storedMarks, selection }: EditorState, flag: Flag): boolean {
  const { from, to, empty, $from } = selection;
  if (empty) return marks[flag].isInSet(storedMarks ?? $from.marks()) !== undefined;
  return doc.rangeHasMark(from, to, marks[flag]);
}

/** The tools of the editor: one stop of the Tab key, and arrow keys among them. */
export function BlocksToolbar(props: Props) {
  const { ref, name, path, state, run, apply, focusText, pickImage, isLinking, setLinking } = props;
  const [stop, setStop] = useState(0);
  /** Whether the list of kinds was opened by a pointer, not by keys. */
  const isPointed = useRef(false);
  const kind = kindAt(state);
  const inCode = kind === 'codeBlock';
  const inList = listAt(state) !== null;
  const { parent } = state.selection.$from;
  const language = (parent.attrs['extra'] as Extra | undefined)?.['language'];
  let count = 0;
  const stopOf = (): { readonly tabIndex: number } => ({ tabIndex: count++ === stop ? 0 : -1 });
  const button = (label: MessageId, Icon: LucideIcon, press: () => void, more: ButtonState = {}) => {
    const { isPressed, isOff = false, key } = more;
    const title = key === undefined ? say(label) : `${say(label)} (${nameOfKeys(key)})`;
    return (
      <button
        key={label}
        type="button"
        className="button quiet icon"
        aria-label={say(label)}
        title={title}
        aria-pressed={isPressed}
        aria-disabled={isOff || undefined}
        // A click leaves the caret where it is.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => isOff || press()}
        {...stopOf()}
      >
        <Icon size={16} aria-hidden />
      </button>
    );
  };
  return (
    <>
      <div
        ref={ref}
        className="blocks-tools"
        role="toolbar"
        aria-label={say('blocks.tools', { name })}
        aria-controls={path}
        onKeyDown={(event) => moveStop(event, setStop, focusText)}
        onFocus={({ currentTarget, target }) => setStop(stopsIn(currentTarget).indexOf(target))}
      >
        <select
          className="input"
          aria-label={say('blocks.kind')}
          value={kinds.some(({ id }) => id === kind) ? kind : ''}
          onPointerDown={() => (isPointed.current = true)}
          onKeyDown={() => (isPointed.current = false)}
          onChange={({ target }) => {
            const chosen = kinds.find(({ id }) => id === target.value);
            if (chosen !== undefined) (isPointed.current ? run : apply)(chosen.command);
          }}
          {...stopOf()}
        >
          {!kinds.some(({ id }) => id === kind) && (
            <option value="">{say(kind === 'image' ? 'blocks.image' : 'blocks.list')}</option>
          )}
          {kinds.map(({ id, label, values }) => (
            <option key={id} value={id}>
              {say(label, values)}
            </option>
          ))}
        </select>
        {flags.map((flag) =>
          button(`blocks.${flag}`, icons[flag], () => run(toggleMark(marks[flag])), {
            isPressed: isMarked(state, flag),
            key: keysOf[flag],
          }),
        )}
        {button('blocks.link', Link, () => setLinking(!isLinking), {
          isPressed: linkAt(state) !== null,
          key: linkKey,
        })}
        {lists.map(({ id, label, command }) =>
          button(label, icons[id as 'ordered'], () => run(command), { isPressed: kind === id }),
        )}
        {button('blocks.indent', IndentIncrease, () => run(indent), { isOff: !indent(state) })}
        {button('blocks.outdent', IndentDecrease, () => run(outdent), { isOff: !inList })}
        {button('blocks.image', Image, pickImage)}
        {inCode && parent.type === nodes.codeBlock && (
          <label className="row blocks-language">
            {say('blocks.language')}
            <input
              className="input"
              value={typeof language === 'string' ? language : ''}
              onChange={({ target }) => apply(setLanguage(target.value))}
            />
          </label>
        )}
      </div>
      {isLinking && (
        <LinkForm
          url={String(linkAt(state)?.mark.attrs['url'] ?? '')}
          close={() => setLinking(false)}
          run={run}
          focusText={focusText}
        />
      )}
    </>
  );
}

interface ButtonState {
  readonly isPressed?: boolean;
  readonly isOff?: boolean;
  readonly key?: string;
}
