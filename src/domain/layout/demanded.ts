import type { Attribute, Shaped } from '../schema/schema.js';
import { holds, namesIn } from './condition.js';

/**
 * The attribute as one that is required, if its condition demands a value. `valueOf` gives undefined for a value that is not
 * known: then the condition counts as one that holds.
 */
export function demanded<A extends Attribute>(
  attribute: A,
  { attributes }: Shaped,
  valueOf: (name: string) => unknown,
): A {
  const { visibleIf, requiredIfVisible } = attribute;
  if (requiredIfVisible !== true || visibleIf === undefined) return attribute;
  const isKnown = [...namesIn(visibleIf)].every((name) => valueOf(name) !== undefined);
  const isDemanded = !isKnown || holds(visibleIf, (name) => attributes.get(name), valueOf);
  return isDemanded ? { ...attribute, required: true } : attribute;
}

/** The attributes that conditions of required ones name. */
export function decisiveNames({ attributes }: Shaped): ReadonlySet<string> {
  const conditions = [...attributes.values()].flatMap(({ visibleIf, requiredIfVisible }) =>
    requiredIfVisible === true && visibleIf !== undefined ? [visibleIf] : [],
  );
  return new Set(conditions.flatMap((condition) => [...namesIn(condition)]));
}
