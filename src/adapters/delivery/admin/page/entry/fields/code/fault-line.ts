import { RangeSet, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, EditorView, gutterLineClass, GutterMarker } from '@codemirror/view';

/** Marks a line as wrong, from 1; null: none is. */
export const showFault = StateEffect.define<number | null>();

class WrongLine extends GutterMarker {
  override elementClass = 'cm-wrong';
}

const [wrongLine, wrongGutter] = [Decoration.line({ class: 'cm-wrong' }), new WrongLine()];

/** Where the wrong line begins. */
const fault = StateField.define<number | null>({
  create: () => null,
  update(at, transaction) {
    const shown = transaction.effects.find((one) => one.is(showFault));
    if (shown === undefined) return at === null ? null : transaction.changes.mapPos(at);
    const { doc } = transaction.state;
    return shown.value === null ? null : doc.line(Math.min(shown.value, doc.lines)).from;
  },
});

const marked = (at: number | null) => (at === null ? [] : [at]);

export const faultLine: Extension = [
  fault,
  EditorView.decorations.compute([fault, 'doc'], (state) =>
    Decoration.set(marked(state.field(fault)).map((at) => wrongLine.range(state.doc.lineAt(at).from))),
  ),
  gutterLineClass.compute([fault, 'doc'], (state) =>
    RangeSet.of(marked(state.field(fault)).map((at) => wrongGutter.range(state.doc.lineAt(at).from))),
  ),
];
