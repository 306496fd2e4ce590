import type { Document, Filter } from 'mongodb';
import type { TargetRef } from '../../../../domain/plan/write-plan.js';
import {
  nothingLoaded,
  type DocumentRequirement,
  type LoadedState,
  type LoadedDocument,
  type LoadedList,
  type ListRequirement,
  type WriteRequirements,
} from '../../../../domain/plan/write-requirements.js';
import type { Layer } from '../../../../domain/query/query.js';
import { linkSideOf } from '../../../../domain/relation/link-list.js';
import { otherSide, type Json, type Link, type Side, type Stored } from '../../../../domain/schema/schema.js';
import { sequenceKey } from '../counters.js';
import { endFields, keyExists, keyField, pendingField, type LinkRow, type VersionRow } from '../layout.js';
import { canonicalContent } from '../stored-value.js';
import { refFilter } from './apply-lists.js';
import { keyOf, linksOf, optionsOf, versionsOf, type Unit } from './unit.js';

/** Loads what the decision of a write needs. The caller holds the locks. */
export async function loadKnown(unit: Unit, needs: WriteRequirements): Promise<LoadedState> {
  // One for each key that the decision needs, and one for each link that it places.
  unit.sequence.reserve(needs.sequenceKeys * 2);
  const document = needs.document === null ? null : await knownDocument(unit, needs.document);
  const lists: LoadedList[] = [];
  for (const need of needs.lists) lists.push(await knownList(unit, need));
  const first = await unit.sequence.take(needs.sequenceKeys);
  const sequenceKeys = Array.from({ length: needs.sequenceKeys }, (_, index) => sequenceKey(first + index));
  return document === null && lists.length === 0 && sequenceKeys.length === 0
    ? nothingLoaded
    : { document, lists, sequenceKeys };
}

async function knownDocument(unit: Unit, need: DocumentRequirement): Promise<LoadedDocument> {
  const { documentId, layer, locale, content, shared } = need;
  const rows = await versionsFor(unit, need);
  const version = rows.find((row) => row._layer === layer && row.locale === locale);
  const other = rows.find((row) => row._layer === layer && row.locale !== locale);
  const valuesOf = (row: VersionRow, attributes: readonly Stored[]): ReadonlyMap<string, Json> =>
    new Map(
      attributes.flatMap((attribute): [string, Json][] => {
        const value = canonicalContent(unit.schema, attribute, row[attribute.name]);
        return value === null ? [] : [[attribute.name, value]];
      }),
    );
  const filled: boolean[] = [];
  for (const list of need.filled) filled.push(await isFilled(unit, need, list));
  const pending: boolean[] = [];
  for (const { link, side, locale: named } of need.pending) {
    const own = endFields[side];
    const filter = {
      [own.document]: documentId,
      [own.locale]: named,
      [pendingField(side)]: true,
    } as Filter<LinkRow>;
    pending.push(
      (await linksOf(unit, link).findOne(filter, { ...optionsOf(unit), projection: { _id: 1 } })) !== null,
    );
  }
  return {
    versions: rows.map((row) => ({ layer: row._layer, locale: row.locale })),
    values: version === undefined ? null : valuesOf(version, content),
    sibling:
      version !== undefined || other === undefined
        ? null
        : { locale: other.locale, values: valuesOf(other, shared) },
    filled,
    pending,
  };
}

async function versionsFor(unit: Unit, need: DocumentRequirement): Promise<readonly VersionRow[]> {
  const { type, documentId, content, shared } = need;
  const locked = unit.locked.get(keyOf(need));
  if (locked !== undefined) return [locked];
  const fields = [...content, ...shared].map(({ name }) => [name, 1] as const);
  return versionsOf(unit, type)
    .find({ documentId } as Filter<VersionRow>, {
      ...optionsOf(unit),
      projection: { locale: 1, _layer: 1, ...Object.fromEntries(fields) },
      sort: { _id: 1 },
    })
    .toArray();
}

async function isFilled(
  unit: Unit,
  { documentId, layer, locale }: DocumentRequirement,
  { relation, except }: DocumentRequirement['filled'][number],
): Promise<boolean> {
  const { link, side } = linkSideOf(relation);
  const own = endFields[side];
  const filter = {
    [own.document]: documentId,
    [own.locale]: link[side].localized ? locale : '',
    [keyField(layer, side)]: keyExists,
    ...(except.length > 0 && { $nor: [refFilter(endFields[otherSide(side)], except)] }),
  } as Document as Filter<LinkRow>;
  return (await linksOf(unit, link).findOne(filter, { ...optionsOf(unit), projection: { _id: 1 } })) !== null;
}

