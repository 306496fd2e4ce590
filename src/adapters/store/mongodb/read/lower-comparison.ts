import { familyOf } from '../../../../domain/document/value.js';
import type { Comparison, Value } from '../../../../domain/plan/read-plan.js';
import type { Scalar } from '../../../../domain/schema/schema.js';
import { storedScalar } from '../stored-value.js';

type Condition = Readonly<Record<string, unknown>>;

/** What must hold of the field's value. An absent value fits nothing but `null`, negated or not. */
export function lowerComparison(field: Scalar, comparison: Comparison, negated: boolean): Condition {
  // JSON is kept as the compact text that it is compared by.
  const cast = (value: Value): unknown =>
    familyOf(field.type) === 'json' ? String(value) : storedScalar(field, value);
  switch (comparison.op) {
    case 'null':
      return negated ? { $ne: null } : { $eq: null };
    case 'eq':
      if (comparison.fold && isText(field))
        return matching(`^${literal(comparison.value)}${end}`, true, negated);
      return negated ? { $nin: [cast(comparison.value), null] } : { $eq: cast(comparison.value) };
    case 'in': {
      const values = comparison.values.map(cast);
      return negated ? { $nin: [...values, null] } : { $in: values };
    }
    case 'between':
      return within({ $gte: cast(comparison.low), $lte: cast(comparison.high) }, negated);
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return { [`$${negated ? opposite[comparison.op] : comparison.op}`]: cast(comparison.value) };
    case 'contains':
      return matching(literal(comparison.value), comparison.fold, negated);
    case 'startsWith':
      return comparison.fold
        ? matching(`^${literal(comparison.value)}`, true, negated)
        : within(beginningWith(comparison.value), negated);
    case 'endsWith':
      return matching(`${literal(comparison.value)}${end}`, comparison.fold, negated);
  }
}

const opposite = { lt: 'gte', lte: 'gt', gt: 'lte', gte: 'lt' } as const;

const isText = (field: Scalar): boolean => ['text', 'json'].includes(familyOf(field.type));

/** Of a text: `$` would also fit before a line break there. */
const end = '\\z';

const within = (range: Condition, negated: boolean): Condition =>
  negated ? { $not: range, $ne: null } : range;

/** A range of texts, which an index holds side by side. */
function beginningWith(prefix: string): Condition {
  const points = Array.from(prefix, (point) => point.codePointAt(0) ?? 0);
  while (points.at(-1) === lastPoint) points.pop();
  const last = points.pop();
  if (last === undefined) return { $gte: prefix };
  return { $gte: prefix, $lt: String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1) };
}

const lastPoint = 0x10ffff;

/**
 * The pattern is the server's own, around a literal. Denied twice, so that no index is asked for it: DocumentDB then
 * refuses long patterns, and forgets the pattern where something else is asked of the field too.
 */
function matching(pattern: string, fold: boolean, negated: boolean): Condition {
  const not = { $not: { $regex: pattern, $options: fold ? 'is' : 's' } };
  return negated ? { ...not, $ne: null } : { $not: not };
}

const literal = (value: Value): string =>
  String(value).replace(/[\\^$.*+?()[\]{}|#\s-]/g, (character) => `\\${character}`);
