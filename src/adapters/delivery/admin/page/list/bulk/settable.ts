import {
  isSystem,
  type ComponentAttribute,
  type Json,
  type Relation,
  type Scalar,
  type Zone,
} from '../../../../../../domain/schema/schema.js';
import type { Rights } from '../../../contract/start.js';
import type { WireType } from '../../../contract/types.js';
import { formOf } from '../../entry/fields/text-forms.js';

const unsuitable: ReadonlySet<string> = new Set(['password', 'uid', 'json', 'array', 'blocks']);

/** An attribute that many entries can get the same content of. */
export type Settable = Scalar | Relation | ComponentAttribute | Zone;

/** Those that the administrator may write. */
export function settableOf(type: WireType, rights: Rights): readonly Settable[] {
  const fields = rights[type.uid]?.update?.fields;
  if (fields === undefined) return [];
  return type.attributes.filter(
    (attribute) =>
      (fields === null || fields.includes(attribute.name)) &&
      !isSystem(attribute) &&
      (attribute.kind === 'scalar'
        ? !attribute.unique && !unsuitable.has(attribute.type)
        : attribute.kind !== 'relation' || attribute.media !== undefined || attribute.place.kind === 'link'),
  );
}

/** Returns the value of what is typed; undefined if it is none yet. */
export function valueFrom(attribute: Scalar, text: string): Json | undefined {
  if (attribute.type === 'boolean') return text === 'true';
  if (attribute.type === 'enumeration') return text;
  const value = /^(datetime|timestamp)$/.test(attribute.type) ? text : formOf(attribute).parse(text);
  return value === null || value === '' ? undefined : value;
}

/** Says why what is typed is no value. */
export const faultOf = (attribute: Scalar, text: string): string | undefined =>
  text !== '' && valueFrom(attribute, text) === undefined ? formOf(attribute).faultIn?.(text) : undefined;
