import type { Link } from '../../../../domain/schema/schema.js';

/** A named part of the statement. */
export interface Part {
  readonly name: string;
  readonly text: string;
}

/**
 * Puts what is to be done with links into as few turns as can be, no link twice in one: a link from a document to
 * itself is in two of its lists, and a statement changes a row once.
 */
export function inTurns<T>(items: readonly T[], linkOf: (item: T) => Link): readonly (readonly T[])[] {
  const turns: { readonly links: Set<Link>; readonly items: T[] }[] = [];
  for (const item of items) {
    const link = linkOf(item);
    const turn = turns.find(({ links }) => !links.has(link));
    if (turn === undefined) turns.push({ links: new Set([link]), items: [item] });
    else {
      turn.links.add(link);
      turn.items.push(item);
    }
  }
  return turns.map((turn) => turn.items);
}

const name = 'quire.written';

/** Marks the transaction with whether its first statement wrote anything, for those that were sent along with it. */
export const markWritten = (condition: string): string =>
  `set_config('${name}', (${condition})::text, true) AS mark`;

export const isWritten = `current_setting('${name}', true) = 'true'`;
