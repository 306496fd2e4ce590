import type { Order } from '../../../../domain/plan/read-plan.js';
import { fieldOf } from '../layout.js';

/**
 * How a page comes into its order. MongoDB has nulls below every value; here they are above.
 * - `native`: no field can be null, so MongoDB's own order is the right one.
 * - `segments`: only the first can be. Those with a value and those without are two lists, each in MongoDB's own order,
 *   which an index may have.
 * - `ranked`: others can be, and get a rank beside them.
 * - `elsewhere`: what decides stands in other documents.
 */
export type PageOrder =
  | { readonly kind: 'native' | 'ranked' | 'elsewhere'; readonly all: readonly Order[] }
  | {
      readonly kind: 'segments';
      readonly all: readonly Order[];
      readonly first: Order;
      readonly rest: readonly Order[];
    };

export function orderOf(order: readonly Order[]): PageOrder {
  const all = withoutRepeats(order);
  if (all.some(({ hops }) => hops.length > 0)) return { kind: 'elsewhere', all };
  const [first, ...rest] = all;
  if (first === undefined || all.every(isNeverNull)) return { kind: 'native', all };
  return rest.every(isNeverNull) ? { kind: 'segments', all, first, rest } : { kind: 'ranked', all };
}

/** A field that is sorted by again decides nothing any more; and a sort of MongoDB names each once. */
function withoutRepeats(order: readonly Order[]): readonly Order[] {
  const seen = new Set<string>();
  return order.filter(({ hops, field }) => hops.length > 0 || seen.size < seen.add(field.name).size);
}

export const isNeverNull = ({ field }: Order): boolean => field.system && field.name !== 'publishedAt';

export const directions = { asc: 1, desc: -1 } as const;

export const sortOf = (order: readonly Order[]): Record<string, 1 | -1> =>
  Object.fromEntries(order.map(({ field, direction }) => [fieldOf(field), directions[direction]]));
