import { failure, type Failure } from '../failure.js';
import type { AggregateFunction, DatePart } from '../query/aggregate.js';
import type { Range } from '../query/query.js';
import type { Scalar, ScalarType } from '../schema/schema.js';
import type { Hop, Limits, Predicate, ReadPlan } from './read-plan.js';

/**
 * What a store computes, decided and frozen. Groups are rows with a column for each group key, one for the number of
 * documents, and one for each value. Only `planAggregate` makes one.
 */
export interface AggregatePlan {
  /** Decides which versions are aggregated; its order, range and shape do not matter. */
  readonly documents: ReadPlan;
  /** Empty: all versions are one group, which exists even if there are none. */
  readonly groups: readonly GroupKey[];
  readonly values: readonly AggregateValue[];
  readonly showsCount: boolean;
  /** Groups with fewer documents are left out. */
  readonly minGroupSize: number;
  /** A condition on columns, of the kinds `and`, `or` and `compare`; null: all groups. */
  readonly having: Predicate | null;
  /** Total, because it ends in all group keys. Nulls come last in ascending order and first in descending order. */
  readonly order: readonly ColumnOrder[];
  readonly range: Range;
}

export interface GroupKey {
  /** As it was asked for: `kind`, or `owner.name`. */
  readonly name: string;
  /** The steps to the version that has the field: each leads to one at most. Nulls stand for missing ones. */
  readonly hops: readonly Hop[];
  readonly field: Scalar;
  /**
   * Groups by the text of this part: 2026, 2026-Q4, 2026-11, 2026-W47, 2026-11-23 or 2026-11-23T14, which sort as the
   * instants do; null: by the value itself.
   */
  readonly part: DatePart | null;
  readonly column: Scalar;
}

/**
 * A value computed from all values of `field` that are not null; null if there are none. Sums of integers and decimals
 * are exact. An average is the sum as a number, divided by the number of values.
 */
export interface AggregateValue {
  readonly function: AggregateFunction;
  readonly field: Scalar;
  readonly column: Scalar;
}

export interface ColumnOrder {
  readonly column: Scalar;
  readonly direction: 'asc' | 'desc';
}

/** A column of groups. Its name is for stores; clients never see it. */
export const columnOf = (name: string, type: ScalarType): Scalar => ({
  kind: 'scalar',
  name,
  type,
  private: false,
  required: false,
  localized: false,
  system: false,
  unique: false,
  index: false,
});

/** The number of documents of a group. The type `decimal` compares numbers of any size exactly. */
export const countColumn: Scalar = Object.freeze(columnOf('count', 'decimal'));

/** The columns of an answer, in its order. */
export const columnsOf = ({ groups, values }: AggregatePlan): readonly Scalar[] => [
  ...groups.map(({ column }) => column),
  countColumn,
  ...values.map(({ column }) => column),
];

export const tooManyGroups = ({ rows }: Limits): Failure =>
  failure('PLAN.TOO_LARGE', `More than ${rows} groups: filter the documents, or group by less`);

export const beyondNumbers: Failure = failure(
  'PLAN.TOO_LARGE',
  'A sum is larger than the largest floating-point number',
);
