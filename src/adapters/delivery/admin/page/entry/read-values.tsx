import type { Entry } from '../../contract/documents.js';
import type { WireType } from '../../contract/types.js';
import { readableOf } from '../list/filters/fields.js';
import { useSession } from '../session/session.js';
import { attributeLabel } from '../ui/attribute-label.js';
import { SourceValue } from './locales/source-value.js';
import './read-values.css';

interface Props {
  readonly type: WireType;
  readonly entry: Entry;
}

/** What an entry has, to be read. */
export function ReadValues({ type, entry }: Props) {
  const { rights } = useSession();
  const attributes = readableOf(type, rights).filter(
    (attribute) =>
      !(attribute.kind === 'scalar' && attribute.system) &&
      !(attribute.kind === 'relation' && attribute.place.kind === 'translations'),
  );
  return (
    <dl className="read-values">
      {attributes.map((attribute) => (
        <div key={attribute.name}>
          <dt>{attributeLabel(attribute)}</dt>
          <dd>
            <SourceValue attribute={attribute} entry={entry} lang={entry.locale ?? ''} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
