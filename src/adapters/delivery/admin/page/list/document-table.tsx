import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, useMemo } from 'react';
import type { Attribute, Json } from '../../../../../domain/schema/schema.js';
import type { DocumentRow, RowLinks } from '../../contract/documents.js';
import type { WireType } from '../../contract/types.js';
import { formatDay, formatNumber, say } from '../messages/messages.js';
import { Status } from '../ui/status.js';
import { columnsOf, isSortable } from './columns.js';
import { nextSort, type ListSearch } from './list-search.js';

interface Props {
  readonly type: WireType;
  readonly rows: readonly DocumentRow[];
  readonly search: ListSearch;
  /** Whether the rows are those of the search before, while new ones are read. */
  readonly isStale: boolean;
  readonly change: (next: ListSearch) => void;
}

export function DocumentTable({ type, rows, search, isStale, change }: Props) {
  const columns = useMemo(() => columnsOf(type), [type]);
  return (
    <div className="table" aria-busy={isStale}>
      <table>
        <caption className="hidden">{type.displayName}</caption>
        <thead>
          <tr>
            {columns.map((attribute) => (
              <Head key={attribute.name} attribute={attribute} search={search} change={change} />
            ))}
            <th scope="col">{say('column.status')}</th>
            <th scope="col">{say('column.updated')}</th>
          </tr>
        </thead>
        <tbody className="rows">
          {rows.map((row) => (
            <Row key={row.documentId + row.locale} uid={type.uid} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps {
  readonly attribute: Attribute;
  readonly search: ListSearch;
  readonly change: (next: ListSearch) => void;
}

function Head({ attribute, search: { sort }, change }: HeadProps) {
  const { name } = attribute;
  if (!isSortable(attribute)) return <th scope="col">{name}</th>;
  const [by, way] = sort?.split(':') ?? [];
  const isSorted = by === name;
  const Arrow = way === 'desc' ? ArrowDown : ArrowUp;
  return (
    <th scope="col" aria-sort={isSorted ? (way === 'desc' ? 'descending' : 'ascending') : 'none'}>
      <button type="button" className="sort" onClick={() => change({ sort: nextSort(sort, name) })}>
        {name} {isSorted && <Arrow size={14} aria-hidden />}
      </button>
    </th>
  );
}

interface RowProps {
  readonly uid: string;
  readonly row: DocumentRow;
  readonly columns: readonly Attribute[];
}

const Row = memo(function Row({ uid, row, columns }: RowProps) {
  const [first, ...others] = columns;
  const shown = first && first.kind === 'scalar' ? textOf(first, row.values[first.name]) : '';
  return (
    <tr>
      <th scope="row" dir="auto">
        <Link
          to="/content/$uid/$id"
          params={{ uid, id: row.documentId }}
          search={row.locale === null ? {} : { locale: row.locale }}
        >
          {shown || row.label}
        </Link>
      </th>
      {others.map((attribute) => (
        <td key={attribute.name} data-label={attribute.name} dir="auto" className={alignOf(attribute)}>
          {attribute.kind === 'relation'
            ? labelsOf(row.links[attribute.name])
            : textOf(attribute, row.values[attribute.name])}
        </td>
      ))}
      <td>
        <Status state={row.state} />
      </td>
      <td className="updated">{row.updatedAt && formatDay(row.updatedAt)}</td>
    </tr>
  );
});

const numbers: ReadonlySet<string> = new Set(['integer', 'float', 'decimal', 'biginteger']);

const alignOf = (attribute: Attribute): string | undefined =>
  attribute.kind === 'scalar' && numbers.has(attribute.type) ? 'number' : undefined;

const longest = 120;

function textOf(attribute: Attribute, value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (attribute.kind === 'scalar' && /^(datetime|timestamp)$/.test(attribute.type)) return formatDay(text);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function labelsOf(links: RowLinks | undefined): string {
  if (links === undefined) return '';
  const more = (links.total ?? 0) - links.labels.length;
  const labels = links.labels.map(({ label }) => label).join(', ');
  return more > 0 ? `${labels} +${formatNumber(more)}` : labels;
}

/** The table while its rows are read. */
export const TableFrame = ({ columns }: { readonly columns: readonly Attribute[] }) => (
  <div className="table" aria-busy="true">
    <p className="hidden" role="status">
      {say('loading')}
    </p>
    <table>
      <thead>
        <tr>
          {columns.map(({ name }) => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <tr key={row}>
            <td colSpan={columns.length}>
              <div className="bar" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
