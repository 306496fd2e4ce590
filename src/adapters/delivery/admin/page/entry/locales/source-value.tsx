import type { Attribute } from '../../../../../../domain/schema/schema.js';
import type { Entry } from '../../../contract/documents.js';
import { say } from '../../messages/messages.js';
import { useSession } from '../../session/session.js';
import { Thumbnail } from '../../ui/thumbnail.js';
import { linesOf } from '../compare/lines-of.js';

interface Props {
  readonly attribute: Attribute;
  readonly entry: Entry;
  /** The locale of the value. */
  readonly lang: string;
}

/** What another locale has of an attribute, to be read; nothing where the server does not tell it, as of a password. */
export function SourceValue({ attribute, entry, lang }: Props) {
  const { components } = useSession();
  const part = entry.links[attribute.name];
  if (part === undefined && !Object.hasOwn(entry.values, attribute.name)) return null;
  if (
    attribute.kind === 'relation' &&
    attribute.media !== undefined &&
    part !== undefined &&
    part.items.length > 0
  )
    return (
      <ul className="source-value source-files">
        {part.items.map((file) => (
          <li key={file.documentId}>
            <Thumbnail file={file} /> <span dir="auto">{file.label}</span>
          </li>
        ))}
      </ul>
    );
  const lines =
    attribute.kind === 'relation'
      ? [...(part?.items ?? []).map(({ label }) => label), ...(part?.hasMore === true ? ['…'] : [])]
      : linesOf(attribute, entry.values[attribute.name] ?? null, components);
  if (lines.length === 0) return <p className="source-value hint">{say('beside.empty')}</p>;
  return (
    <div className="source-value" lang={lang} dir="auto">
      {lines.join('\n')}
    </div>
  );
}
