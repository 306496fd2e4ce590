import { failure } from '../../domain/failure.js';
import type { Content } from '../../domain/history/content.js';
import { fitContent, type FittedContent } from '../../domain/history/fit-content.js';
import type { Principal } from '../../domain/permission/permission.js';
import { editedLayer } from '../../domain/plan/change.js';
import { reason } from '../../domain/reason/reason.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { Uid } from '../../domain/schema/schema.js';
import type { Documents, DocumentsDependencies } from '../documents/use-cases.js';
import { entriesOf } from './entries-of.js';
import { foldCaptures, type FoldDependencies } from './fold-captures.js';
import { readContent, readRecord, type HistoryRecord } from './history-records.js';
import type { AskedHistory, HistoryEntry } from './history-service.js';
import { presentContent } from './present-content.js';
import { readableHistory, type ReadableHistory } from './readable-history.js';
import { readContentNow } from './restore-version.js';
import type { ReadableVersion, ShownEntry } from './shown-version.js';

export interface HistoryDependencies extends FoldDependencies {
  /** As clients read and write them; `documents` keeps the entries. */
  readonly clientDocuments: Documents;
  readonly addressing: DocumentsDependencies;
}

interface Opened {
  readonly history: ReadableHistory;
  readonly record: HistoryRecord;
  /** What the principal may see of it. */
  readonly fitted: FittedContent;
}

/** Reads the history of documents as far as principals may see it. */
export class HistoryReader {
  readonly presenting: Parameters<typeof presentContent>[0];

  constructor(private readonly dependencies: HistoryDependencies) {
    this.presenting = { schema: dependencies.schema, documents: dependencies.clientDocuments };
  }

  /** Returns what the principal may see, with all that was written before the call. */
  async open(principal: Principal, asked: AskedHistory): Promise<Result<ReadableHistory>> {
    const { addressing } = this.dependencies;
    const readable = await readableHistory({ ...this.presenting, addressing }, principal, asked);
    if (!readable.ok) return readable;
    const { documentId } = readable.value;
    const folded = await foldCaptures(this.dependencies, [{ type: asked.type, documentId }]);
    return folded.ok ? readable : folded;
  }

  async openEntry(principal: Principal, asked: AskedHistory, entry: string): Promise<Result<Opened>> {
    const { schema, documents } = this.dependencies;
    const history = await this.open(principal, asked);
    if (!history.ok) return history;
    const found = isId.test(entry) ? await readRecord(documents, entry) : ok(null);
    if (!found.ok) return found;
    const record = found.value;
    if (record === null || !isVisible(history.value, asked, record)) {
      const { uid, history: kept } = history.value.type;
      return err(kept === null ? noHistory(uid) : noEntry);
    }
    const content = await readContent(documents, record);
    if (!content.ok) return content;
    const fitted = fitContent(schema, history.value.type, content.value);
    return ok({ history: history.value, record, fitted: permitted(history.value, record.layer, fitted) });
  }

  /** Returns one entry, with its content as the principal may see it. */
  async version(principal: Principal, asked: AskedHistory, id: string): Promise<Result<ShownEntry>> {
    const opened = await this.openEntry(principal, asked, id);
    if (!opened.ok) return opened;
    const { history, record, fitted } = opened.value;
    const content = await presentContent(this.presenting, principal, history.type, fitted);
    if (!content.ok) return content;
    const entries = await entriesOf(this.dependencies.documents, principal, history, [record]);
    if (!entries.ok) return entries;
    const [entry] = entries.value as readonly [HistoryEntry];
    return ok({ entry, type: history.type, content: content.value, outdated: fitted.outdated });
  }

  /** Returns what the document contains now, as an entry would show it. */
  async contentNow(
    principal: Principal,
    asked: AskedHistory,
    locale: string | null,
  ): Promise<Result<ReadableVersion>> {
    const { schema, addressing } = this.dependencies;
    const history = await this.open(principal, asked);
    if (!history.ok) return history;
    const { type, covers } = history.value;
    const layer = covers(editedLayer(type), locale ?? '') ? editedLayer(type) : 'published';
    const place = { ...history.value, locale: locale ?? '', layer };
    const now = await readContentNow({ schema, store: addressing.store }, place);
    if (!now.ok) return now;
    const fitted = permitted(history.value, layer, { content: now.value, outdated: [] });
    const content = await presentContent(this.presenting, principal, type, fitted);
    return content.ok ? ok({ type, content: content.value, outdated: [] }) : content;
  }
}

export const noHistory = (type: Uid) => failure('DOCUMENT.NOT_FOUND', reason('history.none', { type }));
const noEntry = failure('DOCUMENT.NOT_FOUND', reason('history.noEntry'));

const isId = /^[a-z0-9]{1,50}$/;

const isVisible = (
  { type, documentId, covers }: ReadableHistory,
  { locale }: AskedHistory,
  record: HistoryRecord,
): boolean =>
  record.type === type.uid &&
  record.of === documentId &&
  covers(record.layer, record.language) &&
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
