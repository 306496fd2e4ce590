import { failure, invalidInput, type Failure } from '../failure.js';
import type { Layer } from '../query/query.js';
import { reason } from '../reason/reason.js';
import type { ContentType, Json, Link, Relation, Side, Stored } from '../schema/schema.js';

/** What a store writes, decided and frozen. It applies all of it or nothing. Only `planWrite` makes one. */
export interface WritePlan {
  readonly type: ContentType;
  readonly documentId: string;
  /** Applied in order. If none of them changes a version, the write fails with `DOCUMENT.NOT_FOUND`. */
  readonly versions: readonly VersionChange[];
  /** Changes to lists of this document, at most one for each relation. */
  readonly lists: readonly ListChange[];
  /** Applied after `lists`: pending links that one layer copies from the other. */
  readonly applyPending: readonly PendingList[];
  /** Link ends at which all links of this document are removed, or those that name `locale`. */
  readonly unlink: readonly { readonly link: Link; readonly side: Side; readonly locale: string | null }[];
  /**
   * Documents that must exist until the write is committed. If one is missing, the store fails with `targetNotFound`.
   */
  readonly targets: readonly TargetDocuments[];
}

export interface TargetDocuments {
  readonly type: ContentType;
  /** The locale in which the document must have a version; null: any. */
  readonly locale: string | null;
  /** Distinct, in ascending order. */
  readonly documentIds: readonly string[];
}

/**
 * `values` maps attribute names to canonical scalars and to whole components (an item is `{id, …}`, a zone item
 * `{__component, id, …}`). It also has the authors, `createdBy` and `updatedBy`. An insert has every attribute that is not null,
 * the other operations only those that change. Times are ISO 8601. A version that already has this `updatedAt` or a later one
 * gets its own plus a millisecond, so that the time tells whether a version has changed.
 *
 * A draft has changes (`modified`) from its first update until it is published or discarded. A published version keeps
 * its numeric id as long as its draft exists, even while it is unpublished.
 */
export type VersionChange =
  | {
      readonly op: 'insert';
      /** With both layers: a draft and an equal published version. */
      readonly layers: readonly Layer[];
      readonly locale: string;
      readonly values: ReadonlyMap<string, Json>;
      /**
       * Attributes that all locales share. Those that are not in `values` are copied from the version in locale `from`.
       */
      readonly shared: { readonly from: string; readonly attributes: readonly Stored[] } | null;
      readonly createdAt: string;
      readonly updatedAt: string;
      /** For the published version; a draft has none. */
      readonly publishedAt: string;
      /** A draft is made where a published version is. It has changes, and is published with the id of that version. */
      readonly isBesidePublished?: true;
    }
  | {
      readonly op: 'update';
      readonly layer: Layer;
      readonly locale: string;
      readonly values: ReadonlyMap<string, Json>;
      /** Null: the version's own plus a millisecond. The other two stay where they are absent. */
      readonly updatedAt: string | null;
      /**
       * The code of an app has set `updatedAt`, which may then be earlier than that of the version. If it is the same, it
       * gets a millisecond more.
       */
      readonly isGiven?: true;
      readonly createdAt?: string;
      readonly publishedAt?: string;
    }
  /**
   * Writes `values` to the draft, then copies the draft to the published version, which is inserted if there is none.
   */
  | {
      readonly op: 'publish';
      readonly locale: string;
      readonly values: ReadonlyMap<string, Json>;
      /** Null: the draft was not edited and keeps its time. The published version gets the draft's time. */
      readonly updatedAt: string | null;
      readonly publishedAt: string;
      /** The values of the unique attributes, for the message of a unique conflict. */
      readonly unique: ReadonlyMap<string, Json>;
    }
  /** Copies the published version to the draft. */
  | { readonly op: 'discard'; readonly locale: string }
  /**
   * Copies `attributes` from the version in `locale` and the last of `layers`, as it is after this plan, to the
   * versions of the other locales in `layers`. Versions that already have these values are not written and keep their
   * `updatedAt` and `updatedBy`.
   */
  | {
      readonly op: 'share';
      readonly layers: readonly Layer[];
      readonly locale: string;
      readonly attributes: readonly Stored[];
      readonly updatedAt: string;
      readonly updatedBy: string | null;
    }
  /** Removes the versions of `layers` in `locale`, or in all locales (null). It is no failure when there are none. */
  | { readonly op: 'remove'; readonly layers: readonly Layer[]; readonly locale: string | null };

