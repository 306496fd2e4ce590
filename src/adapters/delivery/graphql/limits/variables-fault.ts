import { maxNesting } from './shape-fault.js';
import type { VariableUses } from './variable-uses.js';

const maxValues = 50_000;

/** What an object counts beside a value: a part of a filter, or an item to write. */
const objectWeight = 10;
const charactersOfOne = 20;

export const hasNullCharacter = 'A null character cannot be stored or looked for';

/**
 * Why the values of variables may not be used, or null: nested too deep, too many, or too many again where a document uses
 * a variable more than once, which costs no more to send. Without recursion: who sends them decides how deep they are.
 */
export function variablesFault(
  variables: Readonly<Record<string, unknown>>,
  uses: VariableUses,
): string | null {
  const size = measure([variables]);
  if (typeof size === 'string') return size;
  for (const [name, count] of uses) {
    if (count < 2 || !Object.hasOwn(variables, name)) continue;
    const again = measure([variables[name]]);
    if (typeof again === 'number' && again * (count - 1) > maxValues)
      return `The variable "$${name}" is too large to be used ${count} times`;
  }
  return null;
}

/** The weight of values, or what is wrong with them. */
function measure(values: readonly unknown[]): number | string {
  let level = values;
  let count = 0;
  let weight = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    count += level.length;
    if (depth > maxNesting) return `The variables are nested deeper than ${maxNesting} levels`;
    if (count > maxValues) return `The variables have more than ${maxValues} values`;
    const below: unknown[] = [];
    for (const value of level) {
      weight += weightOf(value);
      if (typeof value === 'string' && value.includes('\0')) return hasNullCharacter;
      if (typeof value === 'object' && value !== null)
        for (const member of Object.values(value)) below.push(member);
    }
    level = below;
  }
  return weight;
}

function weightOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / charactersOfOne;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? objectWeight : 1;
}
