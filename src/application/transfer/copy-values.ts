import { ok, type Result } from '../../domain/result.js';
import { usePrefix } from '../access/token-uses.js';
import type { KeptValue, KeyValueStore } from '../ports/key-value-store.js';
import { oncePrefix } from '../documents/create-once.js';
import { presencePrefix } from '../presence/presence.js';

/** Who is in which entry is over in a moment, and requests are sent again soon. */
const isLasting = ({ key }: KeptValue): boolean =>
  !key.startsWith(presencePrefix) && !key.startsWith(oncePrefix);

/** Copies the values that app code keeps. */
export async function copyValues(
  source: Pick<KeyValueStore, 'all'>,
  target: Pick<KeyValueStore, 'set'>,
): Promise<Result<void>> {
  const kept = await source.all();
  if (!kept.ok) return kept;
  for (const { key, value } of kept.value.filter(isLasting)) {
    const written = await target.set(key, value);
    if (!written.ok) return written;
  }
  return ok(undefined);
}

/**
 * Returns a line for each value, to compare stores; without the last uses of tokens, which a server that goes on notes each
 * minute.
 */
export async function valueLines(store: Pick<KeyValueStore, 'all'>): Promise<Result<readonly string[]>> {
  const kept = await store.all();
  return kept.ok
    ? ok(
        kept.value
          .filter((one) => isLasting(one) && !one.key.startsWith(usePrefix))
          .map(({ key, value }) => `value ${JSON.stringify(key)} ${JSON.stringify(value)}`),
      )
    : kept;
}
