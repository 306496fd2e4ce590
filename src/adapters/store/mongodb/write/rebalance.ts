import type { Filter } from 'mongodb';
import type { ListNeed } from '../../../../domain/plan/write-plan.js';
import { tickKey } from '../counters.js';
import { endFields, keyField, type LinkRow } from '../layout.js';
import { endOf } from './ends.js';
import { linksOf, within, type Unit } from './unit.js';

const layers = ['draft', 'published'] as const;

/**
 * Gives the links of a list fresh keys. Those of both layers are renewed together, in their common order, so that each
 * layer keeps its own and a key that is the same in both stays the same.
 */
export async function rebalance(unit: Unit, need: ListNeed): Promise<void> {
  const { link, side } = endOf(need.relation);
  const own = endFields[side];
  const links = linksOf(unit, link);
  const filter = { [own.document]: need.documentId, [own.locale]: need.locale } as Filter<LinkRow>;
  const rows = await links.find(filter, within(unit)).toArray();
  const entries = rows.flatMap((row) =>
    layers.flatMap((layer) => {
      const key = row[keyField(layer, side)];
      return key === undefined ? [] : [{ id: row._id, key }];
    }),
  );
  entries.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : left.id - right.id));
  const names = [...new Set(entries.map(({ id, key }) => `${key} ${id}`))];
  if (names.length === 0) return;
  const first = await unit.counters.ticks(names.length);
  const fresh = new Map(names.map((name, index) => [name, tickKey(first + index)]));
  const writes = rows.map((row) => {
    const keys = layers.flatMap((layer) => {
      const field = keyField(layer, side);
      const key = row[field];
      return key === undefined ? [] : [[field, fresh.get(`${key} ${row._id}`)] as const];
    });
    return {
      updateOne: {
        filter: { _id: row._id },
        update: { $set: Object.fromEntries(keys) },
      },
    };
  });
  await links.bulkWrite(writes, within(unit));
}
