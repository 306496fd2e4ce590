import type { AnyBulkWriteOperation, Document, Filter } from 'mongodb';
import type { Settlement } from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import { otherSide, type Side } from '../../../../domain/schema/schema.js';
import { endFields, keyField, pendingField, type LinkRow } from '../layout.js';
import { mine, otherLayer, rivals, withdraw, type List } from './apply-lists.js';
import { linksOf, within, type Unit } from './unit.js';

type Where = Filter<LinkRow>;

/** Lets one layer take over from the other what is pending at the document's end of a link. */
export async function settle(unit: Unit, documentId: string, settlement: Settlement): Promise<void> {
  const { link, side, locale, to, takes } = settlement;
  const list: List = { unit, link, side, documentId, locale };
  const links = linksOf(unit, link);
  const waiting = { ...mine(list), [pendingField(side)]: true } as Where;
  const rows = await links.find(waiting, within(unit)).toArray();
  const settled = rows.map((row) => ({ row, after: settledRow(row, side, to) }));
  const fresh = settled.filter(({ row, after }) => !has(row, to) && has(after, to)).map(({ row }) => row);
  const other = endFields[otherSide(side)];
  const targets = fresh.map((row) => ({ documentId: row[other.document], locale: row[other.locale] }));
  if (fresh.length > 0 && !link[side].many) await withdraw(list, replaced(list, fresh, to), [to], false);
  if (takes && fresh.length > 0) await withdraw(list, rivals(list, targets), [to], false);
  // What leaves makes room for what comes: an end that is to-one has one place.
  const leaving = settled.filter(({ after }) => !has(after, to));
  const coming = settled.filter(({ after }) => has(after, to));
  const writes = [...leaving, ...coming].map(({ row, after }): AnyBulkWriteOperation<LinkRow> => {
    const filter = { _id: row._id } as Where;
    return has(after, 'draft') || has(after, 'published')
      ? { replaceOne: { filter, replacement: after } }
      : { deleteOne: { filter } };
  });
  if (writes.length > 0) await links.bulkWrite(writes, within(unit));
}

/** One value has no place for two: also what the other end alone took out of the layer that is taken over goes. */
function replaced(list: List, fresh: readonly LinkRow[], to: Layer): Document {
  const { link, side } = list;
  const left = {
    ...mine(list),
    [pendingField(side)]: { $exists: false },
    [keyField(otherLayer(to), side)]: { $exists: false },
  };
  const inOneLocale = side === 'target' && !link.target.localized;
  return inOneLocale ? { ...left, sourceLocale: { $in: fresh.map((row) => row.sourceLocale) } } : left;
}

const has = (row: LinkRow, layer: Layer): boolean => row[keyField(layer, 'source')] !== undefined;

function settledRow(row: LinkRow, side: Side, to: Layer): LinkRow {
  const from = otherLayer(to);
  const other = otherSide(side);
  const after: Record<string, unknown> = { ...row };
  delete after[pendingField(side)];
  const [own, theirs] = [keyField(to, side), keyField(to, other)];
  if (row[keyField(from, side)] === undefined) {
    delete after[own];
    delete after[theirs];
  } else {
    after[own] = row[keyField(from, side)];
    after[theirs] ??= row[keyField(from, other)];
  }
  if (after[keyField('draft', other)] === after[keyField('published', other)])
    delete after[pendingField(other)];
  return after as unknown as LinkRow;
}
