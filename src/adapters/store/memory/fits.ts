import { familyOf } from '../../../domain/document/value.js';
import type { Comparison, Context, Predicate, Target } from '../../../domain/plan/read-plan.js';
import type { ReadLayer } from '../../../domain/query/query.js';
import type { Json, Relation, Scalar } from '../../../domain/schema/schema.js';
import { linkedVersions } from './linked-versions.js';
import { findVersion, versionsOf, type Tables, type Version } from './tables.js';
import { asText, compareText, compareValues, itemsAt, scalarAt, textOf, type Node } from './values.js';

/** The tables during one read, with its cache of predicate results. */
export interface Reading extends Tables {
  /** Results of relation predicates, by predicate, locale and layer of the context, and version. */
  readonly verdicts: Map<Predicate, Map<Context['locale'], Map<ReadLayer, Map<Version, boolean>>>>;
}

export const startReading = (tables: Tables): Reading => ({ ...tables, verdicts: new Map() });

/** Reports whether a node satisfies a predicate. */
export function fits(tables: Reading, node: Node, predicate: Predicate | null): boolean {
  if (predicate === null) return true;
  switch (predicate.kind) {
    case 'and':
      return predicate.predicates.every((each) => fits(tables, node, each));
    case 'or':
      return predicate.predicates.some((each) => fits(tables, node, each));
    case 'compare':
      return compares(
        scalarAt(node, predicate.field),
        predicate.field,
        predicate.comparison,
        predicate.negated,
      );
    case 'related':
      return node.item === null ? relatesOnce(tables, node, predicate) : relates(tables, node, predicate);
    case 'publication':
      return hasPublication(tables, node, predicate.has) !== predicate.negated;
    case 'component': {
      const items = itemsAt(node, predicate.attribute.name);
      return items.some((item) => fits(tables, { ...node, item }, predicate.where)) !== predicate.negated;
    }
  }
}

type Related = Predicate & { readonly kind: 'related' };

/** Caches the result, because many links lead to the same version and circular filters would take exponential time. */
function relatesOnce(tables: Reading, node: Node, predicate: Related): boolean {
  const verdicts = mapIn(mapIn(mapIn(tables.verdicts, predicate), node.locale), node.layer);
  let verdict = verdicts.get(node.version);
  if (verdict === undefined) verdicts.set(node.version, (verdict = relates(tables, node, predicate)));
  return verdict;
}

function mapIn<K, L, V>(maps: Map<K, Map<L, V>>, key: K): Map<L, V> {
  let map = maps.get(key);
  if (map === undefined) maps.set(key, (map = new Map()));
  return map;
}

const relates = (tables: Reading, node: Node, { relation, target, negated }: Related): boolean =>
  linkedVersions(tables, node, relation, target).some((each) => fits(tables, each, target.where)) !== negated;

/** Returns the targets of a relation of `node` that satisfy `target.where`, in list order. */
export const resolveTargets = (tables: Reading, node: Node, relation: Relation, target: Target): Node[] =>
  linkedVersions(tables, node, relation, target).filter((each) => fits(tables, each, target.where));

/** Looks at the document's versions in the node's locale, or in any locale for `published-anywhere`. */
function hasPublication(
  tables: Reading,
  { type, version: { documentId, locale } }: Node,
  has: (Predicate & { readonly kind: 'publication' })['has'],
): boolean {
  if (has === 'published-anywhere')
    return [...versionsOf(tables.versions(type), documentId)].some(({ layer }) => layer === 'published');
  const layer = has === 'published' ? 'published' : 'draft';
  const version = findVersion(tables.versions(type), documentId, layer, locale);
  return version !== undefined && (has !== 'changes' || version.hasChanges);
}

/** An absent value satisfies no comparison but `null`, negated or not. */
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
