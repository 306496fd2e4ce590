import { atOnce } from '../../../application/stores/in-turns.js';
import { failure, type Failure } from '../../../domain/failure.js';
import { familyOf, presentTime } from '../../../domain/document/value.js';
import type {
  ComponentMember,
  FieldMember,
  Limits,
  Member,
  RelationMember,
  Shape,
  ZoneMember,
} from '../../../domain/plan/read-plan.js';
import type { Range } from '../../../domain/query/query.js';
import type { Json } from '../../../domain/schema/schema.js';
import { fits, resolveTargets, type Reading } from './fits.js';
import { sortNodes } from './sort-nodes.js';
import { itemsAt, scalarAt, type Item, type Node } from './values.js';

/** The state of shaping one answer. */
export interface Shaping {
  readonly tables: Reading;
  readonly limits: Limits;
  readonly budget: TextBudget;
}

/** Builds the object that a shape describes, members in order. It may contain stored values, so callers must copy it. */
export const shapeNode = (shaping: Shaping, node: Node, shape: Shape): { readonly [name: string]: Json } =>
  Object.fromEntries(shape.members.map((member) => [member.as, shapeMember(shaping, node, member)]));

function shapeMember(shaping: Shaping, node: Node, member: Member): Json {
  shaping.budget.countName(member.as);
  const inside = (item: Item): Node => ({ ...node, item });
  switch (member.kind) {
    case 'field':
      return shapeField(shaping, node, member);
    case 'relation':
      return shapeRelation(shaping, node, member);
    case 'count':
      return { count: resolveTargets(shaping.tables, node, member.relation, member.target).length };
    case 'component':
      return shapeComponent(shaping, node, member);
    case 'zone':
      return itemsAt(node, member.attribute.name).flatMap((item) =>
        shapeItem(shaping, inside(item), item, member),
      );
  }
}

function shapeComponent(
  shaping: Shaping,
  node: Node,
  { attribute, where, order, shape }: ComponentMember,
): Json {
  const fitting = itemsAt(node, attribute.name)
    .map((item) => ({ ...node, item }))
    .filter((inside) => fits(shaping.tables, inside, where));
  const sorted = order.length === 0 ? fitting : atOnce(sortNodes(shaping.tables, fitting, order));
  const items = sorted.map((inside) => shapeNode(shaping, inside, shape));
  return attribute.repeatable ? items : (items[0] ?? null);
}

/** Returns one object, or none if the plan does not include the item's component. */
function shapeItem(shaping: Shaping, node: Node, { __component }: Item, { shapes }: ZoneMember): Json[] {
  const shape = typeof __component === 'string' ? shapes.get(__component) : undefined;
  return __component === undefined || shape === undefined
    ? []
    : [{ __component, ...shapeNode(shaping, node, shape) }];
}

function shapeField({ budget }: Shaping, node: Node, { field }: FieldMember): Json {
  const stored = scalarAt(node, field);
  const isTime = typeof stored === 'string' && familyOf(field.type) === 'time';
  const value = isTime ? presentTime(stored) : stored;
  budget.countValue(value);
  return value;
}

/** The range applies to lists only; a to-one relation yields its target whatever the range is. */
function shapeRelation(shaping: Shaping, node: Node, member: RelationMember): Json {
  const { tables, limits } = shaping;
  const resolved = resolveTargets(tables, node, member.relation, member.target);
  const shaped = (target: Node): Json => shapeNode(shaping, target, member.shape);
  const sorted = member.order.length === 0 ? resolved : atOnce(sortNodes(tables, resolved, member.order));
  if (member.relation.many) return cut(sorted, member.range, limits).map(shaped);
  return sorted[0] === undefined ? null : shaped(sorted[0]);
}

/** Returns the rows in the range. Throws `TooLarge` if they are more than the limits allow. */
export function cut<T>(rows: readonly T[], { offset, limit }: Range, limits: Limits): readonly T[] {
  const taken = rows.slice(offset, limit === null ? undefined : offset + limit);
  if (taken.length > limits.rows) throw new TooLarge(`More than ${limits.rows} documents in one list`);
  return taken;
}

/** Thrown while shaping; `readingSteps` catches it and returns the failure. */
export class TooLarge extends Error {
  readonly failure: Failure;

  constructor(what: string) {
    super(what);
    this.failure = failure('PLAN.TOO_LARGE', what);
  }
}

/**
 * Counts the characters of an answer while it grows, because a circular populate multiplies and must fail before it fills
 * the memory. The count never exceeds the length of the text, and may be a little less.
 */
export class TextBudget {
  private left: number;

  constructor(private readonly textSize: number) {
    this.left = textSize;
  }

  /** Counts the name of a member with its quotes, colon and comma. */
  countName(name: string): void {
    this.count(name.length + 4);
  }

  countValue(value: Json): void {
    if (typeof value === 'string') this.count(value.length + 2);
    else this.count(typeof value === 'object' && value !== null ? lengthOf(value) : 1);
  }

  private count(characters: number): void {
    this.left -= characters;
    if (this.left < 0) throw tooLong(this.textSize);
  }
}

export const tooLong = (textSize: number): TooLarge =>
  new TooLarge(`The answer is longer than ${textSize} characters`);

/** Caches the JSON length of stored values, which never change. */
const lengths = new WeakMap<object, number>();

function lengthOf(value: object): number {
  let length = lengths.get(value);
  if (length === undefined) lengths.set(value, (length = JSON.stringify(value).length));
  return length;
}
