import type { KeyValueStore } from '../../../application/ports/key-value-store.js';
import { ok } from '../../../domain/result.js';
import type { Json } from '../../../domain/schema/schema.js';

/** Keeps values as JSON text, so that nobody holds a reference to a stored value. */
export function createMemoryKeyValueStore(): KeyValueStore {
  const texts = new Map<string, string>();
  const parse = (text: string): Json => JSON.parse(text) as Json;
  return {
    get: async (key) => ok(parse(texts.get(key) ?? 'null')),
    async set(key, value) {
      texts.set(key, JSON.stringify(value));
      return ok(undefined);
    },
    async remove(key) {
      texts.delete(key);
      return ok(undefined);
    },
    all: async () =>
      ok([...texts.keys()].sort().map((key) => ({ key, value: parse(texts.get(key) ?? 'null') }))),
  };
}
