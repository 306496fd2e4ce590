import type { Uid } from '../schema/schema.js';
import type { Layer, Selection } from './query.js';

/** A write as the client requested it, decoded but not yet checked against the schema or the permissions. */
export type Mutation = Create | Update | Transition | Delete;

/**
 * What a writer expects of the version that they change, else the write fails with `DOCUMENT.CHANGED`: that its
 * `updatedAt` is one of these (ISO 8601), that it exists, or that there is none. For types with drafts the draft is meant.
 */
export type Expected = readonly string[] | 'any' | 'none';

interface Target {
  readonly type: Uid;
  /** A locale code; absent: the default locale. */
  readonly locale?: string;
}

/**
 * Writes one version by itself and leaves the document's other versions alone, as app code does that works with rows.
 * Values are converted to the types of their attributes but checked against no other rule, unknown keys are ignored,
 * and hashes of passwords are kept. Only the server's own code may write so.
 */
export interface RowWrite extends Times {
  /** Null: a millisecond after the version's own; absent: now. */
  readonly updatedAt?: string | null;
}

/** ISO 8601. */
interface Times {
  readonly createdAt?: string;
  readonly publishedAt?: string;
}

export interface Create extends Target {
  readonly kind: 'create';
  /** Absent: a new one. Only the server's own code may choose it, unless it `isChosen`. */
  readonly documentId?: string;
  /**
   * Whether the server has chosen the documentId: that of a document that was there before, or of a copy. No request can say so.
   */
  readonly isChosen?: boolean;
  /** ISO 8601; absent: now. Only the server's own code may choose it. */
  readonly createdAt?: string;
  /** Present: only the version in `layer` is written. */
  readonly row?: RowWrite;
  /** `published`: the document is published as well. */
  readonly layer: Layer;
  readonly data: unknown;
  readonly answer: Selection;
  /** Present: a request that is sent again creates nothing more. */
  readonly once?: Once;
}

/** What a request is known by when it is sent again. */
export interface Once {
  /** A hash in hexadecimal digits, of the client and of the key that it chose. */
  readonly key: string;
  /** A hash of the request. */
  readonly request: string;
}

export interface Update extends Target {
  readonly kind: 'update';
  /** Absent for single types, whose one document is created if it does not exist. */
  readonly documentId?: string;
  /** `published`: the draft is published as well, including its earlier edits. */
  readonly layer: Layer;
  /** Present: only the version in `layer` is written. */
  readonly row?: RowWrite;
  readonly expected?: Expected;
  readonly data: unknown;
  readonly answer: Selection;
}

/** Publishes, unpublishes, or discards a draft. */
export interface Transition extends Target {
  readonly kind: 'publish' | 'unpublish' | 'discardDraft';
  readonly documentId?: string;
  readonly expected?: Expected;
  readonly answer: Selection;
}

/** Removes the draft and published versions in one locale; `*`: in all locales. */
export interface Delete extends Target {
  readonly kind: 'delete';
  readonly documentId?: string;
  /** Not together with the locale `*`. */
  readonly expected?: Expected;
  /** Removes only the version in this layer. Only the server's own code may do so. */
  readonly layer?: Layer;
}
