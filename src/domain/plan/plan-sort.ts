import { familyOf } from '../document/value.js';
import type { Sort } from '../query/query.js';
import { err, ok, type Result } from '../result.js';
import { componentOf, scalarOf, type Attribute, type Scalar, type Shaped } from '../schema/schema.js';
import {
  at,
  attributeAt,
  enter,
  type PlanningScope,
  countNode,
  targetOf,
  unfitKey,
  unknownKey,
} from './planning-scope.js';
import type { Hop, Order } from './read-plan.js';

/**
 * Plans the order of a list. It ends in `id`, in the direction of the last key, so that the order is total and pages
 * are stable.
 */
export function planSort(scope: PlanningScope, sorts: readonly Sort[]): Result<readonly Order[]> {
  const orders: Order[] = [];
  for (const sort of sorts) {
    const order = planOrder(scope, sort);
    if (!order.ok) return order;
    orders.push(order.value);
    if (isId(order.value)) return ok(orders);
  }
  return ok([...orders, byId(scope.shaped, orders.at(-1)?.direction ?? 'asc')]);
}

export const byId = (shaped: Shaped, direction: 'asc' | 'desc'): Order => ({
  hops: [],
  field: scalarOf(shaped, 'id'),
  direction,
});

const isId = (order: Order): boolean =>
  order.hops.length === 0 && order.field.system && order.field.name === 'id';

/** Plans one sort key. */
export function planOrder(root: PlanningScope, sort: Sort): Result<Order> {
  const hops: Hop[] = [];
  let scope = root;
  for (const [index, key] of sort.path.entries()) {
    const counted = countNode(scope);
    if (!counted.ok) return counted;
    const attribute = attributeAt(scope, key);
    if (!attribute.ok) return attribute;
    if (index === sort.path.length - 1) {
      return isSortable(attribute.value)
        ? ok(orderBy(hops, attribute.value, sort.direction))
        : err(unfitKey(scope, key));
    }
    const step = planHop(scope, attribute.value);
    if (!step.ok) return step;
    hops.push(step.value.hop);
    scope = step.value.scope;
  }
  return err(unknownKey(root, ''));
}

/** Through a to-many relation, ascending order sorts by the smallest value and descending order by the largest. */
const orderBy = (hops: readonly Hop[], field: Scalar, direction: Order['direction']): Order => ({
  hops,
  field,
  direction,
  ...(hops.some((hop) => hop.kind === 'relation' && hop.relation.many) && {
    extreme: direction === 'asc' ? 'min' : 'max',
  }),
});

const isSortable = (attribute: Attribute): attribute is Scalar =>
  attribute.kind === 'scalar' && familyOf(attribute.type) !== 'json';

/** Plans one step of a sort path, through a relation or a single component. */
function planHop(
  scope: PlanningScope,
  attribute: Attribute,
): Result<{ readonly hop: Hop; readonly scope: PlanningScope }> {
  if (attribute.kind === 'relation') {
    const hop: Hop = { kind: 'relation', relation: attribute, target: targetOf(scope, attribute, null) };
    return ok({ hop, scope: enter(scope, attribute) });
  }
  if (attribute.kind === 'component' && !attribute.repeatable) {
    const component = componentOf(scope.schema, attribute.component);
    return ok({ hop: { kind: 'component', attribute }, scope: at(scope, attribute.name, component) });
  }
  return err(unfitKey(scope, attribute.name));
}
