import type { AnyBulkWriteOperation, Document, Filter } from 'mongodb';
import type { ListChange, Placement, TargetRef, WritePlan } from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import { isLayered, otherSide, type Link, type Side } from '../../../../domain/schema/schema.js';
import { tickKey } from '../counters.js';
import { endFields, isThere, keyField, pendingField, type LinkRow } from '../layout.js';
import { endOf, refFilter } from './ends.js';
import { linksOf, within, type Unit } from './unit.js';

type Where = Filter<LinkRow>;

/** Removes every link of the document at the named ends, or those that name a locale. */
export async function applyUnlinks(unit: Unit, { documentId, unlink }: WritePlan): Promise<void> {
  for (const { link, side, locale } of unlink) {
    const own = endFields[side];
    const filter = { [own.document]: documentId, ...(locale !== null && { [own.locale]: locale }) };
    await linksOf(unit, link).deleteMany(filter, within(unit));
  }
}

/** One list of a document: its own end of the links, and which side that is. */
export interface List {
  readonly unit: Unit;
  readonly link: Link;
  readonly side: Side;
  readonly documentId: string;
  readonly locale: string;
}

/** Applies one list change: what goes, what is taken from others, what is placed. */
export async function applyList(
  unit: Unit,
  documentId: string,
  change: ListChange,
  isNew: boolean,
): Promise<void> {
  const list: List = { unit, ...endOf(change.relation), documentId, locale: change.locale };
  const other = endFields[otherSide(list.side)];
  for (const { kind, targets, layers } of change.remove) {
    const named = refFilter(other, targets);
    const gone = kind === 'these' ? named : { $nor: [named] };
    await withdraw(list, { ...mine(list), ...gone }, layers, change.pending);
  }
  if (change.place.length === 0) return;
  for (const [layers, targets] of change.takes ? byLayers(change.place) : [])
    await withdraw(list, rivals(list, targets), layers, change.pending);
  await place(list, change, isNew);
}

export const mine = ({ side, documentId, locale }: List): Document => {
  const own = endFields[side];
  return { [own.document]: documentId, [own.locale]: locale };
};

/**
 * The links to targets that compete with those of this list for a place at the other end: those of other documents in
 * the same locale. Sources without locales have but one place for all of those of their targets.
 */
export function rivals({ link, side, documentId, locale }: List, targets: readonly TargetRef[]): Document {
  const own = endFields[side];
  const hasOnePlace = side === 'target' && link.target.localized && !link.source.localized;
  const others = hasOnePlace
    ? { $nor: [{ [own.document]: documentId, [own.locale]: locale }] }
    : { [own.document]: { $ne: documentId }, [own.locale]: locale };
  return { $and: [others, refFilter(endFields[otherSide(side)], targets)] };
}

/** Placements, grouped by the layers that they come into. */
function byLayers(
  placements: readonly Placement[],
): readonly (readonly [readonly Layer[], readonly TargetRef[]])[] {
  const groups = new Map<string, { readonly layers: readonly Layer[]; readonly targets: TargetRef[] }>();
  for (const { layers, target } of placements) {
    const group = groups.get(layers.join()) ?? { layers, targets: [] };
    group.targets.push(target);
    groups.set(layers.join(), group);
  }
  return [...groups.values()].map(({ layers, targets }) => [layers, targets] as const);
}

/** Takes links out of the layers. A link that is left in no layer is deleted. */
export async function withdraw(
  { unit, link, side }: List,
  filter: Document,
  layers: readonly Layer[],
  pending: boolean,
): Promise<void> {
  const links = linksOf(unit, link);
  const kept = (['draft', 'published'] as const).find((layer) => !layers.includes(layer));
  if (kept === undefined) {
    await links.deleteMany(filter, within(unit));
    return;
  }
  const keptKey = keyField(kept, side);
  await links.deleteMany({ $and: [filter, { [keptKey]: { $exists: false } }] }, within(unit));
  const there = layers.map((layer) => ({ [keyField(layer, side)]: isThere }));
  await links.updateMany(
    { $and: [filter, { $or: there }] },
    {
      // What the other end edited of the link is gone with it, so its publishing has nothing to take over.
      $unset: { ...keysOf(layers), ...(pending && { [pendingField(otherSide(side))]: '' }) },
      ...(pending && { $set: { [pendingField(side)]: true } }),
    } as Document,
    within(unit),
  );
}

