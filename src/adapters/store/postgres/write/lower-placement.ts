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

/** Where the placements of a list stand in a statement. */
interface PlacementWriting {
  readonly name: string;
  readonly conditions: readonly string[];
  /** Whether there is no link yet to collide with. */
  readonly isNew: boolean;
}

/** Ticks are given in the order of the placements, whatever their group. */
export function lowerPlacements(
  parameters: Parameters,
  list: LinkList,
  change: ListChange,
  groups: readonly PlacementGroup[],
  writing: PlacementWriting,
): readonly Part[] {
  const { place } = change;
  const { name, conditions } = writing;
  const columns = {
    document: parameters.addTexts(place.map(({ target }) => target.documentId)),
    locale: parameters.addTexts(place.map(({ target }) => target.locale)),
    key: parameters.addTexts(place.map(({ key }) => key)),
  };
  const [only] = groups;
  if (groups.length === 1 && only !== undefined) {
    return [{ name, text: placed(list, change, only, `(${ticked(columns)})`, writing) }];
  }
  const numbers = new Map(groups.flatMap((group, index) => group.place.map((each) => [each, String(index)])));
  const number = parameters.addTexts(place.map((each) => numbers.get(each) ?? null));
  return [
    { name: `${name}_all`, text: `MATERIALIZED (${ticked({ ...columns, number })})` },
    ...groups.map((group, index) => {
      const own = { ...writing, conditions: [`p.number = '${index}'`, ...conditions] };
      return { name: `${name}_${index}`, text: placed(list, change, group, `${name}_all`, own) };
    }),
  ];
}

/** The rows of equally long lists, each with a fresh tick. */
function ticked(columns: Readonly<Record<string, string>>): string {
  const names = Object.keys(columns).join(', ');
  return `SELECT ${names}, ${tick} AS tick FROM unnest(${Object.values(columns).join(', ')}) AS u(${names})`;
}

function placed(
  list: LinkList,
  change: ListChange,
  group: PlacementGroup,
  places: string,
  { conditions, isNew }: PlacementWriting,
): string {
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  return `(${inserted(list, group, change.pending, places)}${where}${isNew ? '' : moved(list, change, group)})`;
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

/** What is in one layer of the other list has its place in the other layer too: it was not that end that moved it. */
function keptPlace({ side, layered }: LinkList, layer: Layer): string {
  const key = keyColumn(layer, otherSide(side));
  const twin = layered ? ` l.${keyColumn(otherLayer(layer), otherSide(side))},` : '';
  return `coalesce(l.${key},${twin} excluded.${key})`;
}

const ends = 'source_document, source_locale, target_document, target_locale';
