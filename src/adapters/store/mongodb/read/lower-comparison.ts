import { familyOf } from '../../../../domain/document/value.js';
import type { Comparison, Value } from '../../../../domain/plan/comparison.js';
import type { Context } from '../../../../domain/plan/read-plan.js';
import type { Scalar } from '../../../../domain/schema/schema.js';
import { storedScalar } from '../stored-value.js';

type Condition = Readonly<Record<string, unknown>>;

/** Returns the condition on a field's value. An absent value matches nothing but `null`, negated or not. */
export function lowerComparison(field: Scalar, comparison: Comparison, negated: boolean): Condition {
  // JSON is stored and compared as its compact text.
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

/** Matches the end of a text. `$` would also match before a final line break. */
const end = '\\z';

const within = (range: Condition, negated: boolean): Condition =>
  negated ? { $not: range, $ne: null } : range;

/** Matches texts with a prefix by a range, which an index can serve. */
function beginningWith(prefix: string): Condition {
  const points = Array.from(prefix, (point) => point.codePointAt(0) ?? 0);
  while (points.at(-1) === lastPoint) points.pop();
  const last = points.pop();
  if (last === undefined) return { $gte: prefix };
  return { $gte: prefix, $lt: String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1) };
}

const lastPoint = 0x10ffff;

function matching(pattern: string, fold: boolean, negated: boolean): Condition {
  const found = { $regex: pattern, $options: fold ? 'is' : 's' };
  return negated ? { $not: found, $ne: null } : found;
}

/** Escapes all characters that have a meaning in a pattern. */
const literal = (value: Value): string =>
  String(value).replace(/[\\^$.*+?()[\]{}|#\s-]/g, (character) => `\\${character}`);

/** Matches a field that has one of the context's locales. */
export function localeFilter(field: string, locale: Context['locale']): Condition {
  if (locale === '*') return {};
  return { [field]: typeof locale === 'string' ? locale : { $in: [...locale] } };
}

export const inContext = (locale: string, context: Context['locale']): boolean =>
  context === '*' || (typeof context === 'string' ? context === locale : context.includes(locale));
