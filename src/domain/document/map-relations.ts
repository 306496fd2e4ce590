import type { RelationInput } from '../relation/relation-input.js';
import { componentOf, type Relation, type Schema, type Shaped } from '../schema/schema.js';
import type { ComponentInput, Input, ItemInput } from './input.js';

/** The relations that an input writes, also inside components, each with what is asked of it. */
export function* relationsIn(
  schema: Schema,
  shaped: Shaped,
  input: Input,
): Generator<readonly [Relation, RelationInput]> {
  for (const [name, asked] of input.relations) yield [relationOf(shaped, name), asked];
  for (const value of input.components.values()) {
    for (const item of itemsOf(value)) yield* relationsIn(schema, componentOf(schema, item.component), item);
  }
}

/** The input with each relation replaced. */
export function mapRelations<T extends Input>(
  schema: Schema,
  shaped: Shaped,
  input: T,
  change: (relation: Relation, asked: RelationInput) => RelationInput,
): T {
  const relations = new Map<string, RelationInput>();
  for (const [name, asked] of input.relations) relations.set(name, change(relationOf(shaped, name), asked));
  const mapItem = (item: ItemInput): ItemInput =>
    mapRelations(schema, componentOf(schema, item.component), item, change);
  const components = new Map<string, ComponentInput>();
  for (const [name, value] of input.components) components.set(name, mapItems(value, mapItem));
  return { ...input, relations, components };
}

export const itemsOf = (value: ComponentInput): readonly ItemInput[] =>
  value === null ? [] : 'component' in value ? [value] : value;

const mapItems = (value: ComponentInput, map: (item: ItemInput) => ItemInput): ComponentInput =>
  value === null ? null : 'component' in value ? map(value) : value.map(map);

function relationOf(shaped: Shaped, name: string): Relation {
  const attribute = shaped.attributes.get(name);
  if (attribute?.kind !== 'relation') throw new Error(`no relation ${name} in ${shaped.uid}`);
  return attribute;
}
