import { changedNames, type Content } from '../../domain/history/content.js';
import { compare } from '../../domain/query/compare.js';
import { ok, type Result } from '../../domain/result.js';
import type { Documents } from '../documents/use-cases.js';
import { readContent, readList, type HistoryRecord } from './history-records.js';
import type { HistoryEntry } from './history-service.js';
import type { ReadableHistory } from './readable-history.js';

/**
 * Returns entries as a principal sees them. `names` are the attributes that differ from the entry before, of those that
 * the principal sees: for readers of published versions only, drafts between two entries change nothing.
 */
export async function entriesOf(
  documents: Documents,
  history: ReadableHistory,
  records: readonly HistoryRecord[],
): Promise<Result<readonly HistoryEntry[]>> {
  const contents = new Map<string, Content>();
  const contentOf = async (record: HistoryRecord): Promise<Result<Content>> => {
    const known = contents.get(record.documentId);
    if (known !== undefined) return ok(known);
    const content = await readContent(documents, record);
    if (content.ok) contents.set(record.documentId, content.value);
    return content;
  };
  const entries: HistoryEntry[] = [];
  for (const [index, record] of records.entries()) {
    const names = seesAllLayers(history)
      ? ok(record.names)
      : await namesSince(
          contentOf,
          record,
          await before(documents, history, record, records.slice(index + 1)),
        );
    if (!names.ok) return names;
    contents.delete(record.documentId);
    entries.push(entryOf(history, record, names.value));
  }
  return ok(entries);
}

const seesAllLayers = ({ type, layers }: ReadableHistory): boolean =>
  !type.draftAndPublish || layers.has('draft');

/** Returns the latest entry before this one in its chain that the principal sees, null where there is none. */
async function before(
  documents: Documents,
  { layers }: ReadableHistory,
  { type, of, language, number }: HistoryRecord,
  older: readonly HistoryRecord[],
): Promise<Result<HistoryRecord | null>> {
  const listed = older.find((one) => one.language === language && one.number < number);
  if (listed !== undefined) return ok(listed);
  const filters = [compare('layer', '$in', [...layers]), compare('number', '$lt', number)];
  const found = await readList(documents, { type, of, language }, filters, { offset: 0, limit: 1 });
  return found.ok ? ok(found.value.records[0] ?? null) : found;
}

async function namesSince(
  contentOf: (record: HistoryRecord) => Promise<Result<Content>>,
  record: HistoryRecord,
  earlier: Result<HistoryRecord | null>,
): Promise<Result<readonly string[]>> {
  if (!earlier.ok) return earlier;
  const [from, to] = [
    earlier.value === null ? ok({}) : await contentOf(earlier.value),
    await contentOf(record),
  ];
  if (!from.ok) return from;
  return to.ok ? ok(changedNames(from.value, to.value)) : to;
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
  names: names.filter((name) => [...layers].every((layer) => shows(layer, name))),
});
