import * as t from 'io-ts';
import { Reason } from './failures.js';
import { DocumentState, LinkedLabel, LinkOperation, RelationPart } from './links.js';
import { ReleaseView } from './releases.js';
import { Json, listOf, orNull, Time } from './wire.js';

/** By attribute. The OpenAPI document has the schemas of the app's content-types for it. */
const EntryValues = t.record(t.string, Json, 'EntryValues');

/** The first targets of a relation, and how many there are; `total` is null if nobody may count them. */
const RowLinks = t.type({ labels: listOf(LinkedLabel), total: orNull(t.number) }, 'RowLinks');
export type RowLinks = t.TypeOf<typeof RowLinks>;

/** An attribute of the first targets of a relation, and how many targets there are; `total` is null if nobody may count them. */
const RelatedValues = t.type({ values: listOf(Json), total: orNull(t.number) }, 'RelatedValues');
export type RelatedValues = t.TypeOf<typeof RelatedValues>;

/** `columns` is a comma-separated list of attributes, also of related entries (`author.name`). */
export const DocumentRow = t.intersection(
  [
    t.type({
      documentId: t.string,
      label: t.string,
      state: DocumentState,
      locale: orNull(t.string),
      revision: t.string,
      updatedAt: orNull(Time),
      /** By attribute: scalars as they are. */
      values: t.record(t.string, Json),
      /** By attribute: relations and media. */
      links: t.record(t.string, RowLinks),
      /** By path, such as `author.name`. */
      related: t.record(t.string, RelatedValues),
    }),
    t.partial({
      /** Whether a release of it has failed that the administrator may see. */
      hasFailed: t.literal(true),
    }),
  ],
  'DocumentRow',
);
export type DocumentRow = t.TypeOf<typeof DocumentRow>;

const LocaleVersion = t.type(
  { code: orNull(t.string), state: DocumentState, updatedAt: orNull(Time) },
  'LocaleVersion',
);
export type LocaleVersion = t.TypeOf<typeof LocaleVersion>;

const EntryRights = t.type(
  {
    update: t.boolean,
    delete: t.boolean,
    publish: t.boolean,
    unpublish: t.boolean,
    discardDraft: t.boolean,
  },
  'EntryRights',
);
export type EntryRights = t.TypeOf<typeof EntryRights>;

/** `name` is null where it is not an administrator or a token. */
const Author = t.type({ name: orNull(t.string), isMe: t.boolean }, 'Author');
export type Author = t.TypeOf<typeof Author>;

export const Entry = t.intersection(
  [
    t.type({
      documentId: t.string,
      label: t.string,
      state: DocumentState,
      locale: orNull(t.string),
      /** Changes with every write of this version. */
      revision: t.string,
      createdAt: orNull(Time),
      updatedAt: orNull(Time),
      publishedAt: orNull(Time),
      /** Scalars, components and zones as REST answers them, with each relation inside of components as a `NestedPart`. */
      values: EntryValues,
      links: t.record(t.string, RelationPart),
      locales: listOf(LocaleVersion),
      /** What this administrator may do with this document now. */
      may: EntryRights,
    }),
    t.partial({
      /** Only in the answer to `GET`, for types with drafts: the releases of this document that are to happen, or failed. */
      planned: listOf(ReleaseView),
      /**
       * Only in the answer to `GET` with `author=true`: who wrote it last; null: that is not known, or the administrator may not
       * read all attributes.
       */
      author: orNull(Author),
    }),
  ],
  'Entry',
);
export type Entry = t.TypeOf<typeof Entry>;

/** What a write answers: an `Entry`, or only its documentId to who may not read it. */
export const Written = t.union([Entry, t.type({ documentId: orNull(t.string) })], 'Written');
export type Written = t.TypeOf<typeof Written>;

const TranslationState = t.type({
  code: t.string,
  state: DocumentState,
  updatedAt: Time,
  /** Whether the source changed after this version did. */
  isOutdated: t.boolean,
  /** The attributes that are outdated; empty for types without a history, where only times of versions are compared. */
  outdated: listOf(t.string),
});
export type TranslationState = t.TypeOf<typeof TranslationState>;

/** The versions that there are. `source` is the locale that the others are compared with. */
export const Translations = t.type({ source: t.string, versions: listOf(TranslationState) }, 'Translations');
export type Translations = t.TypeOf<typeof Translations>;

/** An attribute that differs. Relations are `{ documentId, title }`, or `{ documentId, gone: true }`. */
export const AttributeChange = t.type({ name: t.string, from: Json, to: Json }, 'AttributeChange');

/** What keeps a version from being published. `path` as in `sections.0.title`; empty: all of it. */
const PublishProblem = t.intersection(
  [t.type({ path: t.string, message: t.string }), t.partial({ reason: Reason })],
  'PublishProblem',
);
export type PublishProblem = t.TypeOf<typeof PublishProblem>;

/** What publishing the draft would change. */
export const DraftDifference = t.type(
  {
    changes: listOf(AttributeChange),
    unpublished: listOf(t.type({ name: t.string, type: t.string, documentId: t.string, label: t.string })),
    /** Attributes that cannot be compared. */
    leftOut: listOf(t.string),
    /** Empty for who may not publish it. */
    problems: listOf(PublishProblem),
  },
  'DraftDifference',
);
export type DraftDifference = t.TypeOf<typeof DraftDifference>;

/** What publishing all locales together would do. */
export const PublishCheck = t.type(
  {
    /** The locales whose draft is not what is published. */
    locales: listOf(t.string),
    /** What keeps them from being published, by locale and path. */
    problems: listOf(t.intersection([t.type({ locale: t.string }), PublishProblem])),
  },
  'PublishCheck',
);
export type PublishCheck = t.TypeOf<typeof PublishCheck>;

/**
 * `GET documents/:uid/:documentId/events?locale&field` (`-` for a single type): Server-Sent Events about one open entry, while it
 * may be read. `field` is the attribute that one is in. `people` has who else is there, and in which attribute as far as it may
 * be read; `version` its revision, at once and after each write; `publication` that it was published or unpublished; `gone` that
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
    /** The documentId of who wrote it last; null as with `author` of an entry. */
    readonly by: string | null;
  };
  readonly publication: { readonly action: 'publish' | 'unpublish' };
  readonly gone: null;
}

/** A link to the draft on the site. */
export const PreviewLink = t.type(
  {
    url: t.string,
    /** When the link stops showing it. */
    expiresAt: Time,
    /** Whether the page may show it in a frame. */
    isFramed: t.boolean,
  },
  'PreviewLink',
);
export type PreviewLink = t.TypeOf<typeof PreviewLink>;

/**
 * The values to change by attribute, as REST takes them. The OpenAPI document has the schemas of the app's content-types for it.
 */
export const EntrySet = t.record(t.string, t.unknown, 'EntrySet');

/**
 * `set` has the values to change by attribute: media too, as the documentIds of all its files, but not relations; inside of
 * components a relation is what REST takes, or a `NestedPart`. `links` has the changes of relations. Both write the draft.
 */
export const WriteBody = t.exact(
  t.intersection([
    t.type({}),
    t.partial({
      set: EntrySet,
      links: t.readonlyArray(LinkOperation),
      locale: orNull(t.string),
      /** The revision that the edit began from: the write is refused with 412 if the version has another one. */
      revision: t.string,
    }),
  ]),
  'WriteBody',
);
export type WriteBody = t.TypeOf<typeof WriteBody>;

/** Which version an action is about. */
export const ActionBody = t.exact(t.partial({ locale: orNull(t.string) }), 'ActionBody');
export type ActionBody = t.TypeOf<typeof ActionBody>;
