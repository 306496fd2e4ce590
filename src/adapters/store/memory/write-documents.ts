import type { ReadAnswer, WriteWork } from '../../../application/ports/document-store.js';
import { ThrownFailure } from '../../../application/thrown-failure.js';
import { checkGuards, decideAtOnce, decideLoaded } from '../../../application/stores/write-protocol.js';
import type { ReadPlan } from '../../../domain/plan/read-plan.js';
import { targetNotFound, type WritePlan } from '../../../domain/plan/write-plan.js';
import { applyList, applyPendingList, applyUnlinks, rebalance } from './apply-lists.js';
import { applyVersions } from './apply-versions.js';
import { startChanges, type Writing } from './changes.js';
import { loadState } from './load-state.js';
import { readDocuments } from './read-documents.js';
import { versionsOf, type Tables } from './tables.js';

export interface Written {
  readonly answer: ReadAnswer | null;
  /** Whether it changed a version. */
  readonly changed: boolean;
  /** The JSON text of the captured version; null: there is none. */
  readonly captured: string | null;
  /** Reverts the write. */
  undo(): void;
}

/** Performs one write. Rejects with a `ThrownFailure`, in which case nothing has changed. */
export async function writeDocuments(tables: Tables, work: WriteWork): Promise<Written> {
  const changes = startChanges();
  try {
    const answer = await decideAndApply({ tables, changes }, work);
    const captured = work.capture?.plan ? answerOf(tables, work.capture.plan).text() : null;
    return { answer, changed: changes.changedVersions(), captured, undo: changes.undo };
  } catch (error) {
    changes.undo();
    throw error;
  }
}

async function decideAndApply(writing: Writing, work: WriteWork): Promise<ReadAnswer | null> {
  const { tables } = writing;
  const rowsFound = async (plan: ReadPlan): Promise<number> => answerOf(tables, plan).size;
  const plan =
    work.requirements === null
      ? decideAtOnce(work)
      : await decideLoaded(work, work.requirements, {
          load: async (requirements) => loadState(tables, requirements),
          rebalance: async (list) => rebalance(writing, list),
          count: rowsFound,
        });
  apply(writing, plan);
  await checkGuards(work, 'after', rowsFound);
  return work.answer === null ? null : answerOf(tables, work.answer);
}

function answerOf(tables: Tables, plan: ReadPlan): ReadAnswer {
  const read = readDocuments(tables, plan);
  if (!read.ok) throw new ThrownFailure(read.failure);
  return read.value;
}

function apply(writing: Writing, plan: WritePlan): void {
  checkTargets(writing.tables, plan);
  applyVersions(writing, plan);
  applyUnlinks(writing, plan);
  for (const change of plan.lists) applyList(writing, plan.documentId, change);
  for (const pendingList of plan.applyPending) applyPendingList(writing, plan.documentId, pendingList);
}

function checkTargets(tables: Tables, { targets }: WritePlan): void {
  for (const { type, locale, documentIds } of targets) {
    const table = tables.versions(type);
    const isThere = (documentId: string): boolean =>
      [...versionsOf(table, documentId)].some((version) => locale === null || version.locale === locale);
    const documentId = documentIds.find((each) => !isThere(each));
    if (documentId !== undefined) throw new ThrownFailure(targetNotFound({ documentId, locale }));
  }
}
