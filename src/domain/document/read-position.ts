import type { Position } from '../relation/relation-input.js';
import type { Faults, Path } from './faults.js';
import { isPlainObject, own, type PlainObject } from './plain-object.js';
import { notOfType } from './print-value.js';
import { readRef, type RefRules } from './read-ref.js';

const places = ['before', 'after', 'start', 'end'] as const;
const keys: ReadonlySet<string> = new Set([...places, 'locale', 'status']);
const end: Position = { at: 'end' };

/** The place that a `connect` item asks for: exactly one of the four, at the end when it names none. */
export function readPosition(raw: unknown, path: Path, rules: RefRules, faults: Faults): Position {
  if (raw === undefined || raw === null) return end;
  if (!isPlainObject(raw)) return refuse(path, notOfType('object', raw), raw, faults);
  const unknown = Object.keys(raw).find((key) => !keys.has(key));
  if (unknown !== undefined)
    return refuse([...path, unknown], 'is not a position', own(raw, unknown), faults);
  const named = places.filter((place) => isNamed(own(raw, place)));
  if (named.length > 1) return refuse(path, `must have exactly one of ${places.join(', ')}`, raw, faults);
  const [at] = named;
  if (at === undefined) return end;
  if (at === 'before' || at === 'after') return readAnchor(at, raw, path, rules, faults);
  return own(raw, at) === true
    ? { at }
    : refuse([...path, at], notOfType('boolean', own(raw, at)), own(raw, at), faults);
}

const isNamed = (value: unknown): boolean => value !== undefined && value !== null && value !== false;

/** The neighbour's locale and status stand beside it, or inside where it is an object itself. */
function readAnchor(
  at: 'before' | 'after',
  raw: PlainObject,
  path: Path,
  rules: RefRules,
  faults: Faults,
): Position {
  const anchor = own(raw, at);
  const longhand = isPlainObject(anchor)
    ? anchor
    : { id: anchor, locale: own(raw, 'locale'), status: own(raw, 'status') };
  const ref = readRef(longhand, rules, [...path, at], faults);
  return ref === null
    ? refuse([...path, at], 'must be the documentId of a relation', anchor, faults)
    : { at, ref };
}

function refuse(path: Path, rule: string, value: unknown, faults: Faults): Position {
  faults.refuse(path, rule, value);
  return end;
}
