import { linkSideOf } from '../../../../domain/relation/link-list.js';
import type { AuditEntry } from '../../../../application/ports/audit-log.js';
import type { WriteWork } from '../../../../application/ports/document-store.js';
import type { DocumentLock } from '../../../../domain/plan/write-requirements.js';
import type { ListChange, TargetDocuments, WritePlan } from '../../../../domain/plan/write-plan.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';
import { insertEntry } from '../audit-log.js';
import { linkColumns, linkTableName, tableName } from '../layout.js';
import { Parameters, withParts, type Statement, type Part } from '../statement.js';
import { lockParts, type LockPart } from './lower-locks.js';
import { lowerList, type ListWriting } from './lower-list.js';
import { lowerReturned } from './lower-returned.js';
import { lowerPendingLists } from './lower-pending.js';
import { lowerVersions } from './lower-versions.js';
import { inTurns, isWritten, markWritten } from './link-list.js';

/**
 * A statement that applies a plan completely or not at all. It returns one row: `missing`, the documents that must exist
 * but do not (each with its locale); `versions`, how many of the required versions it wrote; and `text`, the answer if
 * `answered`. A part that refers to another runs after it, so that a place is free before it is taken.
 */
export interface LoweredWrite {
  readonly statement: Statement;
  /** Statements to run after it, in order. They do nothing if it wrote nothing. */
  readonly after: readonly Statement[];
  readonly answered: boolean;
}

export interface WriteSituation {
  /** Whether this write creates the document. */
  readonly isNew: boolean;
  /** Locks that the statement takes first. Empty if the transaction already holds them. */
  readonly locks: readonly DocumentLock[];
}

/** Lowers a plan. The statement records `entry` if it writes anything. */
export function lowerWrite(
  schema: Schema,
  plan: WritePlan,
  { answer, entry }: Pick<WriteWork, 'answer' | 'entry'>,
  { isNew, locks }: WriteSituation,
): LoweredWrite {
  const parameters = new Parameters();
  const documentId = parameters.add(plan.documentId, 'text');
  const checks = lowerTargetChecks(parameters, plan, lockParts(parameters, locksToTake(plan, locks)));
  const versions = lowerVersions(parameters, plan, documentId, checks.conditions);
  const deciding = versions.filter(({ decides }) => decides);
  const written = deciding.length === 0 ? checks.conditions : [`${countOf(deciding)} > 0`];
  const [now = [], ...later] = isNew
    ? [plan.lists]
    : inTurns(plan.lists, (list) => linkSideOf(list.relation).link);
  const lists = lowerLists(schema, parameters, now, { documentId, written, isNew });
  const after = [...lowerLater(schema, plan.documentId, later), ...lowerPendingLists(schema, plan)];
  const returned = answer === null ? null : lowerReturned(schema, parameters, plan, answer, versions);
  const parts = [
    ...checks.parts,
    ...versions,
    ...lists,
    ...lowerUnlinks(parameters, plan, documentId),
    ...lowerEntry(parameters, entry, isNew ? checks.conditions : written),
  ];
  const columns = [
    `${checks.missing} AS missing`,
    `${deciding.length === 0 ? 'NULL' : countOf(deciding)} AS versions`,
    `${returned ?? 'NULL'} AS text`,
    ...(after.length === 0 ? [] : [markWritten(['true', ...written].join(' AND '))]),
  ];
  return {
    statement: { text: `${withParts(parts)}SELECT ${columns.join(', ')}`, values: parameters.values },
    after,
    answered: returned !== null,
  };
}

const lowerEntry = (
  parameters: Parameters,
  entry: AuditEntry | undefined,
  conditions: readonly string[],
): readonly Part[] =>
  entry === undefined ? [] : [{ name: 'entry', text: `(${insertEntry(parameters, entry, conditions)})` }];

const lowerLists = (
  schema: Schema,
  parameters: Parameters,
  changes: readonly ListChange[],
  writing: ListWriting,
): readonly Part[] =>
  changes.flatMap((change, index) => lowerList(schema, parameters, change, writing, index));

const lowerLater = (
  schema: Schema,
  documentId: string,
  turns: readonly (readonly ListChange[])[],
): readonly Statement[] =>
  turns.map((changes) => {
    const parameters = new Parameters();
    const writing = { documentId: parameters.add(documentId, 'text'), written: [isWritten], isNew: false };
    const parts = lowerLists(schema, parameters, changes, writing);
    return { text: `${withParts(parts)}SELECT`, values: parameters.values };
  });

const countOf = (parts: readonly Part[]): string =>
  `(${parts.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ')})`;

/** The check that the documents that a plan links exist. */
interface TargetChecks {
  readonly parts: readonly Part[];
  /** Hold if all targets exist; empty if the plan names none. */
  readonly conditions: readonly string[];
  /** The SQL of the missing targets' JSON, or of null. */
  readonly missing: string;
}

/** Omits a last lock on the document itself, which writing its version locks anyway. */
const locksToTake = (
  { type, documentId }: WritePlan,
  locks: readonly DocumentLock[],
): readonly DocumentLock[] => {
  const last = locks.at(-1);
  return last?.type === type && last.documentId === documentId ? locks.slice(0, -1) : locks;
};

/**
 * Takes the locks in their order, and locks the targets until the transaction ends. A shared lock keeps them from being
 * removed, and waits for a writer that is removing them. One expression counts all of them, because the order of its
 * operands is the order of the locks.
 */
function lowerTargetChecks(
  parameters: Parameters,
  plan: WritePlan,
  locks: readonly LockPart[],
): TargetChecks {
  const targets = plan.targets.filter(({ documentIds }) => documentIds.length > 0);
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

/** Uses one part for each table, because the plan may name a link between two documents of one type for both ends. */
function lowerUnlinks(parameters: Parameters, plan: WritePlan, documentId: string): readonly Part[] {
  const ends = new Map<string, string[]>();
  for (const { link, side, locale } of plan.unlink) {
    const table = linkTableName(link);
    const { document, locale: named } = linkColumns[side];
    const located = locale === null ? '' : ` AND ${named} = ${parameters.add(locale, 'text')}`;
    ends.set(table, [...(ends.get(table) ?? []), `${document} = ${documentId}${located}`]);
  }
  return [...ends].map(([table, conditions], index) => ({
    name: `u${index}`,
    text: `(DELETE FROM ${table} WHERE ${conditions.join(' OR ')})`,
  }));
}
