import { ArrowDown, ArrowUp } from 'lucide-react';
import { useRef } from 'react';
import type { DocumentRow } from '../../contract/documents.js';
import { say } from '../messages/messages.js';
import { isNumber, isSortable, type Column } from './columns.js';
import { nextSort, sortKeysOf, type ListChange } from './list-search.js';
import type { Selection } from './selection.js';
import { leastWidth, mostWidth, type ColumnWidths } from './use-widths.js';

/** Chooses all rows of the page. */
export function PageBox({
  rows,
  selection,
}: {
  readonly rows: readonly DocumentRow[];
  readonly selection: Selection;
}) {
  const chosen = rows.filter((row) => selection.isChosen(row)).length;
  return (
    <th scope="col" className="pick">
      <input
        type="checkbox"
        aria-label={say('bulk.page')}
        checked={chosen > 0 && chosen === rows.length}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < rows.length;
        }}
        onChange={({ target }) => selection.togglePage(target.checked)}
      />
    </th>
  );
}

interface HeadProps extends Column {
  readonly sort: string | undefined;
  readonly change: (next: ListChange) => void;
  readonly width: number | undefined;
  readonly resize: ColumnWidths['resize'];
}

/** How many pixels a key moves the edge of a column. */
const step = 16;

/** The head of a column: its name, by which one sorts, and the edge that makes it wider or narrower. */
export function ColumnHead(props: HeadProps) {
  const { name, label, attribute, through, sort, change, width, resize } = props;
  const className = isNumber(attribute) && through?.many !== true ? 'number' : undefined;
  if (!isSortable({ ...(attribute && { attribute }), ...(through && { through }) }))
    return (
      <th scope="col">
        {label}
        <Edge label={label} width={width} resize={(next) => resize(name, next)} />
      </th>
    );
  const keys = sortKeysOf(sort);
  const at = keys.findIndex((key) => key.name === name);
  const isDescending = keys[at]?.isDescending === true;
  const Arrow = isDescending ? ArrowDown : ArrowUp;
  return (
    <th
      scope="col"
      className={className}
      // Assistive technology takes one order of a table.
      aria-sort={at === 0 ? (isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className="sort"
        title={say('list.sort')}
        onClick={({ shiftKey }) => change({ sort: nextSort(sort, name, shiftKey) })}
      >
        {label} {at !== -1 && <Arrow size={14} aria-hidden />}
        {at !== -1 && keys.length > 1 && (
          <span aria-label={say('list.sort.place', { at: at + 1 })}>{at + 1}</span>
        )}
      </button>
      <Edge label={label} width={width} resize={(next) => resize(name, next)} />
    </th>
  );
}

interface EdgeProps {
  readonly label: string;
  readonly width: number | undefined;
  readonly resize: (width: number | undefined) => void;
}

/** The edge of a column, which is dragged, or moved by arrow keys. */
function Edge({ label, width, resize }: EdgeProps) {
  const from = useRef<{ readonly x: number; readonly width: number } | null>(null);
  const widthOf = ({ parentElement }: Element): number => parentElement?.getBoundingClientRect().width ?? 0;
  const sign = (edge: Element): number => (getComputedStyle(edge).direction === 'rtl' ? -1 : 1);
  return (
    <span
      className="edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={say('columns.width', { label })}
      aria-valuemin={leastWidth}
      aria-valuemax={mostWidth}
      aria-valuenow={width ?? leastWidth}
      aria-valuetext={width === undefined ? say('columns.width.own') : `${width} px`}
      onPointerDown={({ currentTarget, clientX, pointerId }) => {
        currentTarget.setPointerCapture(pointerId);
        from.current = { x: clientX, width: widthOf(currentTarget) };
      }}
      onPointerMove={({ currentTarget, clientX }) => {
        if (from.current === null) return;
        resize(from.current.width + sign(currentTarget) * (clientX - from.current.x));
      }}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
      onDoubleClick={() => resize(undefined)}
      onKeyDown={(event) => {
        const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (way === undefined && event.key !== 'Home') return;
        event.preventDefault();
        const { currentTarget } = event;
        resize(way === undefined ? undefined : widthOf(currentTarget) + way * sign(currentTarget) * step);
      }}
    />
  );
}
