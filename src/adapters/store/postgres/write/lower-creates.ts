import type { AuditEntry } from '../../../../application/ports/audit-log.js';
import type { ChangeEntry } from '../../../../application/ports/change-log.js';
import type { ReadPlan } from '../../../../domain/plan/read-plan.js';
import type { ListChange, TargetDocuments } from '../../../../domain/plan/write-plan.js';
import type { DocumentLock } from '../../../../domain/plan/write-requirements.js';
import type { Layer } from '../../../../domain/query/query.js';
import { linkSideOf } from '../../../../domain/relation/link-list.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import { columnsOfVersions, type NewVersion } from '../archive/lower-insertion.js';
import { insertEntriesIf } from '../audit-log.js';
import { insertChangesIf } from '../change-log/lower-change.js';
import { captureColumns } from '../history/lower-capture.js';
import { draftColumns, tableName } from '../layout.js';
import { boundText } from '../read/read-documents.js';
import { Lowering, rootScope } from '../read/lowering.js';
import { boundRows, lowerShape } from '../read/lower-shape.js';
import { literal, Parameters, withParts, type Part, type Statement } from '../statement.js';
import type { PlainCreate } from './create-group.js';
import { listOf } from './link-list.js';
import { inserted, withSequenceKeys } from './lower-list.js';
import { lowerTargetChecks } from './lower-locks.js';
import { nextIdOf, valueColumns } from './version-part.js';

/** The single row that the statement of `lowerCreates` returns. */
export interface CreatedRow {
  /** Targets that do not exist; null: none. Nothing is written then. */
  readonly missing: readonly unknown[] | null;
  /** The ids of the logged changes, which `lowerCaptures` takes. */
  readonly changes: readonly string[] | null;
}

/**
 * Returns a statement that makes many documents of one type at once, or none: as `lowerWrite` does for each, in their order, so that
 * numeric ids, sequence keys and entries have it too.
 */
export function lowerCreates(schema: Schema, creates: readonly PlainCreate[]): Statement {
  const parameters = new Parameters();
  const checks = lowerTargetChecks(parameters, targetsOf(creates), locksOf(creates));
  const written = [`(SELECT count(*) FROM v0) > 0`];
  const entries = creates.flatMap(({ work }): AuditEntry[] => (work.entry ? [work.entry] : []));
  const changes = creates.flatMap(({ work }): ChangeEntry[] => (work.change ? [work.change] : []));
  const parts = [
    ...checks.parts,
    ...lowerInserts(parameters, creates, checks.conditions),
    ...lowerLinks(schema, parameters, creates, written),
    ...(entries.length === 0
      ? []
      : [{ name: 'entry', text: `(${insertEntriesIf(parameters, entries, written)})` }]),
    ...(changes.length === 0
      ? []
      : [{ name: 'change', text: `(${insertChangesIf(parameters, changes, written)} RETURNING id)` }]),
  ];
  const isCaptured = creates[0]?.work.capture !== undefined && changes.length > 0;
  const ids = isCaptured ? '(SELECT json_agg(id::text) FROM change)' : 'NULL';
  return {
    text: `${withParts(parts)}SELECT ${checks.missing} AS missing, ${ids} AS changes`,
    values: parameters.values,
  };
}

/** Locks each type's documents in one mode, the strongest that any create needs, so that they are one part. */
function locksOf(creates: readonly PlainCreate[]): readonly DocumentLock[] {
  const locks = new Map<string, DocumentLock>();
  const linked = new Set<DocumentLock['type']>();
  for (const { work } of creates)
    for (const lock of work.requirements?.locks ?? []) {
      locks.set(`${lock.type.uid} ${lock.documentId}`, lock);
      if (lock.mode === 'linked') linked.add(lock.type);
    }
  return [...locks]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, lock]) => (linked.has(lock.type) ? { ...lock, mode: 'linked' } : lock));
}

function targetsOf(creates: readonly PlainCreate[]): readonly TargetDocuments[] {
  const targets = new Map<string, TargetDocuments & { readonly documentIds: string[] }>();
  for (const { plan } of creates)
    for (const { type, locale, documentIds } of plan.targets) {
      const key = `${type.uid} ${locale}`;
      const known = targets.get(key);
      if (known === undefined) targets.set(key, { type, locale, documentIds: [...documentIds] });
      else known.documentIds.push(...documentIds);
    }
  return [...targets.values()].map((each) => ({
    ...each,
    documentIds: [...new Set(each.documentIds)].sort(),
  }));
}

