import type {
  ComponentMember,
  CountMember,
  Member,
  RelationMember,
  Shape,
  ZoneMember,
} from '../../../../domain/plan/read-plan.js';
import { cut } from './find-page.js';
import { fittingItems } from './fit-items.js';
import { fieldsOf, identityFields, itemsAt, type Node } from './node.js';
import { tooMany, type Reader } from './reader.js';
import { sortLists } from './sort-nodes.js';

/** The nodes that each member leads to from each node: targets of relations, items of components and zones. */
export type Reached = Map<Member, Targets>;
type Targets = ReadonlyMap<Node, readonly Node[]>;

/** Returns the targets of a relation from each node. `fields` are the fields that are needed of them. */
export type Follow = (
  nodes: readonly Node[],
  member: RelationMember | CountMember,
  fields: readonly string[],
) => Promise<Targets>;

/** The least number of characters that a node takes in an answer. */
const minNodeText = 50;

/** Follows the members of a shape, each from all nodes of a level at once. */
export async function populate(
  reader: Reader,
  nodes: readonly Node[],
  shape: Shape,
  follow: Follow,
  reached: Reached = new Map(),
): Promise<Reached> {
  for (const member of shape.members) {
    if (member.kind === 'field') continue;
    const targets = await targetsFrom(reader, nodes, member, follow);
    reached.set(member, targets);
    const all = [...targets.values()].flat();
    const maxNodes = Math.floor(reader.limits.textSize / minNodeText);
    if (all.length > maxNodes) throw tooMany(maxNodes);
    const next = [...new Set(all)];
    if (next.length === 0) continue;
    if (member.kind === 'zone') {
      for (const [uid, inside] of member.shapes) {
        const items = next.filter(({ item }) => item?.['__component'] === uid);
        if (items.length > 0) await populate(reader, items, inside, follow, reached);
      }
    } else if (member.kind !== 'count') await populate(reader, next, member.shape, follow, reached);
  }
  return reached;
}

async function targetsFrom(
  reader: Reader,
  nodes: readonly Node[],
  member: Exclude<Member, { readonly kind: 'field' }>,
  follow: Follow,
): Promise<Targets> {
  switch (member.kind) {
    case 'component':
      return chosenItems(reader, member, itemsFrom(nodes, member));
    case 'zone':
      return itemsFrom(nodes, member);
    case 'count':
      return follow(nodes, member, identityFields);
    case 'relation':
      return inRange(reader, member, await follow(nodes, member, fieldsOf(member.shape, member.order)));
  }
}

const itemsFrom = (
  nodes: readonly Node[],
  { attribute }: ComponentMember | ZoneMember,
): Map<Node, readonly Node[]> =>
  new Map(nodes.map((node) => [node, itemsAt(node, attribute.name).map((item) => ({ ...node, item }))]));

/** The items that satisfy the condition, in the order that is asked for. */
async function chosenItems(
  reader: Reader,
  { where, order }: ComponentMember,
  items: Map<Node, readonly Node[]>,
): Promise<Targets> {
  if (where === null && order.length === 0) return items;
  const all = [...items.values()].flat();
  const fitting = where === null ? null : await fittingItems(reader, all, where);
  const lists = [...items.values()].map((list) => list.filter((item) => fitting?.has(item) ?? true));
  const sorted = order.length === 0 ? lists : await sortLists(reader, lists, order);
  return new Map([...items.keys()].map((node, index) => [node, sorted[index] ?? []]));
}

/** Sorts the lists of a relation and cuts them to its range. A to-one relation has its first target. */
async function inRange(
  reader: Reader,
  { relation, order, range }: RelationMember,
  targets: Targets,
): Promise<Targets> {
  const unsorted = [...targets.values()];
  const lists = order.length === 0 ? unsorted : await sortLists(reader, unsorted, order);
  const part = (list: readonly Node[]): readonly Node[] =>
    relation.many ? cut(list, range, reader.limits) : list.slice(0, 1);
  return new Map([...targets.keys()].map((node, index) => [node, part(lists[index] ?? [])]));
}
