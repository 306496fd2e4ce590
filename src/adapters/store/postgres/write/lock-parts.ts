import type { DocumentLock } from '../../../../domain/plan/document-lock.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { tableName } from '../names.js';
import type { Parameters } from '../statement.js';
import type { Part } from './part.js';

/** Locks documents, and gives the `document_id` and `locale` of the versions that are there. */
export interface LockPart extends Part {
  readonly type: ContentType;
  readonly documentIds: ReadonlySet<string>;
}

const strengths = { exclusive: 'UPDATE', linked: 'NO KEY UPDATE', shared: 'KEY SHARE' } as const;

/**
 * Parts that lock in the given order when the statement names them in that order. One for each run of a type and a
 * mode.
 */
export const lockParts = (parameters: Parameters, locks: readonly DocumentLock[]): readonly LockPart[] =>
  runsOf(locks).map(({ type, mode, documentIds }, index) => ({
    name: `l${index}`,
    text: `MATERIALIZED (SELECT document_id, locale FROM ${tableName(type)} WHERE document_id = ANY(${parameters.addTexts(documentIds)}) ORDER BY document_id, id FOR ${strengths[mode]})`,
    type,
    documentIds: new Set(documentIds),
  }));

interface Run {
  readonly type: ContentType;
  readonly mode: DocumentLock['mode'];
  readonly documentIds: string[];
}

function runsOf(locks: readonly DocumentLock[]): readonly Run[] {
  const runs: Run[] = [];
  for (const { type, mode, documentId } of locks) {
    const last = runs.at(-1);
    if (last?.type === type && last.mode === mode) last.documentIds.push(documentId);
    else runs.push({ type, mode, documentIds: [documentId] });
  }
  return runs;
}
