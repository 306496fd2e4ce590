import type { Layer } from '../query/query.js';
import type { ContentType, Json, Link, Relation, Side, Stored } from '../schema/schema.js';
import type { TargetRef } from './write-plan.js';

/**
 * What to lock and read before a write can be decided; a write without requirements is applied at once. Sequence keys are
 * drawn under the locks, so that concurrent writers append to a list in the order in which they commit.
 */
export interface WriteRequirements {
  /** In the order in which to lock them: by type, then by documentId. A document that does not exist is skipped. */
  readonly locks: readonly DocumentLock[];
  readonly document: DocumentRequirement | null;
  readonly lists: readonly ListRequirement[];
  /** How many sequence keys to draw. */
  readonly sequenceKeys: number;
}

/** What to read of the document. */
export interface DocumentRequirement {
  readonly type: ContentType;
  readonly documentId: string;
  readonly layer: Layer;
  readonly locale: string;
  /** The attributes to read of the version in `layer` and `locale`. */
  readonly content: readonly Stored[];
  /** The attributes to read of a version in the same layer and another locale, if that version does not exist. */
  readonly shared: readonly Stored[];
  /** For each of these lists, whether it has, in `layer`, a link to a document that is not in `except`. */
  readonly filled: readonly { readonly relation: Relation; readonly except: readonly TargetRef[] }[];
  /** For each of these ends, whether the document has pending links there. `locale` is the one that the links name. */
  readonly pending: readonly { readonly link: Link; readonly side: Side; readonly locale: string }[];
}

/** Links near some anchors in one list. */
export interface ListRequirement {
  readonly relation: Relation;
  readonly documentId: string;
  readonly locale: string;
  /** Links that are in any of these layers. A link in several layers has the same order key in all of them. */
  readonly layers: readonly Layer[];
  readonly anchors: readonly Anchor[];
  /** The targets that the mutation itself moves or removes. */
  readonly moving: readonly TargetRef[];
  /** The ends of the list at which links may be placed. */
  readonly ends: { readonly first: boolean; readonly last: boolean };
}

/** `side`: the only side on which links are placed; absent: both. */
export interface Anchor extends TargetRef {
  readonly side?: 'before' | 'after';
}

/** What a store has loaded for `WriteRequirements`. */
export interface LoadedState {
  /** Null if `WriteRequirements.document` is. */
  readonly document: LoadedDocument | null;
  /** One for each `ListRequirement`, in the same order. */
  readonly lists: readonly LoadedList[];
  /** In ascending order. */
  readonly sequenceKeys: readonly string[];
}

/** The content that a `DocumentRequirement` names. */
export interface LoadedDocument {
  /** Every version of the document. */
  readonly versions: readonly { readonly layer: Layer; readonly locale: string }[];
  /** Values that are not null, of the requested version; null if it does not exist. */
  readonly values: ReadonlyMap<string, Json> | null;
  /**
   * If the requested version does not exist: the version with the lowest numeric id in the same layer; null if there is
   * none.
   */
  readonly sibling: { readonly locale: string; readonly values: ReadonlyMap<string, Json> } | null;
  /** One for each list of `DocumentRequirement.filled`, in the same order; `pending` likewise. */
  readonly filled: readonly boolean[];
  readonly pending: readonly boolean[];
}

/**
 * Links of the list in list order (order key, then link id). It contains: every anchor and every moving target that is
 * linked; on each requested side of an anchor, the nearest link that does not move (on both sides of a moving anchor);
 * and at each requested end, the nearest link that does not move. It may contain more links, but no gap between a
 * requested side or end and its nearest link.
 */
export interface LoadedList {
  readonly links: readonly { readonly target: TargetRef; readonly key: string }[];
}

export const nothingLoaded: LoadedState = { document: null, lists: [], sequenceKeys: [] };

/**
 * A lock on a document, held until the write is committed. Only one writer at a time holds a document as `linked` or
 * `exclusive`.
 *
 * - `exclusive`: the write reads its values or lists, or removes it. Locked before anything is read.
 * - `linked`: the write adds a link to the end of one of its lists, or places a link beside it in another document's
 *   list. The statement that writes may take this lock, before it draws its sequence keys.
 * - `shared`: the document must continue to exist. Many writers may hold it at once, together with one that holds it as
 *   `linked`.
 */
export interface DocumentLock {
  readonly type: ContentType;
  readonly documentId: string;
  readonly mode: 'exclusive' | 'linked' | 'shared';
}
