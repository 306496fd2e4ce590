import type { Hop, Order } from '../../../domain/plan/read-plan.js';
import type { Json } from '../../../domain/schema/schema.js';
import { resolveTargets, type Reading } from './fits.js';
import { compareKeys, compareValues } from '../../../domain/plan/compare-values.js';
import { itemsAt, scalarAt, type Node } from './values.js';

/** Sorts by the given orders, most significant first. Nulls come last when ascending and first when descending. */
export function* sortNodes(
  tables: Reading,
  nodes: readonly Node[],
  order: readonly Order[],
): Generator<void, readonly Node[]> {
  const keyed: { readonly node: Node; readonly keys: readonly Json[] }[] = [];
  for (const node of nodes) {
    yield;
    keyed.push({ node, keys: order.map((each) => keyAt(tables, node, each)) });
  }
  return keyed.sort((left, right) => compareKeys(order, left.keys, right.keys)).map(({ node }) => node);
}

/** Returns the value that a path reaches. */
export function keyAt(
  tables: Reading,
  start: Node,
  { hops, field, extreme }: Pick<Order, 'hops' | 'field' | 'extreme'>,
): Json {
  const reached = hops.reduce(
    (nodes, hop) => distinct(nodes.flatMap((node) => follow(tables, node, hop))),
    [start],
  );
  const values = reached.map((node) => scalarAt(node, field));
  const sign = extreme === 'max' ? -1 : 1;
  const [first = null] = values
    .filter((value) => value !== null)
    .sort((left, right) => sign * compareValues(field, left, right));
  return first;
}

/** Removes duplicates, because several paths may lead to one version. */
const distinct = (nodes: readonly Node[]): Node[] => [
  ...new Map(nodes.map((node) => [`${node.version.id} ${String(node.locale)}`, node])).values(),
];

/** Follows a hop: to all targets of a to-many relation, otherwise to the first target or item. */
function follow(tables: Reading, node: Node, hop: Hop): readonly Node[] {
  if (hop.kind === 'component')
    return itemsAt(node, hop.attribute.name)
      .slice(0, 1)
      .map((item) => ({ ...node, item }));
  const targets = resolveTargets(tables, node, hop.relation, hop.target);
  return hop.relation.many ? targets : targets.slice(0, 1);
}
