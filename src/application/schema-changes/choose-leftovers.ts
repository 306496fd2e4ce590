import { failure } from '../../domain/failure.js';
import { err, ok, type Result } from '../../domain/result.js';
import type { SchemaChange } from '../ports/schema-store.js';

/** The leftovers that are to be dropped; `INPUT.MISMATCH` where a name is that of none. */
export function chooseLeftovers(
  leftovers: readonly SchemaChange[],
  names: readonly string[] | 'all',
): Result<readonly SchemaChange[]> {
  if (names === 'all') return ok(leftovers);
  const unknown = names.find((name) => !leftovers.some((leftover) => leftover.name === name));
  if (unknown !== undefined) return err(notLeftover(unknown, leftovers));
  return ok(leftovers.filter(({ name }) => names.includes(name)));
}

const notLeftover = (name: string, leftovers: readonly SchemaChange[]) =>
  failure(
    'INPUT.MISMATCH',
    leftovers.length === 0
      ? `"${name}" is not a leftover; there are none.`
      : `"${name}" is not a leftover; these are: ${leftovers.map((leftover) => leftover.name).join(', ')}.`,
  );

/** What is said of those that are gone. */
export const dropped = (leftovers: readonly SchemaChange[]): readonly SchemaChange[] =>
  leftovers.map(({ name }) => ({ kind: 'safe', name, message: `"${name}" and its data are removed.` }));
