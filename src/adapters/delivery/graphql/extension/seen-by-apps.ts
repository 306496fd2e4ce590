import { Entity } from '../read/found.js';

const sources = new WeakMap<object, Entity>();

/** What an app's code gets as the parent of a field: the attributes that were read, as a plain object. */
export function seenByApps(source: unknown): unknown {
  if (!(source instanceof Entity)) return source;
  // Names with an `@` are those of aliases.
  const seen = Object.fromEntries(Object.entries(source.values).filter(([name]) => !name.startsWith('@')));
  sources.set(seen, source);
  return seen;
}

/** What a generated resolver needs as its source, where an app's code passes on what it got. */
export const sourceOf = (seen: unknown): unknown =>
  (typeof seen === 'object' && seen !== null && sources.get(seen)) || seen;
