import { compares } from '../../../domain/plan/compare-values.js';
import type { Context, Predicate, Target } from '../../../domain/plan/read-plan.js';
import type { ReadLayer } from '../../../domain/query/query.js';
import type { Relation } from '../../../domain/schema/schema.js';
import { linkedVersions } from './linked-versions.js';
import { findVersion, versionsOf, type Tables, type Version } from './tables.js';
import { itemsAt, scalarAt, type Node } from './values.js';

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