/** The published versions of types with drafts are copies of the drafts, as in `lowerInsert`. */
function lowerInserts(
  parameters: Parameters,
  creates: readonly PlainCreate[],
  conditions: readonly string[],
): readonly Part[] {
  const [first] = creates;
  if (first === undefined) throw new Error('no documents to make');
  const { type } = first.plan;
  const { layers } = first.insert;
  const layer: Layer = layers.includes('draft') ? 'draft' : 'published';
  const columns = columnsOfVersions(type).filter(
    ({ name }) => name !== draftColumns.publishedId && name !== draftColumns.hasChanges,
  );
  const rows = creates.map((create) => rowOf(create, layer));
  const isBoth = layers.length > 1;
  const ids = isBoth ? ['id', draftColumns.publishedId] : [];
  const table = tableName(type);
  const names = [...ids, ...columns.map(({ name }) => name)];
  const values = [
    ...ids.map(() => nextIdOf(type)),
    ...columns.map(({ type: sqlType }, index) => `u.c${index}::${sqlType}`),
  ];
  const arrays = columns.map(({ valueOf }) =>
    parameters.add(
      rows.map((row) => {
        const value = valueOf(row);
        return value === null ? null : String(value);
      }),
      'text[]',
    ),
  );
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const aliases = columns.map((_, index) => `c${index}`).join(', ');
  const draft = {
    name: 'v0',
    text: `(INSERT INTO ${table} AS t0 (${names.join(', ')}) SELECT ${values.join(', ')} FROM unnest(${arrays.join(', ')}) AS u(${aliases})${where} RETURNING ${isBoth ? 't0.*' : '1'})`,
  };
  if (!isBoth) return [draft];
  const same = ['document_id', 'locale', 'created_at', 'updated_at', ...valueColumns(type)];
  const documents = parameters.add(
    rows.map(({ documentId }) => documentId),
    'text[]',
  );
  const times = parameters.add(
    creates.map(({ insert }) => insert.publishedAt),
    'timestamptz[]',
  );
  const copy = {
    name: 'v1',
    text: `(INSERT INTO ${table} (id, status, published_at, ${same.join(', ')}) SELECT d.${draftColumns.publishedId}, ${literal('published')}, p.at, ${same.map((name) => `d.${name}`).join(', ')} FROM v0 d JOIN unnest(${documents}, ${times}) AS p(document_id, at) ON p.document_id = d.document_id)`,
  };
  return [draft, copy];
}

const rowOf = ({ plan: { documentId }, insert }: PlainCreate, layer: Layer): NewVersion => ({
  documentId,
  layer,
  locale: insert.locale,
  createdAt: insert.createdAt,
  updatedAt: insert.updatedAt,
  publishedAt: layer === 'draft' ? null : insert.publishedAt,
  publishedId: null,
  hasChanges: false,
  isPublished: true,
  values: Object.fromEntries(insert.values),
});

interface PlacedLink {
  readonly document: string;
  readonly ownLocale: string;
  readonly target: string;
  readonly locale: string;
  readonly key: string | null;
}

/** New documents have no links yet, so nothing is moved and nothing has to make room. */
function lowerLinks(
  schema: Schema,
  parameters: Parameters,
  creates: readonly PlainCreate[],
  written: readonly string[],
): readonly Part[] {
  const lists = new Map<string, { readonly change: ListChange; readonly links: PlacedLink[] }>();
  for (const { plan } of creates)
    for (const change of plan.lists) {
      const [placed] = change.place;
      if (placed === undefined) continue;
      const key = `${change.relation.name} ${placed.layers.join()} ${change.pending}`;
      const list = lists.get(key) ?? { change, links: [] };
      lists.set(key, list);
      for (const { target, key: place } of change.place)
        list.links.push({
          document: plan.documentId,
          ownLocale: change.locale,
          target: target.documentId,
          locale: target.locale,
          key: place,
        });
    }
  return [...lists.values()].map(({ change, links }, index) => {
    const list = listOf(schema, linkSideOf(change.relation), 'p.own_document', 'p.own_locale');
    const texts = (value: (link: PlacedLink) => string | null): string =>
      parameters.addTexts(links.map(value));
    const places = withSequenceKeys({
      own_document: texts(({ document }) => document),
      own_locale: texts(({ ownLocale }) => ownLocale),
      document: texts(({ target }) => target),
      locale: texts(({ locale }) => locale),
      key: texts(({ key }) => key),
    });
    const layers = change.place[0]?.layers ?? [];
    const text = inserted(list, { layers }, change.pending, `(${places})`);
    return { name: `p${index}`, text: `(${text} WHERE ${written.join(' AND ')})` };
  });
}

/** Returns a statement that captures the versions of logged changes, which a statement before it has written. */
export function lowerCaptures(schema: Schema, plan: ReadPlan, changes: readonly string[]): Statement {
  const parameters = new Parameters();
  const ids = parameters.add(changes, 'bigint[]');
  const names = captureColumns.split(', ');
  const entry = names.map((name) => `c.${name}`).join(', ');
  const into = `INSERT INTO quire_version_inbox (${captureColumns}, content)`;
  const { type, context } = plan;
  const lowering = new Lowering(schema, plan.limits, parameters, plan.once);
  const scope = rootScope('t0', type, context);
  const shape = lowerShape(lowering, scope, plan.shape);
  const rows = boundRows(lowering, shape, `SELECT ${shape.columns}`);
  const list = `SELECT coalesce(json_agg(${shape.json('x0')}), '[]')::text AS text FROM (${rows}) x0`;
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
