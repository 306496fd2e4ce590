import type { Failure } from '../failure.js';
import type { Layer } from '../query/query.js';
import type { ContentType, Json, Link, Relation, Side } from '../schema/schema.js';

/** What a store is to write, decided and frozen: all or nothing. Made by `planWrite` only. */
export interface WritePlan {
  readonly type: ContentType;
  readonly documentId: string;
  /** Applied in order. Updating no version at all is `DOCUMENT.NOT_FOUND` and changes nothing. */
  readonly versions: readonly VersionChange[];
  /** Changes of this document's lists; at most one for each relation. */
  readonly lists: readonly ListChange[];
  /** Link ends of which every link of this document goes. */
  readonly unlink: readonly { readonly link: Link; readonly side: Side }[];
  /** Documents that must exist now and until the write is done; otherwise `targetNotFound`, and nothing changes. */
  readonly targets: readonly TargetDocuments[];
}

export interface TargetDocuments {
  readonly type: ContentType;
  /** Distinct, ascending. */
  readonly documentIds: readonly string[];
}

/**
 * `values` holds canonical scalar values and whole component values (an item is `{id, …}`, a zone item
 * `{__component, id, …}`) by attribute name. Times are ISO 8601. An insert names every stored attribute that is not
 * null; an update only those that change.
 */
export type VersionChange =
  | {
      readonly op: 'insert';
      readonly layer: Layer;
      readonly locale: string;
      readonly values: ReadonlyMap<string, Json>;
      readonly createdAt: string;
      readonly updatedAt: string;
      readonly publishedAt: string | null;
    }
  | {
      readonly op: 'update';
      readonly layer: Layer;
      readonly locale: string;
      readonly values: ReadonlyMap<string, Json>;
      readonly updatedAt: string;
    }
  /** Removes every version of the document; none there is no failure. */
  | { readonly op: 'remove' };

/** A link's other document. `locale` is `''` unless the link names one. */
export interface TargetRef {
  readonly documentId: string;
  readonly locale: string;
}

/** One list of the plan's document, as seen from `relation`'s side: links go, are added, or get a new place. */
export interface ListChange {
  readonly relation: Relation;
  /** The locale of this document's end; `''` without locales. */
  readonly locale: string;
  /** The layers whose keys are written. */
  readonly layers: readonly Layer[];
  readonly remove:
    | { readonly kind: 'none' }
    | { readonly kind: 'these'; readonly targets: readonly TargetRef[] }
    | { readonly kind: 'except'; readonly targets: readonly TargetRef[] };
  /** Distinct targets. A link that is there keeps its place at the other end; a new one goes to the end there. */
  readonly place: readonly Placement[];
  /** Whether the placed targets are taken from the other documents that hold them. */
  readonly takes: boolean;
}

/** `key` is the order key in this list; null asks for a fresh tick, in the order of the placements. */
export interface Placement {
  readonly target: TargetRef;
  readonly key: string | null;
}

/**
 * What must be locked and read before a write can be decided. A write that needs nothing is applied without reading.
 * `exclusive` holds off every other writer that names the document; `shared` only those that lock it exclusively
 * (appending to a document's list, and keeping it from being deleted, is shared).
 */
export interface Needs {
  /** In (type, documentId) order. Documents that are not there are skipped. */
  readonly locks: readonly {
    readonly type: ContentType;
    readonly documentId: string;
    readonly mode: 'exclusive' | 'shared';
  }[];
  /** Whether the addressed version's component values are needed. */
  readonly version: {
    readonly type: ContentType;
    readonly documentId: string;
    readonly layer: Layer;
    readonly locale: string;
  } | null;
  readonly lists: readonly ListNeed[];
  /** Fresh ticks wanted. */
  readonly ticks: number;
}

/** The neighbourhood of some anchors in one list. */
export interface ListNeed {
  readonly relation: Relation;
  readonly documentId: string;
  readonly locale: string;
  readonly layer: Layer;
  readonly anchors: readonly TargetRef[];
  /** Targets that the mutation itself moves or removes. */
  readonly moving: readonly TargetRef[];
  /** Which ends of the list something may come to stand beside. */
  readonly ends: { readonly first: boolean; readonly last: boolean };
}

export interface Known {
  /** Component values of the version by attribute name; null when there is no such version (or none was asked). */
  readonly version: ReadonlyMap<string, Json> | null;
  /** For each `ListNeed`, in the order asked. */
  readonly lists: readonly KnownList[];
  /** Ascending. */
  readonly ticks: readonly string[];
}

/**
 * Links of the list in list order (key, then link id): each anchor and moving target that is linked, the nearest link
 * that is not moving before and after each anchor, and those of the wanted ends that are not moving. It may hold more
 * links, never a gap between an anchor or end and what stands beside it.
 */
export interface KnownList {
  readonly links: readonly { readonly target: TargetRef; readonly key: string }[];
}

export const nothingKnown: Known = { version: null, lists: [], ticks: [] };

/** `rebalance`: give the links of these lists (indexes into `Needs.lists`) fresh ticks in order, read again, ask again. */
export type Decision =
  | { readonly kind: 'write'; readonly plan: WritePlan }
  | { readonly kind: 'rebalance'; readonly lists: readonly number[] };

/** The refusal when a linked document is not there. Stores return it for `WritePlan.targets`. */
export const targetNotFound = (ref: {
  readonly documentId?: string;
  readonly id?: number;
  readonly locale?: string;
}): Failure => ({
  code: 'INPUT.INVALID',
  message: `Document with id "${ref.documentId ?? ref.id}", locale "${ref.locale === undefined || ref.locale === '' ? 'null' : ref.locale}" not found`,
});

/** The refusal when a unique attribute's value is taken. Stores return it. */
export const notUnique = (attribute: string, value: Json): Failure => ({
  code: 'INPUT.INVALID',
  message: 'This attribute must be unique',
  details: {
    errors: [{ path: [attribute], message: 'This attribute must be unique', name: 'ValidationError', value }],
  },
});
