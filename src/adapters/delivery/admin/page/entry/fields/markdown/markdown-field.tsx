import {
  Bold,
  Code,
  Eye,
  Heading,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  SquareCode,
  Strikethrough,
  TextQuote,
  type LucideIcon,
} from 'lucide-react';
import { lazy, useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Scalar } from '../../../../../../../domain/schema/schema.js';
import type { MediaFile } from '../../../../contract/media.js';
import { say, type MessageId } from '../../../messages/messages.js';
import { nameOfKeys } from '../../../messages/names.js';
import { Later } from '../../../ui/later.js';
import { moveStop, stopsIn } from '../../../ui/toolbar-stops.js';
import { frameOf } from '../../../ui/attribute-label.js';
import { described, FieldFrame } from '../../../ui/field-frame.js';
import { useOpenEntry } from '../../entry-context.js';
import { hintFor } from '../scalar-hint.js';
import { TextPictures } from '../text-pictures.js';
import { formOf } from '../text-forms.js';
import { TypedInput } from '../typed-input.js';
import type { ValueProps } from '../value-props.js';
import {
  begun,
  fenced,
  imageLater,
  linked,
  marked,
  withImage,
  type MarkdownCommand,
} from './edit-markdown.js';
import './markdown.css';

const Preview = lazy(() => import('./markdown-preview.js'));
const MediaPicker = lazy(() => import('../media-picker.js'));

const pictures = ['image'] as const;

interface ToolOf {
  readonly label: MessageId;
  readonly icon: LucideIcon;
  readonly command: MarkdownCommand;
  /** With Ctrl. */
  readonly key?: string;
}

const tools: readonly ToolOf[] = [
  { label: 'markdown.heading', icon: Heading, command: begun(() => '## ') },
  { label: 'blocks.bold', icon: Bold, command: marked('**'), key: 'b' },
  { label: 'blocks.italic', icon: Italic, command: marked('_'), key: 'i' },
  { label: 'blocks.strikethrough', icon: Strikethrough, command: marked('~~') },
  { label: 'blocks.code', icon: Code, command: marked('`'), key: 'e' },
  { label: 'blocks.link', icon: Link, command: linked, key: 'k' },
  { label: 'blocks.unordered', icon: List, command: begun(() => '- ') },
  { label: 'blocks.ordered', icon: ListOrdered, command: begun((line) => `${line + 1}. `) },
  { label: 'blocks.quote', icon: TextQuote, command: begun(() => '> ') },
  { label: 'blocks.codeBlock', icon: SquareCode, command: fenced },
];

/** Markdown as it is written, with tools for it and a preview. The text itself is never rewritten. */
export default function MarkdownField(props: ValueProps<Scalar>) {
  const { attribute, value, change, path, faults, isReadOnly } = props;
  const { store } = useOpenEntry();
  const [stop, setStop] = useState(0);
  const [isShown, setShown] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const toolbar = useRef<HTMLDivElement>(null);
  const form = formOf(attribute);
  const frame = frameOf(attribute);
  const fault = faults[path];
  const hint = hintFor(attribute, value, form);
  const textField = () => document.getElementById(path) as HTMLTextAreaElement | null;
  const apply = (command: MarkdownCommand, field = textField()): void => {
    if (field?.isConnected !== true) return;
    const { value: text, selectionStart: from, selectionEnd: to } = field;
    const next = command({ text, from, to });
    // A step of its own, which is not undone with what is typed before and after it.
    store.leave();
    // A later step would take the caret from who types on at once.
    flushSync(() => change(next.text));
    store.leave();
    field.setSelectionRange(next.from, next.to);
  };
  const latest = useRef(apply);
  latest.current = apply;
  const run = (command: MarkdownCommand): void => {
    textField()?.focus();
    apply(command);
  };
  const placeOf = () => {
    const field = textField();
    const put = imageLater(field?.value ?? '', field?.selectionEnd ?? 0);
    return ({ alternativeText, name, url }: MediaFile): void =>
      latest.current(put(alternativeText ?? name, url), field);
  };
  const press = (event: KeyboardEvent): void => {
    if (event.altKey && event.key === 'F10')
      toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
    const isControl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const tool = tools.find(({ key }) => isControl && key === event.key);
    if (isReadOnly || tool === undefined) return;
    event.preventDefault();
    run(tool.command);
  };
  let count = 0;
  const button = (label: MessageId, Icon: LucideIcon, act: () => void, key?: string, isPressed?: boolean) => (
    <button
      key={label}
      type="button"
      className="button quiet icon"
      aria-label={say(label)}
      title={key === undefined ? say(label) : `${say(label)} (${nameOfKeys(`Mod+${key}`)})`}
      aria-pressed={isPressed}
      tabIndex={count++ === stop ? 0 : -1}
      // A click leaves the caret where it is.
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
  return (
    <FieldFrame id={path} {...frame} hint={hint} fault={fault}>
      <div className="markdown">
        <div
          ref={toolbar}
          className="blocks-tools"
          role="toolbar"
          aria-label={say('blocks.tools', { name: frame.label })}
          aria-controls={path}
          onKeyDown={(event) => moveStop(event, setStop, () => textField()?.focus())}
          onFocus={({ currentTarget, target }) => setStop(stopsIn(currentTarget).indexOf(target))}
        >
          {!isReadOnly &&
            tools.map(({ label, icon, command, key }) => button(label, icon, () => run(command), key))}
          {!isReadOnly && button('blocks.image', Image, () => setPicking(true))}
          {button('markdown.preview', Eye, () => setShown(!isShown), undefined, isShown)}
        </div>
        <div onKeyDown={press}>
          <TextPictures isReadOnly={isReadOnly} placeOf={placeOf}>
            <TypedInput
              id={path}
              label={frame.label}
              form={form}
              value={value}
              change={change}
              isReadOnly={isReadOnly}
              placeholder={attribute.layout?.placeholder}
              {...described(path, hint, fault, frame.help)}
            />
          </TextPictures>
        </div>
        {isShown && (
          <section className="markdown-preview" aria-label={say('markdown.previewOf', { name: frame.label })}>
            <Later fallback={<div className="bar" />}>
              <Preview text={typeof value === 'string' ? value : ''} />
            </Later>
          </section>
        )}
      </div>
      <Later>
        {isPicking && (
          <MediaPicker
            title={say('blocks.image')}
            kinds={pictures}
            close={() => setPicking(false)}
            choose={({ alternativeText, name, url }) => {
              // The text cannot have the focus before the dialog is gone.
              flushSync(() => setPicking(false));
              run(withImage(alternativeText ?? name, url));
            }}
          />
        )}
      </Later>
    </FieldFrame>
  );
}
