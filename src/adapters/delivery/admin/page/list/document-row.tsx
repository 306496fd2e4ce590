import { Link } from '@tanstack/react-router';
import { RefreshCw, Trash2, TriangleAlert } from 'lucide-react';
import { lazy, memo, Suspense, type ReactNode, type RefObject } from 'react';
import type { Attribute, Scalar } from '../../../../../domain/schema/schema.js';
import type { DocumentRow } from '../../contract/documents.js';
import { isSearched } from '../../contract/searched.js';
import { say } from '../messages/messages.js';
import { noteOpened } from '../session/list-place.js';
import { Later } from '../ui/later.js';
import { Status } from '../ui/status.js';
import { Links, Related, textOf } from './cell-values.js';
import type { CellNote } from './cells/editable.js';
import type { CellActions } from './cells/use-cells.js';
import { isNumber, type Column } from './columns.js';
import { Marked } from './marked.js';
import type { RowChange } from './use-changes.js';

const CellEditor = lazy(() => import('./cells/cell-editor.js'));
const CellNoteView = lazy(() => import('./cells/cell-note.js'));

interface Props {
  readonly uid: string;
  /** What names an entry; undefined if the administrator may not read it. */
  readonly naming: Attribute | undefined;
  readonly row: DocumentRow;
  readonly at: number;
  readonly columns: readonly Column[];
  /** Whether Tab stops at this row. */
  readonly isActive: boolean;
  readonly focus: (at: number) => void;
  readonly isChosen: boolean;
  readonly toggle: ((at: number, isRange: boolean) => void) | null;
  /** Whether the click that is under way has Shift. */
  readonly isRange: RefObject<boolean>;
  /** What has happened to the entry since the row was read. */
  readonly happened: RowChange | undefined;
  /** What is searched for. */
  readonly search: string | undefined;
  readonly cells: RowCells;
  /** The cell that is edited, and what is said of others. */
  readonly edited: string | null;
  readonly notes: ReadonlyMap<string, CellNote> | undefined;
}

/** What all rows share of the edits of their cells. */
export interface RowCells {
  /** The attributes that can be edited. */
  readonly names: ReadonlySet<string>;
  /** Whether what is saved is public at once. */
  readonly isPublic: boolean;
  readonly actions: CellActions;
}

export const DocumentRowView = memo(function DocumentRowView(props: Props) {
  const { uid, naming, row, at, columns, isActive, focus, isChosen, toggle, isRange, happened } = props;
  const tabIndex = isActive ? 0 : -1;
  return (
    <tr onFocus={() => focus(at)} data-chosen={isChosen || undefined} data-happened={happened}>
      {toggle && (
        <td className="pick">
          <label className="around">
            <input
              type="checkbox"
              tabIndex={tabIndex}
              aria-label={say('bulk.pick', { label: row.label })}
              checked={isChosen}
              onChange={() => toggle(at, isRange.current)}
            />
          </label>
        </td>
      )}
      <th scope="row" dir="auto" {...cellOf(props, naming)}>
        <Editable {...props} attribute={naming}>
          <Link
            to="/content/$uid/$id"
            params={{ uid, id: row.documentId }}
            search={row.locale === null ? {} : { locale: row.locale }}
            tabIndex={tabIndex}
            onClick={({ detail }) => detail === 0 && noteOpened()}
          >
            <Marked text={row.label} search={searchIn(props, naming)} />
          </Link>
        </Editable>
        {happened && <Happened what={happened} />}
        {row.hasFailed === true && <Happened what="failed" />}
      </th>
      {columns.map((column) => (
        <Cell key={column.name} {...props} column={column} />
      ))}
    </tr>
  );
});

const shapes = { gone: Trash2, changed: RefreshCw, failed: TriangleAlert };

