import { textOf } from '../document/text-of.js';
import { familyOf } from '../document/value.js';
import { err, ok, type Result } from '../result.js';
import type { Json, Scalar } from '../schema/schema.js';
import {
  beyondNumbers,
  columnsOf,
  tooManyGroups,
  type AggregatePlan,
  type AggregateValue,
} from './aggregate-plan.js';
import { compareNullable, compares, compareValues } from './compare-values.js';
import { partOf } from './date-part.js';
import type { Predicate } from './read-plan.js';

/** A version to be grouped. */
export interface GroupedVersion {
  /** The values of the group keys; parts of dates are taken here. */
  readonly keys: readonly Json[];
  valueOf(field: Scalar): Json;
}

export interface ComputedGroups {
  /** The columns of each group of the range, as `columnsOf` has them. */
  readonly rows: readonly (readonly Json[])[];
  /** The number of groups. */
  readonly total: number;
}

/** Computes the groups of versions in steps, for stores that do not compute them themselves. */
export function* groupingSteps(
  plan: AggregatePlan,
  versions: Iterable<GroupedVersion>,
): Generator<void, Result<ComputedGroups>> {
  const groups = yield* groupsIn(plan, versions);
  if (groups === null) return err(tooManyGroups(plan.documents.limits));
  const rows: Json[][] = [];
  for (const [keys, members] of groups) {
    yield;
    const values = plan.values.map((value) => compute(value, members));
    if (values.some((value) => typeof value === 'number' && !Number.isFinite(value)))
      return err(beyondNumbers);
    rows.push([...keys, members.length, ...values]);
  }
  const { having, minGroupSize, range } = plan;
  const columns = columnsOf(plan);
  const kept = rows.filter(
    (row) =>
      (minGroupSize <= 1 || Number(row[plan.groups.length]) >= minGroupSize) &&
      (having === null || holds(having, (column) => row[columns.indexOf(column)] ?? null)),
  );
  const sorted = kept.sort((left, right) => compareRows(plan, columns, left, right));
  const end = range.limit === null ? undefined : range.offset + range.limit;
  return ok({ rows: sorted.slice(range.offset, end), total: kept.length });
}

type Group = readonly [keys: readonly Json[], members: GroupedVersion[]];

/** Returns null if there are more groups than the limit. */
function* groupsIn(
  { documents, groups: keysOf }: AggregatePlan,
  versions: Iterable<GroupedVersion>,
): Generator<void, readonly Group[] | null> {
  const groups = new Map<string, Group>();
  if (keysOf.length === 0) groups.set('[]', [[], []]);
  for (const version of versions) {
    yield;
    const keys = keysOf.map(({ part }, index) => {
      const value = version.keys[index] ?? null;
      return part === null || value === null ? value : partOf(part, textOf(value));
    });
    const name = JSON.stringify(keys);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [keys, [version]]);
    else group[1].push(version);
    if (groups.size > documents.limits.rows) return null;
  }
  return [...groups.values()];
}

function holds(predicate: Predicate, valueOf: (column: Scalar) => Json): boolean {
  switch (predicate.kind) {
    case 'and':
      return predicate.predicates.every((part) => holds(part, valueOf));
    case 'or':
      return predicate.predicates.some((part) => holds(part, valueOf));
    case 'compare': {
      const { field, comparison, negated } = predicate;
      return compares(valueOf(field), field, comparison, negated);
    }
    default:
      throw new Error(`groups have no ${predicate.kind}`);
  }
}

function compareRows(
  { order }: AggregatePlan,
  columns: readonly Scalar[],
  left: readonly Json[],
  right: readonly Json[],
): number {
  for (const { column, direction } of order) {
    const at = columns.indexOf(column);
    const compared = compareNullable(column, left[at] ?? null, right[at] ?? null);
    if (compared !== 0) return direction === 'asc' ? compared : -compared;
  }
  return 0;
}

function compute({ function: name, field }: AggregateValue, members: readonly GroupedVersion[]): Json {
  const values = members.map((each) => each.valueOf(field)).filter((value) => value !== null);
  if (values.length === 0) return null;
  switch (name) {
    case 'sum':
      return sumOf(field, values);
    case 'avg':
      return averageOf(field, values);
    case 'min':
    case 'max': {
      const sign = name === 'min' ? 1 : -1;
      return values.reduce((one, other) => (sign * compareValues(field, one, other) <= 0 ? one : other));
    }
  }
}

function sumOf(field: Scalar, values: readonly Json[]): Json {
  switch (familyOf(field.type)) {
    case 'biginteger':
      return exactSum(values, textOf).toString();
    case 'integer':
      return Number(exactSum(values, JSON.stringify));
    case 'decimal':
      return Number(`${exactSum(values, hundredths)}e-2`);
    default:
      return values.reduce<number>((sum, value) => sum + Number(value), 0);
  }
}

function averageOf(field: Scalar, values: readonly Json[]): Json {
  return familyOf(field.type) === 'decimal'
    ? Number(exactSum(values, hundredths)) / (100 * values.length)
    : Number(sumOf(field, values)) / values.length;
}

const exactSum = (values: readonly Json[], textOf: (value: Json) => string): bigint =>
  values.reduce<bigint>((sum, value) => sum + BigInt(textOf(value)), 0n);

/** Stored decimals have two places. */
const hundredths = (value: Json): string => Number(value).toFixed(2).replace('.', '');
