import type { DocumentLock, WriteRequirements } from '../../../../domain/plan/write-requirements.js';
import { Parameters, withParts, type Statement, type Part } from '../statement.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { tableName } from '../layout.js';

/** Returns a statement that takes the locks in the given order, or null without locks. It skips missing documents. */
export function lowerLocks({ locks }: WriteRequirements): Statement | null {
  if (locks.length === 0) return null;
  const parameters = new Parameters();
  const parts = [...lowerSingleTypeLock(parameters, locks), ...lockParts(parameters, locks)];
  return {
    text: `${withParts(parts)}SELECT ${parts.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ')} AS locked`,
    values: parameters.values,
  };
}

/**
 * Locks the document of a localized single type by an advisory lock. Two writers may create it in two locales at once, and
 * there is no row yet to wait for, but one must see the values that the locales share. It is the first lock of a write, so
 * it causes no deadlocks.
 */
function lowerSingleTypeLock(parameters: Parameters, locks: readonly DocumentLock[]): readonly Part[] {
  const single = locks.find(
    ({ type, mode }) => mode === 'exclusive' && type.kind === 'singleType' && type.localized,
  );
  if (single === undefined) return [];
  const documentId = parameters.add(single.documentId, 'text');
  return [{ name: 'turn', text: `MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext(${documentId})))` }];
}

/** Locks documents and returns the `document_id` and `locale` of their versions. */
export interface LockPart extends Part {
  readonly type: ContentType;
  readonly documentIds: ReadonlySet<string>;
}

const strengths = { exclusive: 'UPDATE', linked: 'NO KEY UPDATE', shared: 'KEY SHARE' } as const;

/**
 * Returns parts that lock in the given order if the statement refers to them in that order: one part for each run of equal
 * types and modes.
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
