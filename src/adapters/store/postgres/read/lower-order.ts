import { familyOf, type Family } from '../../../../domain/document/value.js';
import type { Order } from '../../../../domain/plan/read-plan.js';
import { compared, contentOf, itemScope, type Lowering, type Scope } from './lowering.js';
import { lowerFilteredTarget } from './lower-predicate.js';

/** Sort keys and the joins that they need. A join neither adds nor removes rows. */
export interface LoweredOrder {
  readonly joins: readonly string[];
  readonly keys: readonly { readonly expression: string; readonly direction: 'ASC' | 'DESC' }[];
}

/** Relies on PostgreSQL's default order of nulls: last when ascending, first when descending. */
export function lowerOrder(lowering: Lowering, scope: Scope, order: readonly Order[]): LoweredOrder {
  const joins: string[] = [];
  const keys = order.map((each) => {
    const expression =
      each.extreme === undefined
        ? reached(lowering, scope, each, joins)
        : extremeOf(lowering, scope, each, each.extreme, joins);
    return { expression, direction: each.direction === 'asc' ? 'ASC' : 'DESC' } as const;
  });
  return { joins, keys };
}

/** Returns the expression of the field to which steps lead that each reach one row at most, and adds their joins. */
export function reached(
  lowering: Lowering,
  scope: Scope,
  { hops, field }: Pick<Order, 'hops' | 'field'>,
  joins: string[],
): string {
  let at = scope;
  for (const hop of hops) {
    if (hop.kind === 'component') at = itemScope(contentOf(at, hop.attribute), at);
    else at = joinTarget(lowering, at, hop, joins);
  }
  return compared(at, field);
}

/** Aggregates over all targets, so that each document stays one row of the list. */
function extremeOf(
  lowering: Lowering,
  scope: Scope,
  { hops, field }: Order,
  extreme: 'min' | 'max',
  joins: string[],
): string {
  let at = scope;
  const steps: string[] = [];
  for (const hop of hops) {
    if (hop.kind === 'component') at = itemScope(contentOf(at, hop.attribute), at);
    else {
      const {
        from,
        on,
        listOrder,
        scope: inner,
      } = lowerFilteredTarget(lowering, at, hop.relation, hop.target);
      const first = hop.relation.many ? '' : ` ORDER BY ${listOrder} LIMIT 1`;
      steps.push(
        `LATERAL (SELECT ${inner.alias}.* FROM ${from} WHERE ${on.join(' AND ')}${first}) ${inner.alias}`,
      );
      at = inner;
    }
  }
  const decided = lowering.alias('m');
  const value = `${aggregates[familyOf(field.type)]?.[extreme] ?? extreme}(${compared(at, field)})`;
  joins.push(
    ` LEFT JOIN LATERAL (SELECT ${value} AS value FROM ${steps.join(' CROSS JOIN ')}) ${decided} ON true`,
  );
  return `${decided}.value`;
}

/** Aggregates for types that have no `min` and `max` in PostgreSQL. */
const aggregates: Readonly<Partial<Record<Family, Readonly<Record<'min' | 'max', string>>>>> = {
  boolean: { min: 'bool_and', max: 'bool_or' },
};

/**
 * Joins the target of a to-one relation. A link is unique in its layer, so a plain join keeps the number of rows and lets
 * the planner use a hash join. A relation inside a component or into several locales may lead to several rows, and the
 * first is used.
 */
function joinTarget(
  lowering: Lowering,
  scope: Scope,
  hop: Order['hops'][number] & { kind: 'relation' },
  joins: string[],
): Scope {
  const {
    from,
    on,
    listOrder,
    unique,
    scope: inner,
  } = lowerFilteredTarget(lowering, scope, hop.relation, hop.target);
  if (unique) joins.push(` LEFT JOIN (${from}) ON ${on.join(' AND ')}`);
  else {
    const first = `SELECT ${inner.alias}.* FROM ${from} WHERE ${on.join(' AND ')} ORDER BY ${listOrder} LIMIT 1`;
    joins.push(` LEFT JOIN LATERAL (${first}) ${inner.alias} ON true`);
  }
  return inner;
}

export const orderBy = (order: LoweredOrder): string =>
  order.keys.map(({ expression, direction }) => `${expression} ${direction}`).join(', ');
