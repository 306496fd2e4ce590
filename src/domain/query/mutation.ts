import type { Uid } from '../schema/schema.js';
import type { Layer, Selection } from './query.js';

/** A write as the client requested it, decoded but not yet checked against the schema or the permissions. */
export type Mutation = Create | Update | Transition | Delete;

interface Target {
  readonly type: Uid;
  /** A locale code; absent: the default locale. */
  readonly locale?: string;
}

export interface Create extends Target {
  readonly kind: 'create';
  /** `published`: the document is published as well. */
  readonly layer: Layer;
  readonly data: unknown;
  readonly answer: Selection;
}

export interface Update extends Target {
  readonly kind: 'update';
  /** Absent for single types, whose one document is created if it does not exist. */
  readonly documentId?: string;
  /** `published`: the draft is published as well, including its earlier edits. */
  readonly layer: Layer;
  readonly data: unknown;
  readonly answer: Selection;
}

/** Publishes, unpublishes, or discards a draft. */
export interface Transition extends Target {
  readonly kind: 'publish' | 'unpublish' | 'discardDraft';
  readonly documentId?: string;
  readonly answer: Selection;
}

/** Removes the draft and published versions in one locale; `*`: in all locales. */
export interface Delete extends Target {
  readonly kind: 'delete';
  readonly documentId?: string;
}
