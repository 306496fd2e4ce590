import { linkSideOf } from '../../../../domain/relation/link-list.js';
import type { AuditEntry } from '../../../../application/ports/audit-log.js';
import type { WriteWork } from '../../../../application/ports/document-store.js';
import type { DocumentLock } from '../../../../domain/plan/write-requirements.js';
import type { ListChange, TargetDocuments, WritePlan } from '../../../../domain/plan/write-plan.js';
import type { ContentType, Schema } from '../../../../domain/schema/schema.js';
import { insertEntry } from '../audit-log.js';
import { linkColumns } from '../layout.js';
import { linkTableName, tableName } from '../names.js';
import { Parameters, type Statement } from '../statement.js';
import { lockParts, type LockPart } from './lower-locks.js';
import { lowerList, type ListWriting } from './lower-list.js';
import { lowerReturned } from './lower-returned.js';
import { lowerPendingLists } from './lower-pending.js';
import { lowerVersions } from './lower-versions.js';
import { type Part, inTurns, isWritten, markWritten } from './part.js';

/**
 * One statement that applies a plan, or nothing of it. Its one row tells `missing`, the documents that must exist and
 * do not (each with its locale), `versions`, the number written of those that must be there, and `text`, the answer where it can be told from what was written
 * (`answered`). Its parts run in the order that they name each other in, so that a place is free before it is taken.
 */
export interface LoweredWrite {
  readonly statement: Statement;
  /** What is to be done after it, in order, where it wrote anything. */
  readonly after: readonly Statement[];
  readonly answered: boolean;
}

export interface WriteSituation {
  /** Whether this write creates the document. */
  readonly isNew: boolean;
  /** Taken by the statement itself, first. Empty where they are held already. */
  readonly locks: readonly DocumentLock[];
}

/** `entry`: recorded where anything is written. */
export function lowerWrite(
  schema: Schema,
  plan: WritePlan,
  { answer, entry }: Pick<WriteWork, 'answer' | 'entry'>,
  { isNew, locks }: WriteSituation,
): LoweredWrite {
  const parameters = new Parameters();
  const documentId = parameters.add(plan.documentId, 'text');
  const guards = lowerGuards(parameters, plan, lockParts(parameters, taken(plan, locks)));
  const versions = lowerVersions(parameters, plan, documentId, guards.conditions);
  const deciding = versions.filter(({ decides }) => decides);
  const written = deciding.length === 0 ? guards.conditions : [`${countOf(deciding)} > 0`];
  const [now = [], ...later] = isNew
    ? [plan.lists]
    : inTurns(plan.lists, (list) => linkSideOf(list.relation).link);
  const lists = lowerLists(schema, parameters, now, { documentId, written, isNew });
  const after = [...lowerLater(schema, plan.documentId, later), ...lowerPendingLists(schema, plan)];
  const returned = answer === null ? null : lowerReturned(schema, parameters, plan, answer, versions);
  const parts = [
    ...guards.parts,
    ...versions,
    ...lists,
    ...lowerUnlinks(parameters, plan, documentId),
    ...lowerEntry(parameters, entry, isNew ? guards.conditions : written),
  ];
  const columns = [
    `${guards.missing} AS missing`,
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

/** What makes a document writes something unless a target is missing: it need not be counted. */
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

const withParts = (parts: readonly Part[]): string =>
  parts.length === 0 ? '' : `WITH ${parts.map(({ name, text }) => `${name} AS ${text}`).join(', ')} `;

const countOf = (parts: readonly Part[]): string =>
  `(${parts.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ')})`;

interface Guards {
  readonly parts: readonly Part[];
  /** Whether all are there; nothing to ask where no target is named. */
  readonly conditions: readonly string[];
  /** The JSON of those that are not, or null. */
  readonly missing: string;
}

/** Where the document itself is the last to be locked, writing its version locks it. */
const taken = ({ type, documentId }: WritePlan, locks: readonly DocumentLock[]): readonly DocumentLock[] => {
  const last = locks.at(-1);
  return last?.type === type && last.documentId === documentId ? locks.slice(0, -1) : locks;
};

/**
 * Takes the locks in their order and holds the targets until the end: a shared lock keeps them from being removed, and
 * waits for who is removing them. One expression counts it all, as the order of its operands is that of the locks.
 */
function lowerGuards(parameters: Parameters, plan: WritePlan, locks: readonly LockPart[]): Guards {
  const targets = plan.targets.filter(({ documentIds }) => documentIds.length > 0);
  if (targets.length === 0) return { parts: [], conditions: [], missing: 'NULL' };
  const guards = targets.map((each, index) => lowerGuard(parameters, each, locks, `g${index}`));
  const wanted = parameters.add(
    targets.reduce((sum, { documentIds }) => sum + documentIds.length, 0),
    'bigint',
  );
  const locked = locks.map(({ name }) => `(SELECT count(*) FROM ${name}) * 0`);
  const complete = `${[...locked, ...guards.map(({ found }) => found)].join(' + ')} = ${wanted}`;
  const missing = `SELECT json_agg(json_build_array(document_id, locale)) FROM (${guards.map((guard) => guard.missing).join(' UNION ALL ')}) missing`;
  return {
    parts: [...locks, ...guards.map(({ part }) => part)],
    conditions: [complete],
    missing: `CASE WHEN ${complete} THEN NULL ELSE (${missing}) END`,
  };
}

function lowerGuard(
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
    part: { name, text: `MATERIALIZED (SELECT document_id FROM ${heldIn(type, documentIds, where, locks)})` },
    found: `(SELECT count(${hasVersions ? 'DISTINCT document_id' : '*'}) FROM ${name})`,
    missing: `SELECT document_id, ${named ?? 'NULL::text'} AS locale FROM unnest(${wanted}) AS wanted(document_id) WHERE document_id NOT IN (SELECT document_id FROM ${name})`,
  };
}

/** The rows of targets: those that the statement has locked, as they are after waiting for the lock. */
function heldIn(
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

/** A link between two documents of one type may be named for both of its ends. */
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
