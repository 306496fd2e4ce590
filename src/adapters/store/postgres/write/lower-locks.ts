import type { TargetDocuments } from '../../../../domain/plan/write-plan.js';
import type { DocumentLock } from '../../../../domain/plan/write-requirements.js';
import { Parameters, withParts, type Statement, type Part } from '../statement.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { tableName } from '../layout.js';

/** Returns a statement that takes the locks in the given order, or null without locks. It skips missing documents. */
export function lowerLocks(locks: readonly DocumentLock[]): Statement | null {
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
interface LockPart extends Part {
  readonly type: ContentType;
  readonly documentIds: ReadonlySet<string>;
}

const strengths = { exclusive: 'UPDATE', linked: 'NO KEY UPDATE', shared: 'KEY SHARE' } as const;

/**
 * Returns parts that lock in the given order if the statement refers to them in that order: one part for each run of equal
 * types and modes.
 */
const lockParts = (parameters: Parameters, locks: readonly DocumentLock[]): readonly LockPart[] =>
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

/** The check that the documents that a plan links exist. */
interface TargetChecks {
  readonly parts: readonly Part[];
  /** Hold if all targets exist; empty if the plan names none. */
  readonly conditions: readonly string[];
  /** The SQL of the missing targets' JSON, or of null. */
  readonly missing: string;
}

/**
 * Takes the locks in their order, and locks the targets until the transaction ends. A shared lock keeps them from being
 * removed, and waits for a writer that is removing them. One expression counts all of them, because the order of its
 * operands is the order of the locks.
 */
export function lowerTargetChecks(
  parameters: Parameters,
  targetsOf: readonly TargetDocuments[],
  locksToTake: readonly DocumentLock[],
): TargetChecks {
  const locks = lockParts(parameters, locksToTake);
  const targets = targetsOf.filter(({ documentIds }) => documentIds.length > 0);
  if (targets.length === 0) return { parts: [], conditions: [], missing: 'NULL' };
  const checks = targets.map((each, index) => lowerTargetCheck(parameters, each, locks, `g${index}`));
  const wanted = parameters.add(
    targets.reduce((sum, { documentIds }) => sum + documentIds.length, 0),
    'bigint',
  );
  const locked = locks.map(({ name }) => `(SELECT count(*) FROM ${name}) * 0`);
  const complete = `${[...locked, ...checks.map(({ found }) => found)].join(' + ')} = ${wanted}`;
  const missing = `SELECT json_agg(json_build_array(document_id, locale)) FROM (${checks.map((check) => check.missing).join(' UNION ALL ')}) missing`;
  return {
    parts: [...locks, ...checks.map(({ part }) => part)],
    conditions: [complete],
    missing: `CASE WHEN ${complete} THEN NULL ELSE (${missing}) END`,
  };
}

function lowerTargetCheck(
  parameters: Parameters,
  { type, locale, documentIds }: TargetDocuments,
  locks: readonly LockPart[],
  name: string,
) {
  const wanted = parameters.addTexts(documentIds);
  const named = locale === null ? null : parameters.add(locale, 'text');
  const where = [
    `document_id = ANY(${wanted})`,
    ...(named === null || !type.localized ? [] : [`locale = ${named}`]),
  ].join(' AND ');
  const hasVersions = type.draftAndPublish || (type.localized && named === null);
  return {
    part: {
      name,
      text: `MATERIALIZED (SELECT document_id FROM ${targetRows(type, documentIds, where, locks)})`,
    },
    found: `(SELECT count(${hasVersions ? 'DISTINCT document_id' : '*'}) FROM ${name})`,
    missing: `SELECT document_id, ${named ?? 'NULL::text'} AS locale FROM unnest(${wanted}) AS wanted(document_id) WHERE document_id NOT IN (SELECT document_id FROM ${name})`,
  };
}

/** Selects the rows of targets: if the statement has locked them, as they are after waiting for the lock. */
function targetRows(
  type: ContentType,
  documentIds: readonly string[],
  where: string,
  locks: readonly LockPart[],
): string {
  const lock = locks.find(
    (each) => each.type === type && documentIds.every((documentId) => each.documentIds.has(documentId)),
  );
  return lock === undefined
    ? `${tableName(type)} WHERE ${where} ORDER BY document_id, id FOR KEY SHARE`
    : `${lock.name} WHERE ${where}`;
}
