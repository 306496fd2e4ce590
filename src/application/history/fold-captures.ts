import { changedNames, type Content } from '../../domain/history/content.js';
import { applyDifference, differenceOf } from '../../domain/history/difference.js';
import { compare } from '../../domain/query/compare.js';
import { ok, type Result } from '../../domain/result.js';
import { contentTypeOf, type Schema } from '../../domain/schema/schema.js';
import type { Documents } from '../documents/use-cases.js';
import type { CapturedDocument, CapturedVersion, CapturedVersions } from '../ports/captured-versions.js';
import type { UnitsOfWork } from '../ports/units-of-work.js';
import {
  chainFilters,
  insertRecord,
  isNewest,
  readList,
  readAllNewest,
  readNumber,
  removeRecords,
  updateRecord,
  wholeEvery,
  type HistoryRecord,
} from './history-records.js';
import { capturedContent } from './plan-capture.js';

export interface FoldDependencies {
  readonly schema: Schema;
  readonly documents: Documents;
  readonly captured: CapturedVersions;
  readonly units: Pick<UnitsOfWork, 'run'>;
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

  constructor(private readonly dependencies: FoldDependencies) {}

  async fold(captures: readonly CapturedVersion[]): Promise<Result<void>> {
    const documentIds = [...new Set(captures.map(({ documentId }) => documentId))];
    const found = await readAllNewest(this.dependencies.documents, documentIds);
    if (!found.ok) return found;
    for (const record of found.value) this.newest.set(keyOf(record), record as Newest);
    for (const captured of captures) {
      const done = await this.add(captured);
      if (!done.ok) return done;
    }
    return ok(undefined);
  }

  private async add(captured: CapturedVersion): Promise<Result<void>> {
    const languages = await this.languagesOf(captured);
    if (!languages.ok) return languages;
    for (const language of languages.value) {
      const done = await this.addTo(language, captured);
      if (!done.ok) return done;
    }
    return ok(undefined);
  }

  /** A document that is deleted in all locales ends the chains of all. */
  private async languagesOf(captured: CapturedVersion): Promise<Result<readonly string[]>> {
    const { type, documentId: of, locale, action } = captured;
    if (action !== 'delete' || locale !== null) return ok([locale ?? '']);
    const whole = { offset: 0, limit: null };
    const chains = await readList(this.dependencies.documents, { type, of }, [isNewest], whole);
    if (!chains.ok) return chains;
    return ok(
      chains.value.records.flatMap((record) => (record.action === 'delete' ? [] : [record.language])),
    );
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
    const record = { of, type, language, at, action, actor, layer, content: { whole } };
    if (last === null) return this.append({ ...record, names: changedNames({}, whole) }, null);
    const names = changedNames(last.content.whole, whole);
    if (names.length === 0 && action === 'update' && last.layer === layer) return ok(undefined);
    return isSameEdit(last, captured, layer)
      ? this.extend(last, whole, at)
      : this.append({ ...record, names }, last);
  }

  private async append(
    record: Omit<Newest, 'documentId' | 'number' | 'newest'>,
    last: Newest | null,
  ): Promise<Result<void>> {
    const { documents } = this.dependencies;
    if (last !== null) {
      const isKeptWhole = last.number % wholeEvery === 0;
      const difference = differenceOf(record.content.whole, last.content.whole);
      const change = { newest: false, ...(!isKeptWhole && { content: { difference } }) };
      const passed = await updateRecord(documents, last.documentId, change);
      if (!passed.ok) return passed;
    }
    const made = { ...record, number: (last?.number ?? 0) + 1, newest: true };
    const documentId = await insertRecord(documents, made);
    if (!documentId.ok) return documentId;
    this.newest.set(keyOf(record), { ...made, documentId: documentId.value });
    return this.shorten(made);
  }

  /** Adds an edit to the entry of the one before it. The entry before that one says how it differs from this. */
  private async extend(last: Newest, whole: Content, at: string): Promise<Result<void>> {
    const { documents } = this.dependencies;
    const before = await readNumber(documents, last, last.number - 1);
    if (!before.ok) return before;
    const previous = before.value && wholeBefore(before.value, last.content.whole);
    if (before.value !== null && previous !== null && 'difference' in before.value.content) {
      const content = { difference: differenceOf(whole, previous) };
      const moved = await updateRecord(documents, before.value.documentId, { content });
      if (!moved.ok) return moved;
    }
    const names = previous === null ? changedNames({}, whole) : changedNames(previous, whole);
    const content = { whole };
    const extended = await updateRecord(documents, last.documentId, { at, names, content });
    if (extended.ok) this.newest.set(keyOf(last), { ...last, at, names, content });
    return extended.ok ? ok(undefined) : extended;
  }

  /** Removes what is more than the type keeps. */
  private async shorten({ number, ...chain }: Omit<Newest, 'documentId'>): Promise<Result<void>> {
    const { schema, documents } = this.dependencies;
    const most = contentTypeOf(schema, chain.type).history?.versions ?? number;
    if (number <= most) return ok(undefined);
    const old = [...chainFilters(chain), compare('number', '$lte', number - most)];
    const removed = await removeRecords(documents, old, batch);
    return removed.ok ? ok(undefined) : removed;
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
  return isEdit && isDraft && isSameAuthor && at.slice(0, 16) === last.at.slice(0, 16);
}

function wholeBefore({ content }: HistoryRecord, after: Content): Content {
  if ('whole' in content) return content.whole;
  return content.difference === null ? after : (applyDifference(after, content.difference) as Content);
}
