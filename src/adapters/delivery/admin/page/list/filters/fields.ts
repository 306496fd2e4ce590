import type { Attribute, Scalar, ScalarType } from '../../../../../../domain/schema/schema.js';
import type { Rights } from '../../../contract/start.js';
import type { WireType } from '../../../contract/types.js';
import type { Session } from '../../session/session.js';
import { attributeLabel } from '../../ui/attribute-label.js';

/** How a field is compared. */
export type FieldKind = 'text' | 'number' | 'time' | 'boolean' | 'enumeration' | 'id' | 'link';

/** What a list can be filtered by. */
export interface FilterField {
  readonly path: readonly string[];
  readonly label: string;
  readonly kind: FieldKind;
  /** Of a scalar, for the input of its value. */
  readonly scalar?: Scalar;
  /** The relation that it is reached through. */
  readonly group?: string;
}

const kinds: Partial<Readonly<Record<ScalarType, FieldKind>>> = {
  string: 'text',
  text: 'text',
  richtext: 'text',
  email: 'text',
  uid: 'text',
  integer: 'number',
  float: 'number',
  decimal: 'number',
  biginteger: 'number',
  date: 'time',
  time: 'time',
  datetime: 'time',
  timestamp: 'time',
  boolean: 'boolean',
  enumeration: 'enumeration',
};

const dates: ReadonlySet<string> = new Set(['createdAt', 'updatedAt']);

/** The attributes that the administrator may read in lists. */
export function readableOf(type: WireType, rights: Rights): readonly Attribute[] {
  const fields = rights[type.uid]?.[type.draftAndPublish ? 'findDrafts' : 'find']?.fields;
  if (fields === undefined) return [];
  return type.attributes.filter(
    (attribute) =>
      !(attribute.kind === 'scalar' && attribute.type === 'password') &&
      (fields === null ||
        fields.includes(attribute.name) ||
        (attribute.kind === 'scalar' && attribute.system)),
  );
}

/** All fields that a list of `type` can be filtered by, those of related types after its own. */
export function fieldsOf(
  type: WireType,
  { types, rights }: Pick<Session, 'types' | 'rights'>,
): readonly FilterField[] {
  const own = readableOf(type, rights);
  const through = own.flatMap((attribute) => {
    if (attribute.kind !== 'relation' || attribute.media !== undefined || isHidden(attribute)) return [];
    const target = types.find(({ uid }) => uid === attribute.target);
    if (target === undefined) return [];
    return scalarsOf(readableOf(target, rights), attribute.name);
  });
  const links = own.flatMap((attribute): readonly FilterField[] =>
    attribute.kind === 'relation' && !isHidden(attribute)
      ? [{ path: [attribute.name], label: attributeLabel(attribute), kind: 'link' }]
      : [],
  );
  return [...scalarsOf(own), ...links, ...through];
}

const isHidden = (attribute: Attribute): boolean =>
  attribute.kind === 'relation' && attribute.place.kind === 'translations';

/** The field of one scalar attribute; undefined: it is not compared. */
export function fieldFor(scalar: Scalar, label: string, path: readonly string[]): FilterField | undefined {
  const kind = scalar.name === 'documentId' ? 'id' : kinds[scalar.type];
  return kind && { path, label, kind, scalar };
}

function scalarsOf(attributes: readonly Attribute[], group?: string): readonly FilterField[] {
  const inGroup = group === undefined ? {} : { group };
  const path = group === undefined ? [] : [group];
  const fields = attributes.flatMap((attribute): readonly FilterField[] => {
    if (attribute.kind !== 'scalar') return [];
    const { name } = attribute;
    const field = fieldFor(attribute, attributeLabel(attribute), [...path, name]);
    const isOffered = !attribute.system || name === 'documentId' || dates.has(name);
    return field === undefined || !isOffered ? [] : [{ ...field, ...inGroup }];
  });
  const isSystem = ({ scalar }: FilterField): boolean => scalar?.system === true;
  return [...fields.filter((field) => !isSystem(field)), ...fields.filter(isSystem)];
}

export const keyOf = (path: readonly string[]): string => path.join('.');
