import { lazy, useMemo, useRef, useState, type RefObject } from 'react';
import type { Attribute } from '../../../../../domain/schema/schema.js';
import type { DocumentRow } from '../../contract/documents.js';
import type { WireType } from '../../contract/types.js';
import { say } from '../messages/messages.js';
import { attributeLabel } from '../ui/attribute-label.js';
import { Later } from '../ui/later.js';
import { useCells } from './cells/use-cells.js';
import { ColumnHead, PageBox } from './column-head.js';
import type { Column } from './columns.js';
import { DocumentRowView } from './document-row.js';
import type { ListChange, ListSearch } from './list-search.js';
import { editedAt, focusRow, moveAmongRows, rowAt } from './row-keys.js';
import type { Selection } from './selection.js';
import { useWidths } from './use-widths.js';
import type { RowChange } from './use-changes.js';

const PeekPanel = lazy(() => import('./peek-panel.js'));

interface Props {
  readonly type: WireType;
  /** What names an entry; undefined if the administrator may not read it. */
  readonly label: Attribute | undefined;
  readonly columns: readonly Column[];
  readonly rows: readonly DocumentRow[];
  readonly search: ListSearch;
  /** Whether the rows are those of the search before, while new ones are read. */
  readonly isStale: boolean;
  readonly change: (next: ListChange) => void;
  /** Null: nothing can be done with several entries. */
  readonly selection: Selection | null;
  readonly body: RefObject<HTMLTableSectionElement | null>;
  /** What has happened to the entry of a row since it was read. */
  readonly changeIn: (row: DocumentRow) => RowChange | undefined;
  /** Whether the entry of the row with the focus is shown beside the rows. */
  readonly isPeeking: boolean;
  readonly peek: (isPeeking: boolean) => void;
}

export function DocumentTable(props: Props) {
  const { type, label, columns, rows, search, isStale, change, selection, body, changeIn, isPeeking, peek } =
    props;
  const [focused, setFocused] = useState(0);
  const at = Math.min(focused, rows.length - 1);
  // A click with Shift chooses all rows from the one before; a change of a box does not tell of the key.
  const isRange = useRef(false);
  const cells = useCells({ type, label, columns, rows, body });
  const { names, actions } = cells;
  const shared = useMemo(
    () => ({ names: new Set(names), isPublic: !type.draftAndPublish, actions }),
    [names, type.draftAndPublish, actions],
  );
  const edit = (index: number, name: string): void => {
    const row = rows[index];
    if (row !== undefined) actions.edit(row, name);
  };
  const widths = useWidths(type.uid);
  const headOf = (column: Column) => ({
    ...column,
    sort: search.sort,
    change,
    width: widths.of(column.name),
    resize: widths.resize,
  });
  const naming: Column = {
    name: type.label,
    label: label === undefined ? type.label : attributeLabel(label),
    ...(label && { attribute: label }),
  };
  const shownNames = [naming, ...columns].map(({ name }) => name);
  return (
    <div className={isPeeking ? 'peeking' : undefined}>
      <div className="table" aria-busy={isStale}>
        <table style={widths.style(shownNames, selection === null ? 0 : 1)}>
          <caption className="hidden">{type.displayName}</caption>
          <thead>
            <tr>
              {selection && <PageBox rows={rows} selection={selection} />}
              <ColumnHead {...headOf(naming)} />
              {columns.map((column) => (
                <ColumnHead key={column.name} {...headOf(column)} />
              ))}
            </tr>
          </thead>
          <tbody
            className="rows"
            ref={body}
            onKeyDown={(event) =>
              moveAmongRows(event, {
                at,
                count: rows.length,
                toggle: selection?.toggle ?? null,
                edit,
                isPeeking,
                peek,
              })
            }
            onDoubleClick={({ target }) => {
              const name = editedAt(target, false);
              if (name !== undefined) edit(rowAt(target), name);
            }}
            onClickCapture={({ shiftKey }) => (isRange.current = shiftKey)}
          >
            {rows.map((row, index) => (
              <DocumentRowView
                key={row.documentId + row.locale}
                uid={type.uid}
                naming={label}
                row={row}
                at={index}
                columns={columns}
                isActive={index === at}
                focus={setFocused}
                isChosen={selection?.isChosen(row) ?? false}
                toggle={selection?.toggle ?? null}
                isRange={isRange}
                happened={changeIn(row)}
                search={search.search}
                cells={shared}
                edited={cells.editedIn(row)}
                notes={cells.notesOf(row)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Later>
        {isPeeking && rows[at] !== undefined && (
          <PeekPanel
            type={type}
            row={rows[at]}
            close={() => {
              peek(false);
              focusRow(body.current, at);
            }}
          />
        )}
      </Later>
    </div>
  );
}

/** The table while its rows are read. */
export const TableFrame = ({
  label,
  columns,
}: {
  readonly label: string;
  readonly columns: readonly Column[];
}) => (
  <div className="table" aria-busy="true">
    <p className="hidden" role="status">
      {say('loading')}
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          {columns.map((column) => (
            <th scope="col" key={column.name}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <tr key={row}>
            <td colSpan={columns.length + 1}>
              <div className="bar" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
