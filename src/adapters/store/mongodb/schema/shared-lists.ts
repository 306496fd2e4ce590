import type { Db } from 'mongodb';
import { keyField, type LinkRow } from '../layout.js';
import type { Row } from './rewrite-rows.js';
import { counted, type Check } from './step.js';

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

/** Lists of a document that differ in its locales cannot become one. */
export const sharedListCheck =
  (name: string, stored: string, versions: string): Check =>
  async (db) => {
    let [count, example] = [0, ''];
    for await (const lists of listsBySource(db, stored)) {
      const locales = await localesOf(db, versions, [...lists.values()].flat());
      for (const [document, links] of lists) {
        if (areEqual(links, locales.get(document) ?? [])) continue;
        count++;
        example = example === '' ? document : example;
      }
    }
    return count === 0
      ? null
      : `"${name}" cannot be one list for all locales: it differs between the locales of ${counted(count, 'document', 'documents')}, for example of "${example}". ` +
          'Make them the same first, with the former schema.';
  };

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

/** Several links of a document, each in a locale, cannot become the only one that it may have. */
export const oneLinkCheck =
  (name: string, stored: string): Check =>
  async (db) => {
    for (const key of ['draftKey', 'publishedKey']) {
      const [found] = await db
        .collection(stored)
        .aggregate<{ count: number; example: string }>(
          [
            { $match: { [key]: { $exists: true } } },
            { $group: { _id: '$source', links: { $sum: 1 } } },
            { $match: { links: { $gt: 1 } } },
            { $group: { _id: null, count: { $sum: 1 }, example: { $min: '$_id' } } },
          ],
          { allowDiskUse: true },
        )
        .toArray();
      if (found !== undefined)
        return (
          `"${name}" cannot be one link for all locales: ${counted(found.count, 'document has', 'documents have')} another one in each, for example "${found.example}". ` +
          'Disconnect the others first, with the former schema.'
        );
    }
    return null;
  };
