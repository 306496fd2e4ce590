import type { Attribute, Schema, Uid } from '../../../../domain/schema/schema.js';
import { familyOf } from '../../../../domain/document/value.js';

/**
 * What a stored value is, in a word that can be kept and compared: a family of scalars (`integer`),
 * `component:<uid>`, `components:<uid>` (a list), `zone`, `relation` or `relations`.
 */
export function shapeOf(attribute: Attribute): string {
  switch (attribute.kind) {
    case 'scalar':
      return familyOf(attribute.type);
    case 'component':
      return `${attribute.repeatable ? 'components' : 'component'}:${attribute.component}`;
    case 'zone':
      return 'zone';
    case 'relation':
      return attribute.many ? 'relations' : 'relation';
  }
}

export interface AttributeRecord {
  readonly shape: string;
  /** Only of attributes that have a value in each locale. */
  readonly localized?: true;
  readonly renamedFrom?: string;
}

export type AttributeRecords = Readonly<Record<string, AttributeRecord>>;

export const attributeRecord = (attribute: Attribute, localized: boolean): AttributeRecord => ({
  shape: shapeOf(attribute),
  ...(localized && { localized }),
  ...(attribute.renamedFrom !== undefined && { renamedFrom: attribute.renamedFrom }),
});

/** Each component's attributes by uid and name. */
export type ComponentRecords = Readonly<Record<Uid, AttributeRecords>>;

export const componentRecords = (schema: Schema): ComponentRecords =>
  Object.fromEntries(
    [...schema.components.values()].map(({ uid, attributes }) => [
      uid,
      Object.fromEntries(
        [...attributes.values()]
          .filter(({ name }) => name !== 'id')
          .map((attribute) => [attribute.name, attributeRecord(attribute, false)]),
      ),
    ]),
  );

/** Former name by name: of those that were there before, under this name or a declared former one. */
export function formerNames(after: AttributeRecords, before: AttributeRecords): ReadonlyMap<string, string> {
  const pairs = Object.entries(after).flatMap(([name, { renamedFrom }]): [string, string][] => {
    if (name in before) return [[name, name]];
    return renamedFrom !== undefined && renamedFrom in before && !(renamedFrom in after)
      ? [[name, renamedFrom]]
      : [];
  });
  return new Map(pairs);
}
