import * as t from 'io-ts';
import { Integer, listOf, oneOf, orNull } from './wire.js';

/**
 * `draft`: never published in this locale; `published`: without edits since; `changed`: published, and edited since. Types
 * without drafts are `published`.
 */
export const DocumentState = oneOf(['draft', 'published', 'changed'], 'DocumentState');
export type DocumentState = t.TypeOf<typeof DocumentState>;

/** In percent of width and height, from the top left corner: each from 0 to 100. */
export const FocalPoint = t.type({ x: t.number, y: t.number });

const LinkedFile = t.type(
  {
    id: Integer,
    url: t.string,
    mime: t.string,
    /** Empty: the picture is decoration; null: nobody has said it yet. */
    alternativeText: orNull(t.string),
    focalPoint: orNull(FocalPoint),
    width: orNull(t.number),
    height: orNull(t.number),
    thumbnailUrl: orNull(t.string),
  },
  'LinkedFile',
);
export type LinkedFile = t.TypeOf<typeof LinkedFile>;

/** A document at the other end of a relation, or a file. */
export const LinkedLabel = t.intersection(
  [
    t.type({
      documentId: t.string,
      label: t.string,
      locale: orNull(t.string),
      state: orNull(DocumentState),
    }),
    t.partial({
      /** Only of files. */
      file: LinkedFile,
      /** Only of candidates that can have one link: where it is now. */
      holder: t.type({ documentId: t.string, label: t.string }),
      /** Only of candidates on a page with others of the same label: an attribute in which they differ. */
      apart: t.type({ name: t.string, value: t.string }),
    }),
  ],
  'LinkedLabel',
);
export type LinkedLabel = t.TypeOf<typeof LinkedLabel>;

const partMembers = {
  target: t.string,
  many: t.boolean,
  items: listOf(LinkedLabel),
  /** Whether there are more than `items`. */
  hasMore: t.boolean,
};

/** The first targets of one relation of an entry, in its order; of media, all files. */
export const RelationPart = t.type(partMembers, 'RelationPart');
export type RelationPart = t.TypeOf<typeof RelationPart>;

/** `meta` of lists of links. The total is there if it was asked for. */
export const LinkPageMeta = t.type({
  pagination: t.intersection([
    t.type({ page: Integer, pageSize: Integer, hasMore: t.boolean }),
    t.partial({ total: Integer }),
  ]),
});

export interface LinkPage {
  readonly data: readonly LinkedLabel[];
  readonly meta: t.TypeOf<typeof LinkPageMeta>;
}

const Target = t.intersection([
  t.type({ attribute: t.string, documentId: t.string }),
  t.partial({ locale: t.string }),
]);

/** One of the four; without it a link goes to the end, also one that exists. */
const Position = t.union([
  t.exact(t.type({ before: t.string })),
  t.exact(t.type({ after: t.string })),
  t.exact(t.type({ start: t.literal(true) })),
  t.exact(t.type({ end: t.literal(true) })),
]);

/**
 * One change of a relation. Operations of one attribute happen in their
 * order; of several on one target the last one counts. `connect` moves a link that exists.
 */
export const LinkOperation = t.union(
  [
    t.intersection([Target, t.type({ kind: t.literal('connect') }), t.partial({ position: Position })]),
    t.intersection([Target, t.type({ kind: t.literal('disconnect') })]),
  ],
  'LinkOperation',
);
export type LinkOperation = t.TypeOf<typeof LinkOperation>;

/**
 * A relation or files inside of a component, among the values of an entry. A write takes it back: as it was answered it changes
 * nothing, but in a new item links its `items`; with `operations` these happen; where it `replaces`, its `items` are all there
 * are.
 */
export interface NestedPart extends RelationPart {
  readonly operations?: readonly LinkOperation[];
  readonly replaces?: boolean;
}

/** What a write reads of a `NestedPart`. */
export const NestedPartBody = t.intersection(
  [
    t.type({
      items: t.readonlyArray(
        t.intersection([t.type({ documentId: t.string }), t.partial({ locale: orNull(t.string) })]),
      ),
    }),
    t.partial({ operations: t.readonlyArray(LinkOperation), replaces: t.boolean }),
  ],
  'NestedPartBody',
);
export type NestedPartBody = t.TypeOf<typeof NestedPartBody>;

const Use = t.type({
  type: t.string,
  documentId: t.string,
  label: t.string,
  locale: orNull(t.string),
});
export type Use = t.TypeOf<typeof Use>;

/** The entries with a link to a document or a file, or with a file in their formatted texts, that the administrator may find. */
export const Uses = t.type(
  {
    entries: listOf(Use),
    /** Whether there are more than `entries`. */
    hasMore: t.boolean,
    /** Whether there may be others: in dynamic zones, which cannot be searched, or in texts that take too long. */
    isPartial: t.boolean,
  },
  'Uses',
);
export type Uses = t.TypeOf<typeof Uses>;
