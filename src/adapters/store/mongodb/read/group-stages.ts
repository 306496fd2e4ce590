import type { Document } from 'mongodb';
import { familyOf } from '../../../../domain/document/value.js';
import {
  countColumn,
  type AggregatePlan,
  type AggregateValue,
  type GroupKey,
} from '../../../../domain/plan/aggregate-plan.js';
import type { Predicate } from '../../../../domain/plan/read-plan.js';
import type { DatePart } from '../../../../domain/query/aggregate.js';
import type { Scalar } from '../../../../domain/schema/schema.js';
import { fieldOf } from '../layout.js';
import { lowerComparison } from './lower-comparison.js';

/** Stages that return a row for each group, with its columns as fields, but at most one row more than the limit. */
export function groupStages({ documents, groups, values }: AggregatePlan): readonly Document[] {
  const keys = Object.fromEntries(groups.map((group) => [group.column.name, keyOf(group)]));
  const accumulators = Object.fromEntries(values.flatMap(accumulatorsOf));
  const columns = {
    ...Object.fromEntries(groups.map(({ column }) => [column.name, `$_id.${column.name}`])),
    ...Object.fromEntries(values.map((value) => [value.column.name, resultOf(value)])),
  };
  const group = { $group: { _id: keys, [countColumn.name]: { $sum: 1 }, ...accumulators } };
  const empty = Object.fromEntries([[countColumn.name, 0], ...values.map((value) => [counted(value), 0])]);
  return [
    ...(groups.length > 0
      ? [group, { $limit: documents.limits.rows + 1 }]
      : [
          { $facet: { all: [group] } },
          { $replaceWith: { $ifNull: [{ $arrayElemAt: ['$all', 0] }, { $literal: empty }] } },
        ]),
    { $project: { _id: 0, [countColumn.name]: 1, ...columns } },
  ];
}

/** The pipelines of a `$facet`: the rows of the page, and the number of rows on all pages. */
export function pageOfGroups({ minGroupSize, having, order, range }: AggregatePlan): {
  readonly rows: readonly Document[];
  readonly total: readonly Document[];
} {
  const kept = [
    ...(minGroupSize > 1 ? [{ $match: { [countColumn.name]: { $gte: minGroupSize } } }] : []),
    ...(having === null ? [] : [{ $match: lowerHaving(having) }]),
  ];
  // MongoDB sorts by at most 32 fields, and a plan has at most 16 keys.
  const sort = order.flatMap(({ column: { name }, direction }) => {
    const sign = direction === 'asc' ? 1 : -1;
    return [[nullRank(name), sign] as const, [name, sign] as const];
  });
  const ranks = order.map(({ column: { name } }) => [nullRank(name), { $eq: [`$${name}`, null] }]);
  return {
    rows: [
      ...kept,
      ...(order.length === 0
        ? []
        : [{ $set: Object.fromEntries(ranks) }, { $sort: Object.fromEntries(sort) }]),
      ...(range.offset > 0 ? [{ $skip: range.offset }] : []),
      ...(range.limit === null ? [] : [{ $limit: range.limit }]),
    ],
    total: [...kept, { $count: 'n' }],
  };
}

/** MongoDB sorts nulls below every value, and they must be above. */
const nullRank = (name: string): string => `_null_${name}`;

function lowerHaving(predicate: Predicate): Document {
  switch (predicate.kind) {
    case 'and':
    case 'or': {
      const parts = predicate.predicates.map(lowerHaving);
      return parts.length === 0 ? { $expr: predicate.kind === 'and' } : { [`$${predicate.kind}`]: parts };
    }
    case 'compare':
      return {
        [predicate.field.name]: lowerComparison(predicate.field, predicate.comparison, predicate.negated),
      };
    default:
      throw new Error(`groups have no ${predicate.kind}`);
  }
}

const valueAt = (field: Scalar): string => `$${fieldOf(field)}`;

/** An absent value and null are one group. */
function keyOf({ field, part }: GroupKey): Document {
  if (part === null) return { $ifNull: [valueAt(field), null] };
  const isDay = familyOf(field.type) === 'date';
  const date = isDay
    ? { $dateFromString: { dateString: valueAt(field), format: '%Y-%m-%d' } }
    : valueAt(field);
  return partKeys[part](date);
}

const formatted =
  (format: string) =>
  (date: unknown): Document => ({ $dateToString: { date, format } });

const partKeys: Readonly<Record<DatePart, (date: unknown) => Document>> = {
  year: formatted('%Y'),
  quarter: (date) => ({
    $concat: [
      { $dateToString: { date, format: '%Y-Q' } },
      { $toString: { $ceil: { $divide: [{ $month: date }, 3] } } },
    ],
  }),
  month: formatted('%Y-%m'),
  week: formatted('%G-W%V'),
  day: formatted('%Y-%m-%d'),
  hour: formatted('%Y-%m-%dT%H'),
};

/** The field with the number of values that a sum adds up. */
const counted = ({ column }: AggregateValue): string => `_count_${column.name}`;

function accumulatorsOf(value: AggregateValue): readonly (readonly [string, Document])[] {
  const { function: name, field, column } = value;
  const stored = valueAt(field);
  if (name === 'min' || name === 'max') return [[column.name, { [`$${name}`]: stored }]];
  // A sum of 64-bit integers may need more bits.
  const summed = familyOf(field.type) === 'biginteger' ? { $toDecimal: stored } : stored;
  return [
    [column.name, { $sum: summed }],
    [counted(value), { $sum: { $cond: [{ $gt: [stored, null] }, 1, 0] } }],
  ];
}

/** Sums and averages of no values are null. */
function resultOf(value: AggregateValue): unknown {
  const { function: name, field, column } = value;
  const result = `$${column.name}`;
  const count = `$${counted(value)}`;
  if (name === 'min' || name === 'max') return { $ifNull: [result, null] };
  const whenAny = (then: unknown): Document => ({ $cond: [{ $gt: [count, 0] }, then, null] });
  if (name === 'sum') return whenAny(result);
  // As whole numbers, because a division of two of them is rounded only once.
  const times = familyOf(field.type) === 'decimal' ? 100 : 1;
  const total = { $toDouble: times === 1 ? result : { $multiply: [result, times] } };
  return whenAny({ $divide: [total, { $multiply: [count, times] }] });
}
