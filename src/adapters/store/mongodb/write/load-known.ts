import type { Document, Filter } from 'mongodb';
import {
  nothingKnown,
  type DocumentNeed,
  type Known,
  type KnownDocument,
  type KnownList,
  type ListNeed,
  type Needs,
  type TargetRef,
} from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import { otherSide, type Json, type Stored } from '../../../../domain/schema/schema.js';
import { tickKey } from '../counters.js';
import { endFields, keyField, pendingField, type LinkRow, type VersionRow } from '../layout.js';
import { canonicalContent } from '../stored-value.js';
import { endOf, refFilter } from './ends.js';
import { linksOf, versionsOf, within, type Unit } from './unit.js';

/** What a write needs to know. The locks are held by now. */
export async function loadKnown(unit: Unit, needs: Needs): Promise<Known> {
  const document = needs.document === null ? null : await knownDocument(unit, needs.document);
  const lists: KnownList[] = [];
  for (const need of needs.lists) lists.push(await knownList(unit, need));
  const first = needs.ticks === 0 ? 0 : await unit.counters.ticks(needs.ticks);
  const ticks = Array.from({ length: needs.ticks }, (_, index) => tickKey(first + index));
  return document === null && lists.length === 0 && ticks.length === 0
    ? nothingKnown
    : { document, lists, ticks };
}

async function knownDocument(unit: Unit, need: DocumentNeed): Promise<KnownDocument> {
  const { type, documentId, layer, locale, content, shared } = need;
  const fields = [...content, ...shared].map(({ name }) => [name, 1] as const);
  const rows = await versionsOf(unit, type)
    .find({ documentId } as Filter<VersionRow>, {
      ...within(unit),
      projection: { locale: 1, _layer: 1, ...Object.fromEntries(fields) },
      sort: { _id: 1 },
    })
    .toArray();
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
      (await linksOf(unit, link).findOne(filter, { ...within(unit), projection: { _id: 1 } })) !== null,
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

async function isFilled(
  unit: Unit,
  { documentId, layer, locale }: DocumentNeed,
  { relation, except }: DocumentNeed['filled'][number],
): Promise<boolean> {
  const { link, side } = endOf(relation);
  const own = endFields[side];
  const filter = {
    [own.document]: documentId,
    [own.locale]: link[side].localized ? locale : '',
    [keyField(layer, side)]: { $exists: true },
    ...(except.length > 0 && { $nor: [refFilter(endFields[otherSide(side)], except)] }),
  } as Document as Filter<LinkRow>;
  return (await linksOf(unit, link).findOne(filter, { ...within(unit), projection: { _id: 1 } })) !== null;
}

/** Past this many it is cheaper to load the list than to look around each of them. */
const mostLookups = 20;

async function knownList(unit: Unit, need: ListNeed): Promise<KnownList> {
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

async function neighbourhood(unit: Unit, need: ListNeed, layer: Layer): Promise<readonly Entry[]> {
  const { link, side } = endOf(need.relation);
  const [own, other] = [endFields[side], endFields[otherSide(side)]];
  const key = keyField(layer, side);
  const list = { [own.document]: need.documentId, [own.locale]: need.locale, [key]: { $exists: true } };
  const ask = async (
    filter: Filter<Document>,
    direction: 1 | -1,
    limit: number,
  ): Promise<readonly Entry[]> => {
    const rows = await linksOf(unit, link)
      .find({ $and: [list, filter] } as Filter<LinkRow>, {
        ...within(unit),
        sort: { [key]: direction, _id: direction },
        limit,
      })
      .toArray();
    return rows.map((row) => ({
      id: row._id,
      key: row[key] ?? '',
      target: { documentId: row[other.document], locale: row[other.locale] },
    }));
  };
  const named = [...need.anchors, ...need.moving];
  if (need.anchors.length > mostLookups || need.moving.length > 1_000) return ask({}, 1, 0);
  const entries = named.length === 0 ? [] : [...(await ask(refFilter(other, named), 1, 0))];
  const staying = need.moving.length === 0 ? {} : { $nor: [refFilter(other, need.moving)] };
  const anchors = new Set(need.anchors.map(({ documentId, locale }) => `${documentId} ${locale}`));
  for (const { key: at, id } of entries.filter((entry) =>
    anchors.has(`${entry.target.documentId} ${entry.target.locale}`),
  )) {
    for (const [than, direction] of [
      ['$lt', -1],
      ['$gt', 1],
    ] as const) {
      const beside = { $or: [{ [key]: { [than]: at } }, { [key]: at, _id: { [than]: id } }] };
      entries.push(...(await ask({ $and: [staying, beside] }, direction, 1)));
    }
  }
  if (need.ends.first) entries.push(...(await ask(staying, 1, 1)));
  if (need.ends.last) entries.push(...(await ask(staying, -1, 1)));
  return entries;
}
