import type { Attribute } from '../../../../../domain/schema/schema.js';
import { formatNumber, say } from '../messages/messages.js';

const systemLabels = { createdAt: 'column.created', updatedAt: 'column.updated' } as const;

/** The name of an attribute for people. */
export function attributeLabel({ name, layout }: Attribute): string {
  if (layout?.label !== undefined) return layout.label;
  return Object.hasOwn(systemLabels, name) ? say(systemLabels[name as keyof typeof systemLabels]) : name;
}

/** The same for a path as in `sections.0.title`, of which the first name is one of these attributes; people count from one. */
export function pathLabel(attributes: readonly Attribute[], path: string): string {
  const [name = '', ...rest] = path.split('.');
  const attribute = attributes.find((one) => one.name === name);
  const inside = rest.map((one) => (/^\d+$/.test(one) ? formatNumber(Number(one) + 1) : one));
  return [attribute === undefined ? name : attributeLabel(attribute), ...inside].join(' › ');
}

/** What the frame of a field says of its attribute. */
export const frameOf = (attribute: Attribute) => ({
  label: attributeLabel(attribute),
  isRequired: attribute.required || attribute.requiredIfVisible === true,
  help: attribute.layout?.help,
});
