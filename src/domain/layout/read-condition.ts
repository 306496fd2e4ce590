import { didYouMean, nearestName } from '../nearest-name.js';
import { planCompare } from '../plan/plan-comparison.js';
import { join } from '../plan/plan-group.js';
import type { Predicate } from '../plan/read-plan.js';
import { operators, type Operator } from '../query/query.js';
import { isPlainObject } from '../document/plain-object.js';
import type { AttributeDraft } from '../schema/attribute-draft.js';
import { shown } from '../schema/read-option.js';
import type { SchemaNode } from '../schema/schema-node.js';
import type { Scalar } from '../schema/schema.js';
import { conditionOf } from './condition.js';
import type { Condition } from './layout.js';
import { comparisonLimits, whyNoOperand } from './operand.js';

type Attributes = ReadonlyMap<string, AttributeDraft>;

const groups = ['$and', '$or', '$not'] as const;
const known = [...operators, ...groups];

/**
 * Reads the condition under which `about` is visible: filters as those of queries, over the other attributes of the same entry or
 * item.
 */
export function readCondition(
  node: SchemaNode,
  attributes: Attributes,
  about: string,
): Condition | undefined {
  if (!isPlainObject(node.value)) return node.fault(`must be an object, but is ${shown(node.value)}`);
  const read = readFilter(node, attributes, about, false);
  if (read === null) return node.fault('says nothing: remove it');
  return read && conditionOf(read);
}

/** Undefined: there is a fault; null: no restriction. */
type Read = Predicate | null | undefined;

function readFilter(node: SchemaNode, attributes: Attributes, about: string, negated: boolean): Read {
  if (!isPlainObject(node.value)) return node.fault(`must be an object, but is ${shown(node.value)}`);
  const parts = node.entries().map(([key, child]): Read => {
    if (isGroup(key))
      return readGroup(key, child, negated, (part, not) => readFilter(part, attributes, about, not));
    if (key.startsWith('$')) return child.fault(misplaced(key));
    const scalar = scalarAt(child, key, attributes, about);
    return scalar && readComparisons(child, scalar, negated);
  });
  return joined(negated ? 'or' : 'and', parts);
}

const isGroup = (key: string): key is (typeof groups)[number] => groups.some((one) => one === key);

function readGroup(
  key: (typeof groups)[number],
  node: SchemaNode,
  negated: boolean,
  read: (part: SchemaNode, negated: boolean) => Read,
): Read {
  if (key === '$not') return read(node, !negated);
  if (!Array.isArray(node.value)) return node.fault(`must be a list, but is ${shown(node.value)}`);
  const parts = node.items().map((item) => read(item, negated));
  return joined((key === '$and') !== negated ? 'and' : 'or', parts);
}

function joined(kind: 'and' | 'or', parts: readonly Read[]): Read {
  if (parts.includes(undefined)) return undefined;
  return join(
    kind,
    parts.filter((part) => part !== null && part !== undefined),
  );
}

/** The operators on one attribute; a value alone stands for `$eq`. */
function readComparisons(node: SchemaNode, scalar: Scalar, negated: boolean): Read {
  if (!isPlainObject(node.value)) return readComparison(node, '$eq', scalar, negated);
  const parts = node.entries().map(([key, child]): Read => {
    if (isGroup(key))
      return readGroup(key, child, negated, (part, not) => readComparisons(part, scalar, not));
    const operator = operators.find((one) => one === key);
    return operator ? readComparison(child, operator, scalar, negated) : child.fault(misspelt(key, scalar));
  });
  return joined(negated ? 'or' : 'and', parts);
}

/** Compares with `value` of the file as filters do. Reports what does not fit the attribute. */
function readComparison(node: SchemaNode, operator: Operator, scalar: Scalar, negated: boolean): Read {
  const place = { path: [scalar.name], param: 'filters', limits: comparisonLimits } as const;
  const strange = strangeValue(node.value, operator, scalar);
  if (strange !== undefined) return node.fault(strange);
  const planned = planCompare(place, scalar, { kind: 'compare', operator, value: node.value }, negated);
  return planned.ok ? planned.value : node.fault(planned.failure.message);
}

const whole: ReadonlySet<Operator> = new Set(['$eq', '$ne', '$in', '$notIn']);

/** A value that an enumeration does not have is a mistake, although a filter takes it. */
function strangeValue(
  value: unknown,
  operator: Operator,
  { name, enum: choices }: Scalar,
): string | undefined {
  if (choices === undefined || !whole.has(operator)) return undefined;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const strange = values.find((one) => typeof one === 'string' && !choices.includes(one));
  return typeof strange === 'string'
    ? `${shown(strange)} is no value of "${name}"${didYouMean(strange, choices)}`
    : undefined;
}

/** Reports why a condition cannot compare an attribute. */
function scalarAt(node: SchemaNode, name: string, attributes: Attributes, about: string): Scalar | undefined {
  const attribute = attributes.get(name);
  const why = whyNoOperand(name, attribute, attributes, about);
  return why === undefined && attribute?.kind === 'scalar' ? attribute : node.fault(String(why));
}

function misplaced(key: string): string {
  if (operators.some((one) => one === key))
    return `needs an attribute around it, as in {"name": {"${key}": …}}`;
  const nearest = nearestName(key, groups);
  return `is not known${nearest === undefined ? `: use ${groups.join(', ')} or an attribute` : `: did you mean "${nearest}"?`}`;
}

function misspelt(key: string, { name }: Scalar): string {
  const nearest = key.startsWith('$') ? nearestName(key, known) : undefined;
  return nearest === undefined
    ? `is not known: conditions are like filters: {"${name}": {"$eq": …}}`
    : `is not known: did you mean "${nearest}"?`;
}
