import type { Uid } from '../schema/schema.js';
import type { Layer, Selection } from './query.js';

/** What a client asked to write, decoded but not yet checked against the schema or the principal. */
export type Mutation = Create | Update | Transition | Delete;

interface Target {
  readonly type: Uid;
  /** A locale code; absent means the default locale. */
  readonly locale?: string;
}

export interface Create extends Target {
  readonly kind: 'create';
  /** `published` publishes what is written. */
  readonly layer: Layer;
  readonly data: unknown;
  readonly answer: Selection;
}

export interface Update extends Target {
  readonly kind: 'update';
  /** Of a single type it may be left out: there is one document, and it is made where there is none. */
  readonly documentId?: string;
  /** `published` publishes, with what is written, the earlier edits of the draft. */
  readonly layer: Layer;
  readonly data: unknown;
  readonly answer: Selection;
}

/** A move between the layers of a type with drafts. */
export interface Transition extends Target {
  readonly kind: 'publish' | 'unpublish' | 'discardDraft';
  readonly documentId?: string;
  readonly answer: Selection;
}

/** Removes the versions of one locale, draft and published; `*` of all. */
export interface Delete extends Target {
  readonly kind: 'delete';
  readonly documentId?: string;
}
