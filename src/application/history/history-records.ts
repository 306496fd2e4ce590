import { textOf } from '../../domain/document/text-of.js';
import { applyDifference, type Difference } from '../../domain/history/difference.js';
import type { Content } from '../../domain/history/content.js';
import { systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import { compare, equals } from '../../domain/query/compare.js';
import type { Filter, Layer } from '../../domain/query/query.js';
import { ok, type Result } from '../../domain/result.js';
import { historyType } from '../../domain/schema/built-in-uids.js';
import type { Uid } from '../../domain/schema/schema.js';
import { findAsSystem, systemQuery } from '../documents/system-query.js';
import type { Documents } from '../documents/use-cases.js';
import type { ChangeEntry } from '../ports/change-log.js';
import type { Document } from '../ports/document-store.js';

/** An entry of the history, as it is kept. The entries of one document in one locale are a chain. */
export interface HistoryRecord {
  readonly documentId: string;
  /** The documentId of the document that it is about. */
  readonly of: string;
  readonly type: Uid;
  /** Empty for types without locales. */
  readonly language: string;
  /** Grows by one in each chain. */
  readonly number: number;
  readonly newest: boolean;
  /** No later edit becomes a part of it. */
  readonly closed: boolean;
  readonly at: string;
  readonly action: ChangeEntry['action'];
  /** `published`: the entry is of a version that was published. */
  readonly layer: Layer;
  readonly actor: ChangeEntry['actor'];
  /** The attributes that differ from the entry before. */
  readonly names: readonly string[];
  readonly content: KeptContent;
}

/** The newest entry is whole, and one now and then; the others say how the next one becomes them. */
export type KeptContent = { readonly whole: Content } | { readonly difference: Difference | null };

const recordOf = (document: Document): HistoryRecord => ({
  documentId: textOf(document['documentId']),
  of: textOf(document['of']),
  type: textOf(document['type']),
  language: textOf(document['language']),
  number: Number(document['number']),
  newest: document['newest'] === true,
  closed: document['closed'] === true,
  at: textOf(document['at']),
  action: textOf(document['action']) as HistoryRecord['action'],
  layer: textOf(document['layer']) as Layer,
  actor: JSON.parse(textOf(document['actor'])) as HistoryRecord['actor'],
  names: (document['names'] ?? []) as readonly string[],
  content: JSON.parse(textOf(document['content']) || '{}') as KeptContent,
});

/** Returns the values of an entry as its content-type has them. */
export const dataOf = ({ content, actor, documentId: _documentId, ...record }: HistoryRecord) => ({
  ...record,
  actor: JSON.stringify(actor),
  content: JSON.stringify(content),
});

/** Names a document, and its chain if there is a `language`. */
export interface Chain {
  readonly type: Uid;
  readonly of: string;
  readonly language?: string;
}

export const chainFilters = ({ type, of, language }: Chain): readonly Filter[] => [
  equals('of', of),
  equals('type', type),
  ...(language === undefined ? [] : [equals('language', language)]),
];

const all = (filters: readonly Filter[]): Filter => ({ kind: 'and', filters });

export const isNewest: Filter = compare('newest', '$eq', true);

/** Returns the newest entries of all chains of these documents: in one read, unless they are too large together. */
export async function readAllNewest(
  documents: Documents,
  documentIds: readonly string[],
): Promise<Result<readonly HistoryRecord[]>> {
  const filters = [compare('of', '$in', documentIds), isNewest];
  const found = await find(documents, filters);
  return found.ok || found.failure.code !== 'PLAN.TOO_LARGE' ? found : readOneByOne(documents, filters);
}

/** Closes the newest entry of a chain, if there is one. Nothing else of it is written, as it may be extended meanwhile. */
export async function closeNewest(documents: Documents, chain: Required<Chain>): Promise<Result<void>> {
  const filters = all([...chainFilters(chain), isNewest]);
  const found = await findAsSystem(documents, historyType, { filters, fields: ['documentId'], limit: 1 });
  if (!found.ok) return found;
  const [newest] = found.value;
  if (newest === undefined) return ok(undefined);
  const closed = await documents.update(systemPrincipal, {
    kind: 'update',
    type: historyType,
    documentId: textOf(newest['documentId']),
    layer: 'published',
    data: { closed: true },
    answer: { fields: ['documentId'] },
  });
  return closed.ok ? ok(undefined) : closed;
}

async function readOneByOne(
  documents: Documents,
  filters: readonly Filter[],
): Promise<Result<readonly HistoryRecord[]>> {
  const found = await findAsSystem(documents, historyType, {
    filters: all(filters),
    fields: ['documentId'],
    sort: oldest,
  });
  if (!found.ok) return found;
  const records: HistoryRecord[] = [];
  for (const { documentId } of found.value) {
    const record = await readRecord(documents, textOf(documentId));
    if (!record.ok) return record;
    if (record.value !== null) records.push(record.value);
  }
  return ok(records);
}

/** Returns entries without their content, the latest first. */
export async function readList(
  documents: Documents,
  chain: Chain,
  more: readonly Filter[],
  range: { readonly offset: number; readonly limit: number | null },
  reader = systemPrincipal,
): Promise<Result<{ readonly records: readonly HistoryRecord[]; readonly total: number }>> {
  const query = systemQuery(historyType, {
    filters: all([...chainFilters(chain), ...more]),
    sort: [{ path: ['id'], direction: 'desc' }],
    fields: ['of', 'type', 'language', 'number', 'newest', 'at', 'action', 'layer', 'actor', 'names'],
  });
  const found = await documents.find(reader, { ...query, range, count: true });
  if (!found.ok) return found;
  const { answer: list } = found.value;
  return ok({ records: list.documents().map(recordOf), total: list.total ?? 0 });
}

/** Returns the entry of a chain that a write at this time made, or became a part of: the first that is not older. */
export async function readMadeAt(
  documents: Documents,
  chain: Chain,
  layers: ReadonlySet<Layer>,
  at: string,
): Promise<Result<HistoryRecord | null>> {
  const filters = [...chainFilters(chain), compare('layer', '$in', [...layers]), compare('at', '$gte', at)];
  const found = await find(documents, filters, 1);
  return found.ok ? ok(found.value[0] ?? null) : found;
}

export async function readRecord(
  documents: Documents,
  documentId: string,
): Promise<Result<HistoryRecord | null>> {
  const found = await find(documents, [equals('documentId', documentId)]);
  return found.ok ? ok(found.value[0] ?? null) : found;
}

/** Returns the entry at a place of a chain. */
export async function readNumber(
  documents: Documents,
  chain: Chain,
  number: number,
): Promise<Result<HistoryRecord | null>> {
  const found = await find(documents, [...chainFilters(chain), equals('number', number)]);
  return found.ok ? ok(found.value[0] ?? null) : found;
}

/** Entries between two whole ones; so many rows are read for the content of one. */
export const wholeEvery = 20;

/** Returns the whole content of an entry: that of the next whole one, with the differences down to it. */
export async function readContent(documents: Documents, record: HistoryRecord): Promise<Result<Content>> {
  if ('whole' in record.content) return ok(record.content.whole);
  const found = await readContents(documents, systemPrincipal, record, record.number);
  return found.ok ? ok(found.value.get(record.number) ?? {}) : found;
}

/**
 * Returns whole contents of a chain by number, from one number on: those down from the last whole entry that is among
 * `wholeEvery` + 1 of them. Read as `reader`, whose caller waits for its turn and may leave.
 */
export async function readContents(
  documents: Documents,
  reader: Principal,
  chain: Required<Chain>,
  from: number,
): Promise<Result<ReadonlyMap<number, Content>>> {
  const filters = [...chainFilters(chain), compare('number', '$gte', from)];
  const found = await find(documents, filters, wholeEvery + 1, reader);
  if (!found.ok) return found;
  const contents = new Map<number, Content>();
  let content: Content | null = null;
  for (const { number, content: kept } of [...found.value].reverse()) {
    if ('whole' in kept) content = kept.whole;
    else if (content !== null && kept.difference !== null)
      content = applyDifference(content, kept.difference) as Content;
    if (content !== null) contents.set(number, content);
  }
  return ok(contents);
}

/** Returns entries with their content, the latest first. */
export async function readNewest(
  documents: Documents,
  reader: Principal,
  filters: readonly Filter[],
  range: { readonly offset: number; readonly limit: number },
): Promise<Result<readonly HistoryRecord[]>> {
  const query = systemQuery(historyType, {
    filters: all(filters),
    sort: [{ path: ['id'], direction: 'desc' }],
  });
  const found = await documents.find(reader, { ...query, range });
  return found.ok ? ok(found.value.answer.documents().map(recordOf)) : found;
}

/** Removes entries that match, at most `limit`. Returns how many. */
export async function removeRecords(
  documents: Documents,
  filters: readonly Filter[],
  limit: number,
): Promise<Result<number>> {
  const found = await findAsSystem(documents, historyType, {
    filters: all(filters),
    fields: ['documentId'],
    sort: oldest,
    limit,
  });
  if (!found.ok) return found;
  for (const { documentId } of found.value) {
    const mutation = { kind: 'delete', type: historyType, documentId: textOf(documentId) } as const;
    const removed = await documents.delete(systemPrincipal, mutation);
    if (!removed.ok) return removed;
  }
  return ok(found.value.length);
}

const oldest = [{ path: ['id'], direction: 'asc' }] as const;

/** The oldest first. */
async function find(
  documents: Documents,
  filters: readonly Filter[],
  limit?: number,
  reader = systemPrincipal,
): Promise<Result<readonly HistoryRecord[]>> {
  const query = systemQuery(historyType, {
    filters: all(filters),
    sort: oldest,
    ...(limit !== undefined && { limit }),
  });
  const found = await documents.find(reader, query);
  return found.ok ? ok(found.value.answer.documents().map(recordOf)) : found;
}
