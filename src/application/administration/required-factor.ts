import { ok, type Result } from '../../domain/result.js';
import type { KeyValueStore } from '../ports/key-value-store.js';

/** Beside the roles, as built-in ones are not stored. */
const key = 'quire-second-factor-roles';

/** The names of the roles of administrators that need a second factor. */
export async function rolesWithFactor(
  values: Pick<KeyValueStore, 'get'>,
): Promise<Result<readonly string[]>> {
  const kept = await values.get(key);
  if (!kept.ok) return kept;
  const names = Array.isArray(kept.value) ? kept.value : [];
  return ok(names.filter((name) => typeof name === 'string'));
}

/** Has to run in turn with other changes of administrators. */
export async function requireFactor(
  values: Pick<KeyValueStore, 'get' | 'set'>,
  role: string,
  isRequired: boolean,
): Promise<Result<unknown>> {
  const names = await rolesWithFactor(values);
  if (!names.ok || names.value.includes(role) === isRequired) return names;
  const others = names.value.filter((name) => name !== role);
  return values.set(key, isRequired ? [...others, role] : others);
}
