import type { Hop, Order } from '../../../../domain/plan/read-plan.js';
import type { Json, Scalar } from '../../../../domain/schema/schema.js';
import { familyOf } from '../../../../domain/document/value.js';
import { fieldOf } from '../layout.js';
import { canonicalScalar, plainText } from '../stored-value.js';
import type { Reader } from './reader.js';
import { resolveTargets } from './resolve-targets.js';
import { itemsAt, scalarAt, type Place } from './row.js';

/** Sorts by each order in turn, also by what relations lead to: nulls last when ascending, first when descending. */
export async function sortPlaces(
  reader: Reader,
  places: readonly Place[],
  order: readonly Order[],
): Promise<readonly Place[]> {
  const [sorted = []] = await sortLists(reader, [places], order);
  return sorted;
}

/** Each list by itself; what their sorting has to know is asked for together. */
export async function sortLists(
  reader: Reader,
  lists: readonly (readonly Place[])[],
  order: readonly Order[],
): Promise<readonly (readonly Place[])[]> {
  const all = lists.flat();
  const columns: (readonly Json[])[] = [];
  for (const each of order) columns.push(await sortKeys(reader, all, each));
  const keys = new Map(all.map((place, index) => [place, columns.map((column) => column[index] ?? null)]));
  return lists.map((places) =>
    [...places].sort((left, right) => compareKeys(order, keys.get(left) ?? [], keys.get(right) ?? [])),
  );
}

async function sortKeys(
  reader: Reader,
  places: readonly Place[],
  { hops, field, extreme }: Order,
): Promise<readonly Json[]> {
  let reached: Reached = places.map((place) => [place]);
  for (const [index, hop] of hops.entries()) {
    const next = hops[index + 1];
    reached = await take(reader, reached, hop, next === undefined ? fieldOf(field) : nameOf(next));
  }
  const sign = extreme === 'max' ? -1 : 1;
  return reached.map((each) => {
    const values = each.map((place) => valueAt(place, field)).filter((value) => value !== null);
    const [first = null] = values.sort((left, right) => sign * compareNullable(field, left, right));
    return first;
  });
}

/** The places that each of those that are sorted has led to. */
type Reached = readonly (readonly Place[])[];

/** What a hop needs of the version that it starts from. */
const nameOf = (hop: Hop): string => (hop.kind === 'component' ? hop.attribute.name : 'documentId');

/** All that a relation to many leads to, and the first of anything else. */
async function take(reader: Reader, from: Reached, hop: Hop, field: string): Promise<Reached> {
  if (hop.kind === 'component') {
    const firstItem = (place: Place): readonly Place[] =>
      itemsAt(place, hop.attribute.name)
        .slice(0, 1)
        .map((item) => ({ ...place, item }));
    return from.map((places) => places.flatMap(firstItem));
  }
  const fields = ['documentId', 'locale', field];
  const targets = await resolveTargets(reader, from.flat(), hop.relation, hop.target, fields);
  const most = hop.relation.many ? undefined : 1;
  return from.map((places) => distinct(places.flatMap((place) => (targets.get(place) ?? []).slice(0, most))));
}

/** Visits each version once, as paths may lead in circles. */
const distinct = (places: readonly Place[]): readonly Place[] => [
  ...new Map(places.map((place) => [`${place.row._id} ${String(place.locale)}`, place])).values(),
];

const valueAt = (place: Place, field: Scalar): Json => canonicalScalar(field, scalarAt(place, field));

function compareKeys(order: readonly Order[], left: readonly Json[], right: readonly Json[]): number {
  for (const [index, { field, direction }] of order.entries()) {
    const compared = compareNullable(field, left[index] ?? null, right[index] ?? null);
    if (compared !== 0) return direction === 'asc' ? compared : -compared;
  }
  return 0;
}

/** A null counts as above every value, in either direction. */
function compareNullable(field: Scalar, left: Json, right: Json): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  if (familyOf(field.type) === 'biginteger') {
    const difference = BigInt(plainText(left)) - BigInt(plainText(right));
    return difference < 0n ? -1 : Number(difference > 0n);
  }
  return typeof left === 'string'
    ? Buffer.compare(Buffer.from(left), Buffer.from(plainText(right)))
    : Number(left) - Number(right);
}
