import { isPlainObject } from '../document/plain-object.js';
import { planCompare } from '../plan/plan-comparison.js';
import { join } from '../plan/plan-group.js';
import type { Predicate } from '../plan/read-plan.js';
import type { Operator } from '../query/query.js';
import type { AttributeDraft } from '../schema/attribute-draft.js';
import { shown } from '../schema/read-option.js';
import type { SchemaNode } from '../schema/schema-node.js';
import type { Scalar } from '../schema/schema.js';
import { conditionOf } from './condition.js';
import type { Condition } from './layout.js';
import { comparisonLimits, whyNoOperand } from './operand.js';

type Attributes = ReadonlyMap<string, AttributeDraft>;

/**
 * Reads `conditions` of an attribute as Strapi writes them: `visible` in JSON Logic, over the other attributes. What is not
 * understood is noted, and the attribute is always visible.
 */
export function readConditions(
  node: SchemaNode,
  attributes: Attributes,
  about: string,
): Condition | undefined {
  for (const [key, child] of node.entries())
    if (key !== 'visible') child.note('has no effect here: only "visible" is read');
  const visible = node.at('visible');
  if (!visible.present) return undefined;
  try {
    return conditionOf(readRule(visible.value, { attributes, about }));
  } catch (error) {
    if (!(error instanceof Unread)) throw error;
    visible.note(`has no effect here: ${error.message}; the attribute is always shown`);
    return undefined;
  }
}

/** Why a rule cannot be read. */
class Unread extends Error {}

interface Reading {
  readonly attributes: Attributes;
  readonly about: string;
}

/** With the operator that stands for it when its operands change places. */
const comparisons: ReadonlyMap<string, readonly [operator: Operator, mirrored: Operator]> = new Map([
  ['==', ['$eq', '$eq']],
  ['===', ['$eq', '$eq']],
  ['!=', ['$ne', '$ne']],
  ['!==', ['$ne', '$ne']],
  ['<', ['$lt', '$gt']],
  ['<=', ['$lte', '$gte']],
  ['>', ['$gt', '$lt']],
  ['>=', ['$gte', '$lte']],
]);

function readRule(rule: unknown, reading: Reading, negated = false): Predicate {
  const [operation, ...others] = isPlainObject(rule) ? Object.entries(rule) : [];
  if (operation === undefined || others.length > 0)
    throw new Unread(`${shown(rule)} is no rule of JSON Logic`);
  const [name, operands] = operation;
  const list: readonly unknown[] = Array.isArray(operands) ? operands : [operands];
  const [first, second] = list;
  if (name === 'and' || name === 'or') {
    const parts = list.map((part) => readRule(part, reading, negated));
    const joined = join((name === 'and') !== negated ? 'and' : 'or', parts);
    if (joined === null) throw new Unread(`"${name}" has no rules`);
    return joined;
  }
  if ((name === '!' || name === '!!') && list.length === 1)
    return readRule(first, reading, name === '!' ? !negated : negated);
  if (name === 'var') return readTruth(scalarOf(rule, reading), negated);
  if (name === 'in' && list.length === 2 && Array.isArray(second))
    return compare(scalarOf(first, reading), '$in', second, negated);
  const [operator, mirrored] = comparisons.get(name) ?? [];
  if (operator === undefined || mirrored === undefined || list.length !== 2)
    throw new Unread(`${shown(rule)} cannot be read`);
  return isVariable(first)
    ? compare(scalarOf(first, reading), operator, second, negated)
    : compare(scalarOf(second, reading), mirrored, first, negated);
}

const isVariable = (operand: unknown): boolean => isPlainObject(operand) && Object.hasOwn(operand, 'var');

function scalarOf(operand: unknown, { attributes, about }: Reading): Scalar {
  const given = isPlainObject(operand) && isVariable(operand) ? operand['var'] : undefined;
  const name: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (typeof name !== 'string') throw new Unread(`${shown(operand)} is no {"var": "name"}`);
  const attribute = attributes.get(name);
  const why = whyNoOperand(name, attribute, attributes, about);
  if (why !== undefined || attribute?.kind !== 'scalar') throw new Unread(`"${name}" ${why}`);
  return attribute;
}

function readTruth(scalar: Scalar, negated: boolean): Predicate {
  if (scalar.type !== 'boolean') throw new Unread(`"${scalar.name}" alone is no condition: compare it`);
  return compare(scalar, '$eq', true, negated);
}

/** In JSON Logic an empty value differs from each other one; in a filter it satisfies no comparison. */
function compare(scalar: Scalar, operator: Operator, value: unknown, negated: boolean): Predicate {
  if (value !== null && typeof value === 'object' && !Array.isArray(value))
    throw new Unread(`${shown(value)} is no value`);
  const place = { path: [scalar.name], param: 'filters', limits: comparisonLimits } as const;
  const planned = planCompare(place, scalar, { kind: 'compare', operator, value }, negated);
  if (!planned.ok) throw new Unread(planned.failure.message);
  const { value: predicate } = planned;
  if (predicate?.kind !== 'compare' || predicate.comparison.op === 'null' || !predicate.negated)
    return predicate ?? nothing(scalar);
  return { kind: 'or', predicates: [predicate, nothing(scalar)] };
}

/** The attribute has no value. */
const nothing = (field: Scalar): Predicate => ({
  kind: 'compare',
  field,
  comparison: { op: 'null' },
  negated: false,
});
