import { compares } from '../../../../domain/plan/compare-values.js';
import type { Predicate } from '../../../../domain/plan/read-plan.js';
import { canonicalScalar } from '../stored-value.js';
import { identityFields, itemsAt, scalarAt, type Node } from './node.js';
import type { Reader } from './reader.js';
import { resolveTargets } from './resolve-targets.js';

/**
 * Returns the items of components that satisfy a predicate. Items come with the versions that have them, so that only the
 * targets of their relations are read.
 */
export async function fittingItems(
  reader: Reader,
  items: readonly Node[],
  predicate: Predicate,
): Promise<ReadonlySet<Node>> {
  switch (predicate.kind) {
    case 'and': {
      let left: ReadonlySet<Node> = new Set(items);
      for (const part of predicate.predicates) left = await fittingItems(reader, [...left], part);
      return left;
    }
    case 'or': {
      const found = new Set<Node>();
      for (const part of predicate.predicates)
        for (const item of await fittingItems(reader, items, part)) found.add(item);
      return found;
    }
    case 'compare': {
      const { field, comparison, negated } = predicate;
      const holds = (item: Node): boolean =>
        compares(canonicalScalar(field, scalarAt(item, field)), field, comparison, negated);
      return new Set(items.filter(holds));
    }
    case 'related': {
      const targets = await resolveTargets(reader, items, predicate, identityFields);
      return new Set(items.filter((item) => (targets.get(item) ?? []).length > 0 !== predicate.negated));
    }
    case 'component':
      return fittingByItems(reader, items, predicate);
    case 'publication':
      throw new Error('a component has no publication state');
  }
}

async function fittingByItems(
  reader: Reader,
  nodes: readonly Node[],
  { attribute, where, negated }: Predicate & { readonly kind: 'component' },
): Promise<ReadonlySet<Node>> {
  const inside = new Map(
    nodes.map((node) => [node, itemsAt(node, attribute.name).map((item) => ({ ...node, item }))]),
  );
  const all = [...inside.values()].flat();
  const fitting = where === null ? new Set(all) : await fittingItems(reader, all, where);
  const has = (node: Node): boolean => (inside.get(node) ?? []).some((item) => fitting.has(item));
  return new Set(nodes.filter((node) => has(node) !== negated));
}
