import 'prosemirror-view/style/prosemirror.css';
import './blocks.css';
import { keydownHandler } from 'prosemirror-keymap';
import type { Node } from 'prosemirror-model';
import { EditorState, Selection, type Command } from 'prosemirror-state';
import { EditorView, type NodeViewConstructor } from 'prosemirror-view';
import { lazy, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Json, Scalar } from '../../../../../../../domain/schema/schema.js';
import type { MediaFile } from '../../../../contract/media.js';
import { say } from '../../../messages/messages.js';
import { frameOf } from '../../../ui/attribute-label.js';
import { described, FieldFrame } from '../../../ui/field-frame.js';
import { Later } from '../../../ui/later.js';
import { useOpenEntry } from '../../entry-context.js';
import { TextPictures } from '../text-pictures.js';
import type { ValueProps } from '../value-props.js';
import { insertImage, putImage } from './block-commands.js';
import { cleanPasted, knownImages, type Extra } from './blocks-schema.js';
import { BlocksMenu, type MenuHandle } from './blocks-menu.js';
import { BlocksToolbar, linkKey } from './blocks-toolbar.js';
import { editorPlugins } from './keys-and-rules.js';
import { readBlocks, type ReadBlocks } from './read-blocks.js';
import { isEmpty, writeBlocks } from './write-blocks.js';

const MediaPicker = lazy(() => import('../media-picker.js'));

interface Props extends ValueProps<Scalar> {
  /** Edits what the editor cannot read, as JSON. */
  readonly asJson: (change: (value: Json) => void) => ReactNode;
}

const same = (one: Json, other: Json): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The editor of a `blocks` attribute. What it cannot read stays JSON, and is left alone. */
export default function BlocksEditor(props: Props) {
  const { value, change, asJson } = props;
  const [read, setRead] = useState(() => readBlocks(value));
  /** What is shown here: as it was read, or as it was written last. */
  const shown = useRef(value);
  useEffect(() => {
    if (same(shown.current, value)) return;
    shown.current = value;
    setRead(readBlocks(value));
  }, [value]);
  const write = (next: Json): void => {
    shown.current = next;
    change(next);
  };
  return read === null ? asJson(write) : <RichEditor {...props} change={write} read={read} />;
}

/** A list in a list stands in an item of its own, as HTML wants it. */
const showList: NodeViewConstructor = (node, view, getPos) => {
  const list = document.createElement(node.attrs['format'] === 'ordered' ? 'ol' : 'ul');
  const position = getPos();
  if (position === undefined || view.state.doc.resolve(position).depth === 0)
    return { dom: list, contentDOM: list };
  const dom = document.createElement('li');
  dom.className = 'blocks-nested';
  dom.append(list);
  return { dom, contentDOM: list };
};

const stateOf = ({ doc }: ReadBlocks): EditorState =>
  EditorState.create({ doc, plugins: [...editorPlugins] });

/** Where a place of one document is in another. */
function caretIn({ content: was }: Node, { content: is }: Node, at: number): number {
  const [start, end] = [was.findDiffStart(is), was.findDiffEnd(is)];
  if (start === null || end === null || at <= start) return Math.min(at, is.size);
  return at >= end.a ? Math.max(start, at - end.a + end.b) : Math.max(start, end.b);
}

