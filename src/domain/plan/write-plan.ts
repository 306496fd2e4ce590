import type { Failure } from '../failure.js';
import type { Layer } from '../query/query.js';
import type { ContentType, Json, Link, Relation, Side, Stored } from '../schema/schema.js';
import type { DocumentLock } from './document-lock.js';

/** What a store is to write, decided and frozen: all or nothing. Made by `planWrite` only. */
export interface WritePlan {
  readonly type: ContentType;
  readonly documentId: string;
  /** Applied in order. Changing no version at all is `DOCUMENT.NOT_FOUND` and changes nothing. */
  readonly versions: readonly VersionChange[];
  /** Changes of this document's lists; at most one for each relation. */
  readonly lists: readonly ListChange[];
  /** After `lists`: pending links that one layer takes over from the other. */
  readonly applyPending: readonly PendingList[];
  /** Link ends of which every link of this document goes, or those that name `locale`. */
  readonly unlink: readonly { readonly link: Link; readonly side: Side; readonly locale: string | null }[];
  /** Documents that must exist now and until the write is done; otherwise `targetNotFound`, and nothing changes. */
  readonly targets: readonly TargetDocuments[];
}

export interface TargetDocuments {
  readonly type: ContentType;
  /** The locale in which a version must be there; null: in any. */
  readonly locale: string | null;
  /** Distinct, ascending. */
  readonly documentIds: readonly string[];
}

/**
 * `values` holds canonical scalar values and whole component values (an item is `{id, …}`, a zone item
 * `{__component, id, …}`) by attribute name. Times are ISO 8601. An insert names every stored attribute that is not
 * null; the others only those that change. A draft has `changes` from the first update until it is published or
 * discarded. A published version keeps its numeric id for as long as there is a draft, also while it is unpublished.
 */
export type VersionChange =
  | {
      readonly op: 'insert';
      /** Both: a draft, and the published version that is the same. */
      readonly layers: readonly Layer[];
      readonly locale: string;
      readonly values: ReadonlyMap<string, Json>;
      /** Attributes that the locales share: taken, where `values` does not name them, from the version in `from`. */
      readonly shared: { readonly from: string; readonly attributes: readonly Stored[] } | null;
      readonly createdAt: string;
      readonly updatedAt: string;
      /** Of the published version; a draft has none. */
      readonly publishedAt: string;
    }
  | {
      readonly op: 'update';
      readonly layer: Layer;
      readonly locale: string;
      readonly values: ReadonlyMap<string, Json>;
      readonly updatedAt: string;
    }
  /** The draft takes `values`; then the published version, made if there is none, becomes what the draft is. */
  | {
      readonly op: 'publish';
      readonly locale: string;
      readonly values: ReadonlyMap<string, Json>;
      /** Null: nothing was edited, the draft keeps its time. The published version has the draft's. */
      readonly updatedAt: string | null;
      readonly publishedAt: string;
      /** The values of the unique attributes, to tell which one is taken. */
      readonly unique: ReadonlyMap<string, Json>;
    }
  /** The draft becomes what the published version is. */
  | { readonly op: 'discard'; readonly locale: string }
  /**
   * The versions of the other locales in `layers` get the values of `attributes` that the version in `locale` has in
   * the last of `layers` after this plan. Only those that differ are written, and get `updatedAt`.
   */
  | {
      readonly op: 'share';
      readonly layers: readonly Layer[];
      readonly locale: string;
      readonly attributes: readonly Stored[];
      readonly updatedAt: string;
    }
  /** Removes the versions of `layers` in `locale`, or (null) in all; none there is no failure. */
  | { readonly op: 'remove'; readonly layers: readonly Layer[]; readonly locale: string | null };

/** A link's other document. `locale` is `''` unless links name the locale of that end (`LinkEnd.localized`). */
export interface TargetRef {
  readonly documentId: string;
  readonly locale: string;
}

/** One list of the plan's document, as seen from `relation`'s side: links go, are added, or get a new place. */
export interface ListChange {
  readonly relation: Relation;
  /** The locale of this document's end, as links name it. */
  readonly locale: string;
  /** The layers whose keys are written. */
  readonly layers: readonly Layer[];
  /** No link is named by two of them, nor by `place`. */
  readonly remove: readonly Removal[];
  /**
   * Distinct targets. A link that is there, in whichever layer, keeps its place at the other end; a new one goes to the
   * end there.
   */
  readonly place: readonly Placement[];
  /** Whether the placed targets are taken from the other documents that hold them. */
  readonly exclusive: boolean;
  /**
   * Whether links that change are marked as pending at this side, for when the document is published or discarded. What
   * goes is pending at the other side no more.
   */
  readonly pending: boolean;
}

/** Links that leave `layers`: those to `targets`, or to all others. A link that is left in no layer is deleted. */
export interface Removal {
  readonly kind: 'these' | 'except';
  readonly targets: readonly TargetRef[];
  readonly layers: readonly Layer[];
}

/**
 * `key` is the place in this list, in every layer of the change that the link is in afterwards; null asks for a fresh
 * sequence key, in the order of the placements.
 */
export interface Placement {
  readonly target: TargetRef;
  readonly key: string | null;
  /** The layers that the link comes into (or stays in). All of the change's, unless the request named a status. */
  readonly layers: readonly Layer[];
  /** The layers that it leaves. */
  readonly leaves: readonly Layer[];
}

