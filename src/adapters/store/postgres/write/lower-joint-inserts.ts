import type { WritePlan } from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import { columnsOfVersions, type NewVersion } from '../archive/lower-insertion.js';
import { draftColumns, tableName } from '../layout.js';
import { literal } from '../statement.js';
import {
  textOf,
  typeOf,
  versionOf,
  type JointVersionPart,
  type JointWriting,
  type Of,
} from './joint-rows.js';
import { valueColumns } from './version-part.js';

/** The published versions of types with drafts are copies of the drafts, as in `lowerInsert`. */
export function lowerInserts(
  writing: JointWriting,
  { layers }: Of<'insert'>,
  name: string,
): readonly JointVersionPart[] {
  const { plans, parameters, conditions, ids } = writing;
  const type = typeOf(writing);
  const layer: Layer = layers.includes('draft') ? 'draft' : 'published';
  const columns = columnsOfVersions(type).filter(
    (column) => column.name !== draftColumns.publishedId && column.name !== draftColumns.hasChanges,
  );
  const rows = plans.map((plan) => rowOf(plan, versionOf<'insert'>(plan, 0), layer));
  const isBoth = layers.length > 1;
  const table = tableName(type);
  const names = [
    'id',
    ...(isBoth ? [draftColumns.publishedId] : []),
    ...columns.map((column) => column.name),
  ];
  const values = [
    'i.id',
    ...(isBoth ? ['i.second'] : []),
    ...columns.map(({ type: sqlType }, index) => `u.c${index}::${sqlType}`),
  ];
  const arrays = columns.map(({ valueOf }) =>
    parameters.add(
      rows.map((row) => textOf(valueOf(row))),
      'text[]',
    ),
  );
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  const aliases = columns.map((_, index) => `c${index}`).join(', ');
  const first = {
    name,
    text: `(INSERT INTO ${table} AS t0 (${names.join(', ')}) SELECT ${values.join(', ')} FROM unnest(${arrays.join(', ')}) AS u(${aliases}) JOIN ${ids} i ON i.document_id = u.c${columns.findIndex((column) => column.name === 'document_id')}${where} RETURNING ${isBoth ? 't0.*' : 't0.document_id'})`,
    expected: plans.length,
  };
  if (!isBoth) return [first];
  const same = ['document_id', 'locale', 'created_at', 'updated_at', ...valueColumns(type)];
  const documents = parameters.add(
    rows.map(({ documentId }) => documentId),
    'text[]',
  );
  const times = parameters.add(
    plans.map((plan) => versionOf<'insert'>(plan, 0).publishedAt),
    'timestamptz[]',
  );
  const copy = {
    name: `${name}p`,
    text: `(INSERT INTO ${table} (id, status, published_at, ${same.join(', ')}) SELECT d.${draftColumns.publishedId}, ${literal('published')}, p.at, ${same.map((column) => `d.${column}`).join(', ')} FROM ${name} d JOIN unnest(${documents}, ${times}) AS p(document_id, at) ON p.document_id = d.document_id)`,
    expected: null,
  };
  return [first, copy];
}

const rowOf = ({ documentId }: WritePlan, insert: Of<'insert'>, layer: Layer): NewVersion => ({
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
