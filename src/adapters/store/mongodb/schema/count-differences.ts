import type { Found } from '../../../../application/schema-changes/planned-change.js';
import type { Db } from 'mongodb';
import { keyField, type LinkRow } from '../layout.js';
import type { Row } from './rewrite-rows.js';

/** Locales by document. */
export type Locales = ReadonlyMap<string, readonly string[]>;

/** The locales of the versions that are the sources of links. */
export async function localesOf(
  db: Db,
  collection: string,
  links: readonly Pick<LinkRow, 'source'>[],
): Promise<Locales> {
  const documents = [...new Set(links.map(({ source }) => source))];
  const versions = await db
    .collection<{ documentId: string; locale: string }>(collection)
    .find({ documentId: { $in: documents } }, { projection: { documentId: 1, locale: 1 } })
    .sort({ documentId: 1, locale: 1 })
    .toArray();
  const found = new Map<string, string[]>();
  for (const { documentId, locale } of versions) {
    const locales = found.get(documentId) ?? [];
    if (locale !== '' && !locales.includes(locale)) found.set(documentId, [...locales, locale]);
  }
  return found;
}

/** Documents whose lists differ between their locales. Only sources can share a list: media belong to their source. */
export async function countDifferingLists(db: Db, links: string, versions: string): Promise<Found> {
  let found: Found = { count: 0, example: null };
  for await (const lists of listsBySource(db, links)) {
    const locales = await localesOf(db, versions, [...lists.values()].flat());
    for (const [document, list] of lists)
      if (!areEqual(list, locales.get(document) ?? []))
        found = { count: found.count + 1, example: found.example ?? document };
  }
  return found;
}

const batchDocuments = 200;

type Lists = Map<string, LinkRow[]>;

/** The links that name a locale, by source, some sources at a time. */
async function* listsBySource(db: Db, collection: string): AsyncIterable<Lists> {
  const links = db
    .collection<Row>(collection)
    .find<LinkRow>({ sourceLocale: { $ne: '' } }, { sort: { source: 1 }, allowDiskUse: true });
  let lists: Lists = new Map();
  for await (const link of links) {
    if (lists.size === batchDocuments && !lists.has(link.source)) {
      yield lists;
      lists = new Map();
    }
    const list = lists.get(link.source) ?? [];
    list.push(link);
    lists.set(link.source, list);
  }
  if (lists.size > 0) yield lists;
}

const areEqual = (links: readonly LinkRow[], locales: readonly string[]): boolean =>
  (['draft', 'published'] as const).every((layer) => {
    const key = keyField(layer, 'source');
    const texts = locales.map((locale) =>
      links
        .filter((link) => link.sourceLocale === locale && link[key] !== undefined)
        .sort((a, b) => ((a[key] ?? '') < (b[key] ?? '') ? -1 : a[key] === b[key] ? a._id - b._id : 1))
        .map(({ target }) => target)
        .join(' '),
    );
    return new Set(texts).size <= 1;
  });

interface Version {
  readonly documentId: string;
  readonly _layer: string;
  readonly [attribute: string]: unknown;
}

/** Documents whose versions in a layer differ in an attribute. */
export async function countDifferingValues(db: Db, collection: string, attribute: string): Promise<Found> {
  const versions = db.collection<Version>(collection).find(
    {},
    {
      projection: { documentId: 1, _layer: 1, [attribute]: 1 },
      sort: { documentId: 1, locale: 1, _layer: 1 },
      promoteLongs: false,
      allowDiskUse: true,
    },
  );
  let found: Found = { count: 0, example: null };
  let document = '';
  let values = new Map<string, string>();
  let isCounted = false;
  for await (const { documentId, _layer, [attribute]: value } of versions) {
    if (documentId !== document) [document, values, isCounted] = [documentId, new Map(), false];
    const text = withoutIds(value);
    if (!isCounted && (values.get(_layer) ?? text) !== text) {
      isCounted = true;
      found = { count: found.count + 1, example: found.example ?? documentId };
    }
    values.set(_layer, text);
  }
  return found;
}

/** Component items that are equal have different ids. */
export const withoutIds = (value: unknown): string =>
  JSON.stringify(value ?? null, (key, member: unknown) => (key === 'id' ? undefined : member));
