import type { Attribute, Schema, Uid } from '../../domain/schema/schema.js';
import { familyOf } from '../../domain/document/value.js';

/**
 * Returns the shape of an attribute's values, as a word that a store can save and compare: a family of scalars
 * (`integer`), `component:<uid>`, `components:<uid>` (a list), `zone`, `relation` or `relations`.
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

/** Returns `component` for both `component:a.b` and `components:a.b`. */
export const kindOfShape = (shape: string): string => shape.replace(/s?(:.*)?$/, '');
/** Returns the component of a shape; empty for other shapes. */
export const componentOfShape = (shape: string): Uid => shape.replace(/^[^:]*:?/, '');
export const isListShape = (shape: string): boolean => /^(components|relations|zone)\b/.test(shape);
/** Whether values hold component items, which have ids of their own. */
export const holdsItems = (shape: string): boolean => /^(?:components?:|zone$)/.test(shape);

/** The attributes of one component by name. */
export type ComponentShape = Readonly<
  Record<string, { readonly shape: string; readonly renamedFrom?: string }>
>;
export type ComponentShapes = Readonly<Record<Uid, ComponentShape>>;

export const componentShapes = (schema: Schema): ComponentShapes =>
  Object.fromEntries(
    [...schema.components.values()].map(({ uid, attributes }) => [
      uid,
      Object.fromEntries(
        [...attributes.values()]
          .filter(({ name }) => name !== 'id')
          .map((attribute) => [attribute.name, componentAttribute(attribute)]),
      ),
    ]),
  );

const componentAttribute = (attribute: Attribute): ComponentShape[string] => ({
  shape: shapeOf(attribute),
  ...(attribute.renamedFrom !== undefined && { renamedFrom: attribute.renamedFrom }),
});

/** The stored component shapes, and the wanted ones. */
export interface ShapeChange {
  readonly before: ComponentShapes;
  readonly after: ComponentShapes;
}

/** Returns the former name of each attribute that existed before, under this name or its `renamedFrom`. */
export function formerNames(after: ComponentShape, before: ComponentShape): ReadonlyMap<string, string> {
  const pairs = Object.entries(after).flatMap(([name, { renamedFrom }]): [string, string][] => {
    if (name in before) return [[name, name]];
    return renamedFrom !== undefined && renamedFrom in before && !(renamedFrom in after)
      ? [[name, renamedFrom]]
      : [];
  });
  return new Map(pairs);
}

/**
 * Whether values of one nested shape can become values of the other without loss, apart from their number: a component
 * may be replaced by one that has all of its attributes.
 */
export function isSameKind(from: string, to: string, { before, after }: ShapeChange): boolean {
  if (kindOfShape(from) !== kindOfShape(to)) return false;
  const [uid, uidAfter] = [componentOfShape(from), componentOfShape(to)];
  if (uid === uidAfter) return true;
  const wanted = after[uidAfter] ?? {};
  return Object.entries(before[uid] ?? {}).every(([name, { shape }]) => wanted[name]?.shape === shape);
}

export interface ChangedAttribute {
  readonly name: string;
  readonly former: string;
  readonly from: string;
  readonly to: string;
}

/**
 * The components whose stored items have to be rewritten, because of their own attributes or those of a nested
 * component.
 */
export interface ChangedComponents extends ShapeChange {
  readonly attributes: ReadonlyMap<Uid, readonly ChangedAttribute[]>;
  /** Whether values of this shape may hold such items. */
  touches(shape: string): boolean;
}

export function changedComponents({ before, after }: ShapeChange): ChangedComponents {
  const attributes = new Map<Uid, readonly ChangedAttribute[]>();
  const touches = (shape: string): boolean =>
    shape === 'zone' ? attributes.size > 0 : attributes.has(componentOfShape(shape));
  const components = Object.keys(before).filter((uid) => uid in after);
  // A component changes with the components inside it: each pass finds one more level of nesting.
  for (let depth = 0; depth <= components.length; depth++) {
    for (const uid of components) {
      const changed = changedAttributes(before[uid] ?? {}, after[uid] ?? {}, touches);
      if (changed.length > 0) attributes.set(uid, changed);
    }
  }
  return { before, after, attributes, touches };
}

const changedAttributes = (
  before: ComponentShape,
  after: ComponentShape,
  touches: (shape: string) => boolean,
): readonly ChangedAttribute[] =>
  [...formerNames(after, before)].flatMap(([name, former]): ChangedAttribute[] => {
    const from = before[former]?.shape ?? '';
    const to = after[name]?.shape ?? '';
    return name !== former || from !== to || touches(from) ? [{ name, former, from, to }] : [];
  });
