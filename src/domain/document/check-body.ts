import type { Faults, Path } from './faults.js';
import { isStorableText } from './storable-text.js';

/** Levels of nesting in a body, far below what would exhaust a stack. */
const deepest = 100;

interface Visit {
  readonly value: unknown;
  readonly path: Path;
}

/**
 * Whether the body is nested at most `deepest` levels deep; refuses it otherwise. Everything after this check may
 * recurse. Depth first and without recursion, so that it ends on endless values too.
 */
export function checkDepth(data: object, faults: Faults): boolean {
  const visits: { value: object; depth: number; key: string }[] = [{ value: data, depth: 0, key: 'data' }];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { value, depth, key } = visit;
    if (depth > deepest) {
      faults.refuse([key], `must not be nested deeper than ${deepest} levels`, null);
      return false;
    }
    for (const [name, member] of Object.entries(value)) {
      if (isContainer(member))
        visits.push({
          value: member,
          depth: depth + 1,
          key: depth === 0 && !Array.isArray(value) ? name : key,
        });
    }
  }
  return true;
}

/** Refuses every text and key that a store cannot keep. */
export function checkTexts(data: object, faults: Faults): void {
  const visits: Visit[] = [{ value: data, path: [] }];
  for (let visit = visits.pop(); visit !== undefined; visit = visits.pop()) {
    const { value, path } = visit;
    if (typeof value === 'string') refuseText(value, path, faults);
    else if (Array.isArray(value))
      for (const [index, member] of value.entries()) visits.push({ value: member, path: [...path, index] });
    else if (isContainer(value)) {
      for (const [key, member] of Object.entries(value)) {
        refuseText(key, [...path, key], faults);
        visits.push({ value: member, path: [...path, key] });
      }
    }
  }
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);

function refuseText(text: string, path: Path, faults: Faults): void {
  if (isStorableText(text)) return;
  faults.refuse(path, 'must not contain the character \\u0000 or half of a surrogate pair', text);
}
