import { failure } from '../../domain/failure.js';
import { systemPrincipal, type Principal } from '../../domain/permission/permission.js';
import { reason } from '../../domain/reason/reason.js';
import type { Selection } from '../../domain/query/query.js';
import type { Uid } from '../../domain/schema/schema.js';
import { err, ok, type Result } from '../../domain/result.js';
import { addressedDocument, typeNamed, writtenLocale } from '../documents/address.js';
import { compareLayers } from './compare-layers.js';
import { deletedDocuments } from './deleted-documents.js';
import { entriesOf, readBefore } from './entries-of.js';
import { HistoryReader, noHistory, type HistoryDependencies } from './history-reader.js';
import { closeNewest, readList, readMadeAt } from './history-records.js';
import {
  currentVersion,
  type AskedHistory,
  type AskedTranslations,
  type ChangedAttribute,
  type ComparedVersion,
  type DeletedList,
  type DraftChanges,
  type HistoryChange,
  type HistoryList,
  type HistoryRange,
  type HistoryService,
  type HistoryVersion,
  type Restored,
  type Translation,
} from './history-service.js';
import { changesBetween, wholeContent, withReasonText } from './shown-version.js';
import { readTranslations } from './outdated-translations.js';
import { restoreVersion } from './restore-version.js';

export const createHistory = (dependencies: HistoryDependencies): HistoryService =>
  new Histories(dependencies);

class Histories implements HistoryService {
  private readonly reader: HistoryReader;

  constructor(private readonly dependencies: HistoryDependencies) {
    this.reader = new HistoryReader(dependencies);
  }

  async list(principal: Principal, asked: AskedHistory, range: HistoryRange): Promise<Result<HistoryList>> {
    const history = await this.reader.open(principal, asked);
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
    const found = await this.reader.version(principal, asked, entry);
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
    const from = await this.reader.version(principal, asked, entry);
    if (!from.ok) return from;
    const to =
      other === currentVersion
        ? await this.reader.contentNow(principal, asked, from.value.entry.locale)
        : await this.reader.version(principal, asked, other);
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
    const history = await this.reader.open(principal, asked);
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
    const to = await this.reader.version(principal, asked, made.value.documentId);
    if (!to.ok) return to;
    const from =
      earlier === undefined ? ok(null) : await this.reader.version(principal, asked, earlier.documentId);
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
    const opened = await this.reader.openEntry(principal, asked, entry);
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
    return restoreVersion({ ...this.reader.presenting, store }, principal, restoring);
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
    return compareLayers({ ...this.reader.presenting, store }, principal, version);
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
}

const noDocument = (type: Uid, documentId: string) =>
  failure('DOCUMENT.NOT_FOUND', reason('history.noDocument', { type, documentId }));
const invalidTime = failure('QUERY.INVALID', 'Invalid at', { key: 'at' });
