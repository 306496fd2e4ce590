import { castForFilter } from '../../../../../../domain/document/cast-value.js';
import { familyOf } from '../../../../../../domain/document/value.js';
import { nearestName } from '../../../../../../domain/nearest-name.js';
import { operatorFits } from '../../../../../../domain/plan/operator-meaning.js';
import { operators, type Operator } from '../../../../../../domain/query/query.js';
import type { Scalar } from '../../../../../../domain/schema/schema.js';
import { say } from '../../messages/messages.js';
import type { FilterJson } from '../filters/conditions.js';

/** A filter that was read. Groups of operators below an attribute are groups of comparisons. */
export type FilterNode =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly FilterNode[] }
  | { readonly kind: 'not'; readonly part: FilterNode }
  /** Inside of a relation or a component. */
  | { readonly kind: 'within'; readonly key: string; readonly part: FilterNode }
  /** `scalar` undefined: the relation or the component around it. */
  | {
      readonly kind: 'compare';
      readonly key: string;
      readonly scalar: Scalar | undefined;
      readonly operator: Operator;
      readonly value: unknown;
    };

export interface Faults {
  readonly fault: (path: readonly string[], message: string) => void;
}

export const isRecord = (value: unknown): value is FilterJson =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const allOf = (parts: readonly FilterNode[]): FilterNode =>
  parts.length === 1 ? parts[0]! : { kind: 'and', parts };

/** Reads `$and`, `$or` and `$not`; undefined: it is another key. */
export function readJoined(
  { fault }: Faults,
  [key, value]: readonly [string, unknown],
  path: readonly string[],
  read: (inner: unknown, path: readonly string[]) => FilterNode | null,
): FilterNode | null | undefined {
  if (key === '$not') {
    const part = read(value, path);
    return part && { kind: 'not', part };
  }
  if (key !== '$and' && key !== '$or') return undefined;
  if (!Array.isArray(value) || value.length === 0) {
    fault(path, say('query.fault.list'));
    return null;
  }
  const parts = value.map((inner: unknown, at) => read(inner, [...path, String(at)]));
  return parts.includes(null) ? null : { kind: key === '$and' ? 'and' : 'or', parts: parts as FilterNode[] };
}

const isFlag = (value: unknown): boolean => /^(true|false)$/.test(String(value));

export const operatorOf = (key: string): Operator | undefined => operators.find((one) => one === key);

export const unknownOperator = (key: string): string =>
  say('query.fault.operator', { name: key }) + near(key, [...operators, '$and', '$or', '$not']);

export function near(given: string, names: readonly string[]): string {
  const name = nearestName(given, names);
  return name === undefined ? '' : ` ${say('query.fault.near', { name })}`;
}

export function readScalar(
  reading: Faults,
  scalar: Scalar,
  value: unknown,
  path: readonly string[],
): FilterNode | null {
  // JSON has objects as values, but they are compared by an operator.
  if (!isRecord(value))
    return readComparison(reading, scalar, Array.isArray(value) ? '$in' : '$eq', value, path);
  const parts = Object.entries(value).map(([key, inner]) => {
    const at = [...path, key];
    const joined = readJoined(reading, [key, inner], at, (one, place) =>
      readScalar(reading, scalar, one, place),
    );
    if (joined !== undefined) return joined;
    const operator = operatorOf(key);
    if (operator !== undefined) return readComparison(reading, scalar, operator, inner, at);
    reading.fault(at, unknownOperator(key));
    return null;
  });
  return parts.includes(null) ? null : allOf(parts as FilterNode[]);
}

/** Any of the values of a list, with an operator that denies none of them. */
function anyOf(
  operator: Operator,
  values: readonly unknown[],
  read: (value: unknown) => FilterNode | null,
): FilterNode | null {
  const parts = values.map(read);
  const kind = operator.startsWith('$n') ? 'and' : 'or';
  return parts.includes(null) ? null : { kind, parts: parts as FilterNode[] };
}

export function readComparison(
  { fault }: Faults,
  scalar: Scalar,
  operator: Operator,
  value: unknown,
  path: readonly string[],
): FilterNode | null {
  const refuse = (message: string): null => {
    fault(path, message);
    return null;
  };
  const isAbsence = operator === '$null' || operator === '$notNull';
  if (!isAbsence && !operatorFits(scalar.type, operator))
    return refuse(say('query.fault.unfit', { name: operator, type: scalar.type }));
  if (isAbsence) {
    if (!isFlag(value)) return refuse(say('query.fault.flag'));
  } else if (value === null) return refuse(say('query.fault.null'));
  else {
    const isMany = operator === '$in' || operator === '$notIn' || operator === '$between';
    if (operator === '$between' && !(Array.isArray(value) && value.length === 2))
      return refuse(say('query.fault.two'));
    if (!isMany && Array.isArray(value))
      return anyOf(operator, value, (one) => readComparison({ fault }, scalar, operator, one, path));
    const wrong = [value].flat().find((one: unknown) => !isValue(scalar, one));
    if (wrong !== undefined)
      return refuse(say('query.fault.value', { value: JSON.stringify(wrong), type: scalar.type }));
  }
  return { kind: 'compare', key: scalar.name, scalar, operator, value };
}

/** In the address every value is a text. */
const isValue = (scalar: Scalar, value: unknown): boolean => {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return false;
  return (
    castForFilter(familyOf(scalar.type) === 'json' ? { ...scalar, type: 'text' } : scalar, String(value)) !==
    null
  );
};
