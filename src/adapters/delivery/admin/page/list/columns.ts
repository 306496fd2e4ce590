import type { Attribute } from '../../../../../domain/schema/schema.js';
import type { WireType } from '../../contract/types.js';

const unsuitable: ReadonlySet<string> = new Set(['richtext', 'blocks', 'json', 'array', 'password']);

const isListable = (attribute: Attribute): boolean => {
  if (attribute.kind === 'scalar') return !attribute.system && !unsuitable.has(attribute.type);
  return attribute.kind === 'relation' && attribute.place.kind === 'link' && attribute.media === undefined;
};

const most = 5;

/** The columns of a list: what names a document first, then the first attributes in the order of the schema. */
export function columnsOf({ attributes, label }: WireType): readonly Attribute[] {
  const listable = attributes.filter(isListable);
  const first = listable.filter(({ name }) => name === label);
  const others = listable.filter(({ name }) => name !== label);
  return [...first, ...others].slice(0, most);
}

export const isSortable = (attribute: Attribute): boolean => attribute.kind === 'scalar';
