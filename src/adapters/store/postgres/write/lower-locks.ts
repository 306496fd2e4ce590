import type { TargetDocuments } from '../../../../domain/plan/write-plan.js';
import type { DocumentLock } from '../../../../domain/plan/write-requirements.js';
import { Parameters, withParts, type Statement, type Part } from '../statement.js';
import type { ContentType } from '../../../../domain/schema/schema.js';
import { tableName } from '../layout.js';

/** Returns a statement that takes the locks in the given order, or null without locks. It skips missing documents. */
export function lowerLocks(locks: readonly DocumentLock[]): Statement | null {
  return locks.length === 0 ? null : lowerRuns(runsOf(locks), singleTypesIn(locks));
}

/** The most documents, and the most runs, that one of the statements of `lowerLocksInPieces` locks. */
const mostDocuments = 500;
const mostRuns = 16;

/** Returns statements that take many locks in the given order. */
export function lowerLocksInPieces(locks: readonly DocumentLock[]): readonly Statement[] {
  const pieces: Run[][] = [];
  let documents = 0;
  for (const run of runsOf(locks, mostDocuments)) {
    documents += run.documentIds.length;
    const last = pieces.at(-1);
    if (last !== undefined && last.length < mostRuns && documents <= mostDocuments) last.push(run);
    else {
      pieces.push([run]);
      documents = run.documentIds.length;
    }
  }
  const singleTypes = singleTypesIn(locks);
  return pieces.map((runs, index) => lowerRuns(runs, index === 0 ? singleTypes : []));
}

function lowerRuns(runs: readonly Run[], singleTypes: readonly DocumentLock[]): Statement {
  const parameters = new Parameters();
  const parts = [...lowerSingleTypeLocks(parameters, singleTypes), ...lockParts(parameters, runs)];
  return {
    text: `${withParts(parts)}SELECT ${parts.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ')} AS locked`,
    values: parameters.values,
  };
}

const singleTypesIn = (locks: readonly DocumentLock[]): readonly DocumentLock[] =>
  locks.filter(({ type, mode }) => mode === 'exclusive' && type.kind === 'singleType' && type.localized);

/**
 * Locks the documents of localized single types by advisory locks. Two writers may create one in two locales at once, and
 * there is no row yet to wait for, but one must see the values that the locales share. They are the first locks of a
 * transaction, so they cause no deadlocks.
 */
const lowerSingleTypeLocks = (
  parameters: Parameters,
  singleTypes: readonly DocumentLock[],
): readonly Part[] =>
  singleTypes.map(({ documentId }, index) => ({
    name: `quire_turn${index}`,
    text: `MATERIALIZED (SELECT pg_advisory_xact_lock(hashtext(${parameters.add(documentId, 'text')})))`,
  }));

/** Locks documents and returns the `document_id` and `locale` of their versions. */
interface LockPart extends Part {
  readonly type: ContentType;
  readonly documentIds: ReadonlySet<string>;
}

const strengths = { exclusive: 'UPDATE', linked: 'NO KEY UPDATE', shared: 'KEY SHARE' } as const;

/**
 * Returns parts that lock in the given order if the statement refers to them in that order: one part for each run of equal
 * types and modes. The draft of a document is locked before its published version, as publishing writes them. Their ids do not
 * have this order if the type got drafts later.
 */
const lockParts = (parameters: Parameters, runs: readonly Run[]): readonly LockPart[] =>
  runs.map(({ type, mode, documentIds }, index) => ({
    name: `quire_l${index}`,
    text: `MATERIALIZED (SELECT document_id, locale FROM ${tableName(type)} WHERE document_id = ANY(${parameters.addDocuments(documentIds)}) ORDER BY document_id, status, id FOR ${strengths[mode]})`,
    type,
    documentIds: new Set(documentIds),
  }));

interface Run {
  readonly type: ContentType;
  readonly mode: DocumentLock['mode'];
  readonly documentIds: string[];
}

function runsOf(locks: readonly DocumentLock[], most = Infinity): readonly Run[] {
  const runs: Run[] = [];
  for (const { type, mode, documentId } of locks) {
    const last = runs.at(-1);
    if (last?.type === type && last.mode === mode && last.documentIds.length < most)
      last.documentIds.push(documentId);
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
 * operands is the order of the locks; a part of its own, so that it is evaluated once.
 */
export function lowerTargetChecks(
  parameters: Parameters,
  targetsOf: readonly TargetDocuments[],
  locksToTake: readonly DocumentLock[],
): TargetChecks {
  const locks = lockParts(parameters, runsOf(locksToTake));
  const targets = targetsOf.filter(({ documentIds }) => documentIds.length > 0);
  if (targets.length === 0) return { parts: [], conditions: [], missing: 'NULL' };
  const checks = targets.map((each, index) => lowerTargetCheck(parameters, each, locks, `quire_g${index}`));
  const wanted = parameters.add(
    targets.reduce((sum, { documentIds }) => sum + documentIds.length, 0),
    'bigint',
  );
  const locked = locks.map(({ name }) => `(SELECT count(*) FROM ${name}) * 0`);
  const found = [...locked, ...checks.map((check) => check.found)].join(' + ');
  const complete = '(SELECT complete FROM quire_checks)';
  const missing = `SELECT json_agg(json_build_array(document_id, locale)) FROM (${checks.map((check) => check.missing).join(' UNION ALL ')}) missing`;
  return {
    parts: [
      ...locks,
      ...checks.flatMap(({ part }) => part ?? []),
      { name: 'quire_checks', text: `MATERIALIZED (SELECT ${found} = ${wanted} AS complete)` },
    ],
    conditions: [complete],
    missing: `CASE WHEN ${complete} THEN NULL ELSE (${missing}) END`,
  };
}

function lowerTargetCheck(
  parameters: Parameters,
  { type, locale, documentIds }: TargetDocuments,
  locks: readonly LockPart[],
  ownName: string,
) {
  const wanted = parameters.addDocuments(documentIds);
  const named = locale === null ? null : parameters.add(locale, 'text');
  const hasVersions = type.draftAndPublish || (type.localized && named === null);
  const located = named === null || !type.localized ? '' : ` AND locale = ${named}`;
  const lock = locks.find(
    (each) => each.type === type && documentIds.every((documentId) => each.documentIds.has(documentId)),
  );
  const isWholeLock = lock?.documentIds.size === documentIds.length && located === '';
  const name = isWholeLock ? lock.name : ownName;
  const where = `WHERE document_id = ANY(${wanted})${located}`;
  // If the statement locks these documents, it reads the locked rows, which are those after the wait.
  const rows =
    lock === undefined
      ? `${tableName(type)} ${where} ORDER BY document_id, status, id FOR KEY SHARE`
      : `${lock.name} ${where}`;
  return {
    part: isWholeLock ? null : { name, text: `MATERIALIZED (SELECT document_id FROM ${rows})` },
    found: `(SELECT count(${hasVersions ? 'DISTINCT document_id' : '*'}) FROM ${name})`,
    missing: `SELECT document_id, ${named ?? 'NULL::text'} AS locale FROM unnest(${wanted}) AS wanted(document_id) WHERE document_id NOT IN (SELECT document_id FROM ${name})`,
  };
}
