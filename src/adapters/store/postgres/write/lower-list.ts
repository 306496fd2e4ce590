import { linkSideOf } from '../../../../domain/relation/link-list.js';
import { otherLayer, type Layer } from '../../../../domain/query/query.js';
import type { ListChange, Placement } from '../../../../domain/plan/write-plan.js';
import { otherSide, type Schema } from '../../../../domain/schema/schema.js';
import { keyColumn } from '../layout.js';
import type { Parameters, Part } from '../statement.js';
import {
  cleared,
  isInList,
  isNoneOf,
  isOneOf,
  isConflicting,
  listOf,
  sequenceKey,
  type SqlList,
  withdraw,
} from './link-list.js';

/** The statement that the lists of a plan are written in. */
export interface ListWriting {
  readonly documentId: string;
  /** The conditions under which the statement writes anything. */
  readonly written: readonly string[];
  /** Whether the statement creates the document, which then has no links yet. */
  readonly isNew: boolean;
  /** Whether it also publishes what it places in the list (`arePublishedAtOnce`). */
  isPublished(change: ListChange): boolean;
}

/** Removes links of this list, then conflicting links of other documents, then places links; all if `written` holds. */
export function lowerList(
  schema: Schema,
  parameters: Parameters,
  change: ListChange,
  { documentId, written, isNew, isPublished }: ListWriting,
  index: number,
): readonly Part[] {
  if (change.place.length === 0 && change.remove.length === 0) return [];
  const list = listOf(schema, linkSideOf(change.relation), documentId, parameters.add(change.locale, 'text'));
  const groups = groupsOf(change);
  const gone = withdrawals(parameters, list, change, groups).flatMap(({ layers, conditions }, at) =>
    withdraw(list, layers, change.pending, [...conditions, ...written], `quire_r${index}_${at}`),
  );
  if (groups.length === 0) return gone;
  // Placing must wait until the removals have made room.
  const free = gone.map(({ name }) => `(SELECT count(*) FROM ${name}) >= 0`);
  const conditions = [...written, ...free];
  return [
    ...gone,
    ...lowerPlacements(parameters, list, change, groups, {
      conditions,
      name: `quire_p${index}`,
      isNew,
      isPublished: isPublished(change),
    }),
  ];
}

interface Withdrawal {
  readonly layers: readonly Layer[];
  readonly conditions: readonly string[];
}

function withdrawals(
  parameters: Parameters,
  list: SqlList,
  { remove, exclusive }: ListChange,
  groups: readonly PlacementGroup[],
): readonly Withdrawal[] {
  const removed = remove.map(({ kind, targets, layers }) => {
    const named = (kind === 'these' ? isOneOf : isNoneOf)(parameters, list.other, targets);
    return { layers, conditions: [...isInList(list), named] };
  });
  if (!exclusive) return removed;
  const taken = groups.map(({ layers, place }) => {
    const targets = place.map(({ target }) => target);
    return { layers, conditions: [...isConflicting(list), isOneOf(parameters, list.other, targets)] };
  });
  return [...removed, ...taken];
}

/** Placements that enter the same layers and leave the same layers. */
export interface PlacementGroup {
  readonly layers: readonly Layer[];
  readonly leaves: readonly Layer[];
  readonly place: readonly Placement[];
}

/** Groups placements by their layers. There is one group, unless items of the request name a status. */
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

/** How the placements of a list are written. */
interface PlacementWriting {
  readonly name: string;
  readonly conditions: readonly string[];
  /** Whether the document is new, so that no link exists yet. */
  readonly isNew: boolean;
  readonly isPublished: boolean;
}

/** Draws sequence keys in the order of the placements, across all groups. */
export function lowerPlacements(
  parameters: Parameters,
  list: SqlList,
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
    return [{ name, text: placed(list, change, only, `(${withSequenceKeys(columns)})`, writing) }];
  }
  const numbers = new Map(groups.flatMap((group, index) => group.place.map((each) => [each, String(index)])));
  const number = parameters.addTexts(place.map((each) => numbers.get(each) ?? null));
  return [
    { name: `${name}_all`, text: `MATERIALIZED (${withSequenceKeys({ ...columns, number })})` },
    ...groups.map((group, index) => {
      const own = { ...writing, conditions: [`p.number = '${index}'`, ...conditions] };
      return { name: `${name}_${index}`, text: placed(list, change, group, `${name}_all`, own) };
    }),
  ];
}

/** Selects the rows of equally long arrays, each with a sequence key. */
export function withSequenceKeys(columns: Readonly<Record<string, string>>): string {
  const names = Object.keys(columns).join(', ');
  return `SELECT ${names}, ${sequenceKey} AS sequence_key FROM unnest(${Object.values(columns).join(', ')}) AS u(${names})`;
}

export function placed(
  list: SqlList,
  change: Pick<ListChange, 'layers' | 'pending'>,
  group: Pick<PlacementGroup, 'layers' | 'leaves'>,
  places: string,
  { conditions, isNew, isPublished }: Omit<PlacementWriting, 'name'>,
): string {
  const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
  if (isPublished) return `(${inserted(list, bothLayers, false, places)}${where}${movedInBoth(list)})`;
  return `(${inserted(list, group, change.pending, places)}${where}${isNew ? '' : moved(list, change, group)})`;
}

const bothLayers = { layers: ['draft', 'published'] } as const;

function inserted(
  list: SqlList,
  { layers }: Pick<PlacementGroup, 'layers'>,
  pending: boolean,
  places: string,
): string {
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
    ...layers.flatMap(() => ['coalesce(p.key, p.sequence_key)', 'p.sequence_key']),
    ...(pending ? ['true'] : []),
  ];
  return `INSERT INTO ${table} AS l (${columns.join(', ')}) SELECT ${values.join(', ')} FROM ${places} p`;
}

/** An existing link keeps its place at the other end; a new link goes to the end of that list. */
function moved(
  list: SqlList,
  change: Pick<ListChange, 'layers' | 'pending'>,
  { layers, leaves }: Pick<PlacementGroup, 'layers' | 'leaves'>,
): string {
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

/** Does in one step what `moved` does in the draft and `applied` (`lower-pending.ts`) then copies. */
function movedInBoth(list: SqlList): string {
  const { side, flag, otherFlag } = list;
  const [draft, published] = [keyColumn('draft', side), keyColumn('published', side)];
  const drafted = keptPlace(list, 'draft');
  const place = `coalesce(l.${keyColumn('published', otherSide(side))}, ${drafted})`;
  const set = [
    `${draft} = excluded.${draft}`,
    `${keyColumn('draft', otherSide(side))} = ${drafted}`,
    `${published} = excluded.${draft}`,
    `${keyColumn('published', otherSide(side))} = ${place}`,
    `${flag} = false`,
    `${otherFlag} = l.${otherFlag} AND ${place} <> ${drafted}`,
  ];
  return ` ON CONFLICT (${ends}) DO UPDATE SET ${set.join(', ')}`;
}

/** The other list keeps the link's key of either layer, because this write does not move the link in that list. */
function keptPlace({ side, layered }: SqlList, layer: Layer): string {
  const key = keyColumn(layer, otherSide(side));
  const twin = layered ? ` l.${keyColumn(otherLayer(layer), otherSide(side))},` : '';
  return `coalesce(l.${key},${twin} excluded.${key})`;
}

const ends = 'source_document, source_locale, target_document, target_locale';
