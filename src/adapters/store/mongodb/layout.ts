import type { ContentType, Link, Scalar, Side } from '../../../domain/schema/schema.js';
import type { Layer } from '../../../domain/query/query.js';
import type { LinkKeys, StoredLink } from '../../../domain/relation/link-list.js';

/**
 * Names the collections, fields and indexes of the database. Fields that begin with `_` belong to the store; attributes
 * begin with a letter.
 */

/** One version of a document, with its components inside it. Attributes that are null are absent. */
export interface VersionRow {
  /** The numeric id. */
  readonly _id: number;
  readonly documentId: string;
  /** `''` for types without locales. */
  readonly locale: string;
  readonly _layer: Layer;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly publishedAt?: Date;
  /** In a draft: the numeric id of its published version, which it keeps while it is unpublished. */
  readonly _publishedId?: number;
  /** In a draft: whether it was changed since it was published. */
  readonly _changed?: boolean;
  /** In a draft: whether there is a published version. */
  readonly _published?: boolean;
  /** Grows with every write that locks the document. */
  readonly _revision?: number;
  readonly [attribute: string]: unknown;
}

/** One link. If it is not in a layer, its keys for that layer are absent. */
export interface LinkRow {
  /** A sequence number: later links have greater ids. */
  readonly _id: number;
  readonly source: string;
  readonly sourceLocale: string;
  readonly target: string;
  readonly targetLocale: string;
  readonly draftKey?: string;
  readonly draftInverseKey?: string;
  readonly publishedKey?: string;
  readonly publishedInverseKey?: string;
  readonly sourcePending?: true;
  readonly targetPending?: true;
}

export const storedLink = (row: LinkRow): StoredLink => ({
  id: row._id,
  source: { documentId: row.source, locale: row.sourceLocale },
  target: { documentId: row.target, locale: row.targetLocale },
  draft: keysOf(row.draftKey, row.draftInverseKey),
  published: keysOf(row.publishedKey, row.publishedInverseKey),
  pending: { source: row.sourcePending === true, target: row.targetPending === true },
});

const keysOf = (source: string | undefined, target: string | undefined): LinkKeys | null =>
  source === undefined || target === undefined ? null : { source, target };

export const linkRow = ({ id, source, target, draft, published, pending }: StoredLink): LinkRow => ({
  _id: id,
  source: source.documentId,
  sourceLocale: source.locale,
  target: target.documentId,
  targetLocale: target.locale,
  ...(draft !== null && { draftKey: draft.source, draftInverseKey: draft.target }),
  ...(published !== null && { publishedKey: published.source, publishedInverseKey: published.target }),
  ...(pending.source && { sourcePending: true }),
  ...(pending.target && { targetPending: true }),
});

export const collectionOf = (type: ContentType): string => type.collectionName;
export const linkCollectionOf = (link: Link): string => link.name;

/** The fields of a link's two ends. */
export const endFields = {
  source: { document: 'source', locale: 'sourceLocale' },
  target: { document: 'target', locale: 'targetLocale' },
} as const;

type KeyField = 'draftKey' | 'draftInverseKey' | 'publishedKey' | 'publishedInverseKey';

/** The field with the order keys of a list on `side`. */
export const keyField = (layer: Layer, side: Side): KeyField =>
  side === 'source' ? `${layer}Key` : `${layer}InverseKey`;

/** Matches order keys that exist. Keys are never empty, and an index can serve a range. */
export const keyExists = { $gt: '' } as const;

export const pendingField = (side: Side): 'sourcePending' | 'targetPending' => `${side}Pending`;

const systemFields: Readonly<Record<string, string>> = { id: '_id' };

/** The field of a scalar attribute in a version. */
export const fieldOf = (field: Scalar): string =>
  field.system ? (systemFields[field.name] ?? field.name) : field.name;

/** The store's own collections. */
export const ownCollections = {
  counters: 'quire_counters',
  roles: 'quire_roles',
  tokens: 'quire_tokens',
  schema: 'quire_schema',
  locks: 'quire_locks',
  audit: 'quire_audit',
  changeInbox: 'quire_change_inbox',
  changes: 'quire_changes',
  captured: 'quire_version_inbox',
  totals: 'quire_totals',
  followers: 'quire_followers',
  rates: 'quire_rates',
  values: 'quire_values',
  indexRecords: 'quire_index_records',
} as const;

export const uniqueIndexOf = (attribute: string): string => `${attribute}_unique`;
export const versionIndex = 'version';
