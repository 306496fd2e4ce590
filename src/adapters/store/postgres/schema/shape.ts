import type { Attribute, Schema, Uid } from '../../../../domain/schema/schema.js';
import { familyOf } from '../../../../domain/document/value.js';

/**
 * What a stored value is, in a word that can be kept and compared: a family of scalars (`integer`),
 * `component:<uid>`, `components:<uid>` (a list), `zone`, or `relation`.
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

/** Shapes of each component's attributes by uid and name. */
export type ComponentShapes = Readonly<Record<Uid, Readonly<Record<string, string>>>>;

export const componentShapes = (schema: Schema): ComponentShapes =>
  Object.fromEntries(
    [...schema.components.values()].map(({ uid, attributes }) => [
      uid,
      Object.fromEntries(
        [...attributes.values()].filter(({ name }) => name !== 'id').map((a) => [a.name, shapeOf(a)]),
      ),
    ]),
  );
