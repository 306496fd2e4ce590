import { familyOf, presentTime } from '../../../domain/document/value.js';
import type {
  FieldMember,
  Limits,
  Member,
  RelationMember,
  Shape,
  ZoneMember,
} from '../../../domain/plan/read-plan.js';
import type { Range } from '../../../domain/query/query.js';
import type { Json } from '../../../domain/schema/schema.js';
import { resolveTargets, type Reading } from './fits.js';
import type { Item, Place } from './rows.js';
import { sortPlaces } from './sort-places.js';
import { TooLarge, type TextBudget } from './text-budget.js';
import { itemsAt, scalarAt } from './values.js';

/** What shaping needs beside the place. */
export interface Shaping {
  readonly tables: Reading;
  readonly limits: Limits;
  readonly budget: TextBudget;
}

/** The members of a shape, in its order. It may hold stored values: the answer copies them. */
export const shapePlace = (shaping: Shaping, place: Place, shape: Shape): { readonly [name: string]: Json } =>
  Object.fromEntries(shape.members.map((member) => [member.as, shapeMember(shaping, place, member)]));

function shapeMember(shaping: Shaping, place: Place, member: Member): Json {
  shaping.budget.takeName(member.as);
  const inside = (item: Item): Place => ({ ...place, item });
  switch (member.kind) {
    case 'field':
      return shapeField(shaping, place, member);
    case 'relation':
      return shapeRelation(shaping, place, member);
    case 'count':
      return { count: resolveTargets(shaping.tables, place, member.relation, member.target).length };
    case 'component': {
      const items = itemsAt(place, member.attribute.name).map((item) =>
        shapePlace(shaping, inside(item), member.shape),
      );
      return member.attribute.repeatable ? items : (items[0] ?? null);
    }
    case 'zone':
      return itemsAt(place, member.attribute.name).flatMap((item) =>
        shapeItem(shaping, inside(item), item, member),
      );
  }
}

/** An item of a zone, unless its component was not asked for. */
function shapeItem(shaping: Shaping, place: Place, { __component }: Item, { shapes }: ZoneMember): Json[] {
  const shape = typeof __component === 'string' ? shapes.get(__component) : undefined;
  return __component === undefined || shape === undefined
    ? []
    : [{ __component, ...shapePlace(shaping, place, shape) }];
}

function shapeField({ budget }: Shaping, place: Place, { field }: FieldMember): Json {
  const stored = scalarAt(place, field);
  const isTime = typeof stored === 'string' && familyOf(field.type) === 'time';
  const value = isTime ? presentTime(stored) : stored;
  budget.takeValue(value);
  return value;
}

/** A range is of lists: a relation to one gives its one target, whatever the range. */
function shapeRelation(shaping: Shaping, place: Place, member: RelationMember): Json {
  const { tables, limits } = shaping;
  const resolved = resolveTargets(tables, place, member.relation, member.target);
  const shaped = (target: Place): Json => shapePlace(shaping, target, member.shape);
  const sorted = member.order.length === 0 ? resolved : sortPlaces(tables, resolved, member.order);
  if (member.relation.many) return cut(sorted, member.range, limits).map(shaped);
  return sorted[0] === undefined ? null : shaped(sorted[0]);
}

/** The rows of a range; more of them than the limits allow is refused, never cut short. */
export function cut<T>(rows: readonly T[], { offset, limit }: Range, limits: Limits): readonly T[] {
  const taken = rows.slice(offset, limit === null ? undefined : offset + limit);
  if (taken.length > limits.rows) throw new TooLarge(`More than ${limits.rows} documents in one list`);
  return taken;
}