/** With more anchors than this, it is cheaper to load the whole list than to read around each anchor. */
const maxAnchors = 20;

async function knownList(unit: Unit, need: ListRequirement): Promise<LoadedList> {
  const found = new Map<number, Entry>();
  for (const layer of need.layers) {
    for (const entry of await neighbourhood(unit, need, layer)) found.set(entry.id, entry);
  }
  return {
    links: [...found.values()].sort(byKey).map(({ target, key }) => ({ target, key })),
  };
}

interface Entry {
  readonly id: number;
  readonly key: string;
  readonly target: TargetRef;
}

const byKey = (left: Entry, right: Entry): number =>
  left.key < right.key ? -1 : left.key > right.key ? 1 : left.id - right.id;

async function neighbourhood(unit: Unit, need: ListRequirement, layer: Layer): Promise<readonly Entry[]> {
  const { link, side } = linkSideOf(need.relation);
  const other = endFields[otherSide(side)];
  const list = { unit, need, link, side, key: keyField(layer, side) };
  const refs = [...need.anchors, ...need.moving];
  if (need.anchors.length > maxAnchors || need.moving.length > 1_000) return findEntries(list, {});
  const named = refs.length === 0 ? [] : await findEntries(list, refFilter(other, refs));
  const entries = [...named];
  const staying = need.moving.length === 0 ? {} : { $nor: [refFilter(other, need.moving)] };
  for (const anchor of named) {
    for (const direction of directionsFrom(need, anchor))
      entries.push(...(await findEntries(list, beside(list.key, anchor, direction, staying), direction)));
  }
  if (need.ends.first) entries.push(...(await findEntries(list, staying, 1)));
  if (need.ends.last) entries.push(...(await findEntries(list, staying, -1)));
  return entries;
}

interface List {
  readonly unit: Unit;
  readonly need: ListRequirement;
  readonly link: Link;
  readonly side: Side;
  readonly key: ReturnType<typeof keyField>;
}

/** The directions in which to read from a link; none if it is not an anchor. */
function directionsFrom({ anchors, moving }: ListRequirement, { target }: Entry): readonly (1 | -1)[] {
  const isTarget = (ref: TargetRef): boolean =>
    ref.documentId === target.documentId && ref.locale === target.locale;
  const sides = anchors.filter(isTarget).map(({ side }) => side);
  if (sides.length === 0) return [];
  const isMoving = moving.some(isTarget);
  const isWanted = (side: 'before' | 'after'): boolean =>
    isMoving || sides.includes(undefined) || sides.includes(side);
  return [...(isWanted('before') ? [-1 as const] : []), ...(isWanted('after') ? [1 as const] : [])];
}

/**
 * Matches the links that follow the anchor in a direction. The range uses the index; the rest handles links with
 * equal keys.
 */
function beside(
  key: List['key'],
  { key: at, id }: Entry,
  direction: 1 | -1,
  staying: Filter<Document>,
): Filter<Document> {
  const than = direction === 1 ? '$gt' : '$lt';
  const range = direction === 1 ? { $gte: at } : { ...keyExists, $lte: at };
  return { [key]: range, $and: [staying, { $or: [{ [key]: { [than]: at } }, { _id: { [than]: id } }] }] };
}

/** The links of a list that match; with a direction, only the first of them. */
async function findEntries(
  { unit, need, link, side, key }: List,
  filter: Filter<Document>,
  direction?: 1 | -1,
): Promise<readonly Entry[]> {
  const [own, other] = [endFields[side], endFields[otherSide(side)]];
  const mine = { [own.document]: need.documentId, [own.locale]: need.locale, [key]: keyExists };
  const first = direction && { sort: { [key]: direction, _id: direction }, limit: 1 };
  const rows = await linksOf(unit, link)
    .find({ ...mine, ...filter } as Document as Filter<LinkRow>, { ...optionsOf(unit), ...first })
    .toArray();
  return rows.map((row) => ({
    id: row._id,
    key: row[key] ?? '',
    target: { documentId: row[other.document], locale: row[other.locale] },
  }));
}
