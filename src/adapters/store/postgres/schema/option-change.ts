import type { Match } from './match-tables.js';
import type { Check, Step } from './step.js';
import type { LinkOrigin, TypeOrigin } from '../../../../domain/schema/origin.js';

/** What an option of a table's type was when the data was last brought in step, and what it is to be. */
export interface Change<Origin> {
  readonly before: Origin;
  readonly after: Origin;
}

/** Undefined for tables that are only being made. */
export function typeChange({ table, stored, record }: Match): Change<TypeOrigin> | undefined {
  if (stored === undefined || table.origin.kind !== 'type' || record?.origin.kind !== 'type')
    return undefined;
  return { before: record.origin, after: table.origin };
}

export function linkChange({ table, stored, record }: Match): Change<LinkOrigin> | undefined {
  if (stored === undefined || table.origin.kind !== 'link' || record?.origin.kind !== 'link')
    return undefined;
  return { before: record.origin, after: table.origin };
}

/** The table of the type at one end of a link, and what its options were; a new type was always as it is. */
export function endChange(
  { after }: Change<LinkOrigin>,
  side: 'source' | 'target',
  matches: readonly Match[],
): { readonly match: Match; readonly change: Change<TypeOrigin> } | undefined {
  for (const match of matches) {
    const { origin } = match.table;
    if (origin.kind !== 'type' || origin.uid !== after[side].type) continue;
    return { match, change: typeChange(match) ?? { before: origin, after: origin } };
  }
  return undefined;
}

/** Statements that go over the rows of a table, once its columns are there; `others` are looked at, too. */
export const fill = (
  match: Match,
  message: string,
  statements: readonly string[],
  checks: readonly Check[] = [],
  others: readonly Match[] = [],
): Step => ({
  phase: 'fill',
  name: match.table.name,
  message,
  checks,
  statements,
  holds: [match, ...others].flatMap(({ stored }) => (stored === undefined ? [] : [stored.name])),
});

export const counted = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`;