const sides = ['source', 'target'] as const;

const keysOf = (layers: readonly Layer[]): Record<string, ''> =>
  Object.fromEntries(layers.flatMap((layer) => sides.map((side) => [keyField(layer, side), '' as const])));

/** A link that is there keeps its place at the other end; a new one goes to the end there. */
async function place(list: List, change: ListChange, isNew: boolean): Promise<void> {
  const { unit, link, side } = list;
  const links = linksOf(unit, link);
  const other = endFields[otherSide(side)];
  const first = await unit.ticks.take(change.place.length);
  if (!isNew && !isLayered(unit.schema, link)) {
    const puts = change.place.map((placement, index) => putLink(list, placement, first + index));
    await links.bulkWrite(puts, within(unit));
    return;
  }
  const named = refFilter(
    other,
    change.place.map(({ target }) => target),
  );
  const known = isNew
    ? []
    : await links.find({ ...mine(list), ...named } as Document as Where, within(unit)).toArray();
  const byTarget = new Map(known.map((row) => [`${row[other.document]} ${row[other.locale]}`, row]));
  const writes = change.place.map((placement, index): AnyBulkWriteOperation<LinkRow> => {
    const { target } = placement;
    const before = byTarget.get(`${target.documentId} ${target.locale}`);
    const after = placed(list, change, placement, before, first + index);
    return before === undefined
      ? { insertOne: { document: after } }
      : { replaceOne: { filter: { _id: before._id }, replacement: after } };
  });
  if (writes.length > 0) await links.bulkWrite(writes, within(unit));
}

/** Where links have one layer they are in it, so nothing of a link has to be known to put it in its place. */
function putLink(list: List, { target, key }: Placement, tick: number): AnyBulkWriteOperation<LinkRow> {
  const { side } = list;
  const other = endFields[otherSide(side)];
  const [own, theirs] = [keyField('published', side), keyField('published', otherSide(side))];
  const end = tickKey(tick);
  return {
    updateOne: {
      filter: { ...mine(list), [other.document]: target.documentId, [other.locale]: target.locale },
      update: { $set: { [own]: key ?? end }, $setOnInsert: { _id: tick, [theirs]: end } },
      upsert: true,
    },
  };
}

/** The link after its placement; `tick` is its own, for the ends of lists and as the id of a new one. */
function placed(
  list: List,
  { layers, pending }: ListChange,
  { target, key, layers: into, leaves }: Placement,
  before: LinkRow | undefined,
  tick: number,
): LinkRow {
  const { side } = list;
  const other = endFields[otherSide(side)];
  const end = tickKey(tick);
  const row: Record<string, unknown> = {
    ...(before ?? {
      _id: tick,
      ...mine(list),
      [other.document]: target.documentId,
      [other.locale]: target.locale,
    }),
    ...(pending && { [pendingField(side)]: true }),
  };
  for (const layer of layers) {
    const [own, theirs] = [keyField(layer, side), keyField(layer, otherSide(side))];
    if (leaves.includes(layer)) {
      delete row[own];
      delete row[theirs];
    } else if (into.includes(layer) || row[own] !== undefined) {
      row[own] = key ?? end;
      // What is in one layer of the other list has its place in the other layer too.
      row[theirs] ??= row[keyField(otherLayer(layer), otherSide(side))] ?? end;
    }
  }
  return row as unknown as LinkRow;
}

export const otherLayer = (layer: Layer): Layer => (layer === 'draft' ? 'published' : 'draft');
