import type { Json, Scalar } from '../../../../../../domain/schema/schema.js';
import type { Rights } from '../../../contract/start.js';
import type { WireType } from '../../../contract/types.js';
import { formOf } from '../../entry/fields/text-forms.js';

const unsuitable: ReadonlySet<string> = new Set(['password', 'uid', 'json', 'array', 'blocks']);

/** The attributes that can have the same value in many entries, of those that the administrator may write. */
export function settableOf(type: WireType, rights: Rights): readonly Scalar[] {
  const fields = rights[type.uid]?.update?.fields;
  if (fields === undefined) return [];
  return type.attributes.filter(
    (attribute): attribute is Scalar =>
      attribute.kind === 'scalar' &&
      !attribute.system &&
      !attribute.unique &&
      !unsuitable.has(attribute.type) &&
      (fields === null || fields.includes(attribute.name)),
  );
}

/** Returns the value of what is typed; undefined if it is none yet. */
export function valueFrom(attribute: Scalar, text: string): Json | undefined {
  if (attribute.type === 'boolean') return text === 'true';
  if (attribute.type === 'enumeration') return text;
  const value = /^(datetime|timestamp)$/.test(attribute.type) ? text : formOf(attribute).parse(text);
  return value === null || value === '' ? undefined : value;
}
