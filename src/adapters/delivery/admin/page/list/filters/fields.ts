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
  /** The relations that it is reached through. */
  readonly group?: string;
  /** Whether it is a relation to entries, whose fields may be behind it. */
  readonly leadsOn?: boolean;
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

type Types = Pick<Session, 'types' | 'rights'>;

/** All fields that a list of `type` can be filtered by, those of related types after its own. */
export function fieldsOf(type: WireType, session: Types): readonly FilterField[] {
  const own = readableOf(type, session.rights);
  return [
    ...fieldsIn(own),
    ...own.flatMap((attribute) => fieldsBehind(session, attribute, [attribute.name])),
  ];
}

/** Returns the fields of the type to which a path of relations leads; none: it leads nowhere, or to what nobody may see. */
export type Behind = (path: readonly string[]) => readonly FilterField[];

export function behind(type: WireType, session: Types): Behind {
  const reach = (
    attributes: readonly Attribute[],
    path: readonly string[],
    at = 0,
  ): readonly FilterField[] => {
    const attribute = attributes.find(({ name }) => name === path[at]);
    if (attribute === undefined) return [];
    if (at === path.length - 1) return fieldsBehind(session, attribute, path);
    return reach(targetOf(session, attribute), path, at + 1);
  };
  return (path) => reach(readableOf(type, session.rights), path);
}

/** The fields, and those behind the relations that paths lead through. */
export function withThose(
  fields: readonly FilterField[],
  paths: readonly (readonly string[])[],
  reach: Behind = () => [],
): readonly FilterField[] {
  const through = paths.flatMap((path) => path.slice(2).map((_, at) => path.slice(0, at + 2)));
  const wanted = new Map(through.map((path) => [keyOf(path), path]));
  return [...fields, ...[...wanted.values()].flatMap(reach)];
}

const fieldsBehind = (session: Types, attribute: Attribute, path: readonly string[]) =>
  fieldsIn(targetOf(session, attribute), path);

/** What may be read of the entries that a relation links. Those of the library are no entries. */
function targetOf({ types, rights }: Types, attribute: Attribute): readonly Attribute[] {
  if (attribute.kind !== 'relation' || attribute.media !== undefined || isHidden(attribute)) return [];
  const target = types.find(({ uid }) => uid === attribute.target);
  return target === undefined ? [] : readableOf(target, rights);
}

function fieldsIn(attributes: readonly Attribute[], path: readonly string[] = []): readonly FilterField[] {
  const inGroup = path.length === 0 ? {} : { group: path.join(' › ') };
  const links = attributes.flatMap((attribute): readonly FilterField[] =>
    attribute.kind === 'relation' && !isHidden(attribute)
      ? [
          {
            path: [...path, attribute.name],
            label: attributeLabel(attribute),
            kind: 'link',
            leadsOn: attribute.media === undefined,
          },
        ]
      : [],
  );
  const scalars = scalarsOf(attributes, path);
  return [...scalars, ...links].map((field) => ({ ...field, ...inGroup }));
}

const isHidden = (attribute: Attribute): boolean =>
  attribute.kind === 'relation' && attribute.place.kind === 'translations';

/** The field of one scalar attribute; undefined: it is not compared. */
export function fieldFor(scalar: Scalar, label: string, path: readonly string[]): FilterField | undefined {
  const kind = scalar.name === 'documentId' ? 'id' : kinds[scalar.type];
  return kind && { path, label, kind, scalar };
}

function scalarsOf(attributes: readonly Attribute[], path: readonly string[]): readonly FilterField[] {
  const fields = attributes.flatMap((attribute): readonly FilterField[] => {
    if (attribute.kind !== 'scalar') return [];
    const { name } = attribute;
    const field = fieldFor(attribute, attributeLabel(attribute), [...path, name]);
    const isOffered = !attribute.system || name === 'documentId' || dates.has(name);
    return field === undefined || !isOffered ? [] : [field];
  });
  const isSystem = ({ scalar }: FilterField): boolean => scalar?.system === true;
  return [...fields.filter((field) => !isSystem(field)), ...fields.filter(isSystem)];
}

export const keyOf = (path: readonly string[]): string => path.join('.');
