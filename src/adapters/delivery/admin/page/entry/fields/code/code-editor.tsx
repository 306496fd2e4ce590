import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { createElement, useEffect, useRef } from 'react';
import { say } from '../../../messages/messages.js';
import { changeBetween } from './change-between.js';
import { codeHost } from './code-host.js';
import { codeColours, codeTheme } from './code-theme.js';
import { faultLine, showFault } from './fault-line.js';

export interface CodeProps {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly type: (text: string) => void;
  readonly isReadOnly: boolean;
  /** The line that is wrong, from 1. */
  readonly line: number | null;
  readonly isInvalid: boolean;
  /** The ids of what describes the field. */
  readonly describedBy: string | undefined;
  /** Whether the text is no value yet, so that undoing is a matter of this field. */
  readonly isAlone: boolean;
}

/** Tab leaves the field, as no key is bound to it. */
const extensions: readonly Extension[] = [
  json(),
  lineNumbers(),
  codeFolding(),
  foldGutter({ markerDOM: foldMarker }),
  bracketMatching(),
  indentOnInput(),
  drawSelection(),
  highlightActiveLine(),
  faultLine,
  EditorView.lineWrapping,
  syntaxHighlighting(codeColours),
  codeTheme,
  history(),
  keymap.of([...defaultKeymap, ...historyKeymap, ...foldKeymap]),
];

/** A code editor. Its own undo is for a text that is no value yet; the entry undoes values. */
export default function CodeEditor(props: CodeProps) {
  const { id, label, text, isReadOnly, line, isInvalid, describedBy, isAlone } = props;
  const host = useRef<HTMLElement>(null);
  const view = useRef<EditorView | null>(null);
  const changing = useRef(new Compartment());
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    const root = host.current?.shadowRoot;
    if (root == null) return;
    const opened = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: latest.current.text,
        extensions: [
          ...extensions,
          changing.current.of([]),
          EditorState.phrases.of({
            'Fold line': say('code.fold'),
            'Unfold line': say('code.unfold'),
            'folded code': say('code.folded'),
            unfold: say('code.unfold'),
          }),
          EditorView.updateListener.of(({ docChanged, state }) => {
            const next = state.doc.toString();
            if (docChanged && next !== latest.current.text) latest.current.type(next);
          }),
        ],
      }),
    });
    // The focus goes to the text, which is not the first that could have it.
    opened.scrollDOM.removeAttribute('tabindex');
    view.current = opened;
    return () => opened.destroy();
  }, []);
  // A text that came from elsewhere, as from an undo: the caret goes to the end of what changed.
  useEffect(() => {
    const opened = view.current;
    const was = opened?.state.doc.toString();
    if (opened === null || was === undefined || was === text) return;
    const change = changeBetween(was, text);
    opened.dispatch({ changes: change, selection: { anchor: change.from + change.insert.length } });
  }, [text]);
  useEffect(() => view.current?.dispatch({ effects: showFault.of(line) }), [line, text]);
  useEffect(() => {
    const about = (describedBy ?? '')
      .split(' ')
      .map((one) => document.getElementById(one)?.textContent ?? '')
      .filter(Boolean)
      .join(' ');
    const attributes: Record<string, string> = {
      'aria-label': label,
      dir: 'ltr',
      // What describes the field is outside of the shadow root, where no id leads.
      ...(about !== '' && { 'aria-description': about }),
      ...(isInvalid && { 'aria-invalid': 'true' }),
      ...(isReadOnly && { 'aria-readonly': 'true', tabindex: '0' }),
    };
    view.current?.dispatch({
      effects: changing.current.reconfigure([
        EditorView.contentAttributes.of(attributes),
        EditorView.editable.of(!isReadOnly),
        EditorState.readOnly.of(isReadOnly),
      ]),
    });
  });
  return createElement(codeHost, {
    id,
    ref: host,
    class: 'code-host',
    'data-invalid': isInvalid || undefined,
    'data-read-only': isReadOnly || undefined,
    'data-typed': isAlone ? 'alone' : undefined,
  });
}

function foldMarker(isOpen: boolean): HTMLElement {
  const marker = document.createElement('span');
  marker.className = 'cm-fold-marker';
  marker.dataset['open'] = String(isOpen);
  marker.title = say(isOpen ? 'code.fold' : 'code.unfold');
  return marker;
}
