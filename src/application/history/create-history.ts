import { changedNames, type Content } from '../../domain/history/content.js';
import { fitContent, type FittedContent } from '../../domain/history/fit-content.js';
import type { Principal } from '../../domain/permission/permission.js';
import { compare } from '../../domain/query/compare.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Documents, DocumentsDependencies } from '../documents/use-cases.js';
import { foldCaptures, type FoldDependencies } from './fold-captures.js';
import { readContent, readList, readRecord, type HistoryRecord } from './history-records.js';
import type { AskedHistory, HistoryEntry, HistoryService, HistoryVersion } from './history-service.js';
import { presentContent } from './present-content.js';
import { noSuchHistory, readableHistory, type ReadableHistory } from './readable-history.js';
import { restoreVersion } from './restore-version.js';

export interface HistoryDependencies extends FoldDependencies {
  /** As clients read and write them; `documents` keeps the entries. */
  readonly clientDocuments: Documents;
  readonly addressing: DocumentsDependencies;
}

export function createHistory(dependencies: HistoryDependencies): HistoryService {
  const { schema, documents, clientDocuments, addressing } = dependencies;
  const presenting = { schema, documents: clientDocuments };

  /** Returns what the principal may see, with all that was written before the call. */
  async function open(principal: Principal, asked: AskedHistory): Promise<Result<ReadableHistory>> {
    const readable = await readableHistory({ ...presenting, addressing }, principal, asked);
    if (!readable.ok) return readable;
    const { documentId } = readable.value;
    const folded = await foldCaptures(dependencies, [{ type: asked.type, documentId }]);
    return folded.ok ? readable : folded;
  }

  interface Opened {
    readonly history: ReadableHistory;
    readonly record: HistoryRecord;
    /** What the principal may see of it. */
    readonly fitted: FittedContent;
  }

  async function openEntry(
    principal: Principal,
    asked: AskedHistory,
    entry: string,
  ): Promise<Result<Opened>> {
    const history = await open(principal, asked);
    if (!history.ok) return history;
    const record = isId.test(entry) ? await readRecord(documents, entry) : ok(null);
    if (!record.ok) return record;
    if (record.value === null || !isVisible(history.value, asked, record.value)) return err(noSuchHistory);
    const content = await readContent(documents, record.value);
    if (!content.ok) return content;
    const { layer } = record.value;
    const fitted = fitContent(schema, history.value.type, content.value);
    return ok({
      history: history.value,
      record: record.value,
      fitted: permitted(history.value, layer, fitted),
    });
  }

  async function present(principal: Principal, opened: Opened): Promise<Result<HistoryVersion>> {
    const { history, record, fitted } = opened;
    const content = await presentContent(presenting, principal, history.type, fitted);
    if (!content.ok) return content;
    return ok({ ...entryOf(history, record), content: content.value, outdated: fitted.outdated });
  }

  async function find(
    principal: Principal,
    asked: AskedHistory,
    entry: string,
  ): Promise<Result<HistoryVersion>> {
    const opened = await openEntry(principal, asked, entry);
    return opened.ok ? present(principal, opened.value) : opened;
  }

  return {
    async list(principal, asked, range) {
      const history = await open(principal, asked);
      if (!history.ok) return history;
      const { type, documentId: of, layers } = history.value;
      const chain = { type: type.uid, of, ...(asked.locale !== undefined && { language: asked.locale }) };
      const found = await readList(documents, chain, [compare('layer', '$in', [...layers])], range);
      if (!found.ok) return found;
      const { records, total } = found.value;
      if (total === 0 && !history.value.exists) return err(noSuchHistory);
      return ok({ entries: records.map((record) => entryOf(history.value, record)), total });
    },
    find,
    async diff(principal, asked, entry, other) {
      const from = await find(principal, asked, entry);
      if (!from.ok) return from;
      const to = await find(principal, asked, other);
      if (!to.ok) return to;
      return ok(
        changedNames(from.value.content, to.value.content).map((name) => ({
          name,
          from: from.value.content[name] ?? null,
          to: to.value.content[name] ?? null,
        })),
      );
    },
    async restore(principal, asked, entry, answer) {
      const opened = await openEntry(principal, asked, entry);
      if (!opened.ok) return opened;
      const { history, record, fitted } = opened.value;
      const restoring = { history, locale: record.language, fitted, answer };
      const { store } = addressing;
      return restoreVersion({ schema, documents: clientDocuments, store }, principal, restoring);
    },
  };
}

const isId = /^[a-z0-9]{1,50}$/;

const isVisible = (
  { type, documentId, layers }: ReadableHistory,
  { locale }: AskedHistory,
  record: HistoryRecord,
): boolean =>
  record.type === type.uid &&
  record.of === documentId &&
  layers.has(record.layer) &&
  (locale === undefined || record.language === locale);

function permitted(
  history: ReadableHistory,
  layer: HistoryRecord['layer'],
  fitted: FittedContent,
): FittedContent {
  const shows = (path: string): boolean => history.shows(layer, path.split('.')[0] ?? '');
  const content: Content = Object.fromEntries(Object.entries(fitted.content).filter(([name]) => shows(name)));
  return { content, outdated: fitted.outdated.filter(({ name }) => shows(name)) };
}

const entryOf = (history: ReadableHistory, record: HistoryRecord): HistoryEntry => ({
  id: record.documentId,
  documentId: record.of,
  at: record.at,
  by: record.actor,
  action: record.action,
  status: history.type.draftAndPublish ? record.layer : null,
  locale: record.language === '' ? null : record.language,
  names: record.names.filter((name) => history.shows(record.layer, name)),
});
