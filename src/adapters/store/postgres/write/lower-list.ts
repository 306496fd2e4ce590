import type { ListChange } from '../../../../domain/plan/write-plan.js';
import type { Layer } from '../../../../domain/query/query.js';
import type { Schema } from '../../../../domain/schema/schema.js';
import type { Parameters } from '../statement.js';
import { isMine, isNoneOf, isOneOf, isRival, listOf, placeOf, type LinkList } from './link-list.js';
import { groupsOf, lowerPlacements, type PlacementGroup } from './lower-placement.js';
import { withdraw } from './lower-withdrawal.js';
import type { Part } from './part.js';

/** Where the lists of a plan stand in its statement. */
export interface ListWriting {
  readonly documentId: string;
  /** What must hold for anything to be written. */
  readonly written: readonly string[];
  /** Whether the document is just made, so that it has no links yet. */
  readonly isNew: boolean;
}

/** What goes, what is taken from other documents, then what is placed; all where `written` holds. */
export function lowerList(
  schema: Schema,
  parameters: Parameters,
  change: ListChange,
  { documentId, written, isNew }: ListWriting,
  index: number,
): readonly Part[] {
  if (change.place.length === 0 && change.remove.length === 0) return [];
  const list = listOf(schema, placeOf(change), documentId, parameters.add(change.locale, 'text'));
  const groups = groupsOf(change);
  const gone = withdrawals(parameters, list, change, groups).flatMap(({ layers, conditions }, at) =>
    withdraw(list, layers, change.pending, [...conditions, ...written], `r${index}_${at}`),
  );
  if (groups.length === 0) return gone;
  // A place must be free before it is taken.
  const free = gone.map(({ name }) => `(SELECT count(*) FROM ${name}) >= 0`);
  const conditions = [...written, ...free];
  return [
    ...gone,
    ...lowerPlacements(parameters, list, change, groups, { conditions, name: `p${index}`, isNew }),
  ];
}

interface Withdrawal {
  readonly layers: readonly Layer[];
  readonly conditions: readonly string[];
}

function withdrawals(
  parameters: Parameters,
  list: LinkList,
  { remove, takes }: ListChange,
  groups: readonly PlacementGroup[],
): readonly Withdrawal[] {
  const removed = remove.map(({ kind, targets, layers }) => {
    const named = (kind === 'these' ? isOneOf : isNoneOf)(parameters, list.other, targets);
    return { layers, conditions: [...isMine(list), named] };
  });
  if (!takes) return removed;
  const taken = groups.map(({ layers, place }) => {
    const targets = place.map(({ target }) => target);
    return { layers, conditions: [...isRival(list), isOneOf(parameters, list.other, targets)] };
  });
  return [...removed, ...taken];
}
