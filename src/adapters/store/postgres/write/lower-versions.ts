import { familyOf } from '../../../../domain/document/value.js';
import type { VersionChange, WritePlan } from '../../../../domain/plan/write-plan.js';
import type { ContentType, Json } from '../../../../domain/schema/schema.js';
import { columnTypeOf, isStored, type Stored } from '../layout.js';
import { columnName, tableName } from '../names.js';
import { literal, type Parameters } from '../statement.js';
import type { Part } from './part.js';

/** One part a version; each gives the rows that it wrote. Inserts beside updates wait for these, and need one. */
export function lowerVersions(
  parameters: Parameters,
  plan: WritePlan,
  documentId: string,
  guarded: readonly string[],
): readonly Part[] {
  const table = tableName(plan.type);
  const updates = plan.versions.flatMap(({ op }, index) =>
    op === 'update' ? [`(SELECT count(*) FROM v${index})`] : [],
  );
  const updated = updates.length === 0 ? guarded : [`${updates.join(' + ')} > 0`];
  return plan.versions.map((change, index) => {
    const text = lowerVersion(parameters, plan.type, table, change, documentId, guarded, updated);
    return { name: `v${index}`, text: `(${text} RETURNING t0.*)` };
  });
}

function lowerVersion(
  parameters: Parameters,
  type: ContentType,
  table: string,
  change: VersionChange,
  documentId: string,
  guarded: readonly string[],
  updated: readonly string[],
): string {
  switch (change.op) {
    case 'remove':
      return `DELETE FROM ${table} t0 WHERE ${[`t0.document_id = ${documentId}`, ...guarded].join(' AND ')}`;
    case 'update': {
      const values = [
        { column: 'updated_at', value: parameters.add(change.updatedAt, 'timestamptz') },
        ...columns(parameters, type, change.values),
      ];
      const where = [
        `t0.document_id = ${documentId}`,
        `t0.locale = ${parameters.add(change.locale, 'text')}`,
        `t0.status = ${literal(change.layer)}`,
        ...guarded,
      ];
      const set = values.map(({ column, value }) => `${column} = ${value}`).join(', ');
      return `UPDATE ${table} t0 SET ${set} WHERE ${where.join(' AND ')}`;
    }
    case 'insert': {
      const values = inserted(parameters, type, change, documentId);
      const names = values.map(({ column }) => column).join(', ');
      const where = updated.length === 0 ? '' : ` WHERE ${updated.join(' AND ')}`;
      return `INSERT INTO ${table} AS t0 (${names}) SELECT ${values.map(({ value }) => value).join(', ')}${where}`;
    }
  }
}

interface Assignment {
  readonly column: string;
  readonly value: string;
}

const inserted = (
  parameters: Parameters,
  type: ContentType,
  change: VersionChange & { readonly op: 'insert' },
  documentId: string,
): readonly Assignment[] => [
  { column: 'document_id', value: documentId },
  { column: 'locale', value: parameters.add(change.locale, 'text') },
  { column: 'status', value: literal(change.layer) },
  { column: 'created_at', value: parameters.add(change.createdAt, 'timestamptz') },
  { column: 'updated_at', value: parameters.add(change.updatedAt, 'timestamptz') },
  { column: 'published_at', value: parameters.add(change.publishedAt, 'timestamptz') },
  ...columns(parameters, type, change.values),
];

function columns(
  parameters: Parameters,
  type: ContentType,
  values: ReadonlyMap<string, Json>,
): readonly Assignment[] {
  return [...values].map(([name, value]) => {
    const attribute = type.attributes.get(name);
    if (attribute === undefined || !isStored(attribute))
      throw new Error(`${type.uid} has no column for ${name}`);
    const cast = columnTypeOf(attribute).replace(' COLLATE "C"', '');
    return { column: columnName(attribute), value: parameters.add(storedForm(attribute, value), cast) };
  });
}

/** The driver would make PostgreSQL arrays of lists. */
function storedForm(attribute: Stored, value: Json): unknown {
  if (value === null) return null;
  const isJson = attribute.kind !== 'scalar' || familyOf(attribute.type) === 'json';
  return isJson ? JSON.stringify(value) : value;
}
