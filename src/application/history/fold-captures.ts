import type { Content } from '../../domain/history/content.js';
import { changedNamesNow } from '../../domain/history/fit-content.js';
import { applyDifference, differenceOf } from '../../domain/history/difference.js';
import { compare } from '../../domain/query/compare.js';
import { ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type Schema, type Uid } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/use-cases.js';
import type { CapturedDocument, CapturedVersion, CapturedVersions } from '../ports/captured-versions.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';
import {
  chainFilters,
  readAllNewest,
  removeRecords,
  wholeEvery,
  type HistoryRecord,
} from './history-records.js';
import { capturedContent } from './plan-capture.js';
import { RecordBatch, type RowDependencies } from './record-batch.js';

export interface FoldDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly captured: CapturedVersions;
  readonly units: Pick<UnitsOfWork, 'run'>;
  /** For writing entries. */
  readonly rows: RowDependencies;
}

/** Captures that one transaction folds. */
const batch = 50;

/** A version with more characters is not kept: it would be more than one answer can have. */
const longest = 4_000_000;

/**
 * Makes entries of the history from what writes of these documents have captured. Captures are taken in the transaction
 * that writes the entries, so two servers can do this at once.
 */
export async function foldCaptures(
  dependencies: FoldDependencies,
  documents: readonly CapturedDocument[],
): Promise<Result<void>> {
  for (;;) {
    const folded = await dependencies.units.run(async () => {
      const taken = await dependencies.captured.take(documents, batch);
      if (!taken.ok || taken.value.length === 0) return taken.ok ? ok(0) : taken;
      const done = await new Fold(dependencies).fold(taken.value);
      return done.ok ? ok(taken.value.length) : done;
    });
    if (!folded.ok) return folded;
    if (folded.value < batch) return ok(undefined);
  }
}

/** The newest entry of a chain is always whole. */
type Newest = HistoryRecord & { readonly content: { readonly whole: Content } };

/** Folds captures, oldest first, in one transaction. */
class Fold {
  /** The newest entry of each chain of the captured documents that has one. */
  private readonly newest = new Map<string, Newest>();
  private readonly batch: RecordBatch;
  /** The chains that have grown. */
  private readonly grown = new Set<string>();

  constructor(private readonly dependencies: FoldDependencies) {
    this.batch = new RecordBatch(dependencies.rows, dependencies.documents);
  }

  async fold(captures: readonly CapturedVersion[]): Promise<Result<void>> {
    const documentIds = [...new Set(captures.map(({ documentId }) => documentId))];
    const found = await readAllNewest(this.dependencies.documents, documentIds);
    if (!found.ok) return found;
    for (const record of found.value) this.newest.set(keyOf(record), record as Newest);
    for (const captured of captures) {
      for (const language of this.languagesOf(captured)) {
        const done = await this.addTo(language, captured);
        if (!done.ok) return done;
      }
    }
    const saved = await this.batch.save();
    return saved.ok ? this.shorten() : saved;
  }

  /** A document that is deleted in all locales ends the chains of all. */
  private languagesOf({ type, documentId, locale, action }: CapturedVersion): readonly string[] {
    if (action !== 'delete' || locale !== null) return [locale ?? ''];
    return [...this.newest.values()]
      .filter((record) => record.type === type && record.of === documentId && record.action !== 'delete')
      .map(({ language }) => language);
  }

  private async addTo(language: string, captured: CapturedVersion): Promise<Result<void>> {
    const { schema } = this.dependencies;
    const { type, documentId: of, at, action, actor } = captured;
    if ((captured.content?.length ?? 0) > longest) return ok(undefined);
    const last = this.newest.get(keyOf({ type, of, language })) ?? null;
    const whole = capturedContent(schema, type, captured.content) ?? last?.content.whole;
    // A document from before its type had a history.
    if (whole === undefined) return ok(undefined);
    const layer = layerOf(captured);
    const record = { of, type, language, at, action, actor, layer, closed: false, content: { whole } };
    if (last === null) return this.append({ ...record, names: this.names(type, {}, whole) }, null);
    const names = this.names(type, last.content.whole, whole);
    if (names.length === 0 && action === 'update' && last.layer === layer) return ok(undefined);
    return isSameEdit(last, captured, layer)
      ? this.extend(last, whole, at)
      : this.append({ ...record, names }, last);
  }

  private names(type: Uid, from: Content, to: Content): readonly string[] {
    return changedNamesNow(contentTypeOf(this.dependencies.schema, type), from, to);
  }

  private append(
    record: Omit<Newest, 'documentId' | 'number' | 'newest'>,
    last: Newest | null,
  ): Result<void> {
    if (last !== null) {
      const isKeptWhole = last.number % wholeEvery === 0;
      const difference = differenceOf(record.content.whole, last.content.whole);
      this.batch.change({ ...last, newest: false, content: isKeptWhole ? last.content : { difference } });
    }
    const made = this.batch.add({ ...record, number: (last?.number ?? 0) + 1, newest: true });
    this.newest.set(keyOf(record), made);
    this.grown.add(keyOf(record));
    return ok(undefined);
  }

  /** Adds an edit to the entry of the one before it. The entry before that one says how it differs from this. */
  private async extend(last: Newest, whole: Content, at: string): Promise<Result<void>> {
    const before = await this.batch.at(last, last.number - 1);
    if (!before.ok) return before;
    const previous = before.value && wholeBefore(before.value, last.content.whole);
    if (before.value !== null && previous !== null && 'difference' in before.value.content)
      this.batch.change({ ...before.value, content: { difference: differenceOf(whole, previous) } });
    const names = this.names(last.type, previous ?? {}, whole);
    this.newest.set(keyOf(last), this.batch.change({ ...last, at, names, content: { whole } }));
    return ok(undefined);
  }

  /** Removes what is more than the types keep. */
  private async shorten(): Promise<Result<void>> {
    const { schema, documents } = this.dependencies;
    for (const chain of [...this.grown].map((key) => this.newest.get(key))) {
      const most = chain && contentTypeOf(schema, chain.type).history?.versions;
      if (chain === undefined || most === undefined || chain.number <= most) continue;
      const old = [...chainFilters(chain), compare('number', '$lte', chain.number - most)];
      const removed = await removeRecords(documents, old, batch);
      if (!removed.ok) return removed;
    }
    return ok(undefined);
  }
}

const keyOf = ({ type, of, language }: Pick<HistoryRecord, 'type' | 'of' | 'language'>): string =>
  `${type} ${of} ${language}`;

/** A deletion and the end of a publication show what was there: nobody who may not read drafts learns of them. */
const layerOf = ({ action, layers }: CapturedVersion): HistoryRecord['layer'] =>
  layers.includes('published') && action !== 'unpublish' && action !== 'delete' ? 'published' : 'draft';

/** Whether an update of a draft belongs to the entry before it: the same author, in the same minute. */
function isSameEdit(last: Newest, { action, actor, at }: CapturedVersion, layer: string): boolean {
  const isEdit = action === 'update' && (last.action === 'update' || last.action === 'create');
  const isDraft = layer === 'draft' && last.layer === 'draft';
  const isSameAuthor =
    actor.kind === last.actor.kind &&
    actor.name === last.actor.name &&
    actor.documentId === last.actor.documentId;
  return !last.closed && isEdit && isDraft && isSameAuthor && at.slice(0, 16) === last.at.slice(0, 16);
}

function wholeBefore({ content }: HistoryRecord, after: Content): Content {
  if ('whole' in content) return content.whole;
  return content.difference === null ? after : (applyDifference(after, content.difference) as Content);
}
