import type { Filter, Query, Range, Sort } from './query.js';

export const aggregateFunctions = ['sum', 'avg', 'min', 'max'] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];

/** Parts of a day or an instant, in UTC. Weeks are those of ISO 8601. */
export const dateParts = ['year', 'quarter', 'month', 'week', 'day', 'hour'] as const;
export type DatePart = (typeof dateParts)[number];

/**
 * What a client wants to compute from the documents of a list, grouped by some of their attributes. Decoded but not yet
 * checked against the schema or the permissions.
 */
export interface AggregateQuery extends Pick<Query, 'type' | 'layer' | 'locale' | 'publication' | 'filters'> {
  /** Whether groups show the number of their documents. */
  readonly showsCount: boolean;
  readonly values: readonly RequestedValue[];
  /** Empty: all documents are one group. */
  readonly groupBy: readonly GroupBy[];
  /** Restricts the groups. Its keys are `count` and names such as `sum.price`. */
  readonly having?: Filter;
  /** By `count`, `sum.price`, or an attribute of `groupBy`. */
  readonly sort?: readonly Sort[];
  readonly range: Range;
}

export interface RequestedValue {
  readonly function: AggregateFunction;
  readonly attribute: string;
}

export interface GroupBy {
  readonly attribute: string;
  /** A name that should be one of `dateParts`. */
  readonly part?: string;
}
