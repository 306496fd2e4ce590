import { historyType } from '../../domain/schema/built-in-uids.js';
import { ok, type Result } from '../../domain/result.js';
import { saveRows } from '../documents/save-rows.js';
import type { Documents, DocumentsDependencies } from '../documents/use-cases.js';
import { dataOf, readNumber, type Chain, type HistoryRecord } from './history-records.js';

export type RowDependencies = Pick<DocumentsDependencies, 'schema' | 'store' | 'clock' | 'ids'>;

/** Entries that one transaction adds and changes. They are written together at its end. */
export class RecordBatch {
  private readonly added = new Map<string, HistoryRecord>();
  private readonly changed = new Map<string, HistoryRecord>();

  constructor(
    private readonly rows: RowDependencies,
    private readonly documents: Documents,
  ) {}

  add<Kept extends Omit<HistoryRecord, 'documentId'>>(record: Kept): Kept & HistoryRecord {
    const made = { ...record, documentId: this.rows.ids.documentId() };
    this.added.set(made.documentId, made);
    return made;
  }

  /** Only `newest`, `at`, `names` and `content` may differ from what is stored. */
  change<Kept extends HistoryRecord>(record: Kept): Kept {
    (this.added.has(record.documentId) ? this.added : this.changed).set(record.documentId, record);
    return record;
  }

  /** Returns the entry at a place of a chain, as this batch leaves it. */
  async at(chain: Chain, number: number): Promise<Result<HistoryRecord | null>> {
    const isAsked = (record: HistoryRecord): boolean =>
      record.number === number &&
      record.type === chain.type &&
      record.of === chain.of &&
      record.language === chain.language;
    const known = [...this.added.values(), ...this.changed.values()].find(isAsked);
    return known === undefined ? readNumber(this.documents, chain, number) : ok(known);
  }

  save(): Promise<Result<null>> {
    const row = (record: HistoryRecord, data: object) => ({
      documentId: record.documentId,
      data: { ...data },
    });
    return saveRows(this.rows, historyType, {
      changed: [...this.changed.values()].map((record) => {
        const { newest, at, names, content } = dataOf(record);
        return row(record, { newest, at, names, content });
      }),
      added: [...this.added.values()].map((record) => row(record, dataOf(record))),
    });
  }
}
