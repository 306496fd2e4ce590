import type { AnyBulkWriteOperation, Document, Filter } from 'mongodb';
import type {
  ListChange,
  Placement,
  PendingList,
  TargetRef,
  WritePlan,
} from '../../../../domain/plan/write-plan.js';
import type { ListRequirement } from '../../../../domain/plan/write-requirements.js';
import {
  applyPending,
  changeList,
  isNewIn,
  renewKeys,
  type LinkEdit,
} from '../../../../domain/relation/change-links.js';
import { linkSideOf, type LinkList, type StoredLink } from '../../../../domain/relation/link-list.js';
import { isLayered, otherSide, type Link } from '../../../../domain/schema/schema.js';
import { sequenceKey } from '../counters.js';
import { endFields, keyField, linkRow, pendingField, storedLink, type LinkRow } from '../layout.js';
import { linksOf, optionsOf, type Unit } from './unit.js';

/** Removes the links that a plan drops at each end of the document: all of them, or those in one locale. */
export async function applyUnlinks(unit: Unit, { documentId, unlink }: WritePlan): Promise<void> {
  for (const { link, side, locale } of unlink) {
    const own = endFields[side];
    const filter = { [own.document]: documentId, ...(locale !== null && { [own.locale]: locale }) };
    await linksOf(unit, link).deleteMany(filter, optionsOf(unit));
  }
}

/** Applies a change to one list of a document. `isNew` means that the document has no links yet. */
export async function applyList(
  unit: Unit,
  documentId: string,
  change: ListChange,
  isNew: boolean,
): Promise<void> {
  const list: LinkList = { ...linkSideOf(change.relation), own: { documentId, locale: change.locale } };
  const isDecidedHere = isNew || change.exclusive || isLayered(unit.schema, list.link);
  if (!isDecidedHere) return changeInOneLayer(unit, list, change);
  const links = await affectedLinks(unit, list, change, isNew);
  const first = await unit.sequence.take(change.place.length);
  let id = first;
  const keys = change.place.map((_, index) => sequenceKey(first + index));
  await store(unit, list.link, changeList(list, change, links, { keys, newId: () => id++ }));
}

/** Reads the links that `changeList` needs. */
async function affectedLinks(
  unit: Unit,
  list: LinkList,
  { remove, place, exclusive }: ListChange,
  isNew: boolean,
): Promise<Iterable<StoredLink>> {
  const other = endFields[otherSide(list.side)];
  const placed = place.map(({ target }) => target);
  const named = [...remove.flatMap(({ targets }) => targets), ...(exclusive ? [] : placed)];
  const isWhole = remove.some(({ kind }) => kind === 'except');
  const filters = [
    ...(isNew || (!isWhole && named.length === 0)
      ? []
      : [isWhole ? linksOfList(list) : linksTo(list, named)]),
    ...(exclusive && placed.length > 0 ? [refFilter(other, placed)] : []),
  ];
  return findLinks(unit, list.link, filters);
}

async function findLinks(
  unit: Unit,
  link: Link,
  filters: readonly Document[],
): Promise<Iterable<StoredLink>> {
  const found = new Map<number, StoredLink>();
  for (const filter of filters) {
    const rows = await linksOf(unit, link)
      .find(filter as Filter<LinkRow>, optionsOf(unit))
      .toArray();
    for (const row of rows) found.set(row._id, storedLink(row));
  }
  return found.values();
}

/**
 * Removes and places links without reading them, which is possible if links have one layer and no target is
 * exclusive.
 */
async function changeInOneLayer(unit: Unit, list: LinkList, { remove, place }: ListChange): Promise<void> {
  const links = linksOf(unit, list.link);
  const other = endFields[otherSide(list.side)];
  for (const { kind, targets } of remove) {
    const named = refFilter(other, targets);
    const gone: Document = { ...linksOfList(list), ...(kind === 'these' ? named : { $nor: [named] }) };
    await links.deleteMany(gone, optionsOf(unit));
  }
  if (place.length === 0) return;
  const first = await unit.sequence.take(place.length);
  const puts = place.map((placement, index) => putLink(list, placement, first + index));
  await links.bulkWrite(puts, optionsOf(unit));
}

