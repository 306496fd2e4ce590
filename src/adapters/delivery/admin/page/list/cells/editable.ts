import type { Attribute, Json, Scalar } from '../../../../../../domain/schema/schema.js';
import type { WireType } from '../../../contract/types.js';
import type { Session } from '../../session/session.js';

const simple: ReadonlySet<string> = new Set([
  'string',
  'text',
  'email',
  'enumeration',
  'boolean',
  'integer',
  'float',
  'decimal',
  'biginteger',
  'date',
  'time',
  'datetime',
  'timestamp',
]);

/** Returns whether the administrator may change an attribute where a list shows it. */
export function editableIn(
  { uid }: WireType,
  { rights, seesAs }: Pick<Session, 'rights' | 'seesAs'>,
): (attribute: Attribute | undefined) => attribute is Scalar {
  const fields = seesAs === null ? rights[uid]?.update?.fields : undefined;
  return (attribute): attribute is Scalar =>
    attribute?.kind === 'scalar' &&
    !attribute.system &&
    simple.has(attribute.type) &&
    fields !== undefined &&
    (fields === null || fields.includes(attribute.name));
}

/** What a cell shows beside or instead of what was read. */
export type CellNote =
  | { readonly kind: 'saving'; readonly value: Json }
  | { readonly kind: 'refused'; readonly value: Json; readonly message: string }
  /** Somebody else has changed the same attribute, which the row shows. */
  | { readonly kind: 'changed'; readonly value: Json };
