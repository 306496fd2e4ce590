import { failure } from '../../domain/failure.js';
import type { Content } from '../../domain/history/content.js';
import { fitContent, type FittedContent } from '../../domain/history/fit-content.js';
import { systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import { editedLayer } from '../../domain/plan/change.js';
import { reason } from '../../domain/reason/reason.js';
import type { Selection } from '../../domain/query/query.js';
import type { Uid } from '../../domain/schema/schema.js';
import { err, ok, type Result } from '../../domain/result.js';
import { addressedDocument, typeNamed, writtenLocale } from '../documents/address.js';
import type { Documents, DocumentsDependencies } from '../documents/use-cases.js';
import { compareLayers } from './compare-layers.js';
import { deletedDocuments } from './deleted-documents.js';
import { entriesOf, readBefore } from './entries-of.js';
import { foldCaptures, type FoldDependencies } from './fold-captures.js';
import {
  closeNewest,
  readContent,
  readList,
  readMadeAt,
  readRecord,
  type HistoryRecord,
} from './history-records.js';
import {
  currentVersion,
  type AskedHistory,
  type AskedTranslations,
  type ChangedAttribute,
  type ComparedVersion,
  type DeletedList,
  type DraftChanges,
  type HistoryChange,
  type HistoryEntry,
  type HistoryList,
  type HistoryRange,
  type HistoryService,
  type HistoryVersion,
  type Restored,
  type Translation,
} from './history-service.js';
import {
  changesBetween,
  withReasonText,
  wholeContent,
  type ReadableVersion,
  type ShownEntry,
} from './shown-version.js';
import { readTranslations } from './outdated-translations.js';
import { presentContent } from './present-content.js';
import { readableHistory, type ReadableHistory } from './readable-history.js';
import { readContentNow, restoreVersion } from './restore-version.js';

export interface HistoryDependencies extends FoldDependencies {
  /** As clients read and write them; `documents` keeps the entries. */
  readonly clientDocuments: Documents;
  readonly addressing: DocumentsDependencies;
}

export const createHistory = (dependencies: HistoryDependencies): HistoryService =>
  new Histories(dependencies);

interface Opened {
  readonly history: ReadableHistory;
  readonly record: HistoryRecord;
  /** What the principal may see of it. */
  readonly fitted: FittedContent;
}

class Histories implements HistoryService {
  private readonly presenting: Parameters<typeof presentContent>[0];

  constructor(private readonly dependencies: HistoryDependencies) {
    this.presenting = { schema: dependencies.schema, documents: dependencies.clientDocuments };
  }

  async list(principal: Principal, asked: AskedHistory, range: HistoryRange): Promise<Result<HistoryList>> {
    const history = await this.open(principal, asked);
    if (!history.ok) return history;
    const { type, documentId: of, visible } = history.value;
    const chain = { type: type.uid, of, ...(asked.locale !== undefined && { language: asked.locale }) };
    const found = await readList(this.dependencies.documents, chain, [visible], range);
    if (!found.ok) return found;
    const { records, total } = found.value;
    if (total === 0 && type.history === null) return err(noHistory(type.uid));
    if (total === 0 && !history.value.exists) return err(noDocument(type.uid, of));
    const entries = await entriesOf(this.dependencies.documents, principal, history.value, records);
    return entries.ok ? ok({ entries: entries.value, total }) : entries;
  }

  async find(principal: Principal, asked: AskedHistory, entry: string): Promise<Result<HistoryVersion>> {
    const found = await this.version(principal, asked, entry);
    if (!found.ok) return found;
    const { content, outdated } = found.value;
    return ok({ ...found.value.entry, content, outdated: outdated.map(withReasonText) });
  }

  async diff(
    principal: Principal,
    asked: AskedHistory,
    entry: string,
    other: string,
  ): Promise<Result<readonly ChangedAttribute[]>> {
    const compared = await this.compare(principal, asked, entry, other);
    return compared.ok ? ok(compared.value.changes) : compared;
  }

  async compare(
    principal: Principal,
    asked: AskedHistory,
    entry: string,
    other: string,
  ): Promise<Result<ComparedVersion>> {
    const from = await this.version(principal, asked, entry);
    if (!from.ok) return from;
    const to =
      other === currentVersion
        ? await this.contentNow(principal, asked, from.value.entry.locale)
        : await this.version(principal, asked, other);
    if (!to.ok) return to;
    const { content, outdated } = from.value;
    const changes = changesBetween(wholeContent(from.value), wholeContent(to.value));
    const restorable = changes.map(({ name }) => name).filter((name) => Object.hasOwn(content, name));
    return ok({ ...from.value.entry, changes, restorable, outdated });
  }

  async changeAt(
    principal: Principal,
    asked: AskedHistory,
    at: string,
  ): Promise<Result<HistoryChange | null>> {
    const history = await this.open(principal, asked);
    if (!history.ok) return history;
    const time = new Date(at);
    if (Number.isNaN(time.getTime())) return err(invalidTime);
    const { type, documentId: of } = history.value;
    const chain = { type: type.uid, of, ...(asked.locale !== undefined && { language: asked.locale }) };
    const { documents } = this.dependencies;
    const made = await readMadeAt(documents, chain, history.value.layers, time.toISOString());
    if (!made.ok || made.value === null) return made.ok ? ok(null) : made;
    const before = await readBefore(documents, systemPrincipal, history.value, made.value);
    if (!before.ok) return before;
    const [earlier] = before.value;
    const to = await this.version(principal, asked, made.value.documentId);
    if (!to.ok) return to;
    const from = earlier === undefined ? ok(null) : await this.version(principal, asked, earlier.documentId);
    if (!from.ok) return from;
    const { entry } = to.value;
    const then = from.value === null ? {} : wholeContent(from.value);
    const now = entry.action === 'delete' ? {} : wholeContent(to.value);
    return ok({ ...entry, changes: changesBetween(then, now) });
  }

  async deleted(principal: Principal, uid: Uid, range: HistoryRange): Promise<Result<DeletedList>> {
    const named = typeNamed(this.dependencies.schema, uid);
    if (!named.ok) return named;
    return deletedDocuments(this.dependencies.documents, principal, named.value, range);
  }

  async restore(
    principal: Principal,
    asked: AskedHistory,
    entry: string,
    answer: Selection,
    names?: readonly string[],
  ): Promise<Result<Restored>> {
    const opened = await this.openEntry(principal, asked, entry);
    if (!opened.ok) return opened;
    const { history, record, fitted } = opened.value;
    // What the restore replaces stays an entry, however short a time it was there.
    const closed = await closeNewest(this.dependencies.documents, record);
    if (!closed.ok) return closed;
    const { store } = this.dependencies.addressing;
    const restoring = {
      history,
      locale: record.language,
      fitted,
      answer,
      names: names === undefined ? null : new Set(names),
    };
    return restoreVersion({ ...this.presenting, store }, principal, restoring);
  }

  async draftChanges(
    principal: Principal,
    { type: uid, documentId, locale: asked }: AskedHistory,
  ): Promise<Result<DraftChanges>> {
    const { addressing, schema } = this.dependencies;
    const named = typeNamed(schema, uid);
    if (!named.ok) return named;
    const type = named.value;
    const address = await addressedDocument(addressing, principal, type, documentId);
    if (!address.ok) return address;
    const locale = await writtenLocale(addressing, type, asked);
    if (!locale.ok) return locale;
    const { store } = addressing;
    const version = { type, documentId: address.value, locale: locale.value };
    return compareLayers({ ...this.presenting, store }, principal, version);
  }

  async translations(
    principal: Principal,
    { type: uid, documentId, source }: AskedTranslations,
  ): Promise<Result<readonly Translation[]>> {
    const named = typeNamed(this.dependencies.schema, uid);
    if (!named.ok) return named;
    const type = named.value;
    const address = await addressedDocument(this.dependencies.addressing, principal, type, documentId);
    if (!address.ok) return address;
    return readTranslations(this.dependencies, principal, { type, documentId: address.value, source });
  }

  /** Returns what the document contains now, as an entry would show it. */
  private async contentNow(
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

  private async version(principal: Principal, asked: AskedHistory, id: string): Promise<Result<ShownEntry>> {
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

  /** Returns what the principal may see, with all that was written before the call. */
  private async open(principal: Principal, asked: AskedHistory): Promise<Result<ReadableHistory>> {
    const { addressing } = this.dependencies;
    const readable = await readableHistory({ ...this.presenting, addressing }, principal, asked);
    if (!readable.ok) return readable;
    const { documentId } = readable.value;
    const folded = await foldCaptures(this.dependencies, [{ type: asked.type, documentId }]);
    return folded.ok ? readable : folded;
  }

  private async openEntry(principal: Principal, asked: AskedHistory, entry: string): Promise<Result<Opened>> {
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
}

const noHistory = (type: Uid) => failure('DOCUMENT.NOT_FOUND', reason('history.none', { type }));
const noDocument = (type: Uid, documentId: string) =>
  failure('DOCUMENT.NOT_FOUND', reason('history.noDocument', { type, documentId }));
const noEntry = failure('DOCUMENT.NOT_FOUND', reason('history.noEntry'));
const invalidTime = failure('QUERY.INVALID', 'Invalid at', { key: 'at' });

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
