import type { AuditEntry } from '../../../../application/ports/audit-log.js';
import type { ChangeEntry } from '../../../../application/ports/change-log.js';
import type { WriteWork } from '../../../../application/ports/document-store.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import { inLockOrder } from '../../../../domain/plan/requirements-of.js';
import type { TargetDocuments, WritePlan } from '../../../../domain/plan/write-plan.js';
import type { DocumentLock } from '../../../../domain/plan/write-requirements.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { insertEntriesIf } from '../audit-log.js';
import { insertChangesIf } from '../change-log/lower-change.js';
import { captureColumns, insertCapture } from '../history/lower-capture.js';
import { tableName } from '../layout.js';
import { boundText } from '../read/read-documents.js';
import { Lowering, rootScope } from '../read/lowering.js';
import { fenceOf, listOf, longValuesOf } from '../read/bound-rows.js';
import { lowerShape } from '../read/lower-shape.js';
import { literal, Parameters, withParts, type Part, type Statement } from '../statement.js';
import { alikeBy, isInsert, isRemoval, type JointWrite } from './joint-write.js';
import { lowerJointLists, lowerJointUnlinks } from './lower-joint-lists.js';
import { lowerExchanges } from './lower-exchanges.js';
import { lowerJointVersions } from './lower-joint-versions.js';
import { lowerTargetChecks } from './lower-locks.js';
import { lowerJointPending } from './lower-pending.js';
import { markWritten } from './link-list.js';

/** The single row that the statement of `lowerJoint` returns. */
export interface JointRow {
  /** Targets that do not exist; null: none. */
  readonly missing: readonly unknown[] | null;
  /** How many versions of those that must be there were written. */
  readonly versions: string;
  /** See `lowerExchanges`. */
  readonly isExchanged: boolean;
  /** The ids of the logged changes, which `lowerCaptures` takes. */
  readonly changes: readonly string[] | null;
}

export interface LoweredJoint {
  /** Takes effect completely only if there is no missing target, and `expected` versions were written. */
  readonly statement: Statement;
  readonly expected: number;
  /** Statements to run after it, in order. */
  readonly after: readonly Statement[];
}

/**
 * Lowers writes as `lowerWrite` does each, in their order, so that numeric ids, sequence keys and entries have it too. `locks`
 * are taken first; empty if the transaction holds them already.
 */
export function lowerJoint(
  schema: Schema,
  writes: readonly JointWrite[],
  locks: readonly DocumentLock[],
): LoweredJoint {
  const parameters = new Parameters();
  const plans = writes.map(({ plan }) => plan);
  const checks = lowerTargetChecks(parameters, targetsOf(writes), locks);
  const versions = lowerJointVersions(parameters, plans, checks.conditions);
  const deciding = versions.filter((part) => 'expected' in part && part.expected !== null);
  const expected = versions.reduce(
    (sum, part) => sum + (('expected' in part ? part.expected : null) ?? 0),
    0,
  );
  const count = deciding.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ') || '0';
  const written = deciding.length === 0 ? [] : [`${count} = ${expected}`];
  const after = lowerJointPending(schema, plans);
  const parts = [
    ...checks.parts,
    ...versions,
    ...lowerJointLists(schema, parameters, plans, written),
    ...lowerJointUnlinks(parameters, plans),
    ...lowerEntries(parameters, writes, written, versions),
  ];
  const isCaptured = writes.some(({ work }) => work.change !== undefined && work.capture?.plan);
  const columns = [
    `${checks.missing} AS missing`,
    `(${count})::text AS versions`,
    `${lowerExchanges(parameters, plans)} AS "isExchanged"`,
    `${isCaptured ? '(SELECT json_agg(id::text ORDER BY id) FROM quire_changes)' : 'NULL'} AS changes`,
    ...(after.length === 0 ? [] : [markWritten('true')]),
  ];
  return {
    statement: { text: `${withParts(parts)}SELECT ${columns.join(', ')}`, values: parameters.values },
    expected,
    after,
  };
}

function lowerEntries(
  parameters: Parameters,
  writes: readonly JointWrite[],
  written: readonly string[],
  versions: readonly Part[],
): readonly Part[] {
  const entries = writes.flatMap(({ work }): AuditEntry[] => (work.entry ? [work.entry] : []));
  const changes = writes.flatMap(({ work }): ChangeEntry[] => (work.change ? [work.change] : []));
  // Removing what is not there is no change.
  const gone = versions.map(({ name }) => `SELECT document_id FROM ${name}`).join(' UNION ALL ');
  const isRemoving = writes.some(({ plan }) => isRemoval(plan));
  const conditions = isRemoving ? [`r.document_id IN (${gone})`] : written;
  const isCaptured = isRemoving && writes.some(({ work }) => work.capture !== undefined);
  return [
    ...(entries.length === 0
      ? []
      : [{ name: 'quire_entries', text: `(${insertEntriesIf(parameters, entries, written)})` }]),
    ...(changes.length === 0
      ? []
      : [
          {
            name: 'quire_changes',
            text: `(${insertChangesIf(parameters, changes, conditions)} RETURNING *)`,
          },
        ]),
    ...(changes.length > 0 && isCaptured
      ? [{ name: 'quire_captures', text: `(${insertCapture('quire_changes', 'NULL')})` }]
      : []),
  ];
}

