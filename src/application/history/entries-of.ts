import type { Content } from '../../domain/history/content.js';
import { changedNamesNow, nameNow } from '../../domain/history/fit-content.js';
import { systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import { compare } from '../../domain/query/compare.js';
import { ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/use-cases.js';
import { readContents, readList, type HistoryRecord } from './history-records.js';
import type { HistoryEntry } from './history-service.js';
import type { ReadableHistory } from './readable-history.js';

/**
 * Returns entries as a principal sees them, from records of which the latest are first. `names` are the attributes that
 * differ from the entry before, of those that the principal sees: for readers of published versions only, drafts between
 * two entries change nothing.
 */
export async function entriesOf(
  documents: Documents,
  { caller }: Principal,
  history: ReadableHistory,
  records: readonly HistoryRecord[],
): Promise<Result<readonly HistoryEntry[]>> {
  const names = seesAllLayers(history, records)
    ? ok(new Map(records.map((record) => [record.documentId, record.names])))
    : await namesSeen(documents, { ...systemPrincipal, ...(caller && { caller }) }, history, records);
  if (!names.ok) return names;
  return ok(records.map((record) => entryOf(history, record, names.value.get(record.documentId) ?? [])));
}

const seesAllLayers = ({ type, covers }: ReadableHistory, records: readonly HistoryRecord[]): boolean =>
  !type.draftAndPublish || records.every(({ language }) => covers('draft', language));

/** Returns the names of each record by its documentId, from contents of which each is read once. */
async function namesSeen(
  documents: Documents,
  reader: Principal,
  history: ReadableHistory,
  records: readonly HistoryRecord[],
): Promise<Result<ReadonlyMap<string, readonly string[]>>> {
  const names = new Map<string, readonly string[]>();
  for (const language of new Set(records.map((record) => record.language))) {
    const [oldest, ...later] = records.filter((record) => record.language === language).reverse();
    if (oldest === undefined) continue;
    const before = await readBefore(documents, reader, history, oldest);
    if (!before.ok) return before;
    let from: Content = {};
    let contents: ReadonlyMap<number, Content> = new Map();
    for (const record of [...before.value, oldest, ...later]) {
      if (!contents.has(record.number)) {
        const read = await readContents(documents, reader, record, record.number);
        if (!read.ok) return read;
        contents = read.value;
      }
      const to = contents.get(record.number) ?? {};
      names.set(record.documentId, changedNamesNow(history.type, from, to));
      from = to;
    }
  }
  return ok(names);
}

/** Returns the latest entry before this one in its chain that the principal sees, if there is one. */
export async function readBefore(
  documents: Documents,
  reader: Principal,
  { visible }: ReadableHistory,
  { type, of, language, number }: HistoryRecord,
): Promise<Result<readonly HistoryRecord[]>> {
  const filters = [visible, compare('number', '$lt', number)];
  const found = await readList(documents, { type, of, language }, filters, { offset: 0, limit: 1 }, reader);
  return found.ok ? ok(found.value.records) : found;
}

const entryOf = (
  { type, shows, layers }: ReadableHistory,
  record: HistoryRecord,
  names: readonly string[],
): HistoryEntry => ({
  id: record.documentId,
  documentId: record.of,
  at: record.at,
  by: record.actor,
  action: record.action,
  status: type.draftAndPublish ? record.layer : null,
  locale: record.language === '' ? null : record.language,
  // The entry before may be of the other layer, whose attributes have grants of their own.
  names: [...new Set(names.map((name) => nameNow(type, name)))].filter((name) =>
    [...layers].every((layer) => shows(layer, name)),
  ),
});

/** An entry for clients of the content API: not the documentId of a user, as their name says who it was. */
export const clientEntry = <T extends HistoryEntry>({ by, ...entry }: T) => ({
  ...entry,
  by: { kind: by.kind, name: by.name },
});
