import { familyOf } from '../document/value.js';
import type { Operator } from '../query/query.js';
import type { ScalarType } from '../schema/schema.js';
import type { Comparison } from './comparison.js';

/** What an operator compares. */
export interface Meaning {
  readonly op: Comparison['op'];
  readonly negated?: true;
  readonly fold?: true;
}

export const meanings: Readonly<Record<Operator, Meaning>> = {
  $eq: { op: 'eq' },
  $eqi: { op: 'eq', fold: true },
  $ne: { op: 'eq', negated: true },
  $nei: { op: 'eq', negated: true, fold: true },
  $lt: { op: 'lt' },
  $lte: { op: 'lte' },
  $gt: { op: 'gt' },
  $gte: { op: 'gte' },
  $in: { op: 'in' },
  $notIn: { op: 'in', negated: true },
  $contains: { op: 'contains' },
  $notContains: { op: 'contains', negated: true },
  $containsi: { op: 'contains', fold: true },
  $notContainsi: { op: 'contains', negated: true, fold: true },
  $startsWith: { op: 'startsWith' },
  $startsWithi: { op: 'startsWith', fold: true },
  $endsWith: { op: 'endsWith' },
  $endsWithi: { op: 'endsWith', fold: true },
  $null: { op: 'null' },
  $notNull: { op: 'null', negated: true },
  $between: { op: 'between' },
};

/** JSON has no order and is compared by its compact text. Text operators need text. */
export function operatorFits(type: ScalarType, operator: Operator): boolean {
  const family = familyOf(type);
  const { op, fold } = meanings[operator];
  if (op === 'null') return true;
  if (op === 'contains') return family === 'text' || family === 'json';
  if (op === 'startsWith' || op === 'endsWith') return family === 'text';
  return family !== 'json' || op === 'in' || (op === 'eq' && fold !== true);
}
