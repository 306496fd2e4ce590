import type { LinkedLabel } from '../../contract/links.js';
import { textOf } from '../list/cell-values.js';
import { useSession } from '../session/session.js';
import { attributeLabel } from './attribute-label.js';

interface Props {
  readonly apart: LinkedLabel['apart'];
  /** The content-type of the document. */
  readonly target: string;
}

/** What tells a document apart from others with the same label. */
export function Apart({ apart, target }: Props) {
  const { types } = useSession();
  if (apart === undefined) return null;
  const { name, value } = apart;
  const attribute = types.find(({ uid }) => uid === target)?.attributes.find((one) => one.name === name);
  const [label, shown] =
    attribute === undefined ? [name, value] : [attributeLabel(attribute), textOf(attribute, value)];
  return (
    <span className="hint">
      {label}: <bdi>{shown === '' ? '–' : shown}</bdi>
    </span>
  );
}