/** Marks a row by a shape and a word. */
const Happened = ({ what }: { readonly what: RowChange | 'failed' }) => {
  const Shape = shapes[what];
  return (
    <span className={`happened ${what}`}>
      <Shape size={14} aria-hidden /> {say(`list.row.${what}`)}
    </span>
  );
};

interface CellProps extends Props {
  readonly column: Column;
}

function Cell({ column, ...props }: CellProps) {
  const { row } = props;
  const { name, label, attribute, through } = column;
  if (attribute === undefined) {
    return (
      <td tabIndex={-1}>
        <Status state={row.state} />
      </td>
    );
  }
  const className =
    isNumber(attribute) && through?.many !== true
      ? 'number'
      : attribute.kind === 'scalar' && attribute.system
        ? 'updated'
        : undefined;
  return (
    <td
      data-label={label}
      dir="auto"
      className={className}
      {...cellOf(props, through ? undefined : attribute)}
    >
      {through !== undefined ? (
        <Related attribute={attribute} related={row.related[name]} />
      ) : attribute.kind === 'relation' ? (
        <Links attribute={attribute} links={row.links[attribute.name]} />
      ) : (
        <Editable {...props} attribute={attribute}>
          <Marked text={textOf(attribute, row.values[attribute.name])} search={searchIn(props, attribute)} />
        </Editable>
      )}
    </td>
  );
}

/** Only these are searched. */
const searchIn = ({ search }: Props, attribute: Attribute | undefined): string | undefined =>
  attribute !== undefined && isSearched(attribute) ? search : undefined;

const isEditable = ({ cells }: Props, attribute: Attribute | undefined): attribute is Scalar =>
  attribute?.kind === 'scalar' && cells.names.has(attribute.name);

/** What the element of a cell says of it; F2 finds its name there. */
const cellOf = (props: Props, attribute: Attribute | undefined) => ({
  tabIndex: -1,
  ...(isEditable(props, attribute) && {
    'data-cell': attribute.name,
    'data-edited': props.edited === attribute.name || undefined,
    'aria-busy': props.notes?.get(attribute.name)?.kind === 'saving' || undefined,
    'aria-keyshortcuts': 'F2',
  }),
});

interface EditableProps extends Props {
  readonly attribute: Attribute | undefined;
  /** The value as it was read. */
  readonly children: ReactNode;
}

/**
 * A value that can be edited where it stands. Its editor is there at once, as the next key is for it; and it lies over the
 * value, so that no row moves away from the pointer when it opens or closes.
 */
function Editable(props: EditableProps) {
  const { row, attribute, children, edited, notes, cells } = props;
  if (!isEditable(props, attribute)) return children;
  const { name } = attribute;
  const { actions, isPublic } = cells;
  const note = notes?.get(name);
  const shown = (
    <Noted {...props} attribute={attribute} note={note}>
      {children}
    </Noted>
  );
  if (edited !== name) return shown;
  return (
    <>
      <span className="beneath">{shown}</span>
      <Suspense>
        <CellEditor
          attribute={attribute}
          value={note === undefined ? (row.values[name] ?? null) : note.value}
          isPublic={isPublic}
          leave={(next, leading) => actions.leave(row, attribute, next, leading)}
        />
      </Suspense>
    </>
  );
}

interface NotedProps extends Pick<Props, 'row' | 'cells'> {
  readonly attribute: Scalar;
  readonly note: CellNote | undefined;
  readonly children: ReactNode;
}

/** A value as it was read, or as it was typed with what is said of that. */
function Noted({ row, cells, attribute, note, children }: NotedProps) {
  if (note === undefined) return children;
  const typed = textOf(attribute, note.value);
  if (note.kind === 'saving') return typed;
  return (
    <>
      <span className="unsaved">{typed}</span>
      <Later>
        <CellNoteView
          row={row}
          name={attribute.name}
          note={note}
          theirs={textOf(attribute, row.values[attribute.name] ?? null)}
          actions={cells.actions}
        />
      </Later>
    </>
  );
}
