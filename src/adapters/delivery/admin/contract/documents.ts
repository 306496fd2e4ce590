import * as t from 'io-ts';
import type { Json } from '../../../../domain/schema/schema.js';
import type { ReleaseView } from './releases.js';
import { LinkOperation, type DocumentState, type LinkedLabel, type RelationPart } from './links.js';

/**
 * `GET documents/:uid?filters&sort&columns&search&locale&status&pagination`: REST's grammar, with pages by number or by cursor.
 * `columns` is a comma-separated list of attributes, also of related entries (`author.name`); without it, all own attributes that lists
 * can show. `status` is `draft` unless it is given.
 */
export interface DocumentRow {
  readonly documentId: string;
  readonly label: string;
  readonly state: DocumentState;
  readonly locale: string | null;
  readonly revision: string;
  readonly updatedAt: string | null;
  /** By attribute: scalars as they are. */
  readonly values: Readonly<Record<string, Json>>;
  /** By attribute: relations and media. */
  readonly links: Readonly<Record<string, RowLinks>>;
  /** By path, such as `author.name`. */
  readonly related: Readonly<Record<string, RelatedValues>>;
}

/** An attribute of the first targets of a relation, and how many targets there are; `total` is null if nobody may count them. */
export interface RelatedValues {
  readonly values: readonly Json[];
  readonly total: number | null;
}

/** The first targets of a relation, and how many there are; `total` is null if nobody may count them. */
export interface RowLinks {
  readonly labels: readonly LinkedLabel[];
  readonly total: number | null;
}

/** `GET documents/:uid/:documentId?locale&status`; for a single type, `GET documents/:uid/-`. */
export interface Entry {
  readonly documentId: string;
  readonly label: string;
  readonly state: DocumentState;
  readonly locale: string | null;
  /** Changes with every write of this version. */
  readonly revision: string;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly publishedAt: string | null;
  /**
   * By attribute: scalars, components and zones as REST answers them, with each relation inside of components as a `NestedPart`.
   */
  readonly values: Readonly<Record<string, Json>>;
  readonly links: Readonly<Record<string, RelationPart>>;
  readonly locales: readonly LocaleVersion[];
  /** What this administrator may do with this document now. */
  readonly may: EntryRights;
  /** Only in the answer to `GET`, for types with drafts: the releases of this document that are to happen, or failed. */
  readonly planned?: readonly ReleaseView[];
}

export interface LocaleVersion {
  readonly code: string | null;
  readonly state: DocumentState;
  readonly updatedAt: string | null;
}

/**
 * `GET documents/:uid/:documentId/locales?source` (`-` for a single type): the versions that there are. `source` is the locale that
 * the others are compared with; without it, the default locale.
 */
export interface Translations {
  readonly source: string;
  readonly versions: readonly TranslationState[];
}

export interface TranslationState {
  readonly code: string;
  readonly state: DocumentState;
  readonly updatedAt: string;
  /** Whether the source changed after this version did. */
  readonly isOutdated: boolean;
  /** The attributes that are outdated; empty for types without a history, where only times of versions are compared. */
  readonly outdated: readonly string[];
}

/** `GET documents/:uid/:documentId/diff?locale` (`-` for a single type): what publishing the draft would change. */
export interface DraftDifference {
  /** Relations are `{ documentId, title }`, or `{ documentId, gone: true }`. */
  readonly changes: readonly { readonly name: string; readonly from: Json; readonly to: Json }[];
  readonly unpublished: readonly {
    readonly name: string;
    readonly type: string;
    readonly documentId: string;
    readonly label: string;
  }[];
  /** Attributes that cannot be compared. */
  readonly leftOut: readonly string[];
  /** What keeps it from being published, by path as in `sections.0.title`; empty for who may not publish it. */
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}

/**
 * `GET documents/:uid/:documentId/publish-locales` (`-` for a single type): what publishing all locales together would do. `POST` does it
 * with an `ActionBody`: all of them in one transaction, or none, and answers an `Entry`.
 */
export interface PublishCheck {
  /** The locales whose draft is not what is published. */
  readonly locales: readonly string[];
  /** What keeps them from being published, by locale and path. */
  readonly problems: readonly { readonly locale: string; readonly path: string; readonly message: string }[];
}

/**
 * `GET documents/:uid/:documentId/events?locale&field` (`-` for a single type): Server-Sent Events about one open entry, while it may be
 * read. `field` is the attribute that one is in. `people` has who else is there, and in which attribute as far as it may be read; `version` its revision, at once and after each write; `publication` that it was published or unpublished; `gone` that
 * it cannot be read any more. The stream ends after a while, and begins again when the browser asks for it.
 */
export interface EntryEvents {
  readonly people: readonly {
    readonly documentId: string;
    readonly name: string;
    readonly field: string | null;
  }[];
  readonly version: {
    readonly revision: string;
    /** The documentId of who wrote it last; null: that is not told. */
    readonly by: string | null;
  };
  readonly publication: { readonly action: 'publish' | 'unpublish' };
  readonly gone: null;
}

/** `POST documents/:uid/:documentId/preview` with an `ActionBody` (`-` for a single type): a link to the draft on the site. */
export interface PreviewLink {
  readonly url: string;
  /** When the link stops showing it. */
  readonly expiresAt: string;
  /** Whether the page may show it in a frame. */
  readonly isFramed: boolean;
}

export interface EntryRights {
  readonly update: boolean;
  readonly delete: boolean;
  readonly publish: boolean;
  readonly unpublish: boolean;
  readonly discardDraft: boolean;
}

/**
 * `POST documents/:uid` and `PATCH documents/:uid/:documentId` (`-` for a single type). `set` has the values to change by
 * attribute, as REST takes them: media too, as the documentIds of all its files, but not relations; inside of components a relation
 * is what REST takes, or a `NestedPart`. `links` has the changes of relations. Both write the draft.
 */
export const WriteBody = t.exact(
  t.intersection([
    t.type({}),
    t.partial({
      set: t.UnknownRecord,
      links: t.readonlyArray(LinkOperation),
      locale: t.union([t.string, t.null]),
      /** The revision that the edit began from: the write is refused with 412 if the version has another one. */
      revision: t.string,
    }),
  ]),
);
export type WriteBody = t.TypeOf<typeof WriteBody>;

/** `POST documents/:uid/:documentId/publish`, `unpublish`, `discard`, `duplicate`, and `DELETE` (`?locale=`). Each answers an `Entry`, but a delete 204. */
export const ActionBody = t.exact(t.partial({ locale: t.union([t.string, t.null]) }));
export type ActionBody = t.TypeOf<typeof ActionBody>;
