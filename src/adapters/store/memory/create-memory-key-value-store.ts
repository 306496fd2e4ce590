import type { KeyValueStore } from '../../../application/ports/key-value-store.js';
import type { Units } from '../../../application/stores/create-units.js';
import { ok, type Result } from '../../../domain/result.js';
import type { Json } from '../../../domain/schema/schema.js';
import type { MemoryUnit, MemoryWriter } from './create-memory-units.js';

type Texts = Map<string, string>;

/**
 * Keeps values as JSON text, so that nobody holds a reference to a stored value. A unit of work changes a copy, which
 * replaces the values at its commit.
 */
export function createMemoryKeyValueStore(units: Units<MemoryUnit>, writer: MemoryWriter): KeyValueStore {
  let texts: Texts = new Map();
  // The unit that holds the turn is the only one with changes.
  let pending: Texts | null = null;
  const parse = (text: string): Json => JSON.parse(text) as Json;
  const read = <T>(of: (current: Texts) => T): Promise<Result<T>> =>
    units.join(
      async ({ holdsTurn }) => ok(of(holdsTurn ? (pending ?? texts) : texts)),
      async () => ok(of(texts)),
    );
  const copyFor = (unit: MemoryUnit): Texts => {
    const copy = new Map(texts);
    unit.undo.push(() => (pending = null));
    unit.atCommit.push(() => {
      texts = copy;
      pending = null;
    });
    return copy;
  };
  const change = <T>(step: (current: Texts) => T): Promise<Result<T>> =>
    writer(async (unit) => ok(step(unit === null ? texts : (pending ??= copyFor(unit)))));
  return {
    get: (key) => read((current) => parse(current.get(key) ?? 'null')),
    set: (key, value) => {
      const text = JSON.stringify(value);
      return change((current) => void current.set(key, text));
    },
    claim: (key, value) => {
      const text = JSON.stringify(value);
      return change((current) => {
        const before = current.get(key);
        if (before === undefined) current.set(key, text);
        return parse(before ?? 'null');
      });
    },
    remove: (key) => change((current) => void current.delete(key)),
    all: (prefix = '') =>
      read((current) =>
        [...current.keys()]
          .filter((key) => key.startsWith(prefix))
          .sort()
          .map((key) => ({ key, value: parse(current.get(key) ?? 'null') })),
      ),
  };
}
