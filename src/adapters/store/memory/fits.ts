import { familyOf } from '../../../domain/document/value.js';
import type { Comparison, Context, Predicate, Target } from '../../../domain/plan/read-plan.js';
import type { Json, Relation, Scalar } from '../../../domain/schema/schema.js';
import { linkedVersions } from './linked-versions.js';
import type { Place, Version } from './rows.js';
import { findVersion, versionsOf, type Tables } from './tables.js';
import { asText, compareText, compareValues, itemsAt, scalarAt, textOf } from './values.js';

/** The tables during one read, in which a question about a version has one answer in each context. */
export interface Reading extends Tables {
  /** For predicates about relations. */
  readonly verdicts: Map<Predicate, Map<Context['locale'], Map<Version, boolean>>>;
}

export const startReading = (tables: Tables): Reading => ({ ...tables, verdicts: new Map() });

/** Whether a version or item fits a predicate. */
export function fits(tables: Reading, place: Place, predicate: Predicate | null): boolean {
  if (predicate === null) return true;
  switch (predicate.kind) {
    case 'and':
      return predicate.predicates.every((each) => fits(tables, place, each));
    case 'or':
      return predicate.predicates.some((each) => fits(tables, place, each));
    case 'compare':
      return compares(
        scalarAt(place, predicate.field),
        predicate.field,
        predicate.comparison,
        predicate.negated,
      );
    case 'related':
      return place.item === null ? relatesOnce(tables, place, predicate) : relates(tables, place, predicate);
    case 'publication':
      return hasPublication(tables, place, predicate.has) !== predicate.negated;
    case 'component': {
      const items = itemsAt(place, predicate.attribute.name);
      return items.some((item) => fits(tables, { ...place, item }, predicate.where)) !== predicate.negated;
    }
  }
}

type Related = Predicate & { readonly kind: 'related' };

/** Many links lead to the same version: without this, filters that lead in circles take forever. */
function relatesOnce(tables: Reading, place: Place, predicate: Related): boolean {
  const verdicts = mapIn(mapIn(tables.verdicts, predicate), place.locale);
  let verdict = verdicts.get(place.version);
  if (verdict === undefined) verdicts.set(place.version, (verdict = relates(tables, place, predicate)));
  return verdict;
}

function mapIn<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  let map = maps.get(key);
  if (map === undefined) maps.set(key, (map = new Map()));
  return map;
}

const relates = (tables: Reading, place: Place, { relation, target, negated }: Related): boolean =>
  linkedVersions(tables, place, relation, target).some((each) => fits(tables, each, target.where)) !==
  negated;

/** The versions that a relation of `place` resolves to, in list order. */
export const resolveTargets = (tables: Reading, place: Place, relation: Relation, target: Target): Place[] =>
  linkedVersions(tables, place, relation, target).filter((each) => fits(tables, each, target.where));

/** What the document has: in the version's own locale, but for `published-anywhere`. */
function hasPublication(
  tables: Reading,
  { type, version: { documentId, locale } }: Place,
  has: (Predicate & { readonly kind: 'publication' })['has'],
): boolean {
  if (has === 'published-anywhere')
    return [...versionsOf(tables.versions(type), documentId)].some(({ layer }) => layer === 'published');
  const layer = has === 'published' ? 'published' : 'draft';
  const version = findVersion(tables.versions(type), documentId, layer, locale);
  return version !== undefined && (has !== 'changes' || version.hasChanges);
}

/** An absent value fits no comparison, negated or not, but `null`. */
function compares(value: Json, field: Scalar, comparison: Comparison, negated: boolean): boolean {
  if (comparison.op === 'null') return (value === null) !== negated;
  return value !== null && holds(value, field, comparison) !== negated;
}

function holds(value: Json, field: Scalar, comparison: Exclude<Comparison, { op: 'null' }>): boolean {
  const against = (other: Json): number =>
    familyOf(field.type) === 'json'
      ? compareText(textOf(field, value), asText(other))
      : compareValues(field, value, other);
  switch (comparison.op) {
    case 'eq':
      return comparison.fold
        ? fold(textOf(field, value)) === fold(textOf(field, comparison.value))
        : against(comparison.value) === 0;
    case 'lt':
      return against(comparison.value) < 0;
    case 'lte':
      return against(comparison.value) <= 0;
    case 'gt':
      return against(comparison.value) > 0;
    case 'gte':
      return against(comparison.value) >= 0;
    case 'in':
      return comparison.values.some((each) => against(each) === 0);
    case 'between':
      return against(comparison.low) >= 0 && against(comparison.high) <= 0;
    default:
      return matches(textOf(field, value), comparison);
  }
}

type TextComparison = Extract<Comparison, { op: 'contains' | 'startsWith' | 'endsWith' }>;

function matches(text: string, { op, value, fold: folded }: TextComparison): boolean {
  const [whole, part] = folded ? [fold(text), fold(value)] : [text, value];
  if (op === 'contains') return whole.includes(part);
  return op === 'startsWith' ? whole.startsWith(part) : whole.endsWith(part);
}

const fold = (text: string): string => text.toLowerCase();
