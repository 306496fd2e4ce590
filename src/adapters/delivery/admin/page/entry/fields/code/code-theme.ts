import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** The colours of the page, which reach into the shadow root as custom properties. */
export const codeTheme = EditorView.theme({
  '&': { color: 'var(--text)', maxHeight: '60vh' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontSize: '13px',
    lineHeight: '20px',
    overflow: 'auto',
    minHeight: 'calc(var(--control) * 2)',
  },
  '.cm-content': { padding: '7px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 8px' },
  '.cm-gutters': {
    background: 'var(--page)',
    color: 'var(--muted)',
    border: '0',
    borderRight: '1px solid var(--hairline)',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)',
  },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--focus) 25%, transparent)',
  },
  '.cm-matchingBracket': { background: 'transparent' },
  '&.cm-focused .cm-matchingBracket': {
    background: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-nonmatchingBracket': { background: 'transparent' },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'transparent', color: 'var(--danger)' },
  '.cm-line.cm-wrong': {
    textDecoration: 'underline wavy var(--danger)',
    textDecorationSkipInk: 'none',
  },
  '.cm-gutterElement.cm-wrong': { color: 'var(--danger)', fontWeight: '600' },
  '.cm-foldPlaceholder': {
    padding: '0 6px',
    background: 'var(--accent-soft)',
    border: '0',
    color: 'var(--text)',
  },
  '.cm-fold-marker': {
    display: 'inline-block',
    width: '5px',
    height: '5px',
    margin: '0 4px 2px',
    border: 'solid var(--muted)',
    borderWidth: '0 1.5px 1.5px 0',
    cursor: 'pointer',
    transform: 'rotate(-45deg)',
  },
  '.cm-fold-marker[data-open=true]': { transform: 'rotate(45deg)' },
});

export const codeColours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--info)' },
  { tag: tags.string, color: 'var(--success)' },
  { tag: tags.number, color: 'var(--changed)' },
  { tag: [tags.bool, tags.null], color: 'var(--warning)', fontWeight: '600' },
]);