function RichEditor(props: Props & { readonly read: ReadBlocks }) {
  const { attribute, path, faults, isReadOnly, read } = props;
  const { store } = useOpenEntry();
  const [state, setState] = useState(() => stateOf(read));
  const [view, setView] = useState<EditorView | null>(null);
  const [isPicking, setPicking] = useState(false);
  const [isLinking, setLinking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const menu = useRef<MenuHandle>(null);
  const latest = useRef(props);
  latest.current = props;

  // The text has its id and name before anybody can see, or a reader can meet, the toolbar that points to it.
  useLayoutEffect(() => {
    if (place.current === null) return;
    const asksForLink = keydownHandler({
      [linkKey.replace('+', '-')](_state, _dispatch, { editable } = opened) {
        setLinking(editable);
        return editable;
      },
    });
    const opened = new EditorView(place.current, {
      state: stateOf(latest.current.read),
      dispatchTransaction(tr) {
        const next = opened.state.apply(tr);
        opened.updateState(next);
        setState(next);
        const { read: from, change } = latest.current;
        if (tr.docChanged) change(writeBlocks(next.doc, from.memory));
      },
      nodeViews: { list: showList },
      transformPastedHTML: cleanPasted,
      handleKeyDown(view, event) {
        if (event.altKey && event.key === 'F10') {
          toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
          return true;
        }
        return menu.current?.press(event) === true || asksForLink(view, event);
      },
    });
    setView(opened);
    return () => opened.destroy();
  }, []);

  // A value that came from elsewhere, as from an undo: the caret stays in its place, or goes to what changed there.
  useEffect(() => {
    if (view === null || view.state.doc === read.doc) return;
    const at = caretIn(view.state.doc, read.doc, view.state.selection.from);
    const next = stateOf(read);
    view.updateState(next.apply(next.tr.setSelection(Selection.near(read.doc.resolve(at)))));
    setState(view.state);
  }, [view, read]);

  const fault = faults[path];
  const frame = frameOf(attribute);
  const hint = isReadOnly ? undefined : say('blocks.hint');
  const [option, setOption] = useState<string | null>(null);
  useLayoutEffect(() => {
    const { 'aria-describedby': about, 'aria-invalid': isWrong } = described(path, hint, fault, frame.help);
    const attributes: Record<string, string> = {
      id: path,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': frame.label,
      class: 'input blocks-text',
      dir: 'auto',
      ...(about !== undefined && { 'aria-describedby': about }),
      ...(isWrong && { 'aria-invalid': 'true' }),
      ...(isReadOnly && { 'aria-readonly': 'true', tabindex: '0' }),
      ...(option !== null && { 'aria-controls': `${path}-menu`, 'aria-activedescendant': option }),
    };
    view?.setProps({ attributes, editable: () => !isReadOnly });
  }, [view, path, hint, fault, isReadOnly, frame.label, frame.help, option]);

  const apply = (command: Command): void => {
    if (view !== null) command(view.state, view.dispatch, view);
  };
  const run = (command: Command): void => {
    apply(command);
    view?.focus();
  };
  const choose = (file: MediaFile): void => {
    // The text cannot have the focus before the dialog is gone.
    flushSync(() => setPicking(false));
    run(insertImage(imageOf(file)));
  };
  const placeOf: Parameters<typeof TextPictures>[0]['placeOf'] = (point) => {
    let doc = view?.state.doc;
    let at = (point && view?.posAtCoords(point)?.pos) ?? view?.state.selection.to ?? 0;
    return (file) => {
      if (view === null || doc === undefined || view.isDestroyed) return;
      const { tr } = view.state;
      at = putImage(tr, imageOf(file), caretIn(doc, tr.doc, at));
      doc = tr.doc;
      view.dispatch(tr);
    };
  };
  return (
    <FieldFrame id={path} {...frame} hint={hint} fault={fault} isGroup>
      <div className="blocks">
        {!isReadOnly && (
          <BlocksToolbar
            ref={toolbar}
            name={frame.label}
            path={path}
            state={state}
            run={run}
            apply={apply}
            focusText={() => view?.focus()}
            pickImage={() => setPicking(true)}
            isLinking={isLinking}
            setLinking={setLinking}
          />
        )}
        <TextPictures isReadOnly={isReadOnly} placeOf={placeOf}>
          <div
            ref={place}
            onBlur={() => store.leave(path)}
            {...(isEmpty(state.doc) && !isReadOnly && { 'data-placeholder': say('blocks.placeholder') })}
          />
        </TextPictures>
        {view !== null && !isReadOnly && (
          <BlocksMenu
            ref={menu}
            id={`${path}-menu`}
            view={view}
            state={state}
            run={run}
            pickImage={() => setPicking(true)}
            activate={setOption}
          />
        )}
      </div>
      <Later>
        {isPicking && (
          <MediaPicker
            title={say('blocks.image')}
            kinds={pictures}
            close={() => setPicking(false)}
            choose={choose}
          />
        )}
      </Later>
    </FieldFrame>
  );
}

const pictures = ['image'] as const;

/** What a block keeps of a file, which it can show from then on: nothing of the library, as everybody may read it. */
function imageOf(file: MediaFile): Extra {
  const { id, documentId, name, alternativeText, caption, focalPoint, url, mime, size, width, height } = file;
  const { createdAt, updatedAt } = file;
  const said = { name, alternativeText, caption, focalPoint };
  const image = { id, documentId, ...said, url, mime, size, width, height, createdAt, updatedAt };
  knownImages.set(url, image);
  return image;
}
