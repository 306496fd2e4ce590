import type { Order } from '../../../domain/plan/read-plan.js';
import type { Json } from '../../../domain/schema/schema.js';
import { resolveTargets, type Reading } from './fits.js';
import type { Place } from './rows.js';
import { compareValues, itemsAt, scalarAt } from './values.js';

/** Sorts by each order in turn: nulls last when ascending, first when descending. */
export function sortPlaces(tables: Reading, places: readonly Place[], order: readonly Order[]): Place[] {
  return places
    .map((place) => ({ place, keys: order.map((each) => sortKey(tables, place, each)) }))
    .sort((left, right) => compareKeys(order, left.keys, right.keys))
    .map(({ place }) => place);
}

function compareKeys(order: readonly Order[], left: readonly Json[], right: readonly Json[]): number {
  for (const [index, { field, direction }] of order.entries()) {
    const compared = compareNullable(field, left[index] ?? null, right[index] ?? null);
    if (compared !== 0) return direction === 'asc' ? compared : -compared;
  }
  return 0;
}

/** A null counts as above every value, in either direction. */
function compareNullable(field: Order['field'], left: Json, right: Json): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return compareValues(field, left, right);
}

function sortKey(tables: Reading, start: Place, { hops, field }: Order): Json {
  let place: Place | undefined = start;
  for (const hop of hops) {
    if (place === undefined) return null;
    place =
      hop.kind === 'relation'
        ? resolveTargets(tables, place, hop.relation, hop.target)[0]
        : firstItem(place, hop.attribute.name);
  }
  return place === undefined ? null : scalarAt(place, field);
}

function firstItem(place: Place, name: string): Place | undefined {
  const item = itemsAt(place, name)[0];
  return item && { ...place, item };
}
