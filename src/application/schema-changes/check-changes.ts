import { failure, type Failure } from '../../domain/failure.js';
import type { SchemaChange } from '../ports/schema-store.js';
import type { Comparison } from './compare-schemas.js';
import type { Match } from './match-collections.js';
import { refused, type Check, type Found, type PlannedChange } from './planned-change.js';

export interface CheckedChanges {
  readonly safe: readonly PlannedChange[];
  readonly unsafe: readonly SchemaChange[];
}

/**
 * Splits the changes into those that lose no data and the refusals of the others. `count` runs a check in the store.
 */
export async function checkChanges(
  { changes, refused: refusals }: Pick<Comparison, 'changes' | 'refused'>,
  count: (check: Check, match: Match) => Promise<Found>,
): Promise<CheckedChanges> {
  const safe: PlannedChange[] = [];
  const unsafe: SchemaChange[] = [...refusals];
  for (const change of changes) {
    const before = unsafe.length;
    for (const check of change.checks) {
      const found = await count(check, change.match);
      if (found.count > 0) unsafe.push(refused(change.name, check.refusal(found)));
    }
    if (unsafe.length === before) safe.push(change);
  }
  return { safe, unsafe };
}

/** Returns a change as the schema store lists it. */
export const asListed = ({
  name,
  message,
  isDoubtful = false,
}: Pick<PlannedChange, 'name' | 'message' | 'isDoubtful'>): SchemaChange => ({
  kind: 'safe',
  name,
  message,
  ...(isDoubtful && { isDoubtful }),
});

export const unsafeChange = (changes: readonly SchemaChange[]): Failure =>
  failure(
    'SCHEMA.UNSAFE_CHANGE',
    `The stored data does not fit the schema:\n${changes.map(({ message }) => `- ${message}`).join('\n')}`,
    { changes },
  );
