import { useLayoutEffect, useRef, useState } from 'react';
import { isPlainObject } from '../../../../../../domain/document/plain-object.js';
import type { ShapeView, TypesAnswer } from '../../../contract/type-builder.js';
import { useReorder } from '../../entry/fields/use-reorder.js';
import { say } from '../../messages/messages.js';
import { Asked } from '../../ui/asked.js';
import { useChangeSet } from '../change-set.js';
import { textIn } from '../definitions.js';
import { conditionWords } from './condition-editor.js';
import { ListSettings } from './list-settings.js';
import {
  definitionOf,
  modelOf,
  withoutTab,
  withRow,
  withRowMoved,
  withTab,
  type LayoutModel,
  type Part,
  type Row,
} from './model.js';
import { RowDialog, widthOf } from './row-dialog.js';
import { TabDialog } from './tab-dialog.js';
import './layout-editor.css';

interface Props {
  readonly types: TypesAnswer;
  readonly shape: ShapeView;
}

type Open =
  | { readonly kind: 'row'; readonly row: Row; readonly part: number }
  | { readonly kind: 'tab'; readonly at: number | null }
  | null;

/** What the layout is with the last edit, before the server has planned it. */
function useLayout({ uid, layout }: ShapeView) {
  const last = useChangeSet((state) => state.edits.at(-1));
  return last?.edit === 'setLayout' && last.uid === uid ? last.layout : (layout?.definition ?? null);
}

/** How entries of a content-type or items of a component look: order, width, tabs, words and conditions. */
export function LayoutEditor({ types, shape }: Props) {
  const add = useChangeSet((state) => state.add);
  const layout = useLayout(shape);
  const [open, setOpen] = useState<Open>(null);
  const [said, setSaid] = useState('');
  /** The row that has moved: one that moves in the page loses the focus. */
  const moved = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (moved.current !== null) document.getElementById(`layout-row-${moved.current}`)?.focus();
    moved.current = null;
  });
  const { uid } = shape;
  const model = modelOf(shape, layout);
  const { parts } = model;
  const isUnreadable = shape.layout !== null && shape.layout.definition === null;
  const isFixed = types.fixed !== null || isUnreadable || shape.definition === null;
  const change = (next: LayoutModel): void => add({ edit: 'setLayout', uid, layout: definitionOf(next) });
  const rows = parts.flatMap((part) => part.rows);
  const move = (from: number, to: number): void => {
    const { name = '' } = rows[from] ?? {};
    moved.current = name;
    change(withRowMoved(model, from, to));
    setSaid(say('item.moved', { name, place: to + 1, count: rows.length }));
  };
  const reorder = useReorder(rows.length, isFixed ? undefined : move);
  const tabDone = (tab: Part, at: number | null): void =>
    change(
      at === null
        ? withTab(model, tab, say('types.layout.tab.first'))
        : { ...model, parts: parts.with(at, tab) },
    );
  return (
    <div className="layout-editor">
      <p className="hint">
        {layout === null || shape.layout === null
          ? say('types.layout.none')
          : say('types.layout.text', { file: shape.layout.file })}{' '}
        {!isFixed && say('types.layout.move')}
      </p>
      {isUnreadable && <p className="fault">{say('types.unreadable')}</p>}
      {parts.map((part, at) => (
        <section key={part.label ?? ''} aria-label={part.label ?? say('types.layout')}>
          {part.label !== undefined && (
            <PartHead
              part={part}
              isFixed={isFixed}
              edit={() => setOpen({ kind: 'tab', at })}
              remove={() => change(withoutTab(model, at))}
            />
          )}
          {part.rows.length === 0 && <p className="hint">{say('types.layout.tab.empty')}</p>}
          <ol className="layout-rows">
            {part.rows.map((row) => (
              <li key={row.name} className="layout-row" {...reorder(rows.indexOf(row))}>
                <div>
                  <p className="label">{row.name}</p>
                  <p className="hint">{rowWords(shape, row)}</p>
                </div>
                {!isFixed && (
                  <button
                    type="button"
                    className="button quiet"
                    id={`layout-row-${row.name}`}
                    aria-label={say('types.attribute.edit', { name: row.name })}
                    onClick={() => setOpen({ kind: 'row', row, part: at })}
                  >
                    {say('types.edit')}
                  </button>
                )}
              </li>
            ))}
          </ol>
        </section>
      ))}
      {!isFixed && shape.shaped === 'content-type' && (
        <button type="button" className="button" onClick={() => setOpen({ kind: 'tab', at: null })}>
          {say('types.layout.tab.add')}
        </button>
      )}
      <ListSettings types={types} shape={shape} model={model} isFixed={isFixed} change={change} />
      {!isFixed && layout !== null && (
        <Asked
          label={say('types.layout.remove')}
          question={say('types.layout.remove.ask')}
          run={() => add({ edit: 'setLayout', uid, layout: null })}
        />
      )}
      <p className="hidden" role="status">
        {said}
      </p>
      {open?.kind === 'row' && (
        <RowDialog
          shape={shape}
          row={open.row}
          part={open.part}
          parts={parts}
          done={(row, part) => change(withRow(model, row, part))}
          close={() => setOpen(null)}
        />
      )}
      {open?.kind === 'tab' && (
        <TabDialog
          tab={open.at === null ? undefined : parts[open.at]}
          taken={parts.filter((_, at) => at !== open.at).map(({ label = '' }) => label)}
          done={(tab) => tabDone(tab, open.at)}
          close={() => setOpen(null)}
        />
      )}
    </div>
  );
}

interface PartHeadProps {
  readonly part: Part;
  readonly isFixed: boolean;
  readonly edit: () => void;
  readonly remove: () => void;
}

function PartHead({ part: { label = '', help }, isFixed, edit, remove }: PartHeadProps) {
  return (
    <div className="types-head">
      <div>
        <h3 dir="auto">{label}</h3>
        {help !== undefined && <p className="hint">{help}</p>}
      </div>
      {!isFixed && (
        <div className="row">
          <button
            type="button"
            className="button quiet"
            aria-label={say('types.layout.tab.edit', { name: label })}
            onClick={edit}
          >
            {say('types.edit')}
          </button>
          <Asked
            label={say('types.remove')}
            name={say('types.layout.tab.remove', { name: label })}
            question={say('types.layout.tab.remove.ask', { name: label })}
            run={remove}
          />
        </div>
      )}
    </div>
  );
}

/** What the layout says of an attribute, in words. */
function rowWords(shape: ShapeView, { name, options }: Row): string {
  const width = widthOf(options);
  const { visibleIf } = options;
  return [
    ...(['label', 'help', 'placeholder'] as const).map((option) => textIn(options, option)),
    width !== 12 && widthWords(width),
    options['readOnly'] === true && say('types.layout.readOnly'),
    options['hidden'] === true && say('types.layout.hidden'),
    isPlainObject(visibleIf) && say('types.layout.if', { condition: conditionWords(shape, name, visibleIf) }),
  ]
    .filter((words) => words !== false && words !== '')
    .join(' · ');
}

const known = {
  3: 'types.layout.width.3',
  4: 'types.layout.width.4',
  6: 'types.layout.width.6',
  8: 'types.layout.width.8',
  9: 'types.layout.width.9',
} as const;

const widthWords = (width: number): string =>
  Object.hasOwn(known, width) ? say(known[width as keyof typeof known]) : String(width);
