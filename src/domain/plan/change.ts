import type { Input } from '../document/input.js';
import type { Layer } from '../query/query.js';
import type { ContentType } from '../schema/schema.js';

/**
 * A checked mutation: its refs name documents (`documentId`), and locales where links name them; its passwords are
 * hashed. `locale` is `''` for types without locales.
 */
export type Change = ValueChange | Publishing | Unpublishing | Discarding | Removal;

interface Addressed {
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string;
}

/** A change that brings values. */
export type ValueChange = Creation | Update;

export interface Creation extends Addressed {
  readonly kind: 'create';
  /** `draft` leaves out publishing. */
  readonly layer: Layer;
  readonly input: Input;
  readonly now: string;
}

export interface Update extends Addressed {
  readonly kind: 'update';
  readonly layer: Layer;
  readonly input: Input;
  readonly now: string;
  /** Whether a document that is not there is made: the one document of a single type. */
  readonly creates: boolean;
  /**
   * Whether a version that is not there is made, which is looked at first. Otherwise it is `DOCUMENT.NOT_FOUND`. The
   * guards of a write that may make a version differ from those of one that only changes what is there.
   */
  readonly looks: boolean;
}

/** Whether an update may make a version, so that it has to be asked again, looking, where there was none. */
export const mayMake = (change: Change): change is Update =>
  change.kind === 'update' && (change.creates || change.type.localized);

export interface Publishing extends Addressed {
  readonly kind: 'publish';
  readonly now: string;
}

export interface Unpublishing extends Addressed {
  readonly kind: 'unpublish';
}

export interface Discarding extends Addressed {
  readonly kind: 'discardDraft';
  readonly now: string;
}

export interface Removal extends Omit<Addressed, 'locale'> {
  readonly kind: 'delete';
  /** Null: all locales. */
  readonly locale: string | null;
}

/** Where edits of a type go: to its drafts, if it has them. */
export const editedLayer = ({ draftAndPublish }: ContentType): Layer =>
  draftAndPublish ? 'draft' : 'published';

/** The layers that a type has, edited ones first. */
export const layersOf = ({ draftAndPublish }: ContentType): readonly Layer[] =>
  draftAndPublish ? ['draft', 'published'] : ['published'];

/** Whether the change makes a published version of a draft. */
export const publishes = (change: Change): boolean =>
  change.type.draftAndPublish &&
  (change.kind === 'publish' || ('layer' in change && change.layer === 'published'));
