import type { DocumentLock, WriteRequirements } from '../../../../domain/plan/write-requirements.js';
import { Parameters, type Statement } from '../statement.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { tableName } from '../names.js';
import type { Part } from './part.js';

/** Locks in the order given; documents that are not there are skipped. Null where nothing is to be locked. */
export function lowerLocks({ locks }: WriteRequirements): Statement | null {
  if (locks.length === 0) return null;
  const parameters = new Parameters();
  const parts = [...lowerTurn(parameters, locks), ...lockParts(parameters, locks)];
  return {
    text: `WITH ${parts.map(({ name, text }) => `${name} AS ${text}`).join(', ')} SELECT ${parts.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ')} AS locked`,
    values: parameters.values,
  };
}

/**
 * The one document of a single type may be made in two locales at once, which would not see what they are to share:
 * there is no row yet to wait for. Nobody who waits here holds a lock.
 */
function lowerTurn(parameters: Parameters, locks: readonly DocumentLock[]): readonly Part[] {
  const single = locks.find(
    ({ type, mode }) => mode === 'exclusive' && type.kind === 'singleType' && type.localized,
  );
  if (single === undefined) return [];
  const documentId = parameters.add(single.documentId, 'text');
  return [{ name: 'turn', text: `MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext(${documentId})))` }];
}

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
