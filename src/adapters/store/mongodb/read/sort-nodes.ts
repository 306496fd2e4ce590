import type { Hop, Order } from '../../../../domain/plan/read-plan.js';
import type { Json, Scalar } from '../../../../domain/schema/schema.js';
import { compareKeys, compareValues } from '../../../../domain/plan/compare-values.js';
import { fieldOf } from '../layout.js';
import { canonicalScalar } from '../stored-value.js';
import type { Reader } from './reader.js';
import { resolveTargets } from './resolve-targets.js';
import { identityFields, itemsAt, scalarAt, type Node } from './node.js';

/**
 * Sorts by each order in turn, including paths through relations. Nulls are last when ascending, first when
 * descending.
 */
export async function sortNodes(
  reader: Reader,
  nodes: readonly Node[],
  order: readonly Order[],
): Promise<readonly Node[]> {
  const [sorted = []] = await sortLists(reader, [nodes], order);
  return sorted;
}

/** Sorts each list by itself, and reads the sort keys of all lists at once. */
export async function sortLists(
  reader: Reader,
  lists: readonly (readonly Node[])[],
  order: readonly Order[],
): Promise<readonly (readonly Node[])[]> {
  const all = lists.flat();
  const columns: (readonly Json[])[] = [];
  for (const each of order) columns.push(await sortKeys(reader, all, each));
  const keys = new Map(all.map((node, index) => [node, columns.map((column) => column[index] ?? null)]));
  return lists.map((nodes) =>
    [...nodes].sort((left, right) => compareKeys(order, keys.get(left) ?? [], keys.get(right) ?? [])),
  );
}

/** Returns the value that a path reaches from each node. */
export async function sortKeys(
  reader: Reader,
  nodes: readonly Node[],
  { hops, field, extreme }: Pick<Order, 'hops' | 'field' | 'extreme'>,
): Promise<readonly Json[]> {
  let reached: Reached = nodes.map((node) => [node]);
  for (const [index, hop] of hops.entries()) {
    const next = hops[index + 1];
    reached = await followHop(reader, reached, hop, next === undefined ? fieldOf(field) : nameOf(next));
  }
  const sign = extreme === 'max' ? -1 : 1;
  return reached.map((each) => {
    const values = each.map((node) => valueAt(node, field)).filter((value) => value !== null);
    const [first = null] = values.sort((left, right) => sign * compareValues(field, left, right));
    return first;
  });
}

/** For each sorted node, the nodes that its path has reached so far. */
type Reached = readonly (readonly Node[])[];

/** The field that a hop reads in the version from which it starts. */
const nameOf = (hop: Hop): string => (hop.kind === 'component' ? hop.attribute.name : 'documentId');

/** Follows a hop to all targets of a to-many relation, or to the first target or item of anything else. */
async function followHop(reader: Reader, from: Reached, hop: Hop, field: string): Promise<Reached> {
  if (hop.kind === 'component') {
    const firstItem = (node: Node): readonly Node[] =>
      itemsAt(node, hop.attribute.name)
        .slice(0, 1)
        .map((item) => ({ ...node, item }));
    return from.map((nodes) => nodes.flatMap(firstItem));
  }
  const fields = [...identityFields, field];
  const targets = await resolveTargets(reader, from.flat(), hop, fields);
  const count = hop.relation.many ? undefined : 1;
  return from.map((nodes) => distinct(nodes.flatMap((node) => (targets.get(node) ?? []).slice(0, count))));
}

/** Each version once, because paths can be circular. */
const distinct = (nodes: readonly Node[]): readonly Node[] => [
  ...new Map(nodes.map((node) => [`${node.row._id} ${String(node.locale)}`, node])).values(),
];

const valueAt = (node: Node, field: Scalar): Json => canonicalScalar(field, scalarAt(node, field));
