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

/** What the values of an attribute are. */
export interface ValueShape {
  readonly shape: string;
  /** The values of an enumeration; null: any text. Absent for other shapes, and in records of versions that did not store it. */
  readonly choices?: readonly string[] | null;
}

export const valueShapeOf = (attribute: Attribute): ValueShape => ({
  shape: shapeOf(attribute),
  ...(attribute.kind === 'scalar' &&
    familyOf(attribute.type) === 'text' && {
      choices: attribute.type === 'enumeration' ? (attribute.enum ?? []) : null,
    }),
});

export const recordedShape = ({ shape, choices }: ValueShape): ValueShape =>
  choices === undefined ? { shape } : { shape, choices };

/** Returns the values among which stored ones have to be from now on; undefined if they are among them already. */
export function newChoices(before: ValueShape, after: ValueShape): readonly string[] | undefined {
  const choices = after.choices ?? undefined;
  if (choices === undefined || before.shape !== after.shape) return choices;
  const isKept = before.choices === undefined || before.choices?.every((value) => choices.includes(value));
  return isKept === true ? undefined : choices;
}

/** Returns `component` for both `component:a.b` and `components:a.b`. */
export const kindOfShape = (shape: string): string => shape.replace(/s?(:.*)?$/, '');
/** Returns the component of a shape; empty for other shapes. */
export const componentOfShape = (shape: string): Uid => shape.replace(/^[^:]*:?/, '');
export const isListShape = (shape: string): boolean => /^(components|relations|zone)\b/.test(shape);
/** Whether values hold component items, which have ids of their own. */
export const holdsItems = (shape: string): boolean => /^(?:components?:|zone$)/.test(shape);

/** The attributes of one component by name. */
export type ComponentShape = Readonly<Record<string, ValueShape & { readonly renamedFrom?: string }>>;
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
  ...valueShapeOf(attribute),
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
  return Object.entries(before[uid] ?? {}).every(([name, former]) => {
    const attribute = wanted[name];
    return attribute?.shape === former.shape && newChoices(former, attribute) === undefined;
  });
}

export interface ChangedAttribute {
  readonly name: string;
  readonly former: string;
  readonly from: string;
  readonly to: string;
  /** Where the values have to be among these from now on. */
  readonly choices?: readonly string[];
}

/**
 * The components whose stored items have to be checked or rewritten, because of their own attributes or those of a nested
 * component.
 */
export interface ChangedComponents extends ShapeChange {
  readonly attributes: ReadonlyMap<Uid, readonly ChangedAttribute[]>;
  /** Whether values of this shape may hold such items. */
  touches(shape: string): boolean;
  /** Whether some of these items get other members or values. */
  rewrites(shape: string): boolean;
}

export function changedComponents(shapes: ShapeChange): ChangedComponents {
  const attributes = changesIn(shapes, (change) => isRewritten(change) || change.choices !== undefined);
  return {
    ...shapes,
    attributes,
    touches: holdsSome(attributes),
    rewrites: holdsSome(changesIn(shapes, isRewritten)),
  };
}

const isRewritten = ({ name, former, from, to }: ChangedAttribute): boolean => name !== former || from !== to;

type Changed = Map<Uid, readonly ChangedAttribute[]>;

const holdsSome =
  (changed: Changed) =>
  (shape: string): boolean =>
    shape === 'zone' ? changed.size > 0 : changed.has(componentOfShape(shape));

function changesIn(
  { before, after }: ShapeChange,
  isChange: (attribute: ChangedAttribute) => boolean,
): Changed {
  const found: Changed = new Map();
  const touches = holdsSome(found);
  const components = Object.keys(before).filter((uid) => uid in after);
  // A component changes with the components inside it: each pass finds one more level of nesting.
  for (let depth = 0; depth <= components.length; depth++) {
    for (const uid of components) {
      const attributes = pairedAttributes(before[uid] ?? {}, after[uid] ?? {});
      const changed = attributes.filter((attribute) => isChange(attribute) || touches(attribute.from));
      if (changed.length > 0) found.set(uid, changed);
    }
  }
  return found;
}

const pairedAttributes = (before: ComponentShape, after: ComponentShape): readonly ChangedAttribute[] =>
  [...formerNames(after, before)].map(([name, former]): ChangedAttribute => {
    const [from, to] = [before[former] ?? { shape: '' }, after[name] ?? { shape: '' }];
    const choices = newChoices(from, to);
    return { name, former, from: from.shape, to: to.shape, ...(choices && { choices }) };
  });
