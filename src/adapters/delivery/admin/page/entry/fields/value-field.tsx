import { ComponentField } from './component-field.js';
import { ScalarField } from './scalar-field.js';
import type { ValueProps } from './value-props.js';

/** The editor of a stored value, also inside of components. */
export function ValueField(props: ValueProps) {
  const { attribute } = props;
  if (attribute.kind === 'scalar') return <ScalarField {...props} attribute={attribute} />;
  return <ComponentField {...props} attribute={attribute} field={ValueField} />;
}