/**
 * Returns what writes lock, also the documents that each of them would update by one statement, as here one statement updates
 * several. Locks each type's documents in one mode, the strongest that any write needs, so that they are one part.
 */
export function locksOf(
  writes: readonly { readonly work: WriteWork; readonly plan: WritePlan | null }[],
  made: ReadonlySet<string>,
): readonly DocumentLock[] {
  const strengths: readonly DocumentLock['mode'][] = ['shared', 'linked', 'exclusive'];
  const wanted = writes.flatMap(({ work, plan }): readonly DocumentLock[] => [
    ...(plan === null ? [] : [{ type: plan.type, documentId: plan.documentId, mode: 'linked' as const }]),
    ...(work.requirements?.locks ?? []),
  ]);
  const locks = inLockOrder(wanted.filter(({ documentId }) => !made.has(documentId)));
  const modes = new Map<DocumentLock['type'], number>();
  for (const { type, mode } of locks)
    modes.set(type, Math.max(modes.get(type) ?? 0, strengths.indexOf(mode)));
  return locks.map((lock) => ({ ...lock, mode: strengths[modes.get(lock.type) ?? 0] ?? lock.mode }));
}

/** The documents that the writes make. */
export const madeBy = (writes: readonly { readonly plan: WritePlan | null }[]): ReadonlySet<string> =>
  new Set(writes.flatMap(({ plan }) => (plan !== null && isInsert(plan) ? [plan.documentId] : [])));

function targetsOf(writes: readonly JointWrite[]): readonly TargetDocuments[] {
  const made = madeBy(writes);
  const targets = writes.flatMap(({ plan }) => plan.targets);
  return alikeBy(targets, ({ type, locale }) => `${type.uid} ${locale}`).map((alike) => ({
    ...alike[0],
    documentIds: [...new Set(alike.flatMap(({ documentIds }) => documentIds))]
      .filter((documentId) => !made.has(documentId))
      .sort(),
  }));
}

/** Returns the statements that capture the versions of logged changes, which a statement before them has written. */
export function lowerJointCaptures(
  schema: Schema,
  writes: readonly JointWrite[],
  changes: readonly string[],
): readonly Statement[] {
  const logged = writes.filter(({ work }) => work.change !== undefined);
  const captured = logged.flatMap(({ work }, index) => {
    const plan = work.capture?.plan;
    return plan ? [{ plan, change: changes[index] ?? '' }] : [];
  });
  return alikeBy(captured, ({ plan }) => capturedForm(plan)).map((alike) =>
    lowerCaptures(
      schema,
      alike[0].plan,
      alike.map(({ change }) => change),
    ),
  );
}

/** Captures of versions without links leave the relations out. */
const capturedForm = ({ type, context, shape }: ReadPlan): string =>
  [type.uid, context.layer, context.locale, shape.members.length].join(' ');

function lowerCaptures(schema: Schema, plan: ReadPlan, changes: readonly string[]): Statement {
  const parameters = new Parameters();
  const ids = parameters.add(changes, 'bigint[]');
  const names = captureColumns.split(', ');
  const entry = names.map((name) => `c.${name}`).join(', ');
  const into = `INSERT INTO quire_version_inbox (${captureColumns}, content)`;
  const { type, context } = plan;
  const lowering = new Lowering(schema, plan.limits, parameters, plan.once);
  const scope = rootScope('t0', type, context);
  const shape = lowerShape(lowering, scope, plan.shape);
  const longValues = longValuesOf(plan.shape);
  const rows = { alias: 'x0', json: shape.json('x0'), growing: shape.growing, longValues };
  const select = `SELECT ${shape.columns}${fenceOf(rows)}`;
  const list = `SELECT ${listOf(lowering, rows)}::text AS text FROM (${select}) x0`;
  const version = [
    't0.document_id = c.document_id',
    `t0.status = ${literal(scope.layer ?? 'published')}`,
    ...(type.localized ? ['t0.locale = c.locale'] : []),
  ];
  const content = `(SELECT ${boundText(lowering)} FROM (${list}) a)`;
  return {
    text: `${withParts(lowering.parts)}${into} SELECT ${entry}, ${content} FROM quire_change_inbox c JOIN ${tableName(type)} t0 ON ${version.join(' AND ')} WHERE c.id = ANY(${ids}) ORDER BY c.id`,
    values: parameters.values,
  };
}
