import type { Member, RelationMember, Shape, CountMember } from '../../../../domain/plan/read-plan.js';
import { fieldsOf } from './fields-of.js';
import { cut } from './find-page.js';
import { tooMany, type Reader } from './reader.js';
import type { JoinedRows } from './joined-rows.js';
import { resolveTargets } from './resolve-targets.js';
import { itemsAt, type Place } from './row.js';
import { sortLists } from './sort-places.js';

/** Where each member leads from each place: targets of relations, items of components and zones. */
export type Reached = Map<Member, ReadonlyMap<Place, readonly Place[]>>;

/** Follows the members of a shape from some places, level by level; the places of a level are asked for together. */
export async function populate(
  reader: Reader,
  places: readonly Place[],
  shape: Shape,
  joined: JoinedRows,
  reached: Reached = new Map(),
): Promise<Reached> {
  for (const member of shape.members) {
    if (member.kind === 'field') continue;
    const led = await follow(reader, places, member, joined);
    reached.set(member, led);
    const next = [...led.values()].flat();
    // Each takes some fifty characters of the answer at least.
    if (next.length > reader.limits.textSize / 50) throw tooMany(Math.floor(reader.limits.textSize / 50));
    if (next.length === 0) continue;
    if (member.kind === 'zone') {
      for (const [uid, inside] of member.shapes) {
        const items = next.filter(({ item }) => item?.['__component'] === uid);
        if (items.length > 0) await populate(reader, items, inside, joined, reached);
      }
    } else if (member.kind !== 'count') await populate(reader, next, member.shape, joined, reached);
  }
  return reached;
}

async function follow(
  reader: Reader,
  places: readonly Place[],
  member: Exclude<Member, { readonly kind: 'field' }>,
  joined: JoinedRows,
): Promise<ReadonlyMap<Place, readonly Place[]>> {
  switch (member.kind) {
    case 'component':
    case 'zone':
      return new Map(
        places.map((place) => [
          place,
          itemsAt(place, member.attribute.name).map((item) => ({ ...place, item })),
        ]),
      );
    case 'relation':
    case 'count':
      return followRelation(reader, places, member, joined);
  }
}

async function followRelation(
  reader: Reader,
  places: readonly Place[],
  member: RelationMember | CountMember,
  joined: JoinedRows,
): Promise<ReadonlyMap<Place, readonly Place[]>> {
  const { relation, target } = member;
  const resolve = async (fields: readonly string[]) =>
    (await joined.targets(places, member, reader.signal)) ??
    resolveTargets(reader, places, relation, target, fields);
  if (member.kind === 'count') return resolve(fieldsOf({ members: [] }, []));
  const { order, shape, range } = member;
  const led = await resolve(fieldsOf(shape, order));
  const lists = order.length === 0 ? [...led.values()] : await sortLists(reader, [...led.values()], order);
  const inRange = (list: readonly Place[]): readonly Place[] =>
    relation.many ? cut(list, range, reader.limits) : list.slice(0, 1);
  return new Map([...led.keys()].map((place, index) => [place, inRange(lists[index] ?? [])]));
}
