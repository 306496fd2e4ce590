import { linkSideOf } from '../../../../domain/relation/link-list.js';
import type { AuditEntry } from '../../../../application/ports/audit-log.js';
import type { ChangeEntry } from '../../../../application/ports/change-log.js';
import type { WriteWork } from '../../../../application/ports/document-store.js';
import type { Predicate, ReadPlan, Shape } from '../../../../domain/plan/read-plan.js';
import type { ListChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import type { DocumentLock } from '../../../../domain/plan/write-requirements.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { insertEntry } from '../audit-log.js';
import { insertChange, sharedColumns } from '../change-log/lower-change.js';
import { captureAfter, insertCapture } from '../history/lower-capture.js';
import { linkColumns, linkTableName } from '../layout.js';
import { Lowering, rootScope } from '../read/lowering.js';
import { raiseTooLarge } from '../read/bound-rows.js';
import { lowerShape } from '../read/lower-shape.js';
import { Parameters, withParts, type Statement, type Part } from '../statement.js';
import { lowerTargetChecks } from './lower-locks.js';
import { lowerList, type ListWriting } from './lower-list.js';
import { lowerPendingLists } from './lower-pending.js';
import { arePublishedAtOnce } from './published-at-once.js';
import { lowerVersions } from './lower-versions.js';
import type { VersionPart } from './version-part.js';
import { deleteLinksOfTables, inTurns, isWritten, markWritten } from './link-list.js';

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

/** Lowers a plan. The statement records `entry` and `change` if it writes anything. */
export function lowerWrite(
  schema: Schema,
  plan: WritePlan,
  { answer, entry, change, capture }: Pick<WriteWork, 'answer' | 'entry' | 'change' | 'capture'>,
  { isNew, locks }: WriteSituation,
): LoweredWrite {
  const parameters = new Parameters();
  const documentId = parameters.add(plan.documentId, 'text');
  const checks = lowerTargetChecks(parameters, plan.targets, locksToTake(plan, locks));
  const versions = lowerVersions(parameters, plan, documentId, checks.conditions);
  const deciding = versions.filter(({ decides }) => decides);
  const written = deciding.length === 0 ? checks.conditions : [`${countOf(deciding)} > 0`];
  const [now = [], ...later] = isNew
    ? [plan.lists]
    : inTurns(plan.lists, (list) => linkSideOf(list.relation).link);
  const isPublished = (list: ListChange): boolean => arePublishedAtOnce(plan, list);
  const lists = lowerLists(schema, parameters, now, { documentId, written, isNew, isPublished });
  const content = capture?.plan ? lowerReturned(schema, parameters, plan, capture.plan, versions) : 'NULL';
  const after = [
    ...lowerLater(schema, plan, later),
    ...lowerPendingLists(schema, plan),
    ...(change && capture?.plan && content === null ? [captureAfter(schema, capture.plan, change)] : []),
  ];
  const returned = answer === null ? null : lowerReturned(schema, parameters, plan, answer, versions);
  const parts = [
    ...checks.parts,
    ...versions,
    ...lists,
    ...lowerUnlinks(parameters, plan, documentId),
    ...lowerEntry(parameters, entry, isNew ? checks.conditions : written, change !== undefined),
    // An audit entry that depends on the versions, or on a new document, is there only if they are.
    ...lowerChange(
      parameters,
      change,
      entry,
      entry !== undefined && (isNew || deciding.length > 0) ? [] : [`${countOf(versions)} > 0`],
      capture === undefined ? null : content,
    ),
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

function lowerEntry(
  parameters: Parameters,
  entry: AuditEntry | undefined,
  conditions: readonly string[],
  isReturned: boolean,
): readonly Part[] {
  if (entry === undefined) return [];
  const text = insertEntry(parameters, entry, conditions);
  return [{ name: 'quire_entries', text: `(${text}${isReturned ? ` RETURNING ${sharedColumns}` : ''})` }];
}

/** Logs the change after its versions are written, and their rows locked, so that ids have the order of the writes. */
const lowerChange = (
  parameters: Parameters,
  change: ChangeEntry | undefined,
  entry: AuditEntry | undefined,
  conditions: readonly string[],
  captured: string | null,
): readonly Part[] => {
  if (change === undefined) return [];
  const text = insertChange(parameters, change, entry === undefined ? null : 'quire_entries', conditions);
  if (captured === null) return [{ name: 'quire_changes', text: `(${text})` }];
  return [
    { name: 'quire_changes', text: `(${text} RETURNING *)` },
    { name: 'quire_captures', text: `(${insertCapture('quire_changes', captured)})` },
  ];
};

const lowerLists = (
  schema: Schema,
  parameters: Parameters,
  changes: readonly ListChange[],
  writing: ListWriting,
): readonly Part[] =>
  changes.flatMap((change, index) => lowerList(schema, parameters, change, writing, index));

const lowerLater = (
  schema: Schema,
  plan: WritePlan,
  turns: readonly (readonly ListChange[])[],
): readonly Statement[] =>
  turns.map((changes) => {
    const parameters = new Parameters();
    const writing = {
      documentId: parameters.add(plan.documentId, 'text'),
      written: [isWritten],
      isNew: false,
      isPublished: (list: ListChange) => arePublishedAtOnce(plan, list),
    };
    const parts = lowerLists(schema, parameters, changes, writing);
    return { text: `${withParts(parts)}SELECT`, values: parameters.values };
  });

const countOf = (parts: readonly Part[]): string =>
  `(${parts.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ')})`;

/** Omits a last lock on the document itself, which writing its version locks anyway. */
const locksToTake = (
  { type, documentId }: WritePlan,
  locks: readonly DocumentLock[],
): readonly DocumentLock[] => {
  const last = locks.at(-1);
  return last?.type === type && last.documentId === documentId ? locks.slice(0, -1) : locks;
};

function lowerUnlinks(parameters: Parameters, plan: WritePlan, documentId: string): readonly Part[] {
  const ends = new Map<string, string[]>();
  for (const { link, side, locale } of plan.unlink) {
    const table = linkTableName(link);
    const { document, locale: named } = linkColumns[side];
    const located = locale === null ? '' : ` AND ${named} = ${parameters.add(locale, 'text')}`;
    ends.set(table, [...(ends.get(table) ?? []), `${document} = ${documentId}${located}`]);
  }
  return deleteLinksOfTables(ends);
}

/**
 * Returns the SQL of the answer from the rows that the statement itself writes, or null if that is impossible: the parts of
 * a statement do not see each other's writes, so an answer with other rows needs a second statement.
 */
function lowerReturned(
  schema: Schema,
  parameters: Parameters,
  plan: WritePlan,
  answer: ReadPlan,
  versions: readonly VersionPart[],
): string | null {
  const root = rootScope('t0', answer.type, answer.context);
  const part = versions.find(
    ({ version }) =>
      version?.layer === root.layer && (!plan.type.localized || version.locale === answer.context.locale),
  );
  if (part === undefined || !asksForVersion(plan, answer) || !isSelfContained(answer.shape)) return null;
  const lowering = new Lowering(schema, answer.limits, parameters);
  const shape = lowerShape(lowering, root, answer.shape);
  const text = `SELECT coalesce(json_agg(${shape.json('x0')}), '[]')::text AS text FROM (SELECT ${shape.columns} FROM ${part.name} t0) x0`;
  const maxLength = parameters.add(answer.limits.textSize, 'bigint');
  const fits = `octet_length(a.text) <= ${maxLength} OR length(a.text) <= ${maxLength}`;
  return `(SELECT CASE WHEN ${fits} THEN a.text ELSE ${raiseTooLarge('length(a.text)')}::text END FROM (${text}) a)`;
}

const asksForVersion = (plan: WritePlan, { type, count, range, where }: ReadPlan): boolean =>
  type === plan.type &&
  !count &&
  range.offset === 0 &&
  range.limit !== 0 &&
  isDocument(where, plan.documentId);

function isDocument(where: Predicate | null, documentId: string): boolean {
  if (where?.kind === 'and') return where.predicates.every((part) => isDocument(part, documentId));
  if (where?.kind !== 'compare' || where.negated || !where.field.system) return false;
  const { field, comparison } = where;
  return (
    field.name === 'documentId' &&
    comparison.op === 'eq' &&
    !comparison.fold &&
    comparison.value === documentId
  );
}

const isSelfContained = (shape: Shape): boolean =>
  shape.members.every((member) => {
    switch (member.kind) {
      case 'field':
        return true;
      case 'component':
        return isSelfContained(member.shape);
      case 'zone':
        return [...member.shapes.values()].every(isSelfContained);
      case 'relation':
      case 'count':
        return false;
    }
  });
