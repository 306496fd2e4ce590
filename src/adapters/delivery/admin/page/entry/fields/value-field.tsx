import type { Json, Stored } from '../../../../../../domain/schema/schema.js';
import { ComponentField } from './component-field.js';
import { ScalarField } from './scalar-field.js';

export interface ValueProps<A extends Stored = Stored> {
  readonly attribute: A;
  readonly value: Json;
  readonly change: (value: Json) => void;
  /** As in `sections.0.title`; it is the id of the field too. */
  readonly path: string;
  /** What the server refused at this path and below it. */
  readonly faults: Readonly<Record<string, string>>;
  readonly isReadOnly: boolean;
}

/** The editor of a stored value, also inside of components. */
export function ValueField(props: ValueProps) {
  const { attribute } = props;
  if (attribute.kind === 'scalar') return <ScalarField {...props} attribute={attribute} />;
  return <ComponentField {...props} attribute={attribute} />;
}
