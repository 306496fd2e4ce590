import type { Layer } from '../../../../domain/query/query.js';
import { keyColumn } from '../layout.js';
import type { LinkList } from './link-list.js';
import type { Part } from './part.js';

export const otherLayer = (layer: Layer): Layer => (layer === 'draft' ? 'published' : 'draft');

/**
 * Takes links out of layers. One that is left in no layer is deleted; one that stays in the other is marked as pending
 * at this side where that is wanted. No row is named by both parts.
 */
export function withdraw(
  list: LinkList,
  layers: readonly Layer[],
  pending: boolean,
  conditions: readonly string[],
  name: string,
): readonly Part[] {
  const where = conditions.join(' AND ');
  const [layer] = layers;
  if (!list.layered || layers.length !== 1 || layer === undefined) {
    return [{ name, text: `(DELETE FROM ${list.table} WHERE ${where} RETURNING 1)` }];
  }
  const kept = keyColumn(otherLayer(layer), 'source');
  // What the other end edited of the link is gone with it, so its publishing has nothing to take over.
  const flags = [`${list.flag} = true`, `${list.otherFlag} = false`];
  const set = [...cleared(layer), ...(pending ? flags : [])].join(', ');
  const there = `${keyColumn(layer, 'source')} IS NOT NULL`;
  // Publishing the other end may be about to change whether a link stays: its rows are waited for, and looked at again.
  const held = `${name}_held`;
  const isHeld = (condition: string): string => `id IN (SELECT id FROM ${held} WHERE ${condition})`;
  return [
    {
      name: held,
      text: `MATERIALIZED (SELECT id, ${kept} IS NOT NULL AS stays FROM ${list.table} WHERE ${where} AND (${kept} IS NULL OR ${there}) ORDER BY id FOR UPDATE)`,
    },
    { name, text: `(DELETE FROM ${list.table} WHERE ${isHeld('NOT stays')} RETURNING 1)` },
    {
      name: `${name}_kept`,
      text: `(UPDATE ${list.table} SET ${set} WHERE ${isHeld('stays')} RETURNING 1)`,
    },
  ];
}

/** A link that is not in a layer has neither key there. */
export const cleared = (layer: Layer): readonly string[] => [
  `${keyColumn(layer, 'source')} = NULL`,
  `${keyColumn(layer, 'target')} = NULL`,
];
