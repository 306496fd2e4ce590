import type { Hop, Order } from '../../../domain/plan/read-plan.js';
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

function sortKey(tables: Reading, start: Place, { hops, field, extreme }: Order): Json {
  const reached = hops.reduce(
    (places, hop) => distinct(places.flatMap((place) => take(tables, place, hop))),
    [start],
  );
  const values = reached.map((place) => scalarAt(place, field));
  const sign = extreme === 'max' ? -1 : 1;
  const [first = null] = values
    .filter((value) => value !== null)
    .sort((left, right) => sign * compareValues(field, left, right));
  return first;
}

/** Visits each version once, as paths may lead in circles. */
const distinct = (places: readonly Place[]): Place[] => [
  ...new Map(places.map((place) => [`${place.version.id} ${String(place.locale)}`, place])).values(),
];

/** All that a relation to many leads to, and the first of anything else. */
function take(tables: Reading, place: Place, hop: Hop): readonly Place[] {
  if (hop.kind === 'component')
    return itemsAt(place, hop.attribute.name)
      .slice(0, 1)
      .map((item) => ({ ...place, item }));
  const targets = resolveTargets(tables, place, hop.relation, hop.target);
  return hop.relation.many ? targets : targets.slice(0, 1);
}
