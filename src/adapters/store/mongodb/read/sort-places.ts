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
  { hops, field }: Order,
): Promise<readonly Json[]> {
  let reached: readonly (Place | undefined)[] = places;
  for (const [index, hop] of hops.entries()) {
    const next = hops[index + 1];
    reached = await take(reader, reached, hop, next === undefined ? fieldOf(field) : nameOf(next));
  }
  return reached.map((place) => (place === undefined ? null : valueAt(place, field)));
}

/** What a hop needs of the version that it starts from. */
const nameOf = (hop: Hop): string => (hop.kind === 'component' ? hop.attribute.name : 'documentId');

async function take(
  reader: Reader,
  from: readonly (Place | undefined)[],
  hop: Hop,
  field: string,
): Promise<readonly (Place | undefined)[]> {
  if (hop.kind === 'component') {
    return from.map((place) => {
      const item = place && itemsAt(place, hop.attribute.name)[0];
      return place && item && { ...place, item };
    });
  }
  const there = from.filter((place) => place !== undefined);
  const fields = ['documentId', 'locale', field];
  const targets = await resolveTargets(reader, there, hop.relation, hop.target, fields);
  return from.map((place) => place && targets.get(place)?.[0]);
}

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
