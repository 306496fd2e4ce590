import type { Path } from './path.js';
import type { PlainObject } from './plain-object.js';

/** Gets a member of a value, and the keys that lead to it: the same list each time, which holds only for this call. */
type VisitMember = (member: unknown, path: Path) => void;

/**
 * Calls `visit` with each member of a value at any depth, without an object for each, as there may be hundreds of thousands.
 * Ends at an object or a list that is nested deeper than `maxLevels`, as cyclic values are, and returns its path; else null.
 */
export function walkMembers(root: object, maxLevels: number, visit: VisitMember): Path | null {
  const path: (string | number)[] = [];
  const visitAll = (container: object): boolean => {
    if (path.length > maxLevels) return false;
    if (Array.isArray(container)) return container.every(visitOne);
    // `Object.entries` and `Object.values` take three times as long for objects of many keys.
    return Object.keys(container).every((key) => visitOne((container as PlainObject)[key], key));
  };
  const visitOne = (member: unknown, key: string | number): boolean => {
    path.push(key);
    visit(member, path);
    if (isContainer(member) && !visitAll(member)) return false;
    path.pop();
    return true;
  };
  return visitAll(root) ? null : path;
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Date);