/**
 * For the links that are pending at this side of the document's list, layer `to` becomes as the other one: gone there,
 * they leave `to`; otherwise they get this list's place from there, and the other list's too if they are new in `to`.
 * Then they are pending at this side no more. Publishing goes to `published`, discarding to `draft`.
 */
export interface PendingList {
  readonly link: Link;
  readonly side: Side;
  readonly locale: string;
  readonly to: Layer;
  /** Whether targets that are new in `to` are taken, in `to`, from the other documents that hold them. */
  readonly exclusive: boolean;
}

/**
 * What must be locked and read before a write can be decided. A write that needs nothing is applied without reading.
 * Sequence keys are taken under the locks: so what comes to the end of a list stands behind all that was there, and the order
 * of the list is the order of its writers.
 */
export interface Needs {
  /** In (type, documentId) order, in which they are taken. Documents that are not there are skipped. */
  readonly locks: readonly DocumentLock[];
  readonly document: DocumentNeed | null;
  readonly lists: readonly ListNeed[];
  /** How many order keys for the end of a list: the next values of one sequence. */
  readonly sequenceKeys: number;
}

/** What there is of the addressed document. */
export interface DocumentNeed {
  readonly type: ContentType;
  readonly documentId: string;
  readonly layer: Layer;
  readonly locale: string;
  /** What to read of the version in `layer` and `locale`. */
  readonly content: readonly Stored[];
  /** What to read, if there is none, of a version in the same layer and another locale. */
  readonly shared: readonly Stored[];
  /** Of which of the document's lists, in `layer`, to tell whether they have a link to another document than these. */
  readonly filled: readonly { readonly relation: Relation; readonly except: readonly TargetRef[] }[];
  /** Of which ends to tell whether links are pending there. `locale` as the links name it. */
  readonly pending: readonly { readonly link: Link; readonly side: Side; readonly locale: string }[];
}

/** The neighbourhood of some anchors in one list. */
export interface ListNeed {
  readonly relation: Relation;
  readonly documentId: string;
  readonly locale: string;
  /** Links that are in any of these. A link of several has the same key in this list in all of them. */
  readonly layers: readonly Layer[];
  readonly anchors: readonly Anchor[];
  /** Targets that the mutation itself moves or removes. */
  readonly moving: readonly TargetRef[];
  /** Which ends of the list something may come to stand beside. */
  readonly ends: { readonly first: boolean; readonly last: boolean };
}

/** `side`: what comes to stand beside it stands there, and nothing else; absent: on both. */
export interface Anchor extends TargetRef {
  readonly side?: 'before' | 'after';
}

export interface Known {
  /** Null if it was not asked for. */
  readonly document: KnownDocument | null;
  /** For each `ListNeed`, in the order asked. */
  readonly lists: readonly KnownList[];
  /** Ascending. */
  readonly sequenceKeys: readonly string[];
}

export interface KnownDocument {
  /** Every version of the document. */
  readonly versions: readonly { readonly layer: Layer; readonly locale: string }[];
  /** Values that are not null, of the version asked for; null if there is none. */
  readonly values: ReadonlyMap<string, Json> | null;
  /** In its absence, the version with the lowest numeric id of the same layer; null if there is none. */
  readonly sibling: { readonly locale: string; readonly values: ReadonlyMap<string, Json> } | null;
  /** For each list and end asked for, in order. */
  readonly filled: readonly boolean[];
  readonly pending: readonly boolean[];
}

/**
 * Links of the list in list order (key, then link id): each anchor and moving target that is linked, the nearest link
 * that is not moving on the wanted sides of each anchor (both of one that is moving), and those of the wanted ends that
 * are not moving. It may hold more links, never a gap between a wanted side or end and what stands there.
 */
export interface KnownList {
  readonly links: readonly { readonly target: TargetRef; readonly key: string }[];
}

export const nothingKnown: Known = { document: null, lists: [], sequenceKeys: [] };

/** `rebalance`: give the links of these lists (indexes into `Needs.lists`) new keys in order, read again, ask again. */
export type Decision =
  | { readonly kind: 'write'; readonly plan: WritePlan }
  | { readonly kind: 'rebalance'; readonly lists: readonly number[] };

/** The refusal when a linked document is not there. Stores return it for `WritePlan.targets`. */
export const targetNotFound = (ref: {
  readonly documentId?: string;
  readonly id?: number;
  readonly locale?: string | null;
}): Failure => ({
  code: 'INPUT.INVALID',
  message: `Document with id "${ref.documentId ?? ref.id}", locale "${ref.locale || 'null'}" not found`,
});

/** The refusal when the value that a plan writes under a unique attribute is taken. Stores return it. */
export function notUnique(plan: Pick<WritePlan, 'versions'>, attribute: string): Failure {
  const message = 'This attribute must be unique';
  const value = writtenValue(plan, attribute);
  return {
    code: 'INPUT.INVALID',
    message,
    details: { errors: [{ path: [attribute], message, name: 'ValidationError', value }] },
  };
}

/** Null: only the store knows it, as it comes from another version. */
function writtenValue({ versions }: Pick<WritePlan, 'versions'>, attribute: string): Json {
  for (const change of versions) {
    const values = change.op === 'publish' ? change.unique : 'values' in change ? change.values : undefined;
    const value = values?.get(attribute);
    if (value !== undefined) return value;
  }
  return null;
}
