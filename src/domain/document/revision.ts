/**
 * The revision of a version: its `updatedAt`, which every write of it moves on. Relations that are changed at their other
 * end do not move it.
 */
export type Revision = string;

/** `updatedAt` is ISO 8601. */
export const revisionOf = (updatedAt: string): Revision => Date.parse(updatedAt).toString(36);

/** Returns the `updatedAt` of a revision; null for a text that is none. */
export function updatedAtOf(revision: Revision): string | null {
  const time = /^[0-9a-z]{1,10}$/.test(revision) ? parseInt(revision, 36) : Number.NaN;
  return Math.abs(time) <= latest ? new Date(time).toISOString() : null;
}

/** What `Date` can hold, in milliseconds. */
const latest = 8.64e15;
