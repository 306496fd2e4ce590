import type { Guard, ReadAnswer, WriteWork } from '../../../application/ports/document-store.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { targetNotFound, type WritePlan } from '../../../domain/plan/write-plan.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { applyList, applyUnlinks } from './apply-lists.js';
import { applyVersions } from './apply-versions.js';
import { startChanges } from './changes.js';
import type { Writing } from './link-list.js';
import { loadKnown, rebalance } from './load-known.js';
import { readDocuments } from './read-documents.js';
import { settleLinks } from './settle-links.js';
import { versionsOf, type Tables } from './tables.js';

/** Fresh keys are short, so a second rebalance of the same write is a fault of its decision. */
const attempts = 3;

/** One write from beginning to end; without success nothing has changed. */
export function writeDocuments(tables: Tables, work: WriteWork): Result<ReadAnswer | null> {
  const changes = startChanges();
  let done = false;
  try {
    const result = decideAndApply({ tables, changes }, work);
    done = result.ok;
    return result;
  } finally {
    if (!done) changes.undo();
  }
}

function decideAndApply(writing: Writing, work: WriteWork): Result<ReadAnswer | null> {
  const { tables } = writing;
  for (let attempt = 0; attempt < attempts; attempt++) {
    const decided = work.decide(loadKnown(tables, work.needs));
    if (!decided.ok) return decided;
    if (decided.value.kind === 'write') {
      const refusal =
        guarded(tables, work, 'before') ??
        apply(writing, decided.value.plan) ??
        guarded(tables, work, 'after');
      if (refusal !== null) return err(refusal);
      return work.answer === null ? ok(null) : readDocuments(tables, work.answer);
    }
    for (const index of decided.value.lists) {
      const need = work.needs?.lists[index];
      if (need !== undefined) rebalance(writing, need);
    }
  }
  return err(failure('STORE.CONFLICT', 'The order of a relation could not be settled'));
}

function guarded(tables: Tables, { guards = [] }: WriteWork, when: Guard['when']): Failure | null {
  for (const guard of guards) {
    if (guard.when !== when) continue;
    const found = readDocuments(tables, guard.plan);
    if (!found.ok) return found.failure;
    if (found.value.size > 0) return guard.refusal;
  }
  return null;
}

function apply(writing: Writing, plan: WritePlan): Failure | null {
  const refusal = missingTarget(writing.tables, plan) ?? applyVersions(writing, plan);
  if (refusal !== null) return refusal;
  applyUnlinks(writing, plan);
  for (const change of plan.lists) applyList(writing, plan.documentId, change);
  for (const settlement of plan.settle) settleLinks(writing, plan.documentId, settlement);
  return null;
}

function missingTarget(tables: Tables, { targets }: WritePlan): Failure | null {
  for (const { type, locale, documentIds } of targets) {
    const table = tables.versions(type);
    const isThere = (documentId: string): boolean =>
      [...versionsOf(table, documentId)].some((version) => locale === null || version.locale === locale);
    const documentId = documentIds.find((each) => !isThere(each));
    if (documentId !== undefined) return targetNotFound({ documentId, ...(locale !== null && { locale }) });
  }
  return null;
}
