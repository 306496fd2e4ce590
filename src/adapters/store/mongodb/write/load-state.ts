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
export async function loadState(unit: Unit, requirements: WriteRequirements): Promise<LoadedState> {
  // One for each key that the decision needs, and one for each link that it places.
  unit.sequence.reserve(requirements.sequenceKeys * 2);
  const document = requirements.document === null ? null : await loadDocument(unit, requirements.document);
  const lists: LoadedList[] = [];
  for (const requirement of requirements.lists) lists.push(await loadList(unit, requirement));
  const first = await unit.sequence.take(requirements.sequenceKeys);
  const sequenceKeys = Array.from({ length: requirements.sequenceKeys }, (_, index) =>
    sequenceKey(first + index),
  );
  return document === null && lists.length === 0 && sequenceKeys.length === 0
    ? nothingLoaded
    : { document, lists, sequenceKeys };
}

async function loadDocument(unit: Unit, requirement: DocumentRequirement): Promise<LoadedDocument> {
  const { documentId, layer, locale, content, shared } = requirement;
  const rows = await versionsFor(unit, requirement);
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
  for (const list of requirement.filled) filled.push(await isFilled(unit, requirement, list));
  const pending: boolean[] = [];
  for (const { link, side, locale: named } of requirement.pending) {
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

async function versionsFor(unit: Unit, requirement: DocumentRequirement): Promise<readonly VersionRow[]> {
  const { type, documentId, content, shared } = requirement;
  const locked = unit.locked.get(keyOf(requirement));
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

async function loadList(unit: Unit, requirement: ListRequirement): Promise<LoadedList> {
  const found = new Map<number, Entry>();
  for (const layer of requirement.layers) {
    for (const entry of await neighbourhood(unit, requirement, layer)) found.set(entry.id, entry);
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

async function neighbourhood(
  unit: Unit,
  requirement: ListRequirement,
  layer: Layer,
): Promise<readonly Entry[]> {
  const { link, side } = linkSideOf(requirement.relation);
  const other = endFields[otherSide(side)];
  const list = { unit, requirement, link, side, key: keyField(layer, side) };
  const refs = [...requirement.anchors, ...requirement.moving];
  if (requirement.anchors.length > maxAnchors || requirement.moving.length > 1_000)
    return findEntries(list, {});
  const named = refs.length === 0 ? [] : await findEntries(list, refFilter(other, refs));
  const entries = [...named];
  const staying = requirement.moving.length === 0 ? {} : { $nor: [refFilter(other, requirement.moving)] };
  for (const anchor of named) {
    for (const direction of directionsFrom(requirement, anchor))
      entries.push(...(await findEntries(list, beside(list.key, anchor, direction, staying), direction)));
  }
  if (requirement.ends.first) entries.push(...(await findEntries(list, staying, 1)));
  if (requirement.ends.last) entries.push(...(await findEntries(list, staying, -1)));
  return entries;
}

interface List {
  readonly unit: Unit;
  readonly requirement: ListRequirement;
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
  { unit, requirement, link, side, key }: List,
  filter: Filter<Document>,
  direction?: 1 | -1,
): Promise<readonly Entry[]> {
  const [own, other] = [endFields[side], endFields[otherSide(side)]];
  const mine = { [own.document]: requirement.documentId, [own.locale]: requirement.locale, [key]: keyExists };
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
