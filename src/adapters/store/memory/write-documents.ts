import type { ReadAnswer, WriteWork } from '../../../application/ports/document-store.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { targetNotFound, type WritePlan } from '../../../domain/plan/write-plan.js';
import { err, ok, type Result } from '../../../domain/result.js';
import { applyList, applyUnlinks } from './apply-lists.js';
import { applyVersions } from './apply-versions.js';
import { startChanges, type Changes } from './changes.js';
import { loadKnown, rebalance } from './load-known.js';
import { readDocuments } from './read-documents.js';
import type { Tables } from './tables.js';

/** Fresh keys are short, so a second rebalance of the same write is a fault of its decision. */
const attempts = 3;

/** One write from beginning to end; without success nothing has changed. */
export function writeDocuments(tables: Tables, work: WriteWork): Result<ReadAnswer | null> {
  const changes = startChanges();
  let done = false;
  try {
    const result = decideAndApply(tables, changes, work);
    done = result.ok;
    return result;
  } finally {
    if (!done) changes.undo();
  }
}

function decideAndApply(tables: Tables, changes: Changes, work: WriteWork): Result<ReadAnswer | null> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const decided = work.decide(loadKnown(tables, work.needs));
    if (!decided.ok) return decided;
    if (decided.value.kind === 'write') {
      const refusal = apply(tables, changes, decided.value.plan);
      if (refusal !== null) return err(refusal);
      return work.answer === null ? ok(null) : readDocuments(tables, work.answer);
    }
    for (const index of decided.value.lists) {
      const need = work.needs?.lists[index];
      if (need !== undefined) rebalance(tables, changes, need);
    }
  }
  return err(failure('STORE.CONFLICT', 'The order of a relation could not be settled'));
}

function apply(tables: Tables, changes: Changes, plan: WritePlan): Failure | null {
  const refusal = missingTarget(tables, plan) ?? applyVersions(tables, changes, plan);
  if (refusal !== null) return refusal;
  applyUnlinks(tables, changes, plan);
  for (const change of plan.lists) applyList(tables, changes, plan.documentId, change);
  return null;
}

function missingTarget(tables: Tables, { targets }: WritePlan): Failure | null {
  for (const { type, documentIds } of targets) {
    const table = tables.versions(type);
    const documentId = documentIds.find((each) => !table.byDocument.has(each));
    if (documentId !== undefined) return targetNotFound({ documentId });
  }
  return null;
}
