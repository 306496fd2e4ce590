import { Link } from '@tanstack/react-router';
import { RefreshCw, Trash2 } from 'lucide-react';
import { memo, type RefObject } from 'react';
import type { Attribute, Json } from '../../../../../domain/schema/schema.js';
import type { DocumentRow, RelatedValues, RowLinks } from '../../contract/documents.js';
import { formatDay, formatNumber, say } from '../messages/messages.js';
import { Status } from '../ui/status.js';
import { Thumbnail } from '../ui/thumbnail.js';
import { isNumber, type Column } from './columns.js';
import type { RowChange } from './use-changes.js';

interface Props {
  readonly uid: string;
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
}

export const DocumentRowView = memo(function DocumentRowView(props: Props) {
  const { uid, row, at, columns, isActive, focus, isChosen, toggle, isRange, happened } = props;
  const tabIndex = isActive ? 0 : -1;
  return (
    <tr onFocus={() => focus(at)} data-chosen={isChosen || undefined} data-happened={happened}>
      {toggle && (
        <td className="pick">
          <input
            type="checkbox"
            tabIndex={tabIndex}
            aria-label={say('bulk.pick', { label: row.label })}
            checked={isChosen}
            onChange={() => toggle(at, isRange.current)}
          />
        </td>
      )}
      <th scope="row" dir="auto">
        <Link
          to="/content/$uid/$id"
          params={{ uid, id: row.documentId }}
          search={row.locale === null ? {} : { locale: row.locale }}
          tabIndex={tabIndex}
        >
          {row.label}
        </Link>
        {happened && <Happened what={happened} />}
      </th>
      {columns.map((column) => (
        <Cell key={column.name} column={column} row={row} />
      ))}
    </tr>
  );
});

/** Marks a row by a shape and a word. */
const Happened = ({ what }: { readonly what: RowChange }) => {
  const Shape = what === 'gone' ? Trash2 : RefreshCw;
  return (
    <span className="happened">
      <Shape size={14} aria-hidden /> {say(`list.row.${what}`)}
    </span>
  );
};

function Cell({ column, row }: { readonly column: Column; readonly row: DocumentRow }) {
  const { name, label, attribute, through } = column;
  if (attribute === undefined) {
    return (
      <td>
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
    <td data-label={label} dir="auto" className={className}>
      {through !== undefined ? (
        <Related attribute={attribute} related={row.related[name]} />
      ) : attribute.kind === 'relation' ? (
        <Links attribute={attribute} links={row.links[attribute.name]} />
      ) : (
        textOf(attribute, row.values[attribute.name])
      )}
    </td>
  );
}

const longest = 120;

function textOf(attribute: Attribute, value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (attribute.kind === 'scalar' && /^(datetime|timestamp)$/.test(attribute.type)) return formatDay(text);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

interface RelatedProps {
  readonly attribute: Attribute;
  readonly related: RelatedValues | undefined;
}

function Related({ attribute, related }: RelatedProps) {
  if (related === undefined) return null;
  const texts = related.values.map((value) => textOf(attribute, value)).filter((text) => text !== '');
  return (
    <>
      {texts.join(', ')}
      {restOf(related.total, related.values.length)}
    </>
  );
}

/** What is not shown, as a number. */
const restOf = (total: number | null, shown: number): string =>
  (total ?? 0) > shown ? ` +${formatNumber((total ?? 0) - shown)}` : '';

interface LinksProps {
  readonly attribute: Attribute;
  readonly links: RowLinks | undefined;
}

function Links({ attribute, links }: LinksProps) {
  if (links === undefined) return null;
  const rest = restOf(links.total, links.labels.length);
  if (attribute.kind === 'relation' && attribute.media !== undefined) {
    return (
      <span className="cell-files">
        {links.labels.map((file) => (
          <Thumbnail key={file.documentId} file={file} />
        ))}
        {rest}
      </span>
    );
  }
  return (
    <>
      {links.labels.map(({ label }) => label).join(', ')}
      {rest}
    </>
  );
}