/**
 * The document at the other end of a link. `locale` is `''` unless links name the locale of that end
 * (`LinkEnd.localized`).
 */
export interface TargetRef {
  readonly documentId: string;
  readonly locale: string;
}

/** Changes one list of the plan's document, seen from `relation`'s side: removes, adds or moves links. */
export interface ListChange {
  readonly relation: Relation;
  /** The locale of this document's end, as links name it. */
  readonly locale: string;
  /** The layers in which links are written. */
  readonly layers: readonly Layer[];
  /** No link is named by two removals, nor by a removal and `place`. */
  readonly remove: readonly Removal[];
  /**
   * Distinct targets. An existing link, in either layer, keeps its place in the list at the other end; a new link goes
   * to the end of that list.
   */
  readonly place: readonly Placement[];
  /** Whether the targets are unlinked from the other documents that hold them. */
  readonly exclusive: boolean;
  /**
   * Whether changed links are marked as pending at this side until the document is published or its draft is discarded.
   * A removed link is no longer pending at the other side.
   */
  readonly pending: boolean;
}

/** Removes links from `layers`: those to `targets`, or all except those. A link that remains in no layer is deleted. */
export interface Removal {
  readonly kind: 'these' | 'except';
  readonly targets: readonly TargetRef[];
  readonly layers: readonly Layer[];
}

/**
 * `key` is the link's order key in this list, in every layer of the change in which the link then is; null: the next
 * sequence key, in the order of the placements.
 */
export interface Placement {
  readonly target: TargetRef;
  readonly key: string | null;
  /** The layers in which the link then is: all layers of the change, unless the request named a status. */
  readonly layers: readonly Layer[];
  /** The layers from which the link is removed. */
  readonly leaves: readonly Layer[];
}

/**
 * Copies the pending links of one list to layer `to`: links that the other layer no longer has are removed from `to`;
 * the others get the other layer's order key in this list, and also in the other list if they are new in `to`.
 * Afterwards they are no longer pending at this side. Publishing copies to `published`, discarding to `draft`.
 */
export interface PendingList {
  readonly link: Link;
  readonly side: Side;
  readonly locale: string;
  readonly to: Layer;
  /** Whether targets that are new in `to` are unlinked, in `to`, from the other documents that hold them. */
  readonly exclusive: boolean;
  /** Whether the only links that can be pending are those that the plan itself places in this list. */
  readonly isPlaced: boolean;
}

/**
 * `rebalance`: the store gives the links of these lists (indexes into `WriteRequirements.lists`) new keys in the same order,
 * loads again and decides again.
 */
export type Decision =
  | { readonly kind: 'write'; readonly plan: WritePlan }
  | { readonly kind: 'rebalance'; readonly lists: readonly number[] };

/** The failure when a linked document does not exist. Stores return it for `WritePlan.targets`. */
export const targetNotFound = (ref: {
  readonly documentId?: string;
  readonly id?: number;
  readonly locale?: string | null;
}): Failure => {
  const target = ref.documentId ?? ref.id;
  const why = reason('link.target', { id: target ?? '', locale: ref.locale || 'null' });
  return failure('INPUT.INVALID', why, { target });
};

/** The failure when the value of a unique attribute is taken. Stores return it. */
export const notUnique = (plan: Pick<WritePlan, 'versions'>, attribute: string): Failure =>
  invalidInput([
    { path: [attribute], reason: reason('value.notUnique'), value: writtenValue(plan, attribute) },
  ]);

export const isNotUnique = ({ reasons }: Failure): boolean => reasons?.[0]?.code === 'value.notUnique';

/** Null: the value is copied from another version, so that only the store has it. */
function writtenValue({ versions }: Pick<WritePlan, 'versions'>, attribute: string): Json {
  for (const change of versions) {
    const values = change.op === 'publish' ? change.unique : 'values' in change ? change.values : undefined;
    const value = values?.get(attribute);
    if (value !== undefined) return value;
  }
  return null;
}
