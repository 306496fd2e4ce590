import type { TargetRef } from '../../../domain/plan/write-plan.js';
import type { Layer } from '../../../domain/query/query.js';
import type { Json } from '../../../domain/schema/schema.js';

/** One stored version. Rows are never changed, only replaced: what a reader holds stays as it was. */
export interface Version {
  readonly id: number;
  readonly documentId: string;
  readonly locale: string;
  readonly layer: Layer;
  /** Scalars and whole components by attribute name; null is absence. */
  readonly values: ReadonlyMap<string, Json>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
}

/** One stored link: in each layer it has an order key on both sides, or it is not in that layer. */
export interface LinkRow {
  readonly id: number;
  readonly source: TargetRef;
  readonly target: TargetRef;
  readonly draft: LinkKeys | null;
  readonly published: LinkKeys | null;
}

/** `source` is the place in the source's list, `target` the one in the target's. */
export interface LinkKeys {
  readonly source: string;
  readonly target: string;
}

/** An item of a component as it is stored. */
export type Item = { readonly [key: string]: Json };

/** What attributes are read from: a version, or a component item inside it. */
export interface Place {
  readonly version: Version;
  readonly item: Item | null;
}
