import type { Order } from '../../../domain/plan/read-plan.js';
import type { Json } from '../../../domain/schema/schema.js';
import { resolveTargets, type Reading } from './fits.js';
import type { Place, Version } from './rows.js';
import { compareValues, itemsAt, scalarAt } from './values.js';

/** Sorts by each order in turn: nulls last when ascending, first when descending. */
export function sortVersions(
  tables: Reading,
  versions: readonly Version[],
  order: readonly Order[],
): Version[] {
  return versions
    .map((version) => ({ version, keys: order.map((each) => sortKey(tables, version, each)) }))
    .sort((left, right) => compareKeys(order, left.keys, right.keys))
    .map(({ version }) => version);
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

function sortKey(tables: Reading, version: Version, { hops, field }: Order): Json {
  let place: Place | undefined = { version, item: null };
  for (const hop of hops) {
    if (place === undefined) return null;
    place = hop.kind === 'relation' ? related(tables, place, hop) : firstItem(place, hop.attribute.name);
  }
  return place === undefined ? null : scalarAt(place, field);
}

type RelationHop = Extract<Order['hops'][number], { kind: 'relation' }>;

function related(tables: Reading, place: Place, { relation, target }: RelationHop): Place | undefined {
  const version = resolveTargets(tables, place, relation, target)[0];
  return version && { version, item: null };
}

function firstItem(place: Place, name: string): Place | undefined {
  const item = itemsAt(place, name)[0];
  return item && { version: place.version, item };
}