function putLink(list: LinkList, { target, key }: Placement, number: number): AnyBulkWriteOperation<LinkRow> {
  const { side } = list;
  const end = sequenceKey(number);
  return {
    updateOne: {
      filter: linksTo(list, [target]),
      update: {
        $set: { [keyField('published', side)]: key ?? end },
        $setOnInsert: { _id: number, [keyField('published', otherSide(side))]: end },
      },
      upsert: true,
    },
  };
}

/** Applies the pending links of one list of a document. */
export async function applyPendingList(
  unit: Unit,
  documentId: string,
  pendingList: PendingList,
): Promise<void> {
  const { link, side, locale, to, exclusive } = pendingList;
  const list: LinkList = { link, side, own: { documentId, locale } };
  const pending = link[side].many ? { [pendingField(side)]: true } : {};
  const links = [...(await findLinks(unit, link, [{ ...linksOfList(list), ...pending }]))];
  const targets = links.filter((each) => isNewIn(to, side, each)).map((each) => each[otherSide(side)]);
  const isFree = !exclusive || targets.length === 0;
  const held = isFree ? [] : await findLinks(unit, link, [refFilter(endFields[otherSide(side)], targets)]);
  const byId = new Map([...links, ...held].map((each) => [each.id, each]));
  await store(unit, link, applyPending(list, pendingList, byId.values()));
}

/** Gives the links of a list new keys that keep their order. */
export async function rebalance(unit: Unit, requirement: ListRequirement): Promise<void> {
  const { documentId, locale } = requirement;
  const list: LinkList = { ...linkSideOf(requirement.relation), own: { documentId, locale } };
  const links = [...(await findLinks(unit, list.link, [linksOfList(list)]))];
  const first = await unit.counters.sequence(2 * links.length);
  const keys = Array.from({ length: 2 * links.length }, (_, index) => sequenceKey(first + index));
  await store(unit, list.link, renewKeys(links, list.side, keys));
}

/**
 * Deletes come first, because a new link may need the place of a deleted one. Edits of one kind are adjacent,
 * because the driver sends them as one command.
 */
async function store(unit: Unit, link: Link, edits: readonly LinkEdit[]): Promise<void> {
  const deleted: AnyBulkWriteOperation<LinkRow>[] = [];
  const replaced: AnyBulkWriteOperation<LinkRow>[] = [];
  const inserted: AnyBulkWriteOperation<LinkRow>[] = [];
  for (const { before, after } of edits) {
    if (before === null && after !== null) inserted.push({ insertOne: { document: linkRow(after) } });
    if (before === null) continue;
    const filter = { _id: before.id };
    if (after === null) deleted.push({ deleteOne: { filter } });
    else replaced.push({ replaceOne: { filter, replacement: linkRow(after) } });
  }
  const writes = [...deleted, ...replaced, ...inserted];
  if (writes.length > 0) await linksOf(unit, link).bulkWrite(writes, optionsOf(unit));
}

const linksOfList = ({ side, own }: LinkList): Document => ({
  [endFields[side].document]: own.documentId,
  [endFields[side].locale]: own.locale,
});

const linksTo = (list: LinkList, targets: readonly TargetRef[]): Document => ({
  ...linksOfList(list),
  ...refFilter(endFields[otherSide(list.side)], targets),
});

interface EndFields {
  readonly document: string;
  readonly locale: string;
}

/** Matches links that have one of `refs` at an end, each in its locale. */
export function refFilter(end: EndFields, refs: readonly TargetRef[]): Document {
  const byLocale = new Map<string, string[]>();
  for (const { documentId, locale } of refs) {
    const documents = byLocale.get(locale);
    if (documents === undefined) byLocale.set(locale, [documentId]);
    else documents.push(documentId);
  }
  const alternatives = [...byLocale].map(([locale, documents]) => ({
    [end.document]: documents.length === 1 ? documents[0] : { $in: documents },
    [end.locale]: locale,
  }));
  return alternatives.length === 1
    ? (alternatives[0] ?? {})
    : { $or: alternatives.length === 0 ? [matchesNothing] : alternatives };
}

const matchesNothing = { _id: { $in: [] } };
