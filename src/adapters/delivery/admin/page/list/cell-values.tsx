import type { Attribute, Json } from '../../../../../domain/schema/schema.js';
import type { RelatedValues, RowLinks } from '../../contract/documents.js';
import { formatDate, formatDay, formatNumber, formatStored, joinNames, say } from '../messages/messages.js';
import { Thumbnail } from '../ui/thumbnail.js';

const longest = 120;

/** A value as a list shows it. */
export function textOf(attribute: Attribute, value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return say(value ? 'yes' : 'no');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  switch (attribute.kind === 'scalar' ? attribute.type : undefined) {
    case 'datetime':
    case 'timestamp':
      return formatDay(text);
    case 'date':
      return formatDate(text);
    case 'integer':
    case 'biginteger':
    case 'decimal':
    case 'float':
      return formatStored(text);
  }
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

interface RelatedProps {
  readonly attribute: Attribute;
  readonly related: RelatedValues | undefined;
}

export function Related({ attribute, related }: RelatedProps) {
  if (related === undefined) return null;
  const texts = related.values.map((value) => textOf(attribute, value)).filter((text) => text !== '');
  return (
    <>
      {joinNames(texts)}
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

export function Links({ attribute, links }: LinksProps) {
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
      {joinNames(links.labels.map(({ label }) => label))}
      {rest}
    </>
  );
}
