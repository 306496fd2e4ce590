import type { ListChange, Placement } from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import { otherSide } from '../../../../domain/schema/schema.js';
import { keyColumn } from '../layout.js';
import type { Parameters } from '../statement.js';
import { cleared, otherLayer } from './lower-withdrawal.js';
import { tick, type LinkList } from './link-list.js';
import type { Part } from './part.js';

/** Placements that come into the same layers, and leave the same ones. */
export interface PlacementGroup {
  readonly layers: readonly Layer[];
  readonly leaves: readonly Layer[];
  readonly place: readonly Placement[];
}

/** One, unless the items of the request named a status. */
export function groupsOf({ place }: ListChange): readonly PlacementGroup[] {
  const groups = new Map<
    string,
    { layers: readonly Layer[]; leaves: readonly Layer[]; place: Placement[] }
  >();
  for (const placement of place) {
    const { layers, leaves } = placement;
    const key = `${layers.join()} ${leaves.join()}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { layers, leaves, place: [placement] });
    else group.place.push(placement);
  }
  return [...groups.values()];
}

/** Where `conditions` hold. Ticks are given in the order of the placements, whatever their group. */
export function lowerPlacements(
  parameters: Parameters,
  list: LinkList,
  change: ListChange,
  groups: readonly PlacementGroup[],
  { conditions, name, isNew }: { conditions: readonly string[]; name: string; isNew: boolean },
): readonly Part[] {
  const { place } = change;
  const columns = [
    parameters.addTexts(place.map(({ target }) => target.documentId)),
    parameters.addTexts(place.map(({ target }) => target.locale)),
    parameters.addTexts(place.map(({ key }) => key)),
  ];
  const [only] = groups;
  const insert = (group: PlacementGroup, places: string, where: readonly string[]): string =>
    `(${inserted(list, group, change.pending, places)}${where.length === 0 ? '' : ` WHERE ${where.join(' AND ')}`}${isNew ? '' : moved(list, change, group)})`;
  if (groups.length === 1 && only !== undefined) {
    const places = `SELECT document, locale, key, ${tick} AS tick FROM unnest(${columns.join(', ')}) AS u(document, locale, key)`;
    return [{ name, text: insert(only, `(${places})`, conditions) }];
  }
  const numbers = parameters.addTexts(
    place.map((each) => String(groups.findIndex((group) => group.place.includes(each)))),
  );
  const places = `SELECT document, locale, key, number, ${tick} AS tick FROM unnest(${[...columns, numbers].join(', ')}) AS u(document, locale, key, number)`;
  return [
    { name: `${name}_all`, text: `MATERIALIZED (${places})` },
    ...groups.map((group, index) => ({
      name: `${name}_${index}`,
      text: insert(group, `${name}_all`, [`p.number = '${index}'`, ...conditions]),
    })),
  ];
}

function inserted(list: LinkList, { layers }: PlacementGroup, pending: boolean, places: string): string {
  const { side, table, own, other, documentId, locale } = list;
  const keys = layers.flatMap((layer) => [keyColumn(layer, side), keyColumn(layer, otherSide(side))]);
  const columns = [
    own.document,
    own.locale,
    other.document,
    other.locale,
    ...keys,
    ...(pending ? [list.flag] : []),
  ];
  const values = [
    documentId,
    locale,
    'p.document',
    'p.locale',
    ...layers.flatMap(() => ['coalesce(p.key, p.tick)', 'p.tick']),
    ...(pending ? ['true'] : []),
  ];
  return `INSERT INTO ${table} AS l (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${places} p`;
}

/** A link that is there keeps its place at the other end; a new one goes to the end there. */
function moved(list: LinkList, change: ListChange, { layers, leaves }: PlacementGroup): string {
  const own = (layer: Layer): string => keyColumn(layer, list.side);
  const [first = 'published'] = layers;
  const staying = change.layers.filter((layer) => !layers.includes(layer) && !leaves.includes(layer));
  const set = [
    ...layers.flatMap((layer) => [
      `${own(layer)} = excluded.${own(layer)}`,
      `${keyColumn(layer, otherSide(list.side))} = ${keptPlace(list, layer)}`,
    ]),
    ...staying.map(
      (layer) => `${own(layer)} = CASE WHEN l.${own(layer)} IS NOT NULL THEN excluded.${own(first)} END`,
    ),
    ...leaves.flatMap(cleared),
    ...(change.pending ? [`${list.flag} = true`] : []),
  ];
  return ` ON CONFLICT (${ends}) DO UPDATE SET ${set.join(', ')}`;
}

/** An end without drafts has one list in both layers, so that what is in one of them has its place in the other too. */
function keptPlace({ side, layered, otherHasDrafts }: LinkList, layer: Layer): string {
  const key = keyColumn(layer, otherSide(side));
  const twin = layered && !otherHasDrafts ? ` l.${keyColumn(otherLayer(layer), otherSide(side))},` : '';
  return `coalesce(l.${key},${twin} excluded.${key})`;
}

const ends = 'source_document, source_locale, target_document, target_locale';
