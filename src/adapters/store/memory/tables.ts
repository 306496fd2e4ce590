import type { LinkList, StoredLink } from '../../../domain/relation/link-list.js';
import type { Layer } from '../../../domain/query/query.js';
import type { ContentType, Link, Schema, Side, Uid } from '../../../domain/schema/schema.js';
import type { Version } from './rows.js';

/** Everything that is stored, with the indexes that keep look-ups from scanning. Changed by `Changes` only. */
export interface Tables {
  readonly schema: Schema;
  /** The last ones that were given out. */
  readonly last: { tick: number; item: number };
  versions(type: ContentType): VersionTable;
  links(link: Link): LinkTable;
  /** The next order key for the end of a list. */
  nextKey(): string;
  /** The first of `count` ids for component items. */
  itemIds(count: number): number;
}

export interface VersionTable {
  lastId: number;
  readonly unique: readonly string[];
  readonly byId: Map<number, Version>;
  readonly byDocument: Map<string, Map<number, Version>>;
  /** Published versions by unique value: see `uniqueKeys`. */
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
  const last = { tick: 0, item: 0 };
  return {
    schema,
    last,
    versions: (type) => stored(versions, type.uid),
    links: (link) => stored(links, link.name),
    nextKey: () => `k${(++last.tick).toString(16).padStart(11, '0')}`,
    itemIds: (count) => (last.item += count) - count + 1,
  };
}

/** The versions of one document, of every layer and locale. */
export const versionsOf = (table: VersionTable, documentId: string): Iterable<Version> =>
  table.byDocument.get(documentId)?.values() ?? [];

/** The links of a document, of every layer and locale, in no order. */
export const linksOf = (tables: Tables, link: Link, side: Side, documentId: string): StoredLink[] => [
  ...(tables.links(link).by[side].get(documentId)?.values() ?? []),
];

/** The links of a list, of every layer, in no order. */
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

/** The keys under which a version holds its unique values: one for each attribute with a value, published only. */
export function uniqueKeys(table: VersionTable, version: Version): { attribute: string; key: string }[] {
  if (version.layer !== 'published') return [];
  return table.unique.flatMap((attribute) => {
    const value = version.values.get(attribute) ?? null;
    return value === null ? [] : [{ attribute, key: JSON.stringify([attribute, version.locale, value]) }];
  });
}

/** Identifies a link by its two ends. */
export const endsOf = ({ source, target }: Pick<StoredLink, 'source' | 'target'>): string =>
  JSON.stringify([source.documentId, source.locale, target.documentId, target.locale]);

function versionTable(type: ContentType): VersionTable {
  const unique = [...type.attributes.values()].flatMap((attribute) =>
    attribute.kind === 'scalar' && !attribute.system && (attribute.unique || attribute.type === 'uid')
      ? [attribute.name]
      : [],
  );
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
