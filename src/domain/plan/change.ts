import type { Input } from '../document/input.js';
import type { Expected, RowWrite } from '../query/mutation.js';
import type { Layer } from '../query/query.js';
import {
  isContent,
  type ContentType,
  type Link,
  type Schema,
  type Side,
  type Stored,
} from '../schema/schema.js';

/**
 * A mutation after all checks. Its refs have a `documentId`, and a locale where links name one; passwords are hashed.
 * `locale` is `''` for types without locales.
 */
export type Change = ValueChange | Publishing | Unpublishing | Discarding | Removal;

/** See `authorOf`. */
export type Author = string | null;

interface Addressed {
  readonly type: ContentType;
  readonly documentId: string;
  readonly locale: string;
}

/** A change that writes values. */
export type ValueChange = Creation | Update;

export interface Creation extends Addressed {
  readonly kind: 'create';
  /** Absent: now. */
  readonly createdAt?: string;
  /** Present: only the version in `layer` is written. */
  readonly row?: RowWrite;
  /** `draft`: not published. `published`: published as well, if the type has drafts. */
  readonly layer: Layer;
  readonly input: Input;
  readonly now: string;
  readonly author: Author;
}

export interface Update extends Addressed {
  readonly kind: 'update';
  readonly expected?: Expected;
  /** Present: only the version in `layer` is written. */
  readonly row?: RowWrite;
  readonly layer: Layer;
  readonly input: Input;
  readonly now: string;
  readonly author: Author;
  /** Whether to create a document that does not exist: the one document of a single type. */
  readonly creates: boolean;
  /**
   * Whether to read first whether the version exists, and to create it if not. Without this, an update of a version
   * that does not exist is `DOCUMENT.NOT_FOUND`. The two forms have different guards, as creating a version needs
   * another permission.
   */
  readonly checksExistence: boolean;
}

/**
 * Whether the update may create a version. If it fails with `DOCUMENT.NOT_FOUND`, it is tried again with
 * `checksExistence`.
 */
export const mayMake = (change: Change): change is Update =>
  change.kind === 'update' && (change.creates || change.type.localized);

export interface Publishing extends Addressed {
  readonly kind: 'publish';
  readonly expected?: Expected;
  readonly now: string;
  readonly author: Author;
}

export interface Unpublishing extends Addressed {
  readonly kind: 'unpublish';
  readonly expected?: Expected;
}

export interface Discarding extends Addressed {
  readonly kind: 'discardDraft';
  readonly expected?: Expected;
  readonly now: string;
  readonly author: Author;
}

export interface Removal extends Omit<Addressed, 'locale'> {
  readonly kind: 'delete';
  readonly expected?: Expected;
  /** A locale code; null: all locales. */
  readonly locale: string | null;
  /** Absent: all layers. Present only with a locale. */
  readonly layer?: Layer;
}

/** Whether the writer has seen a version, so that none may be made, and one must be there. */
export const expectsVersion = (change: Change): boolean =>
  'expected' in change && change.expected !== undefined && change.expected !== 'none';

/** The layer that edits go to. */
export const editedLayer = ({ draftAndPublish }: ContentType): Layer =>
  draftAndPublish ? 'draft' : 'published';

/** The layer that a change of values reads and writes. */
export const layerWritten = ({ type, layer, row }: ValueChange): Layer =>
  row === undefined ? editedLayer(type) : layer;

/** The layers of a type, the edited one first. */
export const layersOf = ({ draftAndPublish }: ContentType): readonly Layer[] =>
  draftAndPublish ? ['draft', 'published'] : ['published'];

/** Whether the change publishes a draft. */
export const publishes = (change: Change): boolean =>
  change.type.draftAndPublish &&
  (change.kind === 'publish' ||
    ('input' in change && change.layer === 'published' && change.row === undefined));

/** One end of a link, and the locale that the links of the document name at that end. */
export interface LinkPlace {
  readonly link: Link;
  readonly side: Side;
  readonly locale: string;
}

/** The link ends at which documents of the type can be. */
export const endsOf = (
  schema: Schema,
  { uid }: ContentType,
): readonly { readonly link: Link; readonly side: Side }[] =>
  schema.links.flatMap((link) =>
    (['source', 'target'] as const).filter((side) => link[side].type === uid).map((side) => ({ link, side })),
  );

/** The link ends at which the document can have pending links: those that it has an attribute for. */
export const pendingEndsOf = (
  schema: Schema,
  { type, locale }: Change & { readonly locale: string },
): readonly LinkPlace[] =>
  endsOf(schema, type)
    .filter(({ link, side }) => link[side].attribute !== undefined)
    .map(({ link, side }) => ({ link, side, locale: link[side].localized ? locale : '' }));

/** The attributes that have the same value in all locales of a document. */
export const sharedOf = ({ localized, attributes }: ContentType): readonly Stored[] =>
  localized ? [...attributes.values()].filter(isContent).filter((attribute) => !attribute.localized) : [];
