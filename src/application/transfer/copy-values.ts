import { ok, type Result } from '../../domain/result.js';
import type { KeyValueStore } from '../ports/key-value-store.js';

/** Copies the values that app code keeps. */
export async function copyValues(
  source: Pick<KeyValueStore, 'all'>,
  target: Pick<KeyValueStore, 'set'>,
): Promise<Result<void>> {
  const kept = await source.all();
  if (!kept.ok) return kept;
  for (const { key, value } of kept.value) {
    const written = await target.set(key, value);
    if (!written.ok) return written;
  }
  return ok(undefined);
}

/** Returns a line for each value, to compare stores. */
export async function valueLines(store: Pick<KeyValueStore, 'all'>): Promise<Result<readonly string[]>> {
  const kept = await store.all();
  return kept.ok
    ? ok(kept.value.map(({ key, value }) => `value ${JSON.stringify(key)} ${JSON.stringify(value)}`))
    : kept;
}
