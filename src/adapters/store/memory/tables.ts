import type { LinkList, StoredLink } from '../../../domain/relation/link-list.js';
import type { Layer } from '../../../domain/query/query.js';
import {
  isUnique,
  type ContentType,
  type Json,
  type Link,
  type Schema,
  type Side,
  type Uid,
} from '../../../domain/schema/schema.js';

/** One stored version. A write replaces rows and never changes them, so a reader can keep the rows that it has. */
export interface Version {
  readonly id: number;
  readonly documentId: string;
  readonly locale: string;
  readonly layer: Layer;
  /** Scalars and whole components by attribute name. An absent value has no entry. */
  readonly values: ReadonlyMap<string, Json>;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly publishedAt: string | null;
  /** For a draft, the numeric id of its published version, kept while unpublished; null before the first publishing. */
  readonly publishedId: number | null;
  /** For a draft, whether it has changed since it was last published or discarded. */
  readonly hasChanges: boolean;
}

/** The stored rows and their indexes. Only `Changes` changes the rows. */
export interface Tables {
  readonly schema: Schema;
  /** The last values handed out. */
  readonly last: { sequenceKey: number; itemId: number };
  versions(type: ContentType): VersionTable;
  links(link: Link): LinkTable;
  /** Returns the next sequence key: an order key for the end of a list. */
  nextKey(): string;
  /** Reserves `count` consecutive ids for component items and returns the first. */
  itemIds(count: number): number;
}

export interface VersionTable {
  lastId: number;
  readonly unique: readonly string[];
  readonly byId: Map<number, Version>;
  readonly byDocument: Map<string, Map<number, Version>>;
  /** Published versions by the keys that `uniqueKeys` returns. */
  readonly byUnique: Map<string, Version>;
}

export interface LinkTable {
  lastId: number;
  readonly byId: Map<number, StoredLink>;
  readonly by: Readonly<Record<Side, Map<string, Map<number, StoredLink>>>>;
  readonly byEnds: Map<string, StoredLink>;
}

export function createTables(schema: Schema): Tables {
  const versions = new Map<Uid, VersionTable>();
  for (const type of schema.contentTypes.values()) versions.set(type.uid, versionTable(type));
  const links = new Map<string, LinkTable>();
  for (const link of schema.links) links.set(link.name, linkTable());
  const last = { sequenceKey: 0, itemId: 0 };
  return {
    schema,
    last,
    versions: (type) => stored(versions, type.uid),
    links: (link) => stored(links, link.name),
    nextKey: () => `k${(++last.sequenceKey).toString(16).padStart(11, '0')}`,
    itemIds: (count) => (last.itemId += count) - count + 1,
  };
}

/** Returns the versions of a document in every layer and locale. */
export const versionsOf = (table: VersionTable, documentId: string): Iterable<Version> =>
  table.byDocument.get(documentId)?.values() ?? [];

/** Returns the links of a document in every layer and locale, unordered. */
export const linksOf = (tables: Tables, link: Link, side: Side, documentId: string): StoredLink[] => [
  ...(tables.links(link).by[side].get(documentId)?.values() ?? []),
];

/** Returns the links of a list in every layer, unordered. */
export const linksIn = (tables: Tables, { link, side, own }: LinkList): StoredLink[] =>
  linksOf(tables, link, side, own.documentId).filter((row) => row[side].locale === own.locale);

export function findVersion(
  table: VersionTable,
  documentId: string,
  layer: Layer,
  locale: string,
): Version | undefined {
  for (const version of versionsOf(table, documentId)) {
    if (version.layer === layer && version.locale === locale) return version;
  }
  return undefined;
}

/** Returns one key for each unique attribute with a value. Only published versions have such keys. */
export function uniqueKeys(table: VersionTable, version: Version): { attribute: string; key: string }[] {
  if (version.layer !== 'published') return [];
  return table.unique.flatMap((attribute) => {
    const value = version.values.get(attribute) ?? null;
    return value === null ? [] : [{ attribute, key: JSON.stringify([attribute, version.locale, value]) }];
  });
}

/** Returns a key that identifies a link by its two ends. */
export const endsOf = ({ source, target }: Pick<StoredLink, 'source' | 'target'>): string =>
  JSON.stringify([source.documentId, source.locale, target.documentId, target.locale]);

function versionTable(type: ContentType): VersionTable {
  const unique = [...type.attributes.values()].filter(isUnique).map(({ name }) => name);
  return { lastId: 0, unique, byId: new Map(), byDocument: new Map(), byUnique: new Map() };
}

const linkTable = (): LinkTable => ({
  lastId: 0,
  byId: new Map(),
  by: { source: new Map(), target: new Map() },
  byEnds: new Map(),
});

function stored<T>(tables: ReadonlyMap<string, T>, name: string): T {
  const table = tables.get(name);
  if (table === undefined) throw new Error(`the store was opened without ${name}`);
  return table;
}
