import type { RelationInput } from '../relation/relation-input.js';
import type { Json, Uid } from '../schema/schema.js';

/** The checked content of a body: canonical values by attribute name. Attributes that were not sent are absent. */
export interface Input {
  readonly values: ReadonlyMap<string, Json>;
  readonly components: ReadonlyMap<string, ComponentInput>;
  readonly relations: ReadonlyMap<string, RelationInput>;
}

/** A single component is null or one item; repeatable ones and zones are lists. */
export type ComponentInput = null | ItemInput | readonly ItemInput[];

/** One component item. With an `id` it changes the stored item partially; without, it is new. */
export interface ItemInput extends Input {
  readonly component: Uid;
  readonly id?: number;
}
