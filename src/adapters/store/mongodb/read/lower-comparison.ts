import { familyOf } from '../../../../domain/document/value.js';
import type { Comparison, Value } from '../../../../domain/plan/read-plan.js';
import type { Scalar } from '../../../../domain/schema/schema.js';
import { storedScalar } from '../stored-value.js';

type Condition = Readonly<Record<string, unknown>>;

/** What must hold of the field's value. An absent value fits nothing but `null`, negated or not. */
export function lowerComparison(field: Scalar, comparison: Comparison, negated: boolean): Condition {
  const cast = (value: Value): unknown => storedScalar(field, value);
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
    case 'between': {
      const within = { $gte: cast(comparison.low), $lte: cast(comparison.high) };
      return negated ? { $not: within, $ne: null } : within;
    }
    case 'lt':
    case 'lte':
    case 'gt':
    case 'gte':
      return { [`$${negated ? opposite[comparison.op] : comparison.op}`]: cast(comparison.value) };
    case 'contains':
      return matching(literal(comparison.value), comparison.fold, negated);
    case 'startsWith':
      return matching(`^${literal(comparison.value)}`, comparison.fold, negated);
    case 'endsWith':
      return matching(`${literal(comparison.value)}${end}`, comparison.fold, negated);
  }
}

const opposite = { lt: 'gte', lte: 'gt', gt: 'lte', gte: 'lt' } as const;

const isText = (field: Scalar): boolean => ['text', 'json'].includes(familyOf(field.type));

/** Of a text: `$` would also fit before a line break there. */
const end = '\\z';

/** The pattern is the server's own, around a literal. */
function matching(pattern: string, fold: boolean, negated: boolean): Condition {
  const regex = { $regex: pattern, $options: fold ? 'is' : 's' };
  if (negated) return { $not: regex, $ne: null };
  return pattern.length > longestInIndex ? { $not: { $not: regex } } : regex;
}

/** FerretDB refuses to look for a longer pattern in an index, and looks for none there that is denied. */
const longestInIndex = 100;

const literal = (value: Value): string =>
  String(value).replace(/[\\^$.*+?()[\]{}|#\s-]/g, (character) => `\\${character}`);
