import type { ArchiveBatch, ArchivedLink, ArchivedVersion, InventoryPart } from '../ports/archive-store.js';
import type { Part } from './parts.js';

/** Sums up the rows of one part, as `InventoryPart` describes. */
export interface Tally {
  add(row: ArchivedVersion | ArchivedLink): void;
  result(): InventoryPart;
}

export function createTally(kind: Part['kind']): Tally {
  const sums: number[] = Array.from({ length: details[kind].length }, () => 0);
  let rows = 0;
  let lastId = 0;
  return {
    add(row) {
      rows++;
      lastId = Math.max(lastId, row.id);
      for (const [at, detail] of details[kind].entries()) sums[at] = (sums[at] ?? 0) + detail(row as never);
    },
    result: () => ({ rows, lastId, detail: sums.join(' ') }),
  };
}

const timeOf = (time: string | null): number => (time === null ? 0 : Date.parse(time) % 1_000_000_000);

const details: Readonly<Record<ArchiveBatch['kind'], readonly ((row: never) => number)[]>> = {
  versions: [
    ({ updatedAt }: ArchivedVersion) => timeOf(updatedAt),
    ({ publishedAt }: ArchivedVersion) => timeOf(publishedAt),
    ({ hasChanges }: ArchivedVersion) => Number(hasChanges),
  ],
  links: [
    ({ draft }: ArchivedLink) => Number(draft !== null),
    ({ published }: ArchivedLink) => Number(published !== null),
    ({ pending }: ArchivedLink) => Number(pending.source),
    ({ pending }: ArchivedLink) => Number(pending.target),
  ],
};
