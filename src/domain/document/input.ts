import type { RelationInput } from '../relation/relation-input.js';
import type { Json, Uid } from '../schema/schema.js';

/** The checked content of a body: canonical values by attribute name. Attributes that were not sent are absent. */
export interface Input {
  readonly values: ReadonlyMap<string, Json>;
  readonly components: ReadonlyMap<string, ComponentInput>;
  readonly relations: ReadonlyMap<string, RelationInput>;
}

/** A single component is null or one item; repeatable components and zones are lists. */
export type ComponentInput = null | ItemInput | readonly ItemInput[];

/** A component item. With an `id`, it partially changes the stored item; without one, it is new. */
export interface ItemInput extends Input {
  readonly component: Uid;
  readonly id?: number;
}
