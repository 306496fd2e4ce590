import type { ReadPlan } from '../../domain/plan/read-plan.js';
import type { Schema } from '../../domain/schema/schema.js';

/**
 * Returns keys of plans: two plans have the same key only if each part of them is equal, so answers are shared only where
 * the permissions have led to the same plan. It goes over all members of a plan, whatever they are, so that a new one
 * cannot be forgotten here. Null for a plan with a part that has no key, or whose key is too long.
 */
export type QuestionKeys = (kind: 'read' | 'aggregate', plan: object) => string | null;

/** Two members decide how a store reads, but not what. */
const apart: ReadonlySet<string> = new Set<keyof ReadPlan>(['cost', 'once']);

/** Longer keys, as of a list of thousands of ids, would take more memory than many answers. */
const maxLength = 4_000;

/** Plans are no deeper, by their own limits. */
const maxDepth = 200;

export function createQuestionKeys(schema: Schema): QuestionKeys {
  const numbers = numberParts(schema);
  return (kind, plan) => {
    try {
      const key = `${kind} ${textOf(plan, numbers, 0)}`;
      return key.length > maxLength ? null : key;
    } catch (error) {
      if (error instanceof NoKey) return null;
      throw error;
    }
  };
}

class NoKey extends Error {}

/** The objects of a schema, which plans share; they refer to each other in circles. */
function numberParts(schema: Schema): ReadonlyMap<object, string> {
  const numbers = new Map<object, string>();
  const add = (part: object): void => void numbers.set(part, `#${numbers.size};`);
  for (const shaped of [...schema.contentTypes.values(), ...schema.components.values()]) {
    add(shaped);
    for (const attribute of shaped.attributes.values()) add(attribute);
  }
  for (const link of schema.links) add(link);
  return numbers;
}

function textOf(value: unknown, numbers: ReadonlyMap<object, string>, depth: number): string {
  switch (typeof value) {
    case 'string':
      return `s${value.length}:${value}`;
    case 'number':
      return `n${Object.is(value, -0) ? '-0' : value};`;
    case 'boolean':
      return value ? 't' : 'f';
    case 'undefined':
      return 'u';
    case 'object':
      return value === null ? 'z' : (numbers.get(value) ?? textOfObject(value, numbers, depth + 1));
    default:
      throw new NoKey();
  }
}

function textOfObject(value: object, numbers: ReadonlyMap<object, string>, depth: number): string {
  if (depth > maxDepth) throw new NoKey();
  const listed = (values: Iterable<unknown>): string => {
    let text = '';
    for (const each of values) text += textOf(each, numbers, depth);
    return text;
  };
  if (Array.isArray(value)) return `[${listed(value)}]`;
  if (value instanceof Map) return `<${listed([...value].flat())}>`;
  if (value instanceof Set) return `(${listed(value)})`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new NoKey();
  let text = '{';
  for (const name of Object.keys(value))
    if (!apart.has(name))
      text += `${name}:${textOf((value as Record<string, unknown>)[name], numbers, depth)}`;
  return `${text}}`;
}
