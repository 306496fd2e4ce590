import * as t from 'io-ts';
import type { Uid } from '../../../../domain/schema/schema.js';

/**
 * `draft`: never published in this locale; `published`: without edits since; `changed`: published, and edited since. Types
 * without drafts are `published`.
 */
export type DocumentState = 'draft' | 'published' | 'changed';

/** A document at the other end of a relation, or a file. */
export interface LinkedLabel {
  readonly documentId: string;
  readonly label: string;
  readonly locale: string | null;
  readonly state: DocumentState | null;
  /** Only of files. */
  readonly file?: LinkedFile;
}

export interface LinkedFile {
  readonly id: number;
  readonly url: string;
  readonly mime: string;
  readonly alternativeText: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly thumbnailUrl: string | null;
}

/** The first targets of one relation of an entry, in its order. */
export interface RelationPart {
  readonly target: Uid;
  readonly many: boolean;
  readonly items: readonly LinkedLabel[];
  /** Whether there are more than `items`. */
  readonly hasMore: boolean;
}

/**
 * `GET documents/:uid/:documentId/links/:attribute?search&locale&pagination[page]&pagination[pageSize]` and
 * `GET candidates/:uid/:attribute?component&search&locale&pagination…`: a `ListAnswer<LinkedLabel>`, without a total. With `component`
 * the attribute is one of that component, which is somewhere in the type.
 */
export interface LinkPage {
  readonly data: readonly LinkedLabel[];
  readonly meta: {
    readonly pagination: { readonly page: number; readonly pageSize: number; readonly hasMore: boolean };
  };
}

const Target = t.intersection([
  t.type({ attribute: t.string, documentId: t.string }),
  t.partial({ locale: t.string }),
]);

/** One of the four; without it a link that exists keeps its place, and a new one goes to the end. */
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
export const LinkOperation = t.union([
  t.intersection([Target, t.type({ kind: t.literal('connect') }), t.partial({ position: Position })]),
  t.intersection([Target, t.type({ kind: t.literal('disconnect') })]),
]);
export type LinkOperation = t.TypeOf<typeof LinkOperation>;

/**
 * A relation or files inside of a component, among the values of an entry. A write takes it back: as it was answered it changes
 * nothing, but in a new item links its `items`; with `operations` these happen; where it `replaces`, its `items` are all there are.
 */
export interface NestedPart extends RelationPart {
  readonly operations?: readonly LinkOperation[];
  readonly replaces?: boolean;
}

/** What a write reads of a `NestedPart`. */
export const NestedPartBody = t.intersection([
  t.type({
    items: t.readonlyArray(
      t.intersection([t.type({ documentId: t.string }), t.partial({ locale: t.union([t.string, t.null]) })]),
    ),
  }),
  t.partial({ operations: t.readonlyArray(LinkOperation), replaces: t.boolean }),
]);
export type NestedPartBody = t.TypeOf<typeof NestedPartBody>;

/**
 * `GET media/:documentId/uses` and `GET documents/:uid/:documentId/used-by` (`-` for a single type): the entries with a link to it that
 * the administrator may find.
 */
export interface Uses {
  readonly entries: readonly Use[];
  /** Whether there are more than `entries`. */
  readonly hasMore: boolean;
  /** Whether there may be links in dynamic zones, which cannot be searched. */
  readonly isPartial: boolean;
}

export interface Use {
  readonly type: Uid;
  readonly documentId: string;
  readonly label: string;
  readonly locale: string | null;
}
