import type { AggregateAnswer } from '../../../../application/ports/document-store.js';
import { ThrownFailure } from '../../../../application/thrown-failure.js';
import type { Cancellation } from '../../../../domain/cancellation.js';
import { familyOf } from '../../../../domain/document/value.js';
import {
  beyondNumbers,
  columnsOf,
  countColumn,
  tooManyGroups,
  type AggregatePlan,
  type AggregateValue,
  type GroupKey,
} from '../../../../domain/plan/aggregate-plan.js';
import type { DatePart } from '../../../../domain/query/aggregate.js';
import type { Json, Schema } from '../../../../domain/schema/schema.js';
import type { Queryable } from '../connection.js';
import { codeOf } from '../database-error.js';
import { columnName, tableName } from '../layout.js';
import { Parameters, withParts, type Statement } from '../statement.js';
import { canonical, compared, Lowering, rootScope, type Scope } from './lowering.js';
import { reached } from './lower-order.js';
import { lowerPredicate } from './lower-predicate.js';
import { boundText } from './read-documents.js';
import { lowerWhere } from './lower-where.js';

interface AggregateRow {
  /** The groups of the range as JSON. */
  readonly text: string;
  /** The number of groups, at most one more than the limit. */
  readonly found: string;
  readonly total: string;
}

const outOfRange = '22003';

/** Rejects with a `ThrownFailure` if there are too many groups, or a sum is infinite. */
export async function aggregateDocuments(
  connection: Queryable,
  schema: Schema,
  plan: AggregatePlan,
  signal?: Cancellation,
): Promise<AggregateAnswer> {
  const [row] = await connection
    .query<AggregateRow>(lowerAggregate(schema, plan), signal)
    .catch((error: unknown) => {
      throw codeOf(error) === outOfRange ? new ThrownFailure(beyondNumbers) : error;
    });
  if (row === undefined) throw new Error('the database returned no row');
  const { limits } = plan.documents;
  if (Number(row.found) > limits.rows) throw new ThrownFailure(tooManyGroups(limits));
  return { rows: JSON.parse(row.text) as readonly (readonly Json[])[], total: Number(row.total) };
}

/** Returns a statement that answers the plan in one `AggregateRow`. */
export function lowerAggregate(schema: Schema, plan: AggregatePlan): Statement {
  const { documents, range } = plan;
  const lowering = new Lowering(schema, documents.limits, new Parameters(), documents.once);
  const { parameters } = lowering;
  const found = lowerGroups(lowering, plan);
  const kept = lowerKept(lowering, plan);
  const texts = new Map(plan.groups.map((group) => [group.column, lowerText(group)]));
  const values = columnsOf(plan).map((column) => texts.get(column) ?? canonical('g', column));
  const order = plan.order.map(({ column, direction }) => `g.${columnName(column)} ${direction}`);
  const sorted = order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`;
  const limit = parameters.add(range.limit, 'bigint');
  // A function has at most 100 arguments, and a plan fewer columns.
  const rows = `SELECT json_build_array(${values.join(', ')}) AS row FROM quire_kept g${sorted} LIMIT ${limit} OFFSET ${parameters.add(range.offset, 'bigint')}`;
  const list = `SELECT coalesce(json_agg(p.row), '[]')::text AS text FROM (${rows}) p`;
  const parts = [...lowering.parts, found, kept];
  return {
    text: `${withParts(parts)}SELECT ${boundText(lowering)}, (SELECT count(*) FROM quire_groups) AS found, (SELECT count(*) FROM quire_kept) AS total FROM (${list}) a`,
    values: parameters.values,
  };
}

const lowerGroups = (lowering: Lowering, { documents, groups, values }: AggregatePlan) => {
  const { type, context, limits } = documents;
  const scope = rootScope('t0', type, context);
  const joins: string[] = [];
  const columns = [
    ...groups.map(
      (group) => `${lowerKey(reached(lowering, scope, group, joins), group)} AS ${columnName(group.column)}`,
    ),
    `count(*) AS ${columnName(countColumn)}`,
    ...values.map((value) => `${lowerValue(scope, value)} AS ${columnName(value.column)}`),
  ];
  const where = lowerWhere(lowering, scope, documents);
  const by = groups.length === 0 ? '' : ` GROUP BY ${groups.map((_group, index) => index + 1).join(', ')}`;
  const most = lowering.parameters.add(limits.rows + 1, 'bigint');
  const select = `SELECT ${columns.join(', ')} FROM ${tableName(type)} t0${joins.join('')}${where}${by} LIMIT ${most}`;
  return { name: 'quire_groups', text: `MATERIALIZED (${select})` };
};

const lowerKept = (lowering: Lowering, { documents, minGroupSize, having }: AggregatePlan) => {
  const conditions = [
    ...(minGroupSize > 1
      ? [`g.${columnName(countColumn)} >= ${lowering.parameters.add(minGroupSize, 'bigint')}`]
      : []),
    ...(having === null
      ? []
      : [lowerPredicate(lowering, rootScope('g', documents.type, documents.context), having)]),
  ];
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return { name: 'quire_kept', text: `MATERIALIZED (SELECT * FROM quire_groups g${where})` };
};

const formats: Readonly<Record<DatePart, string>> = {
  year: 'YYYY',
  quarter: 'YYYY-"Q"Q',
  month: 'YYYY-MM',
  week: 'IYYY-"W"IW',
  day: 'YYYY-MM-DD',
  hour: 'YYYY-MM-DD"T"HH24',
};

/** Groups by the beginning of a part of a date, because its text takes longer; see `lowerText`. */
function lowerKey(value: string, { field, part }: GroupKey): string {
  if (part === null) return value;
  const local = familyOf(field.type) === 'date' ? `${value}::timestamp` : `${value} AT TIME ZONE 'UTC'`;
  return `date_trunc('${part}', ${local})`;
}

/** Returns a group key as it is answered. */
const lowerText = ({ part, column }: GroupKey): string =>
  part === null ? canonical('g', column) : `to_char(g.${columnName(column)}, '${formats[part]}')`;

function lowerValue(scope: Scope, { function: name, field }: AggregateValue): string {
  const value = compared(scope, field);
  if (name !== 'avg') return `${name}(${value})`;
  // As whole numbers, because a division of two of them is rounded only once.
  const times = familyOf(field.type) === 'decimal' ? ' * 100' : '';
  return `(sum(${value})${times})::double precision / (count(${value})${times})`;
}
